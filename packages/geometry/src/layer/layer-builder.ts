import { Float64List, Int32List, Uint8List } from '../arrays/growable.ts';
import type { Layer } from './layer.ts';

/** A layer that grows at its end: first vertices, then the ring, the part and the feature that they complete. */
export class LayerBuilder {
  private readonly xy = new Float64List();
  private readonly z: Float64List | null;
  private readonly m: Float64List | null;
  private readonly ringOffsets = new Int32List();
  private readonly partOffsets = new Int32List();
  private readonly featureOffsets = new Int32List();
  private readonly partKinds = new Uint8List();

  constructor(hasZ: boolean, hasM: boolean) {
    this.z = hasZ ? new Float64List() : null;
    this.m = hasM ? new Float64List() : null;
    for (const offsets of [this.ringOffsets, this.partOffsets, this.featureOffsets]) offsets.push(0);
  }

  get partCount(): number {
    return this.partKinds.length;
  }

  /** @param z NaN if the vertex has none; likewise m. */
  addVertex(x: number, y: number, z: number, m: number): void {
    this.xy.push(x);
    this.xy.push(y);
    this.z?.push(z);
    this.m?.push(m);
  }

  /** Adds the vertices [first, end) of a layer, with NaN for ordinates that it does not have. */
  addVertices({ xy, z, m }: Layer, first: number, end: number): void {
    this.xy.pushAll(xy.subarray(2 * first, 2 * end));
    addOrdinates(this.z, z, first, end);
    addOrdinates(this.m, m, first, end);
  }

  /** Closes the ring whose vertices were added. */
  repeatFirstOfRing(): void {
    const first = this.ringOffsets.data[this.ringOffsets.length - 1];
    this.addVertex(this.xy.data[2 * first], this.xy.data[2 * first + 1], this.z?.data[first] ?? NaN, this.m?.data[first] ?? NaN);
  }

  endRing(): void {
    this.ringOffsets.push(this.xy.length / 2);
  }

  endPart(kind: number): void {
    this.partOffsets.push(this.ringOffsets.length - 1);
    this.partKinds.push(kind);
  }

  endFeature(): void {
    this.featureOffsets.push(this.partKinds.length);
  }

  addPart(layer: Layer, part: number): void {
    for (let ring = layer.partOffsets[part]; ring < layer.partOffsets[part + 1]; ring++) {
      this.addVertices(layer, layer.ringOffsets[ring], layer.ringOffsets[ring + 1]);
      this.endRing();
    }
    this.endPart(layer.partKinds[part]);
  }

  addFeature(layer: Layer, feature: number): void {
    for (let part = layer.featureOffsets[feature]; part < layer.featureOffsets[feature + 1]; part++) this.addPart(layer, part);
    this.endFeature();
  }

  /** Everything that was added. Nothing may be added afterwards. */
  finish(): Layer {
    return {
      xy: this.xy.takeArray(),
      z: this.z?.takeArray() ?? null,
      m: this.m?.takeArray() ?? null,
      ringOffsets: this.ringOffsets.takeArray(),
      partOffsets: this.partOffsets.takeArray(),
      featureOffsets: this.featureOffsets.takeArray(),
      partKinds: this.partKinds.takeArray(),
    };
  }
}

function addOrdinates(list: Float64List | null, values: Float64Array | null, first: number, end: number): void {
  if (list === null) return;
  if (values !== null) list.pushAll(values.subarray(first, end));
  else for (let i = first; i < end; i++) list.push(NaN);
}
