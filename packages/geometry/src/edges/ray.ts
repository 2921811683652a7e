import type { EdgeTable } from './edges.ts';
import type { EdgeGrid } from './grid.ts';
import { orient2d } from './predicates.ts';
import type { VertexTable } from './vertices.ts';

/** The first half-edge hit by a ray from a vertex to the left, on the side facing the vertex; -1 if there is none. */
export function halfEdgeToTheLeft(vertices: VertexTable, edges: EdgeTable, grid: EdgeGrid, vertex: number): number {
  const { x, y } = vertices;
  const { a: edgeA, b: edgeB } = edges;
  const px = x[vertex];
  const py = y[vertex];
  const row = grid.row(py);
  let best = -1;
  let bestColumn = -1;
  const consider = (edge: number): void => {
    if (edge === best || edges.isDead(edge)) return;
    const a = edgeA[edge];
    const b = edgeB[edge];
    if (y[a] <= py === y[b] <= py) return;
    const lower = y[a] < y[b] ? a : b;
    const upper = lower === a ? b : a;
    if (orient2d(x[lower], y[lower], x[upper], y[upper], px, py) >= 0) return;
    if (best >= 0 && !isRightOf(lower, upper, best)) return;
    best = edge;
    const share = (py - y[lower]) / (y[upper] - y[lower]);
    bestColumn = grid.column(x[lower] + share * (x[upper] - x[lower]) - grid.marginX);
  };
  for (let column = grid.column(px); column >= 0 && column >= bestColumn; column--) grid.forEachEdgeIn(row, column, consider);
  if (best < 0) return -1;
  return y[edgeA[best]] < y[edgeB[best]] ? 2 * best + 1 : 2 * best;

  /** Whether the edge lower → upper passes to the right of `other` where one horizontal crosses both. The edges do not cross. */
  function isRightOf(lower: number, upper: number, other: number): boolean {
    const otherLower = y[edgeA[other]] < y[edgeB[other]] ? edgeA[other] : edgeB[other];
    const otherUpper = otherLower === edgeA[other] ? edgeB[other] : edgeA[other];
    if (y[lower] >= y[otherLower]) {
      const side = orient2d(x[otherLower], y[otherLower], x[otherUpper], y[otherUpper], x[lower], y[lower]);
      if (side !== 0) return side < 0;
    } else {
      const side = orient2d(x[lower], y[lower], x[upper], y[upper], x[otherLower], y[otherLower]);
      if (side !== 0) return side > 0;
    }
    if (y[upper] <= y[otherUpper]) return orient2d(x[otherLower], y[otherLower], x[otherUpper], y[otherUpper], x[upper], y[upper]) < 0;
    return orient2d(x[lower], y[lower], x[upper], y[upper], x[otherUpper], y[otherUpper]) > 0;
  }
}
