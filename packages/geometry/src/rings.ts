import { isPlace } from './layer/layer.ts';

/**
 * Twice the signed area of the vertices [first, end) as a ring, negative if it runs clockwise. Vertices without valid coordinates are
 * ignored.
 */
export function twiceSignedArea(xy: Float64Array, first: number, end: number): number {
  let area = 0;
  let originX = NaN;
  let originY = NaN;
  let beforeX = 0;
  let beforeY = 0;
  for (let i = first; i < end; i++) {
    const x = xy[2 * i];
    const y = xy[2 * i + 1];
    if (!isPlace(x, y)) continue;
    if (Number.isNaN(originX)) {
      originX = x;
      originY = y;
    }
    area += beforeX * (y - originY) - (x - originX) * beforeY;
    beforeX = x - originX;
    beforeY = y - originY;
  }
  return area;
}
