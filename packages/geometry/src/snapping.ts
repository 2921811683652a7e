import type { EdgeTable } from './edges.ts';
import type { FindingList } from './finding-list.ts';
import { EdgeGrid } from './grid.ts';
import type { Ground } from './ground.ts';
import { Float64List, Int32List } from './growable.ts';
import { applySplits, runsForward } from './noding.ts';
import { Passages } from './passages.ts';
import { comparePoints, turn } from './predicates.ts';
import type { PreparedLayer } from './prepare.ts';
import type { VertexMoves, VertexTable } from './vertices.ts';

/** Every merge takes a vertex away and every insertion joins a vertex to one more feature, so it ends; this is a guard only. */
const MOST_ROUNDS = 60;

/** Vertices further off in x or y than the distance by this factor are not measured: lengths of a degree differ by less. */
const WIDER = 2;

/**
 * Matches borders of different features that face each other within the snap distance.
 *
 * A vertex of one border falls onto a vertex of the other, or else is put into the edge that it is near to, which bends to it:
 * no coordinates are invented. Only edges without a partner on the other side take part, so a matched border never moves.
 * Two borders face each other when, with the land on the left of both, they run against each other. Which vertex stays is
 * decided by geometry alone: the one where more edges meet, else the first by x and y.
 */
export class BorderSnapping {
  /** Features that were moved or bent here: 1. */
  readonly isTouched: Uint8Array;
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly moves: VertexMoves;
  private readonly inserted: Int32List;
  private readonly ground: Ground;
  private readonly distance: number;
  private readonly findings: FindingList;
  /** Features that take no part. */
  private readonly isFrozen: Uint8Array;
  /** Source vertices whose segment borders land that is not in the layer: no border of it is open. */
  private readonly isRim: Uint8Array | null;
  private grid: EdgeGrid;
  private readonly stamp: Int32Array;
  private round = 0;
  /** The last search that came upon each vertex. */
  private readonly seenFrom: Int32Array;
  private seen = 0;
  private readonly here: Passages;
  private readonly there: Passages;

