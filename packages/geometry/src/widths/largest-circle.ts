import { extentOfSegments } from '../segments.ts';
import { InsideTest } from './inside-test.ts';
import { Squares } from './squares.ts';
import { Strip } from './strip.ts';

/** A radius is exact to this share of it. */
const EXACT = 0.005;

/** How large the largest circle in an area is. */
export interface LargestCircle {
  /** Its diameter; at least `most` if that is reached, and that of the largest circle found if the work was used up. */
  readonly diameter: number;
  /** The number of segments that were measured. */
  readonly work: number;
}

/**
 * The largest circle in an area. Squares that may contain the centre of a larger one than is known are divided, as in the search for the pole of inaccessibility
 * (V. Agafonkin, polylabel, 2016), from one square around the whole area, so that a long, narrow one has few squares. Where only two borders run through a square, it
 * is not divided down to the width of the strip between them.
 *
 * @param outline x and y of both ends of each segment, in any order and direction. @param least a diameter that fits for certain, above 0: the smaller it is, the longer the search. @param most wider circles are of no interest.
 * @param mostWork how many segments may be measured.
 */
export function largestCircle(outline: Float64Array, least: number, most: number, mostWork: number): LargestCircle {
  const all = outline.length / 4;
  const inside = new InsideTest(outline);
  const squares = new Squares(all);
  const strip = new Strip();
  const [minX, minY, maxX, maxY] = extentOfSegments(outline);
  squares.push((minX + maxX) / 2, (minY + maxY) / 2, Math.max(maxX - minX, maxY - minY) / 2);
  let radius = least / 2;
  let work = 0;
  while (squares.pop() && 2 * radius < most && work + inside.work < mostWork) {
    const { x, y, half, from, to } = squares;
    const corner = half * Math.SQRT2;
    work += to - from;
    const nearest = Math.sqrt(squares.keepWithin(outline, (most / 2 + corner) ** 2, corner));
    if (nearest + corner <= radius * (1 + EXACT)) continue;
    if (nearest > radius || nearest >= corner) {
      const isInside = inside.has(x, y);
      if (isInside && nearest > radius) radius = nearest;
      // No border runs through it, so all of it lies outside.
      if (!isInside && nearest >= corner) continue;
    }
    // The largest circle touches borders on more than one side. No other border is near enough for that to one with its centre in this square but outside the strip. And
    // if not the strip but what lies beside it belongs to the area, there is room for a circle as wide as the strip, as no other border is near.
    if (squares.hasTwo && strip.takes(outline, squares.kept(0), squares.kept(1), x, y, corner)) {
      if (strip.least > radius) radius = strip.least;
      if (strip.most <= radius * (1 + EXACT)) continue;
    }
    squares.divide();
  }
  return { diameter: 2 * radius, work: work + inside.work };
}
