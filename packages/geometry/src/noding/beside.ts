import { comparePoints, orient2d } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';

/**
 * An edge that passes this close to a vertex is routed through it, and a crossing this close to an end of one of its edges is
 * placed on that end, just as snap rounding routes edges through the centre of every hot pixel that they touch. Both apply from
 * the first round on, to every edge that is new or intersects another.
 *
 * Otherwise a node that differs from a nearby vertex only by rounding would create borders one unit in the last place long between
 * features that only touch. Whatever matching then moves along such a border crosses it again beside the node that it left, a
 * little further on each time. Edges that intersect no other and have no new edge beside them stay as they are.
 *
 * The value is eight units in the last place of the larger coordinate: rounding that coordinate moves the node along the edges.
 * The ends of the edges count for the larger coordinate, too: where edges cross near an axis or the origin, doubles are spaced
 * more finely than the crossing can be computed.
 */
export const BESIDE = 8 * Number.EPSILON;

/** An upper bound for the `BESIDE` distance of every vertex. */
export function besideAnywhere({ x, y, count }: VertexTable): number {
  let most = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const farX = Math.abs(x[vertex]);
    const farY = Math.abs(y[vertex]);
    if (farX > most) most = farX;
    if (farY > most) most = farY;
  }
  return BESIDE * most;
}

/** Whether a vertex is so close to another that only rounding may separate them. */
export function isBeside({ x, y }: VertexTable, vertex: number, other: number): boolean {
  const beside = BESIDE * Math.max(Math.abs(x[vertex]), Math.abs(y[vertex]));
  return Math.abs(x[vertex] - x[other]) <= beside && Math.abs(y[vertex] - y[other]) <= beside;
}

/**
 * Whether the edge a–b passes p closely beside its interior: within `BESIDE`, and further than that from both ends, also along
 * the edge. This makes both pieces shorter than the edge that is routed through p. Otherwise two vertices hardly further from
 * each other, and as far from the end of an edge, could each lie beside the edge to the other, and the edge would be routed from
 * one to the other without end.
 */
export function passes({ x, y }: VertexTable, a: number, b: number, p: number): boolean {
  if (p === a || p === b) return false;
  const ax = x[a], ay = y[a], bx = x[b], by = y[b], px = x[p], py = y[p];
  const dx = bx - ax, dy = by - ay;
  const off = Math.abs(orient2d(ax, ay, bx, by, px, py));
  const reach = Math.abs(dx) + Math.abs(dy);
  // Almost all cases end here: a sum is no smaller than its largest term, and takes less time than to find that.
  if (off > BESIDE * (Math.abs(px) + Math.abs(py) + Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by)) * reach) return false;
  const beside = BESIDE * Math.max(Math.abs(px), Math.abs(py), Math.abs(ax), Math.abs(ay), Math.abs(bx), Math.abs(by));
  if (off > beside * reach) return false;
  if (Math.max(Math.abs(px - ax), Math.abs(py - ay)) <= beside || Math.max(Math.abs(px - bx), Math.abs(py - by)) <= beside) return false;
  const length = Math.sqrt(dx * dx + dy * dy);
  const along = ((px - ax) * dx + (py - ay) * dy) / length;
  return along > beside && along < length - beside && off <= beside * length;
}

/** The largest absolute coordinate of some vertices. */
export function largestCoordinate(x: Float64Array, y: Float64Array, vertices: readonly number[]): number {
  let most = 0;
  for (const vertex of vertices) most = Math.max(most, Math.abs(x[vertex]), Math.abs(y[vertex]));
  return most;
}

/** The nearest end of two edges that their crossing lies beside; of equally near ends the first by coordinates; -1 if there is none. */
export function endBeside({ x, y }: VertexTable, ends: readonly number[], px: number, py: number): number {
  const beside = BESIDE * largestCoordinate(x, y, ends);
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
