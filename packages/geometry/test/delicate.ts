import { orient2d } from 'robust-predicates';
import { cleanRing } from './rings.ts';
import { at, polygonParts } from './layers.ts';
import type { Position, Shape } from './layers.ts';

/**
 * Whether vertices are so close to other vertices or edges that only rounding tells them apart. GEOS then falls back to noding
 * that moves them together, so its results for faces no wider than this cannot be trusted.
 */
export function isDelicate(shapes: readonly Shape[], rounding: number): boolean {
  const rings = shapes.flatMap((shape) => polygonParts(shape).flatMap((part) => part.rings.map(cleanRing)));
  const vertices = rings.flat().sort((p, q) => at(p, 0) - at(q, 0));
  const columns = Float64Array.from(vertices, (p) => at(p, 0));
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, i): [Position, Position] => [at(ring, i), to]));
  return edges.some(([a, b]) => {
    const [ax, ay, bx, by] = [at(a, 0), at(a, 1), at(b, 0), at(b, 1)];
    const [left, right, low, high] = [Math.min(ax, bx) - rounding, Math.max(ax, bx) + rounding, Math.min(ay, by) - rounding, Math.max(ay, by) + rounding];
    for (let i = firstFrom(columns, left); i < columns.length && at(columns, i) <= right; i++) {
      const [px, py] = [at(columns, i), at(at(vertices, i), 1)];
      if (py < low || py > high) continue;
      if ((px === ax && py === ay) || (px === bx && py === by)) continue;
      const [dx, dy] = [bx - ax, by - ay];
      const length = Math.hypot(dx, dy);
      const isNearEnd = Math.hypot(px - ax, py - ay) <= rounding || Math.hypot(px - bx, py - by) <= rounding;
      const off = Math.abs((px - ax) * dy - (py - ay) * dx) / length;
      if (isNearEnd || (off <= rounding && orient2d(ax, ay, bx, by, px, py) !== 0)) return true;
    }
    return false;
  });
}

/** Index of the first of ascending values that is not below a bound. */
export function firstFrom(values: Float64Array, bound: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(values, middle) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
