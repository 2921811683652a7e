import { firstAbove } from '../arrays/binary-search.ts';
import type { PolygonSegments } from './polygon-segments.ts';

/** The mean number of rings that wind around a point, over some points. Rings that only touch a point count half the time. */
export function meanDepth(xy: Float64Array, segments: PolygonSegments, points: Float64Array): number {
  let depth = 0;
  forEachAround(xy, segments, segments.ringOffsets, points, () => {
    depth++;
  });
  return points.length === 0 ? 0 : depth / (points.length / 2);
}

/**
 * Calls back with every group of segments that wind around a point, and how often, for some points.
 *
 * @param offsets of the segments that are taken together
 */
export function forEachAround(xy: Float64Array, { start, end }: PolygonSegments, offsets: Int32Array, points: Float64Array, visit: (group: number, point: number, winding: number) => void): void {
  const count = points.length / 2;
  const order = Array.from({ length: count }, (_, point) => point).sort((p, q) => points[2 * p + 1] - points[2 * q + 1]);
  const pointX = Float64Array.from(order, (point) => points[2 * point]);
  const pointY = Float64Array.from(order, (point) => points[2 * point + 1]);
  const winding = new Int32Array(count);
  const touched: number[] = [];
  for (let group = 0; group + 1 < offsets.length; group++) {
    for (let i = offsets[group]; i < offsets[group + 1]; i++) addSegment(i);
    for (const point of touched) {
      if (winding[point] !== 0) visit(group, order[point], winding[point]);
      winding[point] = 0;
    }
    touched.length = 0;
  }

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
