import { featureExtents } from '../src/layer/feature-extents.ts';
import type { Layer } from '../src/layer/layer.ts';
import type { Dice } from './dice.ts';
import { at, box, polygon } from './layers.ts';
import type { Position, Ring, Shape } from './layers.ts';

/**
 * Random polygons over a layer, valid and disjoint: rectangles, stars, and polygons with corners on vertices of the layer or between two of
 * them.
 */
export function clipArea(dice: Dice, layer: Layer): Shape {
  const extents = featureExtents(layer);
  const reach = (axis: number, pick: (...values: number[]) => number): number => pick(...extents.filter((value, i) => i % 4 === axis && Number.isFinite(value)));
  const [minX, minY, maxX, maxY] = [reach(0, Math.min), reach(1, Math.min), reach(2, Math.max), reach(3, Math.max)];
  const vertexCount = layer.xy.length / 2;
  const vertex = (): Position => {
    const i = dice.below(vertexCount);
    return [at(layer.xy, 2 * i), at(layer.xy, 2 * i + 1)];
  };
  const place = (): Position => {
    if (dice.chance(0.4)) return vertex();
    if (dice.chance(0.3)) {
      const [p, q] = [vertex(), vertex()];
      return [(at(p, 0) + at(q, 0)) / 2, (at(p, 1) + at(q, 1)) / 2];
    }
    return [minX + dice.share() * (maxX - minX), minY + dice.share() * (maxY - minY)];
  };
  const [p, q] = [place(), place()];
  const [x0, y0, x1, y1] = [Math.min(at(p, 0), at(q, 0)), Math.min(at(p, 1), at(q, 1)), Math.max(at(p, 0), at(q, 0)), Math.max(at(p, 1), at(q, 1))];
  if (!(x1 > x0 && y1 > y0) || dice.chance(0.4)) return polygon(box(minX + 0.2 * (maxX - minX), y0, maxX, Math.max(y1, y0 + (maxY - minY) / 3)));
  if (dice.chance(0.5)) return polygon(box(x0, y0, x1, y1));
  return polygon(around([(x0 + x1) / 2, (y0 + y1) / 2], Array.from({ length: 3 + dice.below(9) }, place)));
}

/** A star of some points around a centre, sorted by direction. */
function around([cx = 0, cy = 0]: Position, corners: readonly Position[]): Ring {
  const angle = ([x = 0, y = 0]: Position): number => Math.atan2(y - cy, x - cx);
  const sorted = [...corners].sort((p, q) => angle(p) - angle(q));
  return [...sorted, ...sorted.slice(0, 1)];
}
