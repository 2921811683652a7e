import { distanceToSegment } from './segments.ts';
import type { SegmentIndex } from './segment-index.ts';

/** The answer is at most this share of itself, or this many metres, below the true one. */
const RELATIVE = 1e-4;
const ABSOLUTE = 1e-4;
/** The maximum number of points measured. After that, the largest distance so far is returned. */
const MOST_WORK = 1_000_000;

/** A point on a segment, its distance from the border, and the nearest segment of the border. */
interface Measured {
  readonly x: number;
  readonly y: number;
  readonly distance: number;
  readonly segment: number;
}

/**
 * The largest distance of any point on some segments from the nearest point of a border: the directed Hausdorff distance.
 *
 * The distance to one segment of the border is convex along a line, so on a piece of the line it is largest at the ends. And it never
 * changes by more than the length walked along the piece. A piece is only halved while it may contain a larger distance than the one
 * found so far.
 *
 * @param segments x0, y0, x1, y1 of each.
 * @param border must not be empty.
 */
export function directedHausdorff(segments: Float64Array, border: SegmentIndex): number {
  let farthest = 0;
  let work = 0;
  /** @param known a point measured before: its nearest segment is probably near here, too. @param near that segment is used if it is at most this far from here. */
  const measure = (x: number, y: number, known: Measured | null, near: number): Measured => {
    work++;
    const within = known === null ? Infinity : distanceToSegment(border.segments, known.segment, x, y);
    // Within a large distance there may be very many segments.
    const nearest = border.nearest(x, y, within <= near ? within : Infinity);
    if (nearest.distance > farthest) farthest = nearest.distance;
    return { x, y, ...nearest };
  };
  const mostBetween = (from: Measured, to: Measured): number => {
    const byFrom = Math.max(from.distance, distanceToSegment(border.segments, from.segment, to.x, to.y));
    const byTo = Math.max(to.distance, distanceToSegment(border.segments, to.segment, from.x, from.y));
    return Math.min(byFrom, byTo, (from.distance + to.distance + Math.hypot(to.x - from.x, to.y - from.y)) / 2);
  };
  const pieces: [Measured, Measured][] = [];
  let last: Measured | null = null;
  for (let i = 0; i < segments.length; i += 4) {
    const [ax, ay, bx, by] = segments.subarray(i, i + 4);
    const length = Math.hypot(bx - ax, by - ay);
    const from: Measured = last !== null && last.x === ax && last.y === ay ? last : measure(ax, ay, last, length);
    last = measure(bx, by, from, length);
    pieces.push([from, last]);
  }
  for (let piece = pieces.pop(); piece !== undefined && work < MOST_WORK; piece = pieces.pop()) {
    const [from, to] = piece;
    if (mostBetween(from, to) <= farthest * (1 + RELATIVE) + ABSOLUTE) continue;
    const middle = measure((from.x + to.x) / 2, (from.y + to.y) / 2, from, Math.hypot(to.x - from.x, to.y - from.y));
    pieces.push([from, middle], [middle, to]);
  }
  return farthest;
}
