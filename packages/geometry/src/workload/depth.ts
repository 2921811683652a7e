import { firstAbove } from '../arrays/binary-search.ts';
import type { PolygonSegments } from './polygon-segments.ts';

/** The mean number of rings that wind around a point, over some points. Rings that only touch a point count half the time. */
export function meanDepth(xy: Float64Array, { start, end, ringOffsets }: PolygonSegments, places: Float64Array): number {
  const count = places.length / 2;
  if (count === 0) return 0;
  const order = Array.from({ length: count }, (_, place) => place).sort((p, q) => places[2 * p + 1] - places[2 * q + 1]);
  const placeX = Float64Array.from(order, (place) => places[2 * place]);
  const placeY = Float64Array.from(order, (place) => places[2 * place + 1]);
  const winding = new Int32Array(count);
  const touched: number[] = [];
  let depth = 0;
  for (let ring = 0; ring + 1 < ringOffsets.length; ring++) {
    for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) addSegment(i);
    for (const place of touched) {
      if (winding[place] !== 0) depth++;
      winding[place] = 0;
    }
    touched.length = 0;
  }
  return depth / count;

  /** Counts the segment at all points that it passes on the left. */
  function addSegment(i: number): void {
    const x0 = xy[2 * start[i]], y0 = xy[2 * start[i] + 1], x1 = xy[2 * end[i]], y1 = xy[2 * end[i] + 1];
    const [low, high] = y0 < y1 ? [y0, y1] : [y1, y0];
    for (let place = firstAbove(placeY, low); place < count && placeY[place] <= high; place++) {
      if (x0 + ((placeY[place] - y0) / (y1 - y0)) * (x1 - x0) >= placeX[place]) continue;
      // A point whose winding returned to zero may be listed twice, which does no harm.
      if (winding[place] === 0) touched.push(place);
      winding[place] += y0 < y1 ? 1 : -1;
    }
  }
}
