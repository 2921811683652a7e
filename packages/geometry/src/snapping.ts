import type { EdgeTable } from './edges.ts';
import type { FindingList } from './finding-list.ts';
import { EdgeGrid } from './grid.ts';
import type { Ground } from './ground.ts';
import { Float64List, Int32List } from './growable.ts';
import { applySplits, runsForward } from './noding.ts';
import { comparePoints, turn } from './predicates.ts';
import type { PreparedLayer } from './prepare.ts';
import type { VertexMoves, VertexTable } from './vertices.ts';

/** Every merge takes a vertex away and every insertion joins a vertex to one more feature, so it ends; this is a guard only. */
const MOST_ROUNDS = 60;

/** Beyond this cosine two borders clearly run with or against each other; between, it is asked what lies between them. */
const CLEAR_COSINE = 0.3;

/** How a border passes a vertex: the sum of its unit directions, where it leaves to, and where it came from. */
interface Passage {
  x: number;
  y: number;
  outX: number;
  outY: number;
  backX: number;
  backY: number;
}

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
  private stamp: Int32Array;
  private round = 0;

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

  /** Calls back for each feature with an edge at the vertex, once or more. */
  private someFeatureAt(vertex: number, test: (feature: number) => boolean): boolean {
    const { edges } = this;
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) {
      if (edges.isDead(half >> 1)) continue;
      for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) if (test(this.featureOf(use))) return true;
    }
    return false;
  }

  private hasFeature(vertex: number, feature: number): boolean {
    return this.someFeatureAt(vertex, (other) => other === feature);
  }

  private readonly passage: Passage = { x: 0, y: 0, outX: 0, outY: 0, backX: 0, backY: 0 };
  private readonly otherPassage: Passage = { x: 0, y: 0, outX: 0, outY: 0, backX: 0, backY: 0 };

  /** How the border of a feature passes a vertex, with its land on the left. */
  private readPassage(vertex: number, feature: number, passage: Passage): void {
    const { edges, ground } = this;
    const { x, y } = this.vertices;
    const scaleX = ground.scaleX(y[vertex]);
    passage.x = 0;
    passage.y = 0;
    let outs = 0;
    let backs = 0;
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) {
      const edge = half >> 1;
      if (edges.isDead(edge)) continue;
      for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
        if (this.featureOf(use) !== feature) continue;
        const sign = edges.useCode[use] & 1 ? -1 : 1;
        const dx = (x[edges.b[edge]] - x[edges.a[edge]]) * scaleX * sign;
        const dy = (y[edges.b[edge]] - y[edges.a[edge]]) * ground.scaleY * sign;
        const length = Math.sqrt(dx * dx + dy * dy);
        if (length === 0) continue;
        passage.x += dx / length;
        passage.y += dy / length;
        const isLeaving = (sign > 0) === (edges.a[edge] === vertex);
        // Of several passages of one feature the ones furthest by x, then y, speak for all: geometry alone decides.
        if (isLeaving && (outs === 0 || comparePoints(dx, dy, passage.outX, passage.outY) > 0)) {
          passage.outX = dx;
          passage.outY = dy;
        }
        if (!isLeaving && (backs === 0 || comparePoints(-dx, -dy, passage.backX, passage.backY) > 0)) {
          passage.backX = -dx;
          passage.backY = -dy;
        }
        if (isLeaving) outs++;
        else backs++;
      }
    }
  }

  /** Whether borders of two features at two vertices face each other. */
  private facesVertex(vertex: number, other: number): boolean {
    const { x, y } = this.vertices;
    const dx = (x[other] - x[vertex]) * this.ground.scaleX(y[vertex]);
    const dy = (y[other] - y[vertex]) * this.ground.scaleY;
    return this.someFeatureAt(other, (otherFeature) => {
      this.readPassage(other, otherFeature, this.otherPassage);
      return this.someFeatureAt(vertex, (feature) => {
        if (feature === otherFeature) return false;
        this.readPassage(vertex, feature, this.passage);
        const angle = cosine(this.passage.x, this.passage.y, this.otherPassage.x, this.otherPassage.y);
        if (Math.abs(angle) > CLEAR_COSINE) return angle < 0;
        return isOverLand(this.passage, dx, dy) === isOverLand(this.otherPassage, -dx, -dy);
      });
    });
  }

  /** Whether a border at the vertex faces an edge with its land on the left; (px, py) leads from the vertex to its foot on it. */
  private facesEdge(vertex: number, dx: number, dy: number, px: number, py: number, edgeFeature: number): boolean {
    const isOverEdgeLand = px * dy - py * dx > 0;
    return this.someFeatureAt(vertex, (feature) => {
      if (feature === edgeFeature) return false;
      this.readPassage(vertex, feature, this.passage);
      const angle = cosine(this.passage.x, this.passage.y, dx, dy);
      if (Math.abs(angle) > CLEAR_COSINE || (px === 0 && py === 0)) return angle < CLEAR_COSINE;
      return isOverLand(this.passage, px, py) === isOverEdgeLand;
    });
  }

  /** Calls back with the open edges in the cells within the distance of a vertex; an edge may come more than once. */
  private forEachNear(vertex: number, visit: (edge: number) => void): void {
    const { grid, ground } = this;
    const { x, y } = this.vertices;
    const reachX = this.distance / ground.scaleX(y[vertex]);
    const reachY = this.distance / ground.scaleY;
    const column0 = grid.column(x[vertex] - reachX);
    const column1 = grid.column(x[vertex] + reachX);
    const row1 = grid.row(y[vertex] + reachY);
    for (let row = grid.row(y[vertex] - reachY); row <= row1; row++) {
      for (let column = column0; column <= column1; column++) {
        const cell = row * grid.columns + column;
        for (let k = grid.offsets[cell]; k < grid.offsets[cell + 1]; k++) if (!this.edges.isDead(grid.entries[k])) visit(grid.entries[k]);
      }
    }
  }

  private forEachOpenVertex(members: Int32Array, visit: (vertex: number) => void): void {
    this.round++;
    for (const edge of members) {
      for (const vertex of [this.edges.a[edge], this.edges.b[edge]]) {
        if (this.stamp[vertex] === this.round) continue;
        this.stamp[vertex] = this.round;
        visit(vertex);
      }
    }
  }

  private isStill(vertex: number): boolean {
    return this.someFeatureAt(vertex, (feature) => this.isFrozen[feature] === 1);
  }

  private mergeVertices(members: Int32Array): number {
    const { vertices, edges } = this;
    const { x, y } = vertices;
    const from = new Int32List();
    const to = new Int32List();
    const apart = new Float64List();
    const near: number[] = [];
    this.forEachOpenVertex(members, (vertex) => {
      near.length = 0;
      this.forEachNear(vertex, (edge) => near.push(edges.a[edge], edges.b[edge]));
      let last = -1;
      for (const other of near.sort((p, q) => p - q)) {
        if (other === last || other <= vertex) continue;
        last = other;
        const length = this.ground.length(x[vertex], y[vertex], x[other], y[other]);
        if (!(length < this.distance) || this.someFeatureAt(vertex, (feature) => this.hasFeature(other, feature))) continue;
        if (this.isStill(vertex) || this.isStill(other) || !this.facesVertex(vertex, other)) continue;
        if (!this.isInSight(vertex, other, -1, x[other], y[other])) continue;
        from.push(vertex);
        to.push(other);
        apart.push(length);
      }
    });
    const order = Int32Array.from({ length: from.length }, (_, i) => i);
    const firstOf = (i: number): number => this.firstByPlace(from.data[i], to.data[i]);
    const secondOf = (i: number): number => from.data[i] + to.data[i] - firstOf(i);
    order.sort((i, j) => {
      const difference = apart.data[i] - apart.data[j];
      if (difference !== 0) return difference;
      const [p, q, r, s] = [firstOf(i), firstOf(j), secondOf(i), secondOf(j)];
      return comparePoints(x[p], y[p], x[q], y[q]) || comparePoints(x[r], y[r], x[s], y[s]);
    });
    this.round++;
    let count = 0;
    for (const i of order) {
      const p = from.data[i];
      const q = to.data[i];
      if (this.stamp[p] === this.round || this.stamp[q] === this.round) continue;
      this.stamp[p] = this.round;
      this.stamp[q] = this.round;
      const degrees = this.degree(p) - this.degree(q);
      const stays = degrees > 0 ? p : degrees < 0 ? q : this.firstByPlace(p, q);
      this.moveVertex(p + q - stays, stays, apart.data[i]);
      count++;
    }
    return count;
  }

  private moveVertex(vertex: number, onto: number, length: number): void {
    const { x, y } = this.vertices;
    let other = -1;
    this.someFeatureAt(onto, (feature) => {
      this.isTouched[feature] = 1;
      if (other < 0 || feature < other) other = feature;
      return false;
    });
    const movers = new Set<number>();
    this.someFeatureAt(vertex, (feature) => {
      movers.add(feature);
      return false;
    });
    for (const feature of movers) {
      this.isTouched[feature] = 1;
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
    const nearest = new Map<number, { readonly edge: number; readonly length: number }>();
    this.forEachOpenVertex(members, (vertex) => {
      nearest.clear();
      const scaleX = ground.scaleX(y[vertex]);
      this.forEachNear(vertex, (edge) => {
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
        for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
          const feature = this.featureOf(use);
          const known = nearest.get(feature);
          if (known !== undefined && (known.length < length || (known.length === length && !this.isEdgeBefore(edge, known.edge)))) continue;
          if (this.isFrozen[feature] === 1 || this.hasFeature(vertex, feature)) continue;
          const sign = ((edges.useCode[use] & 1) === 0) === isForward ? 1 : -1;
          if (!this.facesEdge(vertex, dx * sign, dy * sign, share * dx - px, share * dy - py, feature)) continue;
          if (!this.isInSight(vertex, -1, edge, x[a] + share * (x[b] - x[a]), y[a] + share * (y[b] - y[a]))) continue;
          nearest.set(feature, { edge, length });
        }
      });
      if (nearest.size === 0 || this.isStill(vertex)) return;
      let mover = -1;
      this.someFeatureAt(vertex, (feature) => {
        if (mover < 0 || feature < mover) mover = feature;
        return false;
      });
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
  private isInSight(vertex: number, target: number, targetEdge: number, tx: number, ty: number): boolean {
    const { x, y } = this.vertices;
    const { a: edgeA, b: edgeB } = this.edges;
    const vx = x[vertex];
    const vy = y[vertex];
    let isFree = true;
    this.forEachNear(vertex, (edge) => {
      if (!isFree || edge === targetEdge) return;
      const a = edgeA[edge];
      const b = edgeB[edge];
      if (a === vertex || b === vertex || a === target || b === target) return;
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

function cosine(ax: number, ay: number, bx: number, by: number): number {
  const lengths = Math.sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
  return lengths === 0 ? 0 : (ax * bx + ay * by) / lengths;
}

/** Whether a direction from the vertex leads over the land to the left of its border. */
function isOverLand(passage: Passage, dx: number, dy: number): boolean {
  const { outX, outY, backX, backY } = passage;
  const isLeftOfOut = outX * dy - outY * dx > 0;
  const isRightOfBack = backX * dy - backY * dx < 0;
  return outX * backY - outY * backX > 0 ? isLeftOfOut && isRightOfBack : isLeftOfOut || isRightOfBack;
}
