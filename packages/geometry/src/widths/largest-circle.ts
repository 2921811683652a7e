import { extentOfSegments } from '../segments.ts';
import { InsideTest } from './inside-test.ts';
import { Squares } from './squares.ts';

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
 * (V. Agafonkin, polylabel, 2016), from one square around the whole area, so that a long, narrow one has few squares.
 *
 * @param outline x and y of both ends of each segment, in any order and direction. @param least a diameter that fits for certain, above 0: the smaller it is, the longer the search. @param most wider circles are of no interest.
 * @param mostWork how many segments may be measured.
 */
export function largestCircle(outline: Float64Array, least: number, most: number, mostWork: number): LargestCircle {
  const all = outline.length / 4;
  const inside = new InsideTest(outline);
  const squares = new Squares(all);
  const [minX, minY, maxX, maxY] = extentOfSegments(outline);
  squares.push((minX + maxX) / 2, (minY + maxY) / 2, Math.max(maxX - minX, maxY - minY) / 2);
  let radius = least / 2;
  let work = 0;
  while (squares.pop() && 2 * radius < most && work + inside.work < mostWork) {
    const { x, y, half, from, to } = squares;
    const corner = half * Math.SQRT2;
    work += to - from;
    const nearest = Math.sqrt(squares.keepWithin(outline, (most / 2 + corner) ** 2));
    if (nearest + corner <= radius * (1 + EXACT)) continue;
    if (nearest > radius || nearest >= corner) {
      const isInside = inside.has(x, y);
      if (isInside && nearest > radius) radius = nearest;
      // No border runs through it, so all of it lies outside.
      if (!isInside && nearest >= corner) continue;
    }
    squares.divide();
  }
  return { diameter: 2 * radius, work: work + inside.work };
}
