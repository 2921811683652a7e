import { Int32List } from '../arrays/growable.ts';
import type { Layer, Patch } from './layer.ts';
import type { Origins } from './origins.ts';
import { keepPartExtents } from './part-extents.ts';

/** The vertex arrays of a patched layer have room for this share more, so that the next patch fits into them. */
const ROOM = 1 / 64;

/** The whole layer after a patch: unchanged features as they were, changed ones from the patch. */
export function applyPatch(layer: Layer, patch: Patch): Layer {
  return applyWithOrigins(layer, patch, null).layer;
}

/**
 * Like `applyPatch`, and also traces the origin of every piece back to the layer that `origins` refers to (null: `layer`
 * itself).
 */
export function applyWithOrigins(layer: Layer, patch: Patch, origins: Origins | null): { layer: Layer; origins: Origins } {
  return new PatchedLayer(layer, patch, origins, null);
}

/**
 * Like `applyWithOrigins`, for a layer that was itself returned by one of these two functions and is no longer needed: its
 * vertices are moved within their arrays, so layer and origins must not be used afterwards. Copying a large layer for each small
 * patch costs more than finding the patch.
 */
export function applyInPlace(layer: Layer, patch: Patch, origins: Origins): { layer: Layer; origins: Origins } {
  return new PatchedLayer(layer, patch, origins, { xy: layer.xy, z: layer.z, m: layer.m, origin: origins.vertex });
}

/** The values that every vertex has. */
interface VertexColumns {
  readonly xy: Float64Array;
  readonly z: Float64Array | null;
  readonly m: Float64Array | null;
  readonly origin: Int32Array;
}

class PatchedLayer {
  readonly layer: Layer;
  readonly origins: Origins;

  constructor(layer: Layer, patch: Patch, origins: Origins | null, usedUp: VertexColumns | null) {
    const featureCount = layer.featureOffsets.length - 1;
    /** -1 for features that are not in the patch. */
    const placeIn = new Int32Array(featureCount).fill(-1);
    patch.features.forEach((feature, place) => {
      placeIn[feature] = place;
    });
    const counts = { part: 0, ring: 0, vertex: 0 };
    for (let feature = 0; feature < featureCount; feature++) {
      const from = placeIn[feature] < 0 ? layer : patch.geometry;
      const at = placeIn[feature] < 0 ? feature : placeIn[feature];
      const [start, end] = [from.featureOffsets[at], from.featureOffsets[at + 1]];
      counts.part += end - start;
      counts.ring += from.partOffsets[end] - from.partOffsets[start];
      counts.vertex += from.ringOffsets[from.partOffsets[end]] - from.ringOffsets[from.partOffsets[start]];
    }
    const ringOffsets = new Int32Array(counts.ring + 1);
    const partOffsets = new Int32Array(counts.part + 1);
    const featureOffsets = new Int32Array(featureCount + 1);
    const partKinds = new Uint8Array(counts.part);
    const origin = { part: new Int32Array(counts.part), ring: new Int32Array(counts.ring) };
    const partBefore = new Int32Array(counts.part).fill(-1);
    const [kept, patched] = [new VertexRuns(), new VertexRuns()];
    let [part, ring, vertex] = [0, 0, 0];
    for (let feature = 0, after: number; feature < featureCount; feature = after) {
      after = endOfRun(placeIn, feature);
      const isChanged = placeIn[feature] >= 0;
      const from = isChanged ? patch.geometry : layer;
      const first = isChanged ? placeIn[feature] : feature;
      const start = from.featureOffsets[first];
      const end = from.featureOffsets[first + after - feature];
      const firstRing = from.partOffsets[start];
      const endRing = from.partOffsets[end];
      const firstVertex = from.ringOffsets[firstRing];
      const endVertex = from.ringOffsets[endRing];
      for (let i = 0; i < after - feature; i++) featureOffsets[feature + i] = from.featureOffsets[first + i] - start + part;
      partKinds.set(from.partKinds.subarray(start, end), part);
      for (let p = start; p < end; p++) partOffsets[part + p - start] = from.partOffsets[p] - firstRing + ring;
      if (!isChanged) for (let p = start; p < end; p++) partBefore[part + p - start] = p;
      followAll(isChanged ? patch.sourcePart : null, start, end, origins?.part, origin.part, part);
      for (let r = firstRing; r < endRing; r++) ringOffsets[ring + r - firstRing] = from.ringOffsets[r] - firstVertex + vertex;
      followAll(isChanged ? patch.sourceRing : null, firstRing, endRing, origins?.ring, origin.ring, ring);
      (isChanged ? patched : kept).add(firstVertex, endVertex, vertex);
      part += end - start;
      ring += endRing - firstRing;
      vertex += endVertex - firstVertex;
    }
    featureOffsets[featureCount] = part;
    partOffsets[part] = ring;
    ringOffsets[ring] = vertex;

    // Before any vertex moves: sources are positions before the patch.
    const originOfPatched = new Int32Array(patch.sourceVertex.length);
    followAll(patch.sourceVertex, 0, originOfPatched.length, origins?.vertex, originOfPatched, 0);
    const columns = (usedUp === null ? null : fitted(usedUp, vertex)) ?? newColumns(layer, vertex);
    kept.forEachMove((first, end, to) => {
      moveValues(layer.xy, 2 * first, 2 * end, columns.xy, 2 * to);
      if (layer.z !== null && columns.z !== null) moveValues(layer.z, first, end, columns.z, to);
      if (layer.m !== null && columns.m !== null) moveValues(layer.m, first, end, columns.m, to);
      if (origins !== null) moveValues(origins.vertex, first, end, columns.origin, to);
      else followAll(null, first, end, undefined, columns.origin, to);
    });
    patched.forEachMove((first, end, to) => {
      moveValues(patch.geometry.xy, 2 * first, 2 * end, columns.xy, 2 * to);
      if (patch.geometry.z !== null && columns.z !== null) moveValues(patch.geometry.z, first, end, columns.z, to);
      if (patch.geometry.m !== null && columns.m !== null) moveValues(patch.geometry.m, first, end, columns.m, to);
      moveValues(originOfPatched, first, end, columns.origin, to);
    });
    this.layer = { xy: columns.xy, z: columns.z, m: columns.m, ringOffsets, partOffsets, featureOffsets, partKinds };
    this.origins = { ...origin, vertex: columns.origin };
    keepPartExtents(layer, this.layer, partBefore);
  }
}

