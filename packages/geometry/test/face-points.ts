import type { EnclosedFace } from './geos.ts';
import { at } from './layers.ts';
import type { Position } from './layers.ts';
import { distanceToEdge, extentOf, liesIn } from './rings.ts';

/** The distance of a point from the nearest of some edges. */
export function clearanceIn(edges: readonly [Position, Position][], place: Position): number {
  return edges.reduce((least, [a, b]) => Math.min(least, distanceToEdge(place, a, b)), Infinity);
}

/**
 * A point in a face: the one that GEOS gives. If that lies on the border, or only rounding separates it from there, the
 * centroid of three corners that lies deepest.
 */
export function pointWithin({ rings, point }: EnclosedFace, edges: readonly [Position, Position][], rounding: number): Position {
  const clearanceOf = (p: Position): number => clearanceIn(edges, p);
  if (clearanceOf(point) > rounding) return point;
  const corners = rings.flatMap((ring) => ring.slice(1));
  // A ring has ears, corners whose triangle is inside. With few corners, all triangles are tried.
  const middles = corners.length <= FEW_CORNERS ? triples(corners) : corners.map((corner, i) => [corner, at(corners, (i + 1) % corners.length), at(corners, (i + 2) % corners.length)]);
  const inside = middles
    .map((three): Position => [0, 1].map((axis) => three.reduce((sum, p) => sum + at(p, axis) / 3, 0)))
    .filter((middle) => liesIn(rings, middle));
  return inside.reduce((best, middle) => (clearanceOf(middle) > clearanceOf(best) ? middle : best), point);
}

const FEW_CORNERS = 12;

function triples(corners: readonly Position[]): Position[][] {
  return corners.flatMap((p, i) => corners.slice(i + 1).flatMap((q, k) => corners.slice(i + k + 2).map((r) => [p, q, r])));
}

/**
 * Whether a point of one face also lies in another. GEOS returns such faces if it does not see that a hole touching its shell is a
 * hole.
 */
export function areOverEachOther(faces: readonly EnclosedFace[], points: readonly Position[]): boolean {
  return faces.some(({ rings }, face) => {
    const [left, low, right, high] = extentOf(rings);
    return points.some(([x = NaN, y = NaN], other) => other !== face && x > left && x < right && y > low && y < high && liesIn(rings, [x, y]));
  });
}
