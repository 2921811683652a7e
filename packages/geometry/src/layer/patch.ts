import { Float64List, Int32List, Uint8List } from '../arrays/growable.ts';
import type { Layer, Patch } from './layer.ts';
import type { Origins } from './origins.ts';
import { recogniseRings } from './recognise.ts';

/** Collects the changed features of a patch, in ascending order, level by level. */
export class PatchBuilder {
  private readonly features = new Int32List();
  private readonly xy: Float64List;
  private readonly z: Float64List | null;
  private readonly m: Float64List | null;
  private readonly ringOffsets = new Int32List();
  private readonly partOffsets = new Int32List();
  private readonly featureOffsets = new Int32List();
  private readonly partKinds = new Uint8List();
  private readonly sourcePart = new Int32List();
  private readonly sourceRing = new Int32List();
  private readonly sourceVertex: Int32List;

  /** @param expected number of vertices to reserve room for. */
  constructor(hasZ: boolean, hasM: boolean, expected: number) {
    this.xy = new Float64List(2 * expected);
    this.z = hasZ ? new Float64List(expected) : null;
    this.m = hasM ? new Float64List(expected) : null;
    this.sourceVertex = new Int32List(expected);
  }

  get featureCount(): number {
    return this.features.length;
  }

  beginFeature(feature: number): void {
    this.features.push(feature);
    this.featureOffsets.push(this.sourcePart.length);
  }

  beginPart(kind: number, source: number): void {
    this.partOffsets.push(this.sourceRing.length);
    this.partKinds.push(kind);
    this.sourcePart.push(source);
  }

  beginRing(source: number): void {
    this.ringOffsets.push(this.sourceVertex.length);
    this.sourceRing.push(source);
  }

  addVertex(x: number, y: number, z: number, m: number, source: number): void {
    this.xy.push(x);
    this.xy.push(y);
    this.z?.push(z);
    this.m?.push(m);
    this.sourceVertex.push(source);
  }

  /** Adds the vertices [first, end) of the patched layer, unchanged. */
  addSourceVertices(layer: Layer, first: number, end: number): void {
    this.addOrdinates(layer, first, end);
    for (let vertex = first; vertex < end; vertex++) this.sourceVertex.push(vertex);
  }

  /** Adds a feature from another layer. */
  addFeature(feature: number, layer: Layer, place: number, origins: Origins): void {
    this.beginFeature(feature);
    const { ringOffsets, partOffsets, featureOffsets } = layer;
    const firstVertex = ringOffsets[partOffsets[featureOffsets[place]]];
    const shift = this.sourceVertex.length - firstVertex;
    for (let part = featureOffsets[place]; part < featureOffsets[place + 1]; part++) {
      this.beginPart(layer.partKinds[part], origins.part[part]);
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        this.ringOffsets.push(shift + ringOffsets[ring]);
        this.sourceRing.push(origins.ring[ring]);
      }
    }
    const endVertex = ringOffsets[partOffsets[featureOffsets[place + 1]]];
    this.addOrdinates(layer, firstVertex, endVertex);
    this.sourceVertex.pushAll(origins.vertex.subarray(firstVertex, endVertex));
  }

  private addOrdinates({ xy, z, m }: Layer, first: number, end: number): void {
    this.xy.pushAll(xy.subarray(2 * first, 2 * end));
    if (this.z !== null) pushOrdinates(this.z, z, first, end);
    if (this.m !== null) pushOrdinates(this.m, m, first, end);
  }

  finish(): Patch {
    this.featureOffsets.push(this.sourcePart.length);
    this.partOffsets.push(this.sourceRing.length);
    this.ringOffsets.push(this.sourceVertex.length);
    return {
      features: this.features.takeArray(),
      geometry: {
        xy: this.xy.takeArray(),
        z: this.z?.takeArray() ?? null,
        m: this.m?.takeArray() ?? null,
        ringOffsets: this.ringOffsets.takeArray(),
        partOffsets: this.partOffsets.takeArray(),
        featureOffsets: this.featureOffsets.takeArray(),
        partKinds: this.partKinds.takeArray(),
      },
      sourcePart: this.sourcePart.takeArray(),
      sourceRing: this.sourceRing.takeArray(),
      sourceVertex: this.sourceVertex.takeArray(),
    };
  }
}

/** NaN where the layer has none. */
function pushOrdinates(list: Float64List, values: Float64Array | null, first: number, end: number): void {
  if (values !== null) list.pushAll(values.subarray(first, end));
  else for (let i = first; i < end; i++) list.push(NaN);
}

/** The whole layer after a patch: unchanged features as they were, changed ones from the patch. */
export function applyPatch(layer: Layer, patch: Patch): Layer {
  return applyWithOrigins(layer, patch, null).layer;
}

/**
 * Like `applyPatch`, and also traces the origin of every piece back to the layer that `origins` refers to (null: `layer`
 * itself).
 */
