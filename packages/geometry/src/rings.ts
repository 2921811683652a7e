import { isPlace } from './layer/layer.ts';

/** Twice the signed area of the vertices [first, end) as a ring, negative where it runs clockwise, without those that are no places. */
export function twiceSignedArea(xy: Float64Array, first: number, end: number): number {
  let area = 0;
  let [originX, originY, beforeX, beforeY] = [NaN, NaN, 0, 0];
  for (let i = first; i < end; i++) {
    const x = xy[2 * i];
    const y = xy[2 * i + 1];
    if (!isPlace(x, y)) continue;
    if (Number.isNaN(originX)) [originX, originY] = [x, y];
    area += beforeX * (y - originY) - (x - originX) * beforeY;
    beforeX = x - originX;
    beforeY = y - originY;
  }
  return area;
}
