import type { EdgeTable } from './edges.ts';
import type { Topology } from './topology.ts';
import type { VertexTable } from './vertices.ts';

// Half-edge 2·edge runs a → b, half-edge 2·edge + 1 runs b → a. So `half >> 1` is the edge of a half-edge, and `half ^ 1` its twin.

/** Edges with their coordinates, and how to measure on the ground there. */
type EdgesOnGround = Pick<Topology, 'vertices' | 'edges' | 'ground'>;

/** The vertex at which a half-edge starts. */
export function originOf(edges: EdgeTable, half: number): number {
  return half & 1 ? edges.b[half >> 1] : edges.a[half >> 1];
}

/** The vertex at which two different edges of a border meet. */
export function vertexBetween({ a, b }: EdgeTable, edge: number, next: number): number {
  return a[edge] === a[next] || a[edge] === b[next] ? a[edge] : b[edge];
}

/** The point at which a half-edge starts. */
export function startOf({ x, y }: VertexTable, edges: EdgeTable, half: number): [number, number] {
  const vertex = originOf(edges, half);
  return [x[vertex], y[vertex]];
}

/** On the ground. */
export function lengthOf({ vertices: { x, y }, edges, ground }: EdgesOnGround, half: number): number {
  const from = originOf(edges, half);
  const to = originOf(edges, half ^ 1);
  return ground.length(x[from], y[from], x[to], y[to]);
}

/** x0, y0, x1, y1 of some half-edges, on the ground, from an origin near them. x is to scale at every height. */
export function outlineOf({ vertices: { x, y }, edges, ground }: EdgesOnGround, halves: ArrayLike<number>, originX: number, originY: number): Float64Array {
  const outline = new Float64Array(4 * halves.length);
  for (let i = 0; i < halves.length; i++) {
    for (let end = 0; end < 2; end++) {
      const vertex = originOf(edges, halves[i] ^ end);
      outline[4 * i + 2 * end] = (x[vertex] - originX) * ground.scaleX(y[vertex]);
      outline[4 * i + 2 * end + 1] = (y[vertex] - originY) * ground.scaleY;
    }
  }
  return outline;
}
