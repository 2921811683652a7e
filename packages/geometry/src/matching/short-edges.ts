import { orderOfDoubles } from '../arrays/order.ts';
import type { Topology } from '../edges/topology.ts';
import { comparePairs } from '../edges/vertices.ts';
import { isBeside } from '../noding/beside.ts';

/** An edge between nodes is nothing beside the snap distance when it is shorter than this share of it. */
const SHORT = 1 / 100;
/** Of how many edges a vertex has to be an end for borders to meet there. */
const NODE = 3;

export interface ShortEdge {
  readonly edge: number;
  /** On the ground. */
  readonly length: number;
}

/**
 * Edges as short as rounding, and edges between nodes that are nothing beside the snap distance; the shortest first, and then by
 * place, so that which way rings run decides nothing.
 *
 * Where many borders meet in a point, crossings beside it leave such edges. Matching and noding take them up in turns, each by
 * what the other moved, and a layer with them may never settle.
 *
 * @param distance on the ground; with 0 only edges as short as rounding are found.
 */
export function shortEdges({ edges, vertices, ground }: Topology, distance: number): ShortEdge[] {
  const { x, y } = vertices;
  const found: ShortEdge[] = [];
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    const [p, q] = [edges.a[edge], edges.b[edge]];
    const length = ground.length(x[p], y[p], x[q], y[q]);
    const isShort = isBeside(vertices, p, q) || (length < SHORT * distance && edges.degree(p) >= NODE && edges.degree(q) >= NODE);
    if (isShort) found.push({ edge, length });
  }
  const { a, b } = edges;
  const order = orderOfDoubles(Float64Array.from(found, ({ length }) => length), (i, j) => {
    const [e, g] = [found[i].edge, found[j].edge];
    return comparePairs(vertices, a[e], b[e], a[g], b[g]);
  });
  return Array.from(order, (place) => found[place]);
}
