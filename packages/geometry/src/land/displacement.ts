import { distanceToSegment } from '../segments.ts';
import type { SegmentIndex } from './segment-index.ts';

/** The answer is this share of itself, or so many metres, below the true one at most. */
const RELATIVE = 1e-4;
const ABSOLUTE = 1e-4;
/** Places that are measured at most; then what was found so far is told. */
const MOST_WORK = 1_000_000;

/** A place on a segment, how far it is from the border, and the segment of the border that is nearest. */
interface Measured {
  readonly x: number;
  readonly y: number;
  readonly distance: number;
  readonly segment: number;
}

/**
 * How far any place of some segments lies from the nearest of a border at most: one side of the Hausdorff distance.
 *
 * The distance to one segment of the border is convex along a line, and so nowhere larger than at the ends of a piece of it; and none
 * changes by more than one goes along the piece. A piece is halved only as long as it may hold a larger distance than was found.
 *
 * @param segments x0, y0, x1, y1 of each. @param border of which there is something.
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