/** Runs of vertices and their targets, both ascending. */
class VertexRuns {
  private readonly runs = new Int32List();

  add(first: number, end: number, to: number): void {
    if (first === end) return;
    this.runs.push(first);
    this.runs.push(end);
    this.runs.push(to);
  }

  /** First the runs that move towards the front, from the front; then the others, from the back. So within one array no run is overwritten before it has moved. */
  forEachMove(move: (first: number, end: number, to: number) => void): void {
    const { data, length } = this.runs;
    for (let i = 0; i < length; i += 3) if (data[i + 2] <= data[i]) move(data[i], data[i + 1], data[i + 2]);
    for (let i = length - 3; i >= 0; i -= 3) if (data[i + 2] > data[i]) move(data[i], data[i + 1], data[i + 2]);
  }
}

/** The end of the run of features from `first` on that are consecutive in the layer, or in the patch. */
function endOfRun(placeIn: Int32Array, first: number): number {
  let feature = first + 1;
  while (feature < placeIn.length && placeIn[feature] === (placeIn[first] < 0 ? -1 : placeIn[first] + feature - first)) feature++;
  return feature;
}

/**
 * Maps the sources [first, end) to their origins and writes them to a list. Without sources, these numbers
 * themselves are mapped.
 */
function followAll(sources: Int32Array | null, first: number, end: number, origins: Int32Array | undefined, into: Int32Array, at: number): void {
  if (sources === null && origins !== undefined) {
    into.set(origins.subarray(first, end), at);
    return;
  }
  for (let place = first; place < end; place++) {
    const source = sources === null ? place : sources[place];
    into[at + place - first] = source < 0 || origins === undefined ? source : origins[source];
  }
}

function moveValues<Values extends Float64Array | Int32Array>(from: Values, first: number, end: number, into: Values, to: number): void {
  if (from.buffer === into.buffer && first === to) return;
  into.set(from.subarray(first, end), to);
}

function newColumns({ z, m }: Layer, count: number): VertexColumns {
  const room = count + Math.ceil(ROOM * count);
  return {
    xy: new Float64Array(2 * room).subarray(0, 2 * count),
    z: z === null ? null : new Float64Array(room).subarray(0, count),
    m: m === null ? null : new Float64Array(room).subarray(0, count),
    origin: new Int32Array(room).subarray(0, count),
  };
}

/** The same arrays for another number of vertices; null if there is no room. */
function fitted({ xy, z, m, origin }: VertexColumns, count: number): VertexColumns | null {
  if (2 * count * xy.BYTES_PER_ELEMENT > xy.buffer.byteLength) return null;
  return {
    xy: new Float64Array(xy.buffer, 0, 2 * count),
    z: z === null ? null : new Float64Array(z.buffer, 0, count),
    m: m === null ? null : new Float64Array(m.buffer, 0, count),
    origin: new Int32Array(origin.buffer, 0, count),
  };
}