  constructor(
    prepared: PreparedLayer,
    vertices: VertexTable,
    edges: EdgeTable,
    moves: VertexMoves,
    inserted: Int32List,
    ground: Ground,
    distance: number,
    isFrozen: Uint8Array,
    isRim: Uint8Array | null,
    findings: FindingList,
  ) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.moves = moves;
    this.inserted = inserted;
    this.ground = ground;
    this.distance = distance;
    this.isFrozen = isFrozen;
    this.isRim = isRim;
    this.findings = findings;
    this.isTouched = new Uint8Array(isFrozen.length);
    this.grid = new EdgeGrid(vertices, edges, new Int32Array(0));
    this.stamp = new Int32Array(vertices.count);
    this.seenFrom = new Int32Array(vertices.count);
    this.here = new Passages(prepared, vertices, edges, ground);
    this.there = new Passages(prepared, vertices, edges, ground);
  }

  run(): void {
    if (!(this.distance > 0)) return;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const members = this.openEdges();
      if (members.length === 0) return;
      if (this.edges.vertexFirst === null) this.edges.buildIncidence(this.vertices.count);
      this.grid = new EdgeGrid(this.vertices, this.edges, members, this.distance / this.ground.scaleY);
      if (this.mergeVertices(members) === 0 && this.insertVertices(members) === 0) return;
    }
  }

  private featureOf(use: number): number {
    return this.prepared.featureOfRing[this.prepared.ringOfVertex[this.edges.useCode[use] >> 1]];
  }

  /** Edges with land of some feature on one side and no other feature's on the other. */
  private openEdges(): Int32Array {
    const { edges } = this;
    const members = new Int32List(1024);
    for (let edge = 0; edge < edges.count; edge++) if (!edges.isDead(edge) && this.isOpen(edge)) members.push(edge);
    return members.toArray();
  }

  private isOpen(edge: number): boolean {
    const { useCode, useNext, firstUse } = this.edges;
    const first = firstUse[edge];
    const second = useNext[first];
    if (this.isRim !== null) for (let use = first; use >= 0; use = useNext[use]) if (this.isRim[useCode[use] >> 1] === 1) return false;
    if (second < 0) return true;
    if (useNext[second] < 0) return ((useCode[first] ^ useCode[second]) & 1) === 0;
    const net = new Map<number, number>();
    for (let use = first; use >= 0; use = useNext[use]) net.set(this.featureOf(use), (net.get(this.featureOf(use)) ?? 0) + (useCode[use] & 1 ? -1 : 1));
    let isLeft = false;
    let isRight = false;
    for (const value of net.values()) {
      if (value > 0) isLeft = true;
      if (value < 0) isRight = true;
    }
    return isLeft !== isRight;
  }

  private reachX(vertex: number): number {
    return this.distance / this.ground.scaleX(this.vertices.y[vertex]);
  }

  /** Calls back with the open edges in the cells within the distance of a vertex; an edge may come more than once. */
  private forEachNear(vertex: number, reachX: number, visit: (edge: number) => void): void {
    const { grid } = this;
    const { offsets, entries } = grid;
    const { x, y } = this.vertices;
    const reachY = this.distance / this.ground.scaleY;
    const column0 = grid.column(x[vertex] - reachX);
    const column1 = grid.column(x[vertex] + reachX);
    const row1 = grid.row(y[vertex] + reachY);
    for (let row = grid.row(y[vertex] - reachY); row <= row1; row++) {
      for (let cell = row * grid.columns + column0; cell <= row * grid.columns + column1; cell++) {
        for (let k = offsets[cell]; k < offsets[cell + 1]; k++) visit(entries[k]);
      }
    }
  }

  private forEachOpenVertex(members: Int32Array, visit: (vertex: number) => void): void {
    const { a, b } = this.edges;
    const round = ++this.round;
    const visitOnce = (vertex: number): void => {
      if (this.stamp[vertex] === round) return;
      this.stamp[vertex] = round;
      visit(vertex);
    };
    for (const edge of members) {
      visitOnce(a[edge]);
      visitOnce(b[edge]);
    }
  }

  /** Pairs of vertices that may fall together, with their distance. */
  private findPairs(members: Int32Array): { from: Int32Array; to: Int32Array; apart: Float64Array } {
    const { edges, ground, isFrozen, here, there, seenFrom } = this;
    const { x, y } = this.vertices;
    const from = new Int32List();
    const to = new Int32List();
    const apart = new Float64List();
    const outerY = (WIDER * this.distance) / ground.scaleY;
    let [vertex, reachX] = [-1, 0];
    const consider = (other: number): void => {
      if (other <= vertex || seenFrom[other] === this.seen) return;
      if (Math.abs(y[other] - y[vertex]) > outerY || Math.abs(x[other] - x[vertex]) > WIDER * reachX) return;
      seenFrom[other] = this.seen;
      const length = ground.length(x[vertex], y[vertex], x[other], y[other]);
      if (!(length < this.distance)) return;
      if (here.vertex !== vertex) here.read(vertex);
      if (here.hasMarked(isFrozen) || there.read(other).hasMarked(isFrozen)) return;
      if (there.hasAnyOf(here) || !here.faces(there) || !this.isInSight(vertex, other, -1, x[other], y[other], reachX)) return;
      from.push(vertex);
      to.push(other);
      apart.push(length);
    };
    const considerEnds = (edge: number): void => {
      consider(edges.a[edge]);
      consider(edges.b[edge]);
    };
    here.vertex = -1;
    this.forEachOpenVertex(members, (at) => {
      vertex = at;
      reachX = this.reachX(at);
      this.seen++;
      this.forEachNear(at, reachX, considerEnds);
    });
    return { from: from.toArray(), to: to.toArray(), apart: apart.toArray() };
  }

  /** Lets vertices fall together, the closest pairs first, each vertex in one pair at most. @returns how many moved. */
  private mergeVertices(members: Int32Array): number {
    const { x, y } = this.vertices;
    const { from, to, apart } = this.findPairs(members);
    const order = Int32Array.from(apart, (_, i) => i);
    order.sort((i, j) => {
      const difference = apart[i] - apart[j];
      if (difference !== 0) return difference;
      const [p, q] = [this.firstByPlace(from[i], to[i]), this.firstByPlace(from[j], to[j])];
      const [r, s] = [from[i] + to[i] - p, from[j] + to[j] - q];
      return comparePoints(x[p], y[p], x[q], y[q]) || comparePoints(x[r], y[r], x[s], y[s]);
    });
    this.round++;
    let count = 0;
    for (const i of order) {
      const p = from[i];
      const q = to[i];
      if (this.stamp[p] === this.round || this.stamp[q] === this.round) continue;
      this.stamp[p] = this.round;
      this.stamp[q] = this.round;
      const degrees = this.degree(p) - this.degree(q);
      const stays = degrees > 0 ? p : degrees < 0 ? q : this.firstByPlace(p, q);
      this.moveVertex(p + q - stays, stays, apart[i]);
      count++;
    }
    return count;
  }

  private moveVertex(vertex: number, onto: number, length: number): void {
    const { here, there, isTouched } = this;
    const { x, y } = this.vertices;
    there.read(onto);
    for (let i = 0; i < there.count; i++) isTouched[there.list[i].feature] = 1;
    const other = there.firstFeature();
    here.read(vertex);
    for (let i = 0; i < here.count; i++) {
      const { feature } = here.list[i];
      isTouched[feature] = 1;
      this.findings.add('near-edge', feature, other, x[vertex], y[vertex], length, 'vertex-moved');
    }
    this.edges.mergeVertex(vertex, onto, () => undefined);
    this.moves.move(vertex, onto);
  }

  private firstByPlace(p: number, q: number): number {
    const { x, y } = this.vertices;
    return comparePoints(x[p], y[p], x[q], y[q]) < 0 ? p : q;
  }

  private degree(vertex: number): number {
    let count = 0;
    for (let half = this.edges.firstHalfEdge(vertex); half >= 0; half = this.edges.halfEdgeNext[half]) if (!this.edges.isDead(half >> 1)) count++;
    return count;
  }

  private insertVertices(members: Int32Array): number {
    const { vertices, edges, ground } = this;
    const { x, y } = vertices;
    const splitEdge = new Int32List();
    const splitVertex = new Int32List();
    const { here } = this;
    here.vertex = -1;
    const nearest = new Map<number, { readonly edge: number; readonly length: number }>();
    this.forEachOpenVertex(members, (vertex) => {
      nearest.clear();
      const scaleX = ground.scaleX(y[vertex]);
      const reachX = this.reachX(vertex);
      this.forEachNear(vertex, reachX, (edge) => {
        if (edges.a[edge] === vertex || edges.b[edge] === vertex) return;
        const isForward = runsForward(vertices, edges, edge);
        const a = isForward ? edges.a[edge] : edges.b[edge];
        const b = isForward ? edges.b[edge] : edges.a[edge];
        const dx = (x[b] - x[a]) * scaleX;
        const dy = (y[b] - y[a]) * ground.scaleY;
        const px = (x[vertex] - x[a]) * scaleX;
        const py = (y[vertex] - y[a]) * ground.scaleY;
        const share = (px * dx + py * dy) / (dx * dx + dy * dy);
        if (!(share > 0 && share < 1)) return;
        const length = Math.hypot(px - share * dx, py - share * dy);
        if (!(length < this.distance)) return;
        if (here.vertex !== vertex) here.read(vertex);
        for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
          const feature = this.featureOf(use);
          const known = nearest.get(feature);
          if (known !== undefined && (known.length < length || (known.length === length && !this.isEdgeBefore(edge, known.edge)))) continue;
          if (this.isFrozen[feature] === 1 || here.has(feature)) continue;
          const sign = ((edges.useCode[use] & 1) === 0) === isForward ? 1 : -1;
          if (!here.facesEdge(dx * sign, dy * sign, share * dx - px, share * dy - py, feature)) continue;
          if (!this.isInSight(vertex, -1, edge, x[a] + share * (x[b] - x[a]), y[a] + share * (y[b] - y[a]), reachX)) continue;
          nearest.set(feature, { edge, length });
        }
      });
      if (nearest.size === 0 || here.hasMarked(this.isFrozen)) return;
      const mover = here.firstFeature();
      for (const [feature, { edge, length }] of nearest) {
        splitEdge.push(edge);
        splitVertex.push(vertex);
        this.inserted.push(vertex);
        this.isTouched[feature] = 1;
        const isOnLine = turn(x[edges.a[edge]], y[edges.a[edge]], x[edges.b[edge]], y[edges.b[edge]], x[vertex], y[vertex]) === 0;
        if (isOnLine) this.findings.add('unmatched-vertex', feature, mover, x[vertex], y[vertex], NaN, 'vertex-inserted');
        else this.findings.add('near-edge', feature, mover, x[vertex], y[vertex], length, 'vertex-inserted');
      }
    });
    if (splitEdge.length > 0) applySplits(vertices, edges, splitEdge, splitVertex);
    return splitEdge.length;
  }

  private isEdgeBefore(edge: number, other: number): boolean {
    const { x, y } = this.vertices;
    const { a, b } = this.edges;
    const [p, q] = [this.firstByPlace(a[edge], b[edge]), this.firstByPlace(a[other], b[other])];
    const [r, s] = [a[edge] + b[edge] - p, a[other] + b[other] - q];
    return (comparePoints(x[p], y[p], x[q], y[q]) || comparePoints(x[r], y[r], x[s], y[s])) < 0;
  }

  /** Whether no open edge crosses the way from a vertex to a place; edges at either end do not count. */
  private isInSight(vertex: number, target: number, targetEdge: number, tx: number, ty: number, reachX: number): boolean {
    const { x, y } = this.vertices;
    const { a: edgeA, b: edgeB } = this.edges;
    const vx = x[vertex];
    const vy = y[vertex];
    const [minX, maxX, minY, maxY] = [Math.min(vx, tx), Math.max(vx, tx), Math.min(vy, ty), Math.max(vy, ty)];
    let isFree = true;
    this.forEachNear(vertex, reachX, (edge) => {
      if (!isFree || edge === targetEdge) return;
      const a = edgeA[edge];
      const b = edgeB[edge];
      if (a === vertex || b === vertex || a === target || b === target) return;
      if ((x[a] < minX && x[b] < minX) || (x[a] > maxX && x[b] > maxX) || (y[a] < minY && y[b] < minY) || (y[a] > maxY && y[b] > maxY)) return;
      const side1 = turn(vx, vy, tx, ty, x[a], y[a]);
      const side2 = turn(vx, vy, tx, ty, x[b], y[b]);
      if (!((side1 > 0 && side2 < 0) || (side1 < 0 && side2 > 0))) return;
      const side3 = turn(x[a], y[a], x[b], y[b], vx, vy);
      const side4 = turn(x[a], y[a], x[b], y[b], tx, ty);
      if ((side3 > 0 && side4 < 0) || (side3 < 0 && side4 > 0)) isFree = false;
    });
    return isFree;
  }
}
