import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { comparePoints, orient2d } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';
import { TooTangledError } from '../tangled.ts';
import { BESIDE, besideAnywhere, endBeside, passes } from './beside.ts';
import { CrossingPlaces } from './crossing-places.ts';

/** The intersections of edges outside their common ends, and the splits that turn them into common ends. */
export class EdgeIntersections {
  /** The edges to split and the vertices to split them at: edge i of one list at vertex i of the other. */
  readonly splitEdge = new Int32List();
  readonly splitVertex = new Int32List();
  /** As in `Noding`. */
  readonly crossings = new Int32List();
  /** An edge is never routed through a vertex further away than this. */
  readonly margin: number;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly inserted: Int32List;
  private readonly mostCrossings: number;
  /** Pairs of edges that cross and have no node there yet. */
  private readonly pending = new Int32List();

  /**
   * @param inserted vertices that were put on edges before; those of the splits are added.
   * @param mostCrossings throws TooTangledError if there are more.
   */
  constructor(vertices: VertexTable, edges: EdgeTable, inserted: Int32List, mostCrossings: number) {
    this.vertices = vertices;
    this.edges = edges;
    this.inserted = inserted;
    this.mostCrossings = mostCrossings;
    this.margin = besideAnywhere(vertices);
  }

  /** Determines how two edges intersect. A vertex on an edge becomes a split; a crossing waits for `placeCrossings`. */
  readonly testPair = (e: number, g: number): void => {
    const { vertices, edges, margin } = this;
    const { x, y } = vertices;
    const a = edges.a[e];
    const b = edges.b[e];
    const c = edges.a[g];
    const d = edges.b[g];
    const ax = x[a], bx = x[b], cx = x[c], dx = x[d];
    if (ax < bx ? (cx < ax - margin && dx < ax - margin) || (cx > bx + margin && dx > bx + margin) : (cx < bx - margin && dx < bx - margin) || (cx > ax + margin && dx > ax + margin)) return;
    const ay = y[a], by = y[b], cy = y[c], dy = y[d];
    if (ay < by ? (cy < ay - margin && dy < ay - margin) || (cy > by + margin && dy > by + margin) : (cy < by - margin && dy < by - margin) || (cy > ay + margin && dy > ay + margin)) return;
    if (this.routeThroughEnds(e, g)) return;
    if (a === c || a === d || b === c || b === d) {
      const shared = a === c || a === d ? a : b;
      const p = shared === a ? b : a;
      const q = shared === c ? d : c;
      if (orient2d(x[shared], y[shared], x[p], y[p], x[q], y[q]) !== 0) return;
      if (isBetween(vertices, shared, q, p)) this.addSplit(g, p);
      else if (isBetween(vertices, shared, p, q)) this.addSplit(e, q);
      return;
    }
    const side1 = orient2d(ax, ay, bx, by, cx, cy);
    const side2 = orient2d(ax, ay, bx, by, dx, dy);
    if ((side1 > 0 && side2 > 0) || (side1 < 0 && side2 < 0)) return;
    const side3 = orient2d(cx, cy, dx, dy, ax, ay);
    const side4 = orient2d(cx, cy, dx, dy, bx, by);
    if ((side3 > 0 && side4 > 0) || (side3 < 0 && side4 < 0)) return;
    if (side1 === 0 || side2 === 0 || side3 === 0 || side4 === 0) {
      if (side1 === 0 && isBetween(vertices, a, b, c)) this.addSplit(e, c);
      if (side2 === 0 && isBetween(vertices, a, b, d)) this.addSplit(e, d);
      if (side3 === 0 && isBetween(vertices, c, d, a)) this.addSplit(g, a);
      if (side4 === 0 && isBetween(vertices, c, d, b)) this.addSplit(g, b);
      return;
    }
    this.pending.push(e);
    this.pending.push(g);
    if (this.pending.length + this.crossings.length > 2 * this.mostCrossings) throw new TooTangledError(this.mostCrossings);
  };

