import { orderOfDoubles } from '../arrays/order.ts';
import type { Topology } from '../edges/topology.ts';
import { comparePairs } from '../edges/vertices.ts';
import { isBeside } from '../noding/beside.ts';

/** An edge that is shorter than this share of the snap distance is negligible, if it lies between nodes or noding made it. */
export const NEGLIGIBLE = 1 / 100;
/** A vertex with at least this many edges is a node, where borders meet. */
const NODE = 3;

export interface ShortEdge {
  readonly edge: number;
  /** On the ground. */
  readonly length: number;
}

/**
 * Edges as short as rounding, and edges between nodes that are negligible compared to the snap distance. The shortest come
 * first, ties are ordered by coordinates, so the direction of rings does not matter.
 *
 * Where many borders meet in a point, crossings next to it leave such edges. Matching and noding alternate on them, each
 * reacting to what the other moved, and the layer may never settle.
 *
 * @param distance on the ground. With 0, only edges as short as rounding are found.
 */
export function shortEdges({ edges, vertices, ground }: Topology, distance: number): ShortEdge[] {
  const { x, y } = vertices;
  const found: ShortEdge[] = [];
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    const [p, q] = [edges.a[edge], edges.b[edge]];
    const length = ground.length(x[p], y[p], x[q], y[q]);
    const isShort = isBeside(vertices, p, q) || (length < NEGLIGIBLE * distance && edges.degree(p) >= NODE && edges.degree(q) >= NODE);
    if (isShort) found.push({ edge, length });
  }
  const { a, b } = edges;
  const order = orderOfDoubles(Float64Array.from(found, ({ length }) => length), (i, j) => {
    const [e, g] = [found[i].edge, found[j].edge];
    return comparePairs(vertices, a[e], b[e], a[g], b[g]);
  });
  return Array.from(order, (i) => found[i]);
}
