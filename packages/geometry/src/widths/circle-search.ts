import type { InsideTest } from './inside-test.ts';
import { Squares } from './squares.ts';

/** Squares smaller than this share of the radius are not divided further, which sets the precision of the answer. */
export const FINEST = 1e-4;
/** After this many measured segments, an outline is considered too intricate to decide. */
const MOST_WORK = 50_000_000;

/** The extent of an outline. */
export interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/**
 * Whether some point of an area is at least a radius away from all of its outline.
 *
 * Squares that may contain such a point are divided, as in the search for the pole of inaccessibility (V. Agafonkin, polylabel,
 * 2016). That search looks for the largest circle; here one circle is enough, so most outlines are decided at once.
 *
 * @param outline x and y of both ends of each segment, in any order and direction. An outline that is too intricate to decide
 * counts as holding one.
 */
export function findsCircle(outline: Float64Array, inside: InsideTest, { minX, minY, maxX, maxY }: Extent, radius: number): boolean {
  const all = outline.length / 4;
  const squares = new Squares(all);
  const side = Math.min(maxX - minX, maxY - minY);
  // Each of the first squares takes that much work. They are not even listed if it is too much: a strip may be a hundred million times as long as wide.
  if (((maxX - minX) / side) * ((maxY - minY) / side) * all > MOST_WORK) return true;
  for (let x = minX + side / 2; x - side / 2 < maxX; x += side) {
    for (let y = minY + side / 2; y - side / 2 < maxY; y += side) squares.push(x, y, side / 2);
  }
  let work = 0;
  while (squares.pop()) {
    const { x, y, half, from, to } = squares;
    const corner = half * Math.SQRT2;
    work += to - from;
    if (work > MOST_WORK) return true;
    const nearest = Math.sqrt(squares.keepWithin(outline, (radius + corner) ** 2));
    if (nearest + corner < radius || (nearest < radius && half < FINEST * radius)) continue;
    // No border runs through it, so all of it lies on one side. Circles outside the area do not count.
    if (nearest >= radius || nearest >= corner) {
      // As much as going through all of the outline, so that what counts as too intricate does not depend on how a point is told to be inside.
      work += all;
      const isInside = inside.has(x, y);
      if (isInside && nearest >= radius) return true;
      if (!isInside && nearest >= corner) continue;
    }
    squares.divide();
  }
  return false;
}