export function applyWithOrigins(layer: Layer, patch: Patch, origins: Origins | null): { layer: Layer; origins: Origins } {
  const featureCount = layer.featureOffsets.length - 1;
  /** -1 for features that are not in the patch. */
  const placeIn = new Int32Array(featureCount).fill(-1);
  patch.features.forEach((feature, place) => {
    placeIn[feature] = place;
  });
  const counts = { part: 0, ring: 0, vertex: 0 };
  for (let feature = 0; feature < featureCount; feature++) {
    const { from, start, end } = spanOf(feature);
    counts.part += end - start;
    counts.ring += from.partOffsets[end] - from.partOffsets[start];
    counts.vertex += from.ringOffsets[from.partOffsets[end]] - from.ringOffsets[from.partOffsets[start]];
  }
  const xy = new Float64Array(2 * counts.vertex);
  const z = layer.z === null ? null : new Float64Array(counts.vertex);
  const m = layer.m === null ? null : new Float64Array(counts.vertex);
  const ringOffsets = new Int32Array(counts.ring + 1);
  const partOffsets = new Int32Array(counts.part + 1);
  const featureOffsets = new Int32Array(featureCount + 1);
  const partKinds = new Uint8Array(counts.part);
  const result: Origins = { part: new Int32Array(counts.part), ring: new Int32Array(counts.ring), vertex: new Int32Array(counts.vertex) };
  let [part, ring, vertex] = [0, 0, 0];
  for (let feature = 0, after: number; feature < featureCount; feature = after) {
    after = endOfRun(feature);
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
    followAll(isChanged ? patch.sourcePart : null, start, end, origins?.part, result.part, part);
    for (let r = firstRing; r < endRing; r++) ringOffsets[ring + r - firstRing] = from.ringOffsets[r] - firstVertex + vertex;
    followAll(isChanged ? patch.sourceRing : null, firstRing, endRing, origins?.ring, result.ring, ring);
    xy.set(from.xy.subarray(2 * firstVertex, 2 * endVertex), 2 * vertex);
    if (z !== null && from.z !== null) z.set(from.z.subarray(firstVertex, endVertex), vertex);
    if (m !== null && from.m !== null) m.set(from.m.subarray(firstVertex, endVertex), vertex);
    followAll(isChanged ? patch.sourceVertex : null, firstVertex, endVertex, origins?.vertex, result.vertex, vertex);
    part += end - start;
    ring += endRing - firstRing;
    vertex += endVertex - firstVertex;
  }
  featureOffsets[featureCount] = part;
  partOffsets[part] = ring;
  ringOffsets[ring] = vertex;
  return { layer: { xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds }, origins: result };

  function spanOf(feature: number): { from: Layer; start: number; end: number } {
    const from = placeIn[feature] < 0 ? layer : patch.geometry;
    const at = placeIn[feature] < 0 ? feature : placeIn[feature];
    return { from, start: from.featureOffsets[at], end: from.featureOffsets[at + 1] };
  }

  /** The end of the run of features from `first` on that are consecutive in the layer, or in the patch. */
  function endOfRun(first: number): number {
    let feature = first + 1;
    while (feature < featureCount && placeIn[feature] === (placeIn[first] < 0 ? -1 : placeIn[first] + feature - first)) feature++;
    return feature;
  }
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

export function vertexCountOf(layer: Layer, feature: number): number {
  const { ringOffsets, partOffsets, featureOffsets } = layer;
  return ringOffsets[partOffsets[featureOffsets[feature + 1]]] - ringOffsets[partOffsets[featureOffsets[feature]]];
}

/** The patch that leads from a layer to a patched version of it. Of the given features, it includes those that really differ. */
export function patchBetween(before: Layer, after: Layer, origins: Origins, changed: Uint8Array): Patch | null {
  recogniseRings(before, after, origins, changed);
  const differs = (feature: number): boolean => changed[feature] === 1 && !isSameFeature(before, feature, after, feature, origins);
  let expected = 0;
  for (let feature = 0; feature < changed.length; feature++) if (differs(feature)) expected += vertexCountOf(after, feature);
  const builder = new PatchBuilder(before.z !== null, before.m !== null, expected);
  for (let feature = 0; feature < changed.length; feature++) if (differs(feature)) builder.addFeature(feature, after, feature, origins);
  return builder.featureCount === 0 ? null : builder.finish();
}

/** Whether a feature, at index `place` in `after`, is entirely the original one, judging by its origins. */
export function isSameFeature(before: Layer, feature: number, after: Layer, place: number, origins: Pick<Origins, 'part' | 'ring'>): boolean {
  const firstPart = before.featureOffsets[feature];
  const partCount = before.featureOffsets[feature + 1] - firstPart;
  const afterPart = after.featureOffsets[place];
  if (after.featureOffsets[place + 1] - afterPart !== partCount) return false;
  for (let i = 0; i < partCount; i++) {
    if (origins.part[afterPart + i] !== firstPart + i) return false;
    const firstRing = before.partOffsets[firstPart + i];
    const ringCount = before.partOffsets[firstPart + i + 1] - firstRing;
    const afterRing = after.partOffsets[afterPart + i];
    if (after.partOffsets[afterPart + i + 1] - afterRing !== ringCount) return false;
    for (let k = 0; k < ringCount; k++) if (origins.ring[afterRing + k] !== firstRing + k) return false;
  }
  return true;
}