  forgetCrossings(): void {
    this.pending.length = 0;
  }

  forgetSplits(): void {
    this.splitEdge.length = 0;
    this.splitVertex.length = 0;
  }

  /**
   * Creates the nodes of the crossings found so far. Called only when no vertex lies on an edge any more: overlapping edges
   * have been merged by then, so their crossing gets a single node. Pairs with a dead edge are skipped, because its pieces
   * were tested. Where more than two edges cross in a point, each pair rounds it on its own. Points this close to each other
   * become one node; otherwise there would be borders of a unit in the last place between features that only touch.
   */
  placeCrossings(): void {
    const { vertices, edges, pending } = this;
    const places = new CrossingPlaces();
    let kept = 0;
    for (let i = 0; i < pending.length; i += 2) {
      const e = pending.data[i];
      const g = pending.data[i + 1];
      if (edges.isDead(e) || edges.isDead(g)) continue;
      places.add(vertices, edges.a[e], edges.b[e], edges.a[g], edges.b[g]);
      pending.data[kept++] = e;
      pending.data[kept++] = g;
    }
    const standIns = places.standIns(BESIDE);
    for (let i = 0; i < places.count; i++) {
      const e = pending.data[2 * i];
      const g = pending.data[2 * i + 1];
      const ends = [edges.a[e], edges.b[e], edges.a[g], edges.b[g]];
      const other = standIns[i];
      const index = isAlong(vertices, ends[0], ends[1], places.x(other), places.y(other)) && isAlong(vertices, ends[2], ends[3], places.x(other), places.y(other)) ? other : i;
      const end = endBeside(vertices, ends, places.x(i), places.y(i));
      const node = end >= 0 ? end : vertices.intern(places.x(index), places.y(index));
      this.addSplit(e, node);
      this.addSplit(g, node);
      this.crossings.push(edges.firstUse[e]);
      this.crossings.push(edges.firstUse[g]);
      this.crossings.push(node);
    }
    pending.length = 0;
  }

  private addSplit(edge: number, vertex: number): void {
    if (this.edges.a[edge] === vertex || this.edges.b[edge] === vertex) return;
    this.splitEdge.push(edge);
    this.splitVertex.push(vertex);
    this.inserted.push(vertex);
  }

  /** Routes two edges through each other's ends where they pass closely enough. @returns whether there was such an end. */
  private routeThroughEnds(e: number, g: number): boolean {
    const { vertices, edges } = this;
    const before = this.splitEdge.length;
    if (passes(vertices, edges.a[e], edges.b[e], edges.a[g])) this.addSplit(e, edges.a[g]);
    if (passes(vertices, edges.a[e], edges.b[e], edges.b[g])) this.addSplit(e, edges.b[g]);
    if (passes(vertices, edges.a[g], edges.b[g], edges.a[e])) this.addSplit(g, edges.a[e]);
    if (passes(vertices, edges.a[g], edges.b[g], edges.b[e])) this.addSplit(g, edges.b[e]);
    return this.splitEdge.length > before;
  }
}

/** Whether p, known to be on the line a–b, lies strictly between the two. */
function isBetween(vertices: VertexTable, a: number, b: number, p: number): boolean {
  const { x, y } = vertices;
  if (x[a] !== x[b]) return x[a] < x[b] ? x[p] > x[a] && x[p] < x[b] : x[p] > x[b] && x[p] < x[a];
  return y[a] < y[b] ? y[p] > y[a] && y[p] < y[b] : y[p] > y[b] && y[p] < y[a];
}

/** Whether a point beside the line a–b lies between the two. Measured from the end that is first by coordinates. */
function isAlong({ x, y }: VertexTable, a: number, b: number, px: number, py: number): boolean {
  if (comparePoints(x[a], y[a], x[b], y[b]) > 0) [a, b] = [b, a];
  const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
  const along = (px - x[a]) * dx + (py - y[a]) * dy;
  return along > 0 && along < dx * dx + dy * dy;
}
