import { firstAbove } from '../arrays/binary-search.ts';
import type { PolygonSegments } from './polygon-segments.ts';

/** The mean number of rings that wind around a point, over some points. Rings that only touch a point count half the time. */
export function meanDepth(xy: Float64Array, { start, end, ringOffsets }: PolygonSegments, points: Float64Array): number {
  const count = points.length / 2;
  if (count === 0) return 0;
  const order = Array.from({ length: count }, (_, point) => point).sort((p, q) => points[2 * p + 1] - points[2 * q + 1]);
  const pointX = Float64Array.from(order, (point) => points[2 * point]);
  const pointY = Float64Array.from(order, (point) => points[2 * point + 1]);
  const winding = new Int32Array(count);
  const touched: number[] = [];
  let depth = 0;
  for (let ring = 0; ring + 1 < ringOffsets.length; ring++) {
    for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) addSegment(i);
    for (const point of touched) {
      if (winding[point] !== 0) depth++;
      winding[point] = 0;
    }
    touched.length = 0;
  }
  return depth / count;

  /** Counts the segment at all points that it passes on the left. */
  function addSegment(i: number): void {
    const x0 = xy[2 * start[i]], y0 = xy[2 * start[i] + 1], x1 = xy[2 * end[i]], y1 = xy[2 * end[i] + 1];
    const [low, high] = y0 < y1 ? [y0, y1] : [y1, y0];
    for (let point = firstAbove(pointY, low); point < count && pointY[point] <= high; point++) {
      if (x0 + ((pointY[point] - y0) / (y1 - y0)) * (x1 - x0) >= pointX[point]) continue;
      // A point whose winding returned to zero may be listed twice, which does no harm.
      if (winding[point] === 0) touched.push(point);
      winding[point] += y0 < y1 ? 1 : -1;
    }
  }
}
