import { distanceToSegment } from '../segments.ts';
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
 * The largest distance of any point on some segments from the nearest point of a border: one side of the Hausdorff distance.
 *
 * The distance to one segment of the border is convex along a line, so on a piece of the line it is largest at the ends. And it never
 * changes by more than the length walked along the piece. A piece is only halved while it may contain a larger distance than the one
 * found so far.
 *
 * @param segments x0, y0, x1, y1 of each.
 * @param border must not be empty.
 */
export function farthestFrom(segments: Float64Array, border: SegmentIndex): number {
  let farthest = 0;
  let work = 0;
  const measure = (x: number, y: number): Measured => {
    work++;
    const nearest = border.nearest(x, y);
    if (nearest.distance > farthest) farthest = nearest.distance;
    return { x, y, ...nearest };
  };
  const mostBetween = (from: Measured, to: Measured): number => {
    const byFrom = Math.max(from.distance, distanceToSegment(border.segments, from.segment, to.x, to.y));
    const byTo = Math.max(to.distance, distanceToSegment(border.segments, to.segment, from.x, from.y));
    return Math.min(byFrom, byTo, (from.distance + to.distance + Math.hypot(to.x - from.x, to.y - from.y)) / 2);
  };
  const pieces: [Measured, Measured][] = [];
  for (let i = 0; i < segments.length; i += 4) pieces.push([measure(segments[i], segments[i + 1]), measure(segments[i + 2], segments[i + 3])]);
  for (let piece = pieces.pop(); piece !== undefined && work < MOST_WORK; piece = pieces.pop()) {
    const [from, to] = piece;
    if (mostBetween(from, to) <= farthest * (1 + RELATIVE) + ABSOLUTE) continue;
    const middle = measure((from.x + to.x) / 2, (from.y + to.y) / 2);
    pieces.push([from, middle], [middle, to]);
  }
  return farthest;
}
