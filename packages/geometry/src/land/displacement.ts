import { SegmentIndex } from './segment-index.ts';

/** The answer is this share of itself, or so many metres, below the true one at most. */
const RELATIVE = 1e-4;
const ABSOLUTE = 1e-6;
/** Measured distances after which what was found so far is told. */
const MOST_WORK = 2_000_000;

/**
 * How far any place of some segments lies from the nearest of a border at most: one side of the Hausdorff distance. Distances change by
 * no more than one goes along a segment, so that a piece is halved only as long as it may hold a larger one than was found.
 *
 * @param segments x0, y0, x1, y1 of each. @param border of which there is something.
 */
export function farthestFrom(segments: Float64Array, border: SegmentIndex): number {
  let farthest = 0;
  let work = 0;
  const distanceAt = (x: number, y: number): number => {
    work++;
    const { distance } = border.nearest(x, y);
    if (distance > farthest) farthest = distance;
    return distance;
  };
  for (let i = 0; i < segments.length; i += 4) {
    const [ax, ay, bx, by] = [segments[i], segments[i + 1], segments[i + 2], segments[i + 3]];
    const pieces = [{ from: 0, to: 1, atFrom: distanceAt(ax, ay), atTo: distanceAt(bx, by) }];
    const length = Math.hypot(bx - ax, by - ay);
    for (let piece = pieces.pop(); piece !== undefined && work < MOST_WORK; piece = pieces.pop()) {
      const { from, to, atFrom, atTo } = piece;
      const most = (atFrom + atTo + (to - from) * length) / 2;
      if (most <= farthest * (1 + RELATIVE) + ABSOLUTE) continue;
      const middle = (from + to) / 2;
      const atMiddle = distanceAt(ax + middle * (bx - ax), ay + middle * (by - ay));
      pieces.push({ from, to: middle, atFrom, atTo: atMiddle }, { from: middle, to, atFrom: atMiddle, atTo });
    }
  }
  return farthest;
}
