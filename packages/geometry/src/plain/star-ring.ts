import { orient2d } from '../edges/predicates.ts';

/**
 * Whether a closed ring goes around the middle of its extent once, and turns the same way with each segment. No two of its segments meet then. Most parcels are
 * such, and this takes a fraction of any other proof. False for many rings whose segments do not meet either.
 *
 * @param first its first vertex, @param end the end of its vertices, the last of which is the first again
 */
export function isStarRing(xy: Float64Array, first: number, end: number): boolean {
  const from = 2 * first;
  const last = 2 * end - 2;
  if (!(last - from >= 6 && xy[from] === xy[last] && xy[from + 1] === xy[last + 1])) return false;
  let minX = xy[from], minY = xy[from + 1], maxX = minX, maxY = minY;
  for (let at = from + 2; at < last; at += 2) {
    const x = xy[at], y = xy[at + 1];
    if (x < minX) minX = x;
    else if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    else if (y > maxY) maxY = y;
  }
  const [middleX, middleY] = [(minX + maxX) / 2, (minY + maxY) / 2];
  /** How often the ring passes the height of the middle. Once around is twice. */
  let passes = 0;
  let turn = 0;
  for (let at = from; at < last; at += 2) {
    // Exact. Not a number, if a coordinate is none.
    const side = orient2d(middleX, middleY, xy[at], xy[at + 1], xy[at + 2], xy[at + 3]);
    if (turn === 0) turn = side > 0 ? 1 : -1;
    if (!(side * turn > 0)) return false;
    if (xy[at + 1] <= middleY !== xy[at + 3] <= middleY) passes++;
  }
  return passes === 2;
}
