import type { EdgeTable } from '../edges/edges.ts';
import type { Ground } from '../ground.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { Int32List } from '../arrays/growable.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { SettledPlaces } from './settled-places.ts';

/** Widens the distance, because lengths here are measured at the latitude of the vertex and elsewhere between two vertices. */
const SLACK = 1.001;

/** What is near a vertex is remembered if this many open edges end there, as it is asked for by each of them. */
const MANY_ENDS = 32;

/** After this many edges examined near vertices, the search checks whether enough features are marked. */
const VISITS_BETWEEN_CHECKS = 4_000_000;

/** Called for each feature that is marked, with the other feature and the place where their borders are near. */
export type OnNear = (feature: number, other: number, x: number, y: number) => void;

/** Edges, some of which are open: one feature has land on one side, and nobody on the other. */
export interface OpenEdges {
  readonly vertices: VertexTable;
  readonly edges: EdgeTable;
  readonly ground: Ground;
  /** The open ones. */
  readonly members: Int32Array;
  /** The feature that each open edge belongs to. */
  readonly featureOf: (edge: number) => number;
  /** Where borders near each other were looked at before, and left; null for nowhere. */
  readonly settled?: SettledPlaces | null;
}

/**
 * Marks features with open borders that come closer to those of other features than the snap distance, other than
 * where they meet.
 *
 * @param isEnough called from time to time; true stops the search, because enough features are marked.
 */
export function markNearBorders(open: OpenEdges, snapDistance: number, isCandidate: Uint8Array, isEnough: () => boolean, onNear: OnNear = () => undefined): void {
  if (!(snapDistance > 0)) return;
  const { edges } = open;
  const members = unsettledMembers(open, snapDistance * SLACK);
  if (members.length === 0) return;
  const search = new NearBorderSearch({ ...open, members }, snapDistance, isCandidate, onNear);
  for (let i = 0; i < members.length; i++) {
    search.examine(members[i], edges.a[members[i]]);
    search.examine(members[i], edges.b[members[i]]);
    if (search.visits < VISITS_BETWEEN_CHECKS) continue;
    search.visits = 0;
    if (isEnough()) return;
  }
}

/** The open edges within the distance of a place that is not settled. All others are as near to each other as they were when they were left. */
function unsettledMembers({ vertices: { x, y }, edges: { a, b }, ground, members, settled = null }: OpenEdges, distance: number): Int32Array {
  if (settled === null) return members;
  let furthest = 0;
  for (const edge of members) furthest = Math.max(furthest, Math.abs(y[a[edge]]), Math.abs(y[b[edge]]));
  const reachX = distance / ground.smallestScaleX(-furthest, furthest);
  const reachY = distance / ground.scaleY;
  return members.filter((edge) => {
    const ax = x[a[edge]], bx = x[b[edge]], ay = y[a[edge]], by = y[b[edge]];
    return !settled.isSettledIn(Math.min(ax, bx) - reachX, Math.min(ay, by) - reachY, Math.max(ax, bx) + reachX, Math.max(ay, by) + reachY);
  });
}

class NearBorderSearch {
  visits = 0;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly featureOf: Int32Array;
  private readonly ground: Ground;
  private readonly distance: number;
  private readonly grid: EdgeGrid;
  private readonly isCandidate: Uint8Array;
  private readonly onNear: OnNear;
  private readonly settled: SettledPlaces | null;
  /** For each vertex, the feature whose borders were last looked for around it, plus one; 0 if there is none. Two edges of each ring end in it. */
  private readonly examinedFor: Int32Array;
  /** For vertices in which many edges end: the open edges near them whose features do not pass through them. */
  private readonly known = new Map<number, Int32Array>();
  /** The edges around the vertex that was last looked around, and the ground there. Not handed from function to function: V8 makes an object of each double that is. */
  private readonly around = new Int32List();
  private scaleX = 1;

  constructor({ vertices, edges, ground, members, featureOf, settled = null }: OpenEdges, snapDistance: number, isCandidate: Uint8Array, onNear: OnNear) {
    this.vertices = vertices;
    this.edges = edges;
    this.featureOf = new Int32Array(edges.count).map((_, edge) => featureOf(edge));
    this.ground = ground;
    this.distance = snapDistance * SLACK;
    this.grid = new EdgeGrid(vertices, edges, members, snapDistance / ground.scaleY);
    this.isCandidate = isCandidate;
    this.onNear = onNear;
    this.settled = settled;
    this.examinedFor = new Int32Array(vertices.count);
  }

  /** Looks for open borders of other features near one end of an open edge. */
  examine(edge: number, vertex: number): void {
    const feature = this.featureOf[edge];
    if (this.examinedFor[vertex] === feature + 1) return;
    this.examinedFor[vertex] = feature + 1;
    if (this.isSettledAt(vertex)) return;
    const known = this.known.get(vertex);
    if (known === undefined) {
      if (this.search(edge, vertex) >= MANY_ENDS) this.remember(vertex);
      return;
    }
    this.visits += known.length;
    for (const other of known) this.mark(feature, this.featureOf[other], vertex);
  }

