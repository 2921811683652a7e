import type { Layer, Patch } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { twiceSignedArea } from '../rings.ts';

/** A shell and its holes, as rings of a layer. */
export type OrderedPart = readonly number[];

/** Writes features with their rings in order. Rings stay as they were, except where their direction contradicts their role. */
export class RingWriter {
  private readonly layer: Layer;
  private readonly isDirected: boolean;
  private readonly builder: PatchBuilder;

  /** @param isDirected shells run clockwise and holes do not. */
  constructor(layer: Layer, isDirected: boolean) {
    this.layer = layer;
    this.isDirected = isDirected;
    this.builder = new PatchBuilder(layer.z !== null, layer.m !== null, layer.xy.length / 2);
  }

  /** @param parts each with the parts that it becomes; null if it stays as it is. */
  write(feature: number, parts: readonly { readonly part: number; readonly ordered: readonly OrderedPart[] | null }[]): void {
    const { layer: { partOffsets, partKinds }, builder } = this;
    builder.beginFeature(feature);
    for (const { part, ordered } of parts) {
      const rings = Array.from({ length: partOffsets[part + 1] - partOffsets[part] }, (_, i) => partOffsets[part] + i);
      (ordered ?? [rings]).forEach((members, i) => {
        builder.beginPart(partKinds[part], i === 0 ? part : -1);
        members.forEach((ring, at) => this.writeRing(ring, ordered !== null && this.isDirected && this.runsClockwise(ring) !== (at === 0)));
      });
    }
  }

  finish(): Patch | null {
    return this.builder.featureCount === 0 ? null : this.builder.finish();
  }

  private writeRing(ring: number, isTurned: boolean): void {
    const { layer: { xy, z, m, ringOffsets }, builder } = this;
    const [start, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
    builder.beginRing(isTurned ? -1 : ring);
    for (let k = 0; k < end - start; k++) {
      const i = isTurned ? end - 1 - k : start + k;
      builder.addVertex(xy[2 * i], xy[2 * i + 1], z?.[i] ?? NaN, m?.[i] ?? NaN, i);
    }
  }

  private runsClockwise(ring: number): boolean {
    return twiceSignedArea(this.layer.xy, this.layer.ringOffsets[ring], this.layer.ringOffsets[ring + 1]) < 0;
  }
}
