import { directedHausdorff } from '../directed-hausdorff.ts';
import { SegmentIndex } from '../segment-index.ts';
import type { ArrangedTopology } from './arranged-topology.ts';
import { originOf } from '../edges/half-edges.ts';

type Borders = Pick<ArrangedTopology, 'vertices' | 'edges' | 'ground'>;

/**
 * The largest distance of any point on some half-edges from some others, on the ground; Infinity if there are no others.
 *
 * @param near a place near them, whose latitude gives the scale
 */
export function furthest(borders: Borders, near: { readonly x: number; readonly y: number }, from: readonly number[], to: readonly number[]): number {
  if (from.length === 0) return 0;
  if (to.length === 0) return Infinity;
  return directedHausdorff(segmentsOf(borders, near, from), new SegmentIndex(segmentsOf(borders, near, to)));
}

/** How far a border moves from some half-edges to others: the larger of the two distances of one from the other (the Hausdorff distance). */
export function shiftBetween(borders: Borders, near: { readonly x: number; readonly y: number }, before: readonly number[], after: readonly number[]): number {
  return Math.max(furthest(borders, near, before, after), furthest(borders, near, after, before));
}

/** x0, y0, x1, y1 of each, in metres around a place. */
function segmentsOf({ vertices: { x, y }, edges, ground }: Borders, near: { readonly x: number; readonly y: number }, halves: readonly number[]): Float64Array {
  const scaleX = ground.scaleX(near.y);
  const segments = new Float64Array(4 * halves.length);
  for (let i = 0; i < halves.length; i++) {
    const from = originOf(edges, halves[i]);
    const to = originOf(edges, halves[i] ^ 1);
    segments[4 * i] = (x[from] - near.x) * scaleX;
    segments[4 * i + 1] = (y[from] - near.y) * ground.scaleY;
    segments[4 * i + 2] = (x[to] - near.x) * scaleX;
    segments[4 * i + 3] = (y[to] - near.y) * ground.scaleY;
  }
  return segments;
}
