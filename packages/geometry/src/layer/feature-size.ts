import { Ground } from '../ground.ts';
import { isPlace, PartKind } from './layer.ts';
import type { Layer } from './layer.ts';
import type { CoordinateUnits } from '../options.ts';

export interface FeatureSize {
  /** Of its shells less its holes. Land that is wound around twice counts twice. */
  readonly area: number;
  /** Of all its rings. */
  readonly perimeter: number;
}

/** The size of a feature's polygons, in square metres and metres on the ground or in coordinate units; zero if it has none. */
export function featureSize({ xy, ringOffsets, partOffsets, featureOffsets, partKinds }: Layer, feature: number, units: CoordinateUnits): FeatureSize {
  const ground = new Ground(units);
  let area = 0;
  let perimeter = 0;
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    if (partKinds[part] !== PartKind.Polygon) continue;
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const first = ringOffsets[ring];
      const end = ringOffsets[ring + 1];
      let ringArea = 0;
      for (let i = first; i < end; i++) {
        const j = i + 1 < end ? i + 1 : first;
        const ax = xy[2 * i];
        const ay = xy[2 * i + 1];
        const bx = xy[2 * j];
        const by = xy[2 * j + 1];
        if (!isPlace(ax, ay) || !isPlace(bx, by)) continue;
        ringArea += ground.areaUnder(xy[2 * first], ax, ay, bx, by);
        perimeter += ground.length(ax, ay, bx, by);
      }
      area += ring === partOffsets[part] ? Math.abs(ringArea) : -Math.abs(ringArea);
    }
  }
  return { area, perimeter };
}
