import { Float64List } from '../arrays/growable.ts';
import { orient2d } from '../edges/predicates.ts';
import type { PolygonSegments } from './polygon-segments.ts';
import { SegmentCells } from './segment-cells.ts';

/** Most pairs tested. If there are more, one in so many is tested, evenly spread over all cells. */
const MOST_TESTS = 3_000_000;
/** Number of intersections that are kept as examples. */
const MOST_POINTS = 256;

export interface Intersections {
  readonly count: number;
  /** x, y of some of them, spread over all. */
  readonly points: Float64Array;
}

/**
 * Counts the points where two segments intersect other than in a common end. Each pair is counted in the one cell where it
 * intersects.
 */
export function countIntersections(xy: Float64Array, segments: PolygonSegments): Intersections {
  const { start, end } = segments;
  const cells = new SegmentCells(xy, segments);
  const { offsets, entries, cellCount } = cells;
  let pairs = 0;
  for (let cell = 0; cell < cellCount; cell++) pairs += pairsOf(offsets[cell + 1] - offsets[cell]);
  const step = Math.max(1, Math.ceil(pairs / MOST_TESTS));
  const points = new Float64List();
  let stride = 1;
  let found = 0;
  /** The next pair to test, counted from the first pair of the cell. */
  let next = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    const first = offsets[cell];
    const inCell = pairsOf(offsets[cell + 1] - first);
    let [one, before] = [1, 0];
    for (; next < inCell; next += step) {
      // Pair number `before` + k consists of entry `one` and entry k.
      while (next - before >= one) before += one++;
      test(entries[first + one], entries[first + next - before], cell);
    }
    next -= inCell;
  }
  return { count: found * step, points: points.toArray() };

  function test(i: number, j: number, cell: number): void {
    const ax = xy[2 * start[i]], ay = xy[2 * start[i] + 1], bx = xy[2 * end[i]], by = xy[2 * end[i] + 1];
    const cx = xy[2 * start[j]], cy = xy[2 * start[j] + 1], dx = xy[2 * end[j]], dy = xy[2 * end[j] + 1];
    if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx) || Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return;
    if ((ax === cx && ay === cy) || (ax === dx && ay === dy) || (bx === cx && by === cy) || (bx === dx && by === dy)) return;
    const c = orient2d(ax, ay, bx, by, cx, cy), d = orient2d(ax, ay, bx, by, dx, dy);
    if (c * d > 0) return;
    if (orient2d(cx, cy, dx, dy, ax, ay) * orient2d(cx, cy, dx, dy, bx, by) > 0) return;
    const share = c === d ? NaN : c / (c - d);
    // For two segments on one line, the point where the later of them begins.
    const x = Number.isNaN(share) ? Math.max(Math.min(ax, bx), Math.min(cx, dx)) : cx + share * (dx - cx);
    const y = Number.isNaN(share) ? (ax < bx === ay < by ? Math.max(Math.min(ay, by), Math.min(cy, dy)) : Math.min(Math.max(ay, by), Math.max(cy, dy))) : cy + share * (dy - cy);
    if (cells.cellOf(x, y) !== cell) return;
    if (found++ % stride === 0) keep(x, y);
  }

  /** Keeps one in `stride` of those found, and halves the selection as soon as there is no more room. */
  function keep(x: number, y: number): void {
    points.push(x);
    points.push(y);
    if (points.length < 4 * MOST_POINTS) return;
    for (let i = 0; i < MOST_POINTS; i++) [points.data[2 * i], points.data[2 * i + 1]] = [points.data[4 * i], points.data[4 * i + 1]];
    points.length = 2 * MOST_POINTS;
    stride *= 2;
  }
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2;
}
