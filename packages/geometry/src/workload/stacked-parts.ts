import { meanDepthOfParts } from './depth.ts';
import type { PolygonSegments } from './polygon-segments.ts';

/** With fewer polygons, it does not matter how many of them lie on each other. */
const FEWEST_PARTS = 100;
/** Number of polygons in whose middle the others are counted. */
const MOST_MIDDLES = 64;

/** How many other polygons the middle of a polygon lies in, summed over all. It is counted in some of them, spread over the layer, as layers are often sorted by size. */
export function stackedParts(xy: Float64Array, segments: PolygonSegments): number {
  const parts = segments.partOffsets.length - 1;
  if (parts < FEWEST_PARTS) return 0;
  const middles: number[] = [];
  for (let share = 0; share < MOST_MIDDLES; share++) middles.push(...(middleOf(xy, segments, Math.floor(((share + 0.5) * parts) / MOST_MIDDLES)) ?? []));
  return parts * Math.max(0, meanDepthOfParts(xy, segments, Float64Array.from(middles)) - 1);
}

/** A place inside a polygon at half its height; null if it has no height. */
function middleOf(xy: Float64Array, { start, end, partOffsets }: PolygonSegments, part: number): [number, number] | null {
  const [first, last] = [partOffsets[part], partOffsets[part + 1]];
  let [minY, maxY] = [Infinity, -Infinity];
  for (let i = first; i < last; i++) {
    const y = xy[2 * start[i] + 1];
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const y = (minY + maxY) / 2;
  // Between the first border and the next one, it is inside the polygon and in none of its holes.
  let [left, next] = [Infinity, Infinity];
  for (let i = first; i < last; i++) {
    const [y0, y1] = [xy[2 * start[i] + 1], xy[2 * end[i] + 1]];
    if (y0 < y === y1 < y) continue;
    const [x0, x1] = [xy[2 * start[i]], xy[2 * end[i]]];
    const x = x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
    if (x < left) [left, next] = [x, left];
    else if (x < next) next = x;
  }
  return Number.isFinite(next) ? [(left + next) / 2, y] : null;
}
