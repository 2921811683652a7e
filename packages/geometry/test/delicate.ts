import { orient2d } from 'robust-predicates';
import { cleanRing } from './faces.ts';
import { at, polygonParts } from './layers.ts';
import type { Position, Shape } from './layers.ts';

/**
 * Whether vertices lie so near other vertices or edges that only rounding tells them apart. GEOS then falls back to noding that
 * moves them together, so that what it says of faces no wider than this is no judgement.
 */
export function isDelicate(shapes: readonly Shape[], rounding: number): boolean {
  const rings = shapes.flatMap((shape) => polygonParts(shape).flatMap((part) => part.rings.map(cleanRing)));
  const vertices = rings.flat();
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, i): [Position, Position] => [at(ring, i), to]));
  return edges.some(([a, b]) => {
    const [ax, ay, bx, by] = [at(a, 0), at(a, 1), at(b, 0), at(b, 1)];
    const [left, right, low, high] = [Math.min(ax, bx) - rounding, Math.max(ax, bx) + rounding, Math.min(ay, by) - rounding, Math.max(ay, by) + rounding];
    return vertices.some((p) => {
      const [px, py] = [at(p, 0), at(p, 1)];
      if (px < left || px > right || py < low || py > high) return false;
      if ((px === ax && py === ay) || (px === bx && py === by)) return false;
      const [dx, dy] = [bx - ax, by - ay];
      const length = Math.hypot(dx, dy);
      const isNearEnd = Math.hypot(px - ax, py - ay) <= rounding || Math.hypot(px - bx, py - by) <= rounding;
      const off = Math.abs((px - ax) * dy - (py - ay) * dx) / length;
      return isNearEnd || (off <= rounding && orient2d(ax, ay, bx, by, px, py) !== 0);
    });
  });
}
