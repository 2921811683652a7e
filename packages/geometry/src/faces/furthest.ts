import { distanceToSegment } from '../segments.ts';
import type { ArrangedTopology } from './arranged-topology.ts';
import { originOf } from './cells.ts';

/** Number of points on each edge at which the distance to another border is measured. */
const PLACES = 8;

/**
 * How far the furthest point on some half-edges lies from others, on the ground; Infinity if there are no others.
 *
 * @param near a place near them, whose latitude gives the scale
 */
export function furthest({ vertices: { x, y }, edges, ground }: Pick<ArrangedTopology, 'vertices' | 'edges' | 'ground'>, near: { readonly x: number; readonly y: number }, from: readonly number[], to: readonly number[]): number {
  if (from.length === 0) return 0;
  if (to.length === 0) return Infinity;
  const scaleX = ground.scaleX(near.y);
  const place = (vertex: number): readonly [number, number] => [(x[vertex] - near.x) * scaleX, (y[vertex] - near.y) * ground.scaleY];
  const segments = Float64Array.from(to.flatMap((half) => [...place(originOf(edges, half)), ...place(originOf(edges, half ^ 1))]));
  let most = 0;
  for (const half of from) {
    const [ax, ay] = place(originOf(edges, half));
    const [bx, by] = place(originOf(edges, half ^ 1));
    for (let i = 0; i <= PLACES; i++) {
      const share = i / PLACES;
      let least = Infinity;
      for (let segment = 0; segment < to.length; segment++) least = Math.min(least, distanceToSegment(segments, segment, ax + share * (bx - ax), ay + share * (by - ay)));
      most = Math.max(most, least);
    }
  }
  return most;
}
