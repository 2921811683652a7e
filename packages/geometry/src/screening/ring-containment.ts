import { orient2d } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';

/**
 * Whether a vertex lies inside a ring that does not pass through it. Exact: counts the edges to its right.
 *
 * @param first any vertex of the ring.
 */
export function isInRing({ layer: { xy }, next }: PreparedLayer, vertex: number, first: number): boolean {
  const [px, py] = [xy[2 * vertex], xy[2 * vertex + 1]];
  let isIn = false;
  let i = first;
  do {
    const j = next[i];
    if (xy[2 * i + 1] <= py !== xy[2 * j + 1] <= py) {
      const side = orient2d(xy[2 * i], xy[2 * i + 1], xy[2 * j], xy[2 * j + 1], px, py);
      if (side > 0 === xy[2 * j + 1] > xy[2 * i + 1]) isIn = !isIn;
    }
    i = j;
  } while (i !== first);
  return isIn;
}
