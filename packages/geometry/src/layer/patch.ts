import { Float64List, Int32List, Uint8List } from '../arrays/growable.ts';
import type { Layer, Patch } from './layer.ts';
import type { Origins } from './origins.ts';
import { recogniseRings } from './recognise.ts';
import { vertexCountOf, vertexRange } from './vertex-range.ts';

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
  addFeature(feature: number, layer: Layer, at: number, origins: Origins): void {
    this.beginFeature(feature);
    const { ringOffsets, partOffsets, featureOffsets } = layer;
    const [firstVertex, endVertex] = vertexRange(layer, at);
    const shift = this.sourceVertex.length - firstVertex;
    for (let part = featureOffsets[at]; part < featureOffsets[at + 1]; part++) {
      this.beginPart(layer.partKinds[part], origins.part[part]);
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        this.ringOffsets.push(shift + ringOffsets[ring]);
        this.sourceRing.push(origins.ring[ring]);
      }
    }
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

/** The patch that leads from a layer to a patched version of it. It includes those of the given features that really differ. */
export function patchBetween(before: Layer, after: Layer, origins: Origins, changed: Uint8Array): Patch | null {
  recogniseRings(before, after, origins, changed);
  const differs = (feature: number): boolean => changed[feature] === 1 && !isSameFeature(before, feature, after, feature, origins);
  let expected = 0;
  for (let feature = 0; feature < changed.length; feature++) if (differs(feature)) expected += vertexCountOf(after, feature);
  const builder = new PatchBuilder(before.z !== null, before.m !== null, expected);
  for (let feature = 0; feature < changed.length; feature++) if (differs(feature)) builder.addFeature(feature, after, feature, origins);
  return builder.featureCount === 0 ? null : builder.finish();
}

/** Whether a feature, at index `at` in `after`, is entirely the original one, judging by its origins. */
export function isSameFeature(before: Layer, feature: number, after: Layer, at: number, origins: Pick<Origins, 'part' | 'ring'>): boolean {
  const firstPart = before.featureOffsets[feature];
  const partCount = before.featureOffsets[feature + 1] - firstPart;
  const afterPart = after.featureOffsets[at];
  if (after.featureOffsets[at + 1] - afterPart !== partCount) return false;
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
