import { comparePoints, orient2d } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';

/**
 * An edge that passes a vertex so near is led through it, and a crossing so near an end of one of its edges is put on that end, as
 * snap rounding leads edges through the centre of every pixel they touch. Both from the first round on and for every edge that
 * meets another or is new: a node beside a vertex, told apart from it by rounding alone, would make borders of a unit in the last
 * place between features that only touch; and what matching then moves along such a border crosses it again beside the node that
 * it left, a little further on each time. What neither meets another edge nor has one beside it that is new stays as it is. Eight
 * units in the last place of the larger coordinate: rounding that one moves the node along the edges. Larger is what is larger of
 * the ends of the edges, too: where they cross near an axis, or the origin, doubles lie closer than their crossing can be told.
 */
export const BESIDE = 8 * Number.EPSILON;

/** No vertex has a wider `BESIDE` than this. */
export function besideAnywhere({ x, y, count }: VertexTable): number {
  let most = 0;
  for (let vertex = 0; vertex < count; vertex++) most = Math.max(most, Math.abs(x[vertex]), Math.abs(y[vertex]));
  return BESIDE * most;
}

/** Whether a vertex lies so near another that rounding may have told them apart. */
export function isBeside({ x, y }: VertexTable, vertex: number, other: number): boolean {
  const beside = BESIDE * Math.max(Math.abs(x[vertex]), Math.abs(y[vertex]));
  return Math.abs(x[vertex] - x[other]) <= beside && Math.abs(y[vertex] - y[other]) <= beside;
}

/**
 * Whether the edge a–b passes p beside its inside: within `BESIDE`, and farther than that from both ends, also along the edge. So
 * both pieces are shorter than the edge that is led through p. Else two vertices hardly farther from each other, as far from
 * the end of an edge, would each lie beside the edge to the other, and it would be led from one to the other without end.
 */
export function passes({ x, y }: VertexTable, a: number, b: number, p: number): boolean {
  if (p === a || p === b) return false;
  const ax = x[a], ay = y[a], bx = x[b], by = y[b], px = x[p], py = y[p];
  const dx = bx - ax, dy = by - ay;
  const beside = BESIDE * Math.max(Math.abs(px), Math.abs(py), Math.abs(ax), Math.abs(ay), Math.abs(bx), Math.abs(by));
  const off = Math.abs(orient2d(ax, ay, bx, by, px, py));
  // All but a few end here, before the root is drawn.
  if (off > beside * (Math.abs(dx) + Math.abs(dy))) return false;
  if (Math.max(Math.abs(px - ax), Math.abs(py - ay)) <= beside || Math.max(Math.abs(px - bx), Math.abs(py - by)) <= beside) return false;
  const length = Math.sqrt(dx * dx + dy * dy);
  const along = ((px - ax) * dx + (py - ay) * dy) / length;
  return along > beside && along < length - beside && off <= beside * length;
}

/** The largest coordinate of some vertices, whatever its sign. */
export function reachOf(x: Float64Array, y: Float64Array, vertices: readonly number[]): number {
  let most = 0;
  for (const vertex of vertices) most = Math.max(most, Math.abs(x[vertex]), Math.abs(y[vertex]));
  return most;
}

/** Of the ends of two edges the nearest that their crossing lies beside, of those as near the first by place; -1 when it lies beside none. */
export function endBeside({ x, y }: VertexTable, ends: readonly number[], px: number, py: number): number {
  const beside = BESIDE * reachOf(x, y, ends);
  let nearest = -1;
  let least = Infinity;
  for (const end of ends) {
    const apart = Math.max(Math.abs(px - x[end]), Math.abs(py - y[end]));
    if (apart > beside || apart > least || (apart === least && comparePoints(x[end], y[end], x[nearest], y[nearest]) > 0)) continue;
    nearest = end;
    least = apart;
  }
  return nearest;
}
