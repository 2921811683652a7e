import { meanDepth } from './depth.ts';
import type { PolygonSegments } from './polygon-segments.ts';

/** With fewer rings, it does not matter how many of them lie in each other. */
const FEWEST_RINGS = 100;
/** Number of rings in whose middle the others are counted. */
const MOST_MIDDLES = 64;

/** How many other rings the middle of a ring lies in, summed over all rings. It is counted in some of them, spread over the layer, as layers are often sorted by size. */
export function stackedRings(xy: Float64Array, segments: PolygonSegments): number {
  const rings = segments.ringOffsets.length - 1;
  if (rings < FEWEST_RINGS) return 0;
  const middles: number[] = [];
  for (let share = 0; share < MOST_MIDDLES; share++) middles.push(...(middleOf(xy, segments, Math.floor(((share + 0.5) * rings) / MOST_MIDDLES)) ?? []));
  return rings * Math.max(0, meanDepth(xy, segments, Float64Array.from(middles)) - 1);
}

/** A place inside a ring at half its height; null if it has no height. */
function middleOf(xy: Float64Array, { start, end, ringOffsets }: PolygonSegments, ring: number): [number, number] | null {
  const [first, last] = [ringOffsets[ring], ringOffsets[ring + 1]];
  let [minY, maxY] = [Infinity, -Infinity];
  for (let i = first; i < last; i++) {
    const y = xy[2 * start[i] + 1];
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const y = (minY + maxY) / 2;
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
