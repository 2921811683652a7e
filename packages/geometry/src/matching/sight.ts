import type { EdgeTable } from '../edges/edges.ts';
import { orient2d } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';

/**
 * Whether an edge crosses the segment from a vertex to a point, and ends at neither.
 *
 * @param target the vertex at that point, or -1.
 */
export function crossesWay({ x, y }: VertexTable, edges: EdgeTable, edge: number, vertex: number, target: number, tx: number, ty: number): boolean {
  const a = edges.a[edge];
  const b = edges.b[edge];
  if (a === vertex || b === vertex || a === target || b === target) return false;
  const vx = x[vertex], vy = y[vertex];
  if ((x[a] < vx && x[b] < vx && x[a] < tx && x[b] < tx) || (x[a] > vx && x[b] > vx && x[a] > tx && x[b] > tx)) return false;
  if ((y[a] < vy && y[b] < vy && y[a] < ty && y[b] < ty) || (y[a] > vy && y[b] > vy && y[a] > ty && y[b] > ty)) return false;
  const side1 = orient2d(vx, vy, tx, ty, x[a], y[a]);
  const side2 = orient2d(vx, vy, tx, ty, x[b], y[b]);
  if (!((side1 > 0 && side2 < 0) || (side1 < 0 && side2 > 0))) return false;
  const side3 = orient2d(x[a], y[a], x[b], y[b], vx, vy);
  const side4 = orient2d(x[a], y[a], x[b], y[b], tx, ty);
  return (side3 > 0 && side4 < 0) || (side3 < 0 && side4 > 0);
}
