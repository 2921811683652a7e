import { isPlace } from './layer.ts';

/**
 * Writes minX, minY, maxX, maxY of the vertices [first, end) to `extents`, starting at `at`. Vertices without valid
 * coordinates are ignored; minX > maxX if there are no others.
 *
 * @param xy x0, y0, x1, y1 …
 */
export function putExtent(xy: Float64Array, first: number, end: number, extents: Float64Array, at: number): void {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = first; i < end; i++) {
    const x = xy[2 * i];
    const y = xy[2 * i + 1];
    // Most vertices widen nothing and need no validity check, since comparisons with NaN are false.
    if (!(x < minX || x > maxX || y < minY || y > maxY) || !isPlace(x, y)) continue;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  extents[at] = minX;
  extents[at + 1] = minY;
  extents[at + 2] = maxX;
  extents[at + 3] = maxY;
}

/** Whether two of many extents meet, if only in a point. @param i @param j their indices. One without coordinates meets none. */
export function doExtentsMeet(extents: Float64Array, i: number, others: Float64Array, j: number): boolean {
  const [one, other] = [4 * i, 4 * j];
  return extents[one] <= others[other + 2] && extents[one + 2] >= others[other] && extents[one + 1] <= others[other + 3] && extents[one + 3] >= others[other + 1];
}
