import { distanceToSegment } from './segments.ts';
import type { SegmentIndex } from './segment-index.ts';

/** The answer is at most this share of itself, or this many metres, below the true one. */
const RELATIVE = 1e-4;
const ABSOLUTE = 1e-4;
/** The maximum number of halvings. After that, the largest distance so far is returned. */
const MOST_WORK = 1_000_000;

/** A point on a segment, with a segment of the border near it. */
interface Place {
  readonly x: number;
  readonly y: number;
  /** The segment that it is on: of two that meet there, the first. */
  readonly on: number;
  /** To that segment: never less than to the nearest one. */
  distance: number;
  segment: number;
  isNearest: boolean;
}

/** The point of some segments that is farthest from a border. */
export interface Farthest {
  readonly distance: number;
  /** The segment that it is on; -1 if none has a point farther away than the distance that was given. */
  readonly segment: number;
}

/** The largest distance of any point on some segments from the nearest point of a border: the directed Hausdorff distance. Parameters as of `farthestFrom`. */
export function directedHausdorff(segments: Float64Array, border: SegmentIndex): number {
  return farthestFrom(segments, border).distance;
}

/**
 * Searches some segments for the point that is farthest from a border.
 *
 * The distance to one segment of the border is convex along a line, so on a piece of the line it is largest at the ends. And it never
 * changes by more than the length walked along the piece. A piece is only halved while it may contain a larger distance than the one
 * found so far. As only the farthest point counts, the nearest segment is only searched for where the one that was nearest to the point before, or one next to it, is
 * farther away than that.
 *
 * @param segments x0, y0, x1, y1 of each.
 * @param border must not be empty.
 * @param atLeast the distance that is returned if no point is farther. Then hardly anything has to be searched for.
 */
export function farthestFrom(segments: Float64Array, border: SegmentIndex, atLeast = 0): Farthest {
  let farthest = atLeast;
  let farthestOn = -1;
  const placeAt = (x: number, y: number, on: number, known: number): Place => {
    const { segment, distance } = border.along(x, y, known);
    const place = { x, y, on, segment, distance, isNearest: false };
    if (distance > farthest) measure(place);
    return place;
  };
  const measure = (place: Place): void => {
    if (place.isNearest) return;
    place.isNearest = true;
    ({ segment: place.segment, distance: place.distance } = border.nearest(place.x, place.y, place.segment));
    if (place.distance <= farthest) return;
    farthest = place.distance;
    farthestOn = place.on;
  };
  const mostBetween = (from: Place, to: Place): number => {
    const byFrom = Math.max(from.distance, distanceToSegment(border.segments, from.segment, to.x, to.y));
    const byTo = Math.max(to.distance, distanceToSegment(border.segments, to.segment, from.x, from.y));
    return Math.min(byFrom, byTo, (from.distance + to.distance + Math.hypot(to.x - from.x, to.y - from.y)) / 2);
  };
  const mayBeFarther = (from: Place, to: Place): boolean => mostBetween(from, to) > farthest * (1 + RELATIVE) + ABSOLUTE;
  const pieces: [Place, Place][] = [];
  let last: Place | null = null;
  for (let i = 0; i < segments.length; i += 4) {
    const ax = segments[i], ay = segments[i + 1];
    const from: Place = last !== null && last.x === ax && last.y === ay ? last : placeAt(ax, ay, i / 4, last?.segment ?? 0);
    last = placeAt(segments[i + 2], segments[i + 3], i / 4, from.segment);
    if (mayBeFarther(from, last)) pieces.push([from, last]);
  }
  let work = 0;
  for (let piece = pieces.pop(); piece !== undefined && work < MOST_WORK; piece = pieces.pop()) {
    const [from, to] = piece;
    if (!mayBeFarther(from, to)) continue;
    measure(from);
    measure(to);
    if (!mayBeFarther(from, to)) continue;
    work++;
    const middle = placeAt((from.x + to.x) / 2, (from.y + to.y) / 2, to.on, from.segment);
    pieces.push([from, middle], [middle, to]);
  }
  return { distance: farthest, segment: farthestOn };
}
