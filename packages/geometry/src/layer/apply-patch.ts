import { Int32List } from '../arrays/growable.ts';
import type { Layer, Patch } from './layer.ts';
import { sourcesOf } from './origins.ts';
import type { Origins } from './origins.ts';
import { keepPartExtents } from './part-extents.ts';

/** The vertex arrays of a patched layer are larger than needed by this share, so that the next patch fits into them. */
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
  return patchLayer(layer, patch, origins, null);
}

/**
 * Like `applyWithOrigins`, for a layer that was itself returned by one of these two functions and is no longer needed: its
 * vertices are moved within their arrays, so layer and origins must not be used afterwards. Copying a large layer for each small
 * patch costs more than finding the patch.
 */
export function applyInPlace(layer: Layer, patch: Patch, origins: Origins): { layer: Layer; origins: Origins } {
  return patchLayer(layer, patch, origins, { xy: layer.xy, z: layer.z, m: layer.m, origin: origins.vertex });
}

/** The values that every vertex has. */
interface VertexColumns {
  readonly xy: Float64Array;
  readonly z: Float64Array | null;
  readonly m: Float64Array | null;
  readonly origin: Int32Array;
}

function patchLayer(layer: Layer, patch: Patch, origins: Origins | null, usedUp: VertexColumns | null): { layer: Layer; origins: Origins } {
  const levels = patchedLevels(layer, patch, origins);
  const { ringOffsets, partOffsets, featureOffsets, partKinds, vertexCount } = levels;
  // Before any vertex moves: sources are indices before the patch.
  const originOfPatched = new Int32Array(patch.sourceVertex.length);
  followInto(patch.sourceVertex, 0, originOfPatched.length, origins?.vertex, originOfPatched, 0);
  const columns = (usedUp === null ? null : fitted(usedUp, vertexCount)) ?? newColumns(layer, vertexCount);
  levels.kept.forEachMove((first, end, to) => {
    moveVertices(layer, first, end, columns, to);
    if (origins !== null) moveValues(origins.vertex, first, end, columns.origin, to);
    else followInto(null, first, end, undefined, columns.origin, to);
  });
  levels.patched.forEachMove((first, end, to) => {
    moveVertices(patch.geometry, first, end, columns, to);
    moveValues(originOfPatched, first, end, columns.origin, to);
  });
  const patched = { xy: columns.xy, z: columns.z, m: columns.m, ringOffsets, partOffsets, featureOffsets, partKinds };
  keepPartExtents(layer, patched, levels.partBefore);
  return { layer: patched, origins: { part: levels.partOrigin, ring: levels.ringOrigin, vertex: columns.origin } };
}

/** The features, parts and rings of a layer after a patch. */
function patchedLevels(layer: Layer, patch: Patch, origins: Origins | null): PatchedLevels {
  const featureCount = layer.featureOffsets.length - 1;
  /** For each feature its index in the patch, or -1. */
  const entryOf = new Int32Array(featureCount).fill(-1);
  patch.features.forEach((feature, entry) => {
    entryOf[feature] = entry;
  });
  let [parts, rings] = [0, 0];
  for (let feature = 0; feature < featureCount; feature++) {
    const { featureOffsets, partOffsets } = entryOf[feature] < 0 ? layer : patch.geometry;
    const at = entryOf[feature] < 0 ? feature : entryOf[feature];
    parts += featureOffsets[at + 1] - featureOffsets[at];
    rings += partOffsets[featureOffsets[at + 1]] - partOffsets[featureOffsets[at]];
  }
  const levels = new PatchedLevels(featureCount, parts, rings, origins);
  for (let feature = 0, after: number; feature < featureCount; feature = after) {
    after = endOfRun(entryOf, feature);
    const entry = entryOf[feature];
    if (entry < 0) levels.addRun(layer, feature, after, null);
    else levels.addRun(patch.geometry, entry, entry + after - feature, sourcesOf(patch));
  }
  return levels;
}

/** The levels of a patched layer above its vertices, and the runs of vertices that they consist of. */
class PatchedLevels {
  readonly ringOffsets: Int32Array;
  readonly partOffsets: Int32Array;
  readonly featureOffsets: Int32Array;
  readonly partKinds: Uint8Array;
  readonly partOrigin: Int32Array;
  readonly ringOrigin: Int32Array;
  /** For each part the one that it was before the patch; -1 if it comes from the patch. */
  readonly partBefore: Int32Array;
  /** The vertices that stay as they are, and those from the patch. */
  readonly kept = new VertexRuns();
  readonly patched = new VertexRuns();
  vertexCount = 0;
  private featureCount = 0;
  private partCount = 0;
  private ringCount = 0;
  private readonly origins: Origins | null;

