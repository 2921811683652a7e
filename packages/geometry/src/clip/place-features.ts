import type { LayerBuilder } from '../layer/layer-builder.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import type { Area } from './area.ts';
import { LineCutter } from './line-cutter.ts';
import { INSIDE, OUTSIDE } from './placement.ts';

/** Determines where the lines and points of a feature lie, and writes what lies in the area. */
export class LinesAndPoints {
  private readonly area: Area;
  private readonly layer: Layer;
  private readonly builder: LayerBuilder | null;
  private readonly cutter: LineCutter;

  /** @param builder null: nothing is written. */
  constructor(area: Area, layer: Layer, builder: LayerBuilder | null) {
    this.area = area;
    this.layer = layer;
    this.builder = builder;
    this.cutter = new LineCutter(area, layer, builder);
  }

  /** @returns how they relate to the area, as bits. */
  take(feature: number): number {
    const { featureOffsets, partOffsets, partKinds } = this.layer;
    let bits = 0;
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] === PartKind.Point) bits |= this.takePoints(part);
      if (partKinds[part] === PartKind.Line) for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) bits |= this.cutter.cut(ring);
    }
    return bits;
  }

  private takePoints(part: number): number {
    const { area, builder, layer, layer: { xy, partOffsets, ringOffsets } } = this;
    let bits = 0;
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      let isInside = false;
      for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) {
        if (!area.contains(xy[2 * i], xy[2 * i + 1])) {
          bits |= OUTSIDE;
          continue;
        }
        isInside = true;
        builder?.addVertices(layer, i, i + 1);
      }
      if (!isInside) continue;
      bits |= INSIDE;
      builder?.endRing();
      builder?.endPart(PartKind.Point);
    }
    return bits;
  }
}