  /** @returns how many of the edges around the vertex end there. */
  private search(edge: number, vertex: number): number {
    const { edges: { a, b }, featureOf, isCandidate, around } = this;
    const feature = featureOf[edge];
    let ends = 0;
    this.lookAround(vertex);
    for (let k = 0; k < around.length; k++) {
      const other = around.data[k];
      if (a[other] === vertex || b[other] === vertex) {
        ends++;
        continue;
      }
      const otherFeature = featureOf[other];
      if (otherFeature === feature || (isCandidate[feature] === 1 && isCandidate[otherFeature] === 1)) continue;
      if (this.isWithin(vertex, other) && !this.isAt(vertex, otherFeature)) this.mark(feature, otherFeature, vertex);
    }
    return ends;
  }

  private remember(vertex: number): void {
    const { edges: { a, b }, featureOf, around } = this;
    const here = new Set<number>();
    const near = new Int32List();
    this.lookAround(vertex);
    for (let k = 0; k < around.length; k++) {
      const other = around.data[k];
      if (a[other] === vertex || b[other] === vertex) here.add(featureOf[other]);
      else if (this.isWithin(vertex, other)) near.push(other);
    }
    this.known.set(vertex, near.toArray().filter((other) => !here.has(featureOf[other])));
  }

  /** Whether what is near a vertex was so before, and was left. */
  private isSettledAt(vertex: number): boolean {
    const { vertices: { x, y }, settled } = this;
    return settled?.isSettledIn(x[vertex], y[vertex], x[vertex], y[vertex]) === true;
  }

  /** Marks two features that are near each other at a vertex. */
  private mark(feature: number, other: number, vertex: number): void {
    const { isCandidate, vertices: { x, y } } = this;
    if (isCandidate[feature] === 0) this.onNear(feature, other, x[vertex], y[vertex]);
    if (isCandidate[other] === 0) this.onNear(other, feature, x[vertex], y[vertex]);
    isCandidate[feature] = 1;
    isCandidate[other] = 1;
  }

  /** Lists the open edges in the cells within the distance of a vertex, those that are in several cells more than once. */
  private lookAround(vertex: number): void {
    const { grid, grid: { offsets, entries }, around } = this;
    const px = this.vertices.x[vertex];
    const py = this.vertices.y[vertex];
    this.scaleX = this.ground.scaleX(py);
    const reachX = this.distance / this.scaleX;
    const reachY = this.distance / this.ground.scaleY;
    const column0 = grid.column(px - reachX);
    const column1 = grid.column(px + reachX);
    const row1 = grid.row(py + reachY);
    around.length = 0;
    for (let row = grid.row(py - reachY); row <= row1; row++) {
      for (let column = column0; column <= column1; column++) {
        const cell = grid.cellAt(row, column);
        if (cell < 0) continue;
        for (let k = offsets[cell]; k < offsets[cell + 1]; k++) around.push(entries[k]);
      }
    }
    this.visits += around.length;
  }

  /** Whether an edge comes within the distance of the vertex that was last looked around. */
  private isWithin(vertex: number, edge: number): boolean {
    const { vertices: { x, y }, distance, scaleX, ground: { scaleY } } = this;
    const px = x[vertex];
    const py = y[vertex];
    const a = this.edges.a[edge];
    const b = this.edges.b[edge];
    const ax = (x[a] - px) * scaleX;
    const bx = (x[b] - px) * scaleX;
    const ay = (y[a] - py) * scaleY;
    const by = (y[b] - py) * scaleY;
    // Most edges in these cells are far to one side.
    if ((ax > distance && bx > distance) || (ax < -distance && bx < -distance) || (ay > distance && by > distance) || (ay < -distance && by < -distance)) return false;
    const dx = bx - ax;
    const dy = by - ay;
    const along = -(ax * dx + ay * dy) / (dx * dx + dy * dy);
    const share = along < 0 ? 0 : along > 1 ? 1 : along;
    const nx = ax + share * dx;
    const ny = ay + share * dy;
    return !(nx * nx + ny * ny >= distance * distance);
  }

  /** Whether an open border of the feature passes through the vertex. */
  private isAt(vertex: number, feature: number): boolean {
    const { grid, edges } = this;
    const cell = grid.cellAt(grid.row(this.vertices.y[vertex]), grid.column(this.vertices.x[vertex]));
    this.visits += grid.offsets[cell + 1] - grid.offsets[cell];
    for (let k = grid.offsets[cell]; k < grid.offsets[cell + 1]; k++) {
      const edge = grid.entries[k];
      if ((edges.a[edge] === vertex || edges.b[edge] === vertex) && this.featureOf[edge] === feature) return true;
    }
    return false;
  }
}