  constructor(features: number, parts: number, rings: number, origins: Origins | null) {
    this.ringOffsets = new Int32Array(rings + 1);
    this.partOffsets = new Int32Array(parts + 1);
    this.featureOffsets = new Int32Array(features + 1);
    this.partKinds = new Uint8Array(parts);
    this.partOrigin = new Int32Array(parts);
    this.ringOrigin = new Int32Array(rings);
    this.partBefore = new Int32Array(parts).fill(-1);
    this.origins = origins;
  }

  /** Adds the features [first, end) of a layer. @param sources of everything in that layer if it is that of the patch, else null. */
  addRun(from: Layer, first: number, end: number, sources: Origins | null): void {
    const { origins, partBefore, partCount: part, ringCount: ring, vertexCount: vertex } = this;
    const [firstPart, endPart] = [from.featureOffsets[first], from.featureOffsets[end]];
    const [firstRing, endRing] = [from.partOffsets[firstPart], from.partOffsets[endPart]];
    const [firstVertex, endVertex] = [from.ringOffsets[firstRing], from.ringOffsets[endRing]];
    this.partKinds.set(from.partKinds.subarray(firstPart, endPart), part);
    if (sources === null) for (let p = firstPart; p < endPart; p++) partBefore[part + p - firstPart] = p;
    followInto(sources?.part ?? null, firstPart, endPart, origins?.part, this.partOrigin, part);
    followInto(sources?.ring ?? null, firstRing, endRing, origins?.ring, this.ringOrigin, ring);
    (sources === null ? this.kept : this.patched).add(firstVertex, endVertex, vertex);
    // The end of the last feature, part and ring is the start of the next.
    copyOffsets(from.featureOffsets, first, end, this.featureOffsets, this.featureCount, part);
    copyOffsets(from.partOffsets, firstPart, endPart, this.partOffsets, part, ring);
    copyOffsets(from.ringOffsets, firstRing, endRing, this.ringOffsets, ring, vertex);
    this.featureCount += end - first;
    this.partCount += endPart - firstPart;
    this.ringCount += endRing - firstRing;
    this.vertexCount += endVertex - firstVertex;
  }
}

/** Copies the offsets [first, end], shifted so that the first becomes `start`. */
function copyOffsets(offsets: Int32Array, first: number, end: number, into: Int32Array, at: number, start: number): void {
  const shift = start - offsets[first];
  for (let i = first; i <= end; i++) into[at + i - first] = offsets[i] + shift;
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

  /** First the runs that move forward in the array, from the front; then the others, from the back. So within one array no run is overwritten before it has moved. */
  forEachMove(move: (first: number, end: number, to: number) => void): void {
    const { data, length } = this.runs;
    for (let i = 0; i < length; i += 3) if (data[i + 2] <= data[i]) move(data[i], data[i + 1], data[i + 2]);
    for (let i = length - 3; i >= 0; i -= 3) if (data[i + 2] > data[i]) move(data[i], data[i + 1], data[i + 2]);
  }
}

/** The end of the run of features from `first` on that are consecutive in the layer, or in the patch. */
function endOfRun(entryOf: Int32Array, first: number): number {
  let feature = first + 1;
  while (feature < entryOf.length && entryOf[feature] === (entryOf[first] < 0 ? -1 : entryOf[first] + feature - first)) feature++;
  return feature;
}

/**
 * Writes the origins of the sources [first, end) to a list, starting at `at`. Without sources, these indices are the sources; without origins,
 * sources are their own.
 */
function followInto(sources: Int32Array | null, first: number, end: number, origins: Int32Array | undefined, into: Int32Array, at: number): void {
  if (sources === null && origins !== undefined) {
    into.set(origins.subarray(first, end), at);
    return;
  }
  for (let i = first; i < end; i++) {
    const source = sources === null ? i : sources[i];
    into[at + i - first] = source < 0 || origins === undefined ? source : origins[source];
  }
}

function moveVertices(from: Pick<Layer, 'xy' | 'z' | 'm'>, first: number, end: number, into: VertexColumns, to: number): void {
  moveValues(from.xy, 2 * first, 2 * end, into.xy, 2 * to);
  if (from.z !== null && into.z !== null) moveValues(from.z, first, end, into.z, to);
  if (from.m !== null && into.m !== null) moveValues(from.m, first, end, into.m, to);
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
