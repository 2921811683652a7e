import type { EdgeTable } from './edges.ts';
import { EdgeGrid } from './grid.ts';
import type { Ground } from './ground.ts';
import { Int32List } from './growable.ts';
import { turn } from './predicates.ts';
import { TooTangledError } from './tangled.ts';
import type { PreparedLayer } from './prepare.ts';
import type { VertexTable } from './vertices.ts';

/** What changed up to so many snap distances off a vertex may matter to it. */
const CHANGE_REACH = 2.5;

/** How many times an edge may come up near a vertex: for each segment of the layer (some ten are usual), and in all for small ones. */
const VISITS_FOR_EACH = 1000;
const VISITS_FOR_ALL = 500_000_000;

/** The borders without a partner on their other side, on a grid in which those near a vertex are found. */
export class OpenBorders {
  members: Int32Array = new Int32Array(0);
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  private readonly distance: number;
  /** Source vertices whose segment borders land that is not in the layer: no border of it is open. */
  private readonly isRim: Uint8Array | null;
  private grid: EdgeGrid;
  private readonly stamp: Int32Array;
  private round = 0;
  private readonly inSight = new Int32List(64);
  private visits = 0;
  private readonly mostVisits: number;

  constructor(prepared: PreparedLayer, vertices: VertexTable, edges: EdgeTable, ground: Ground, distance: number, isRim: Uint8Array | null, mostVisits = VISITS_FOR_ALL + VISITS_FOR_EACH * prepared.segmentCount) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
    this.distance = distance;
    this.isRim = isRim;
    this.mostVisits = mostVisits;
    this.grid = new EdgeGrid(vertices, edges, this.members);
    this.stamp = new Int32Array(vertices.count);
  }

  /** Looks which edges are open now. */
  refresh(): void {
    this.members = this.openEdges();
    this.grid = new EdgeGrid(this.vertices, this.edges, this.members, this.distance / this.ground.scaleY);
  }

  private featureOf(use: number): number {
    return this.prepared.featureOfRing[this.prepared.ringOfVertex[this.edges.useCode[use] >> 1]];
  }

  /** Edges with land of some feature on one side and no other feature's on the other. */
  private openEdges(): Int32Array {
    const { edges } = this;
    const members = new Int32List();
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

  reachX(vertex: number): number {
    return this.distance / this.ground.scaleX(this.vertices.y[vertex]);
  }

  /**
   * Fills a list with the open edges in the cells within the distance of a vertex; an edge may come more than once.
   * @throws TooTangledError where thousands of borders lie within the distance of each other.
   */
  findNear(vertex: number, reachX: number, found: Int32List): void {
    const { grid } = this;
    const { offsets, entries } = grid;
    const { x, y } = this.vertices;
    const reachY = this.distance / this.ground.scaleY;
    const column0 = grid.column(x[vertex] - reachX);
    const column1 = grid.column(x[vertex] + reachX);
    const row1 = grid.row(y[vertex] + reachY);
    found.length = 0;
    for (let row = grid.row(y[vertex] - reachY); row <= row1; row++) {
      for (let column = column0; column <= column1; column++) {
        const cell = grid.cellAt(row, column);
        if (cell < 0) continue;
        for (let k = offsets[cell]; k < offsets[cell + 1]; k++) found.push(entries[k]);
      }
    }
    this.visits += found.length;
    if (this.visits > this.mostVisits) throw new TooTangledError(this.mostVisits);
  }

  /**
   * Each vertex of an open border near which something changed.
   * @param changed vertices whose edges are not what they were; null: all of them.
   */
  verticesNear(changed: Int32List | null): Int32List {
    const { a, b } = this.edges;
    const isNear = changed === null ? null : this.markCells(changed);
    this.round++;
    const found = new Int32List();
    for (const edge of this.members) {
      this.takeOnce(a[edge], isNear, found);
      this.takeOnce(b[edge], isNear, found);
    }
    return found;
  }

  private takeOnce(vertex: number, isNear: Uint8Array | null, found: Int32List): void {
    if (this.stamp[vertex] === this.round) return;
    this.stamp[vertex] = this.round;
    if (isNear === null || this.isNearMark(vertex, isNear)) found.push(vertex);
  }

  /** The cells that the edges of some vertices pass through: 1. */
  private markCells(changed: Int32List): Uint8Array {
    const { edges, grid } = this;
    const isMarked = new Uint8Array(grid.cellCount);
    const mark = (cell: number): void => {
      isMarked[cell] = 1;
    };
    for (let i = 0; i < changed.length; i++) {
      for (let half = edges.firstHalfEdge(changed.data[i]); half >= 0; half = edges.halfEdgeNext[half]) {
        if (!edges.isDead(half >> 1)) grid.forEachCell(half >> 1, mark);
      }
    }
    return isMarked;
  }

  /** Whether a marked cell lies within reach of a vertex, and as far again: an edge that is gone ran no further from those that came. */
  private isNearMark(vertex: number, isMarked: Uint8Array): boolean {
    const { grid } = this;
    const [px, py] = [this.vertices.x[vertex], this.vertices.y[vertex]];
    const reachX = CHANGE_REACH * this.reachX(vertex);
    const reachY = (CHANGE_REACH * this.distance) / this.ground.scaleY;
    const column0 = grid.column(px - reachX);
    const column1 = grid.column(px + reachX);
    const row1 = grid.row(py + reachY);
    for (let row = grid.row(py - reachY); row <= row1; row++) {
      for (let column = column0; column <= column1; column++) {
        const cell = grid.cellAt(row, column);
        if (cell >= 0 && isMarked[cell] === 1) return true;
      }
    }
    return false;
  }

  /** Whether no open edge crosses the way from a vertex to a place; edges at either end do not count. */
  isInSight(vertex: number, target: number, targetEdge: number, tx: number, ty: number, reachX: number): boolean {
    const { x, y } = this.vertices;
    const { a: edgeA, b: edgeB } = this.edges;
    const vx = x[vertex];
    const vy = y[vertex];
    const minX = Math.min(vx, tx), maxX = Math.max(vx, tx), minY = Math.min(vy, ty), maxY = Math.max(vy, ty);
    const { inSight } = this;
    this.findNear(vertex, reachX, inSight);
    for (let i = 0; i < inSight.length; i++) {
      const edge = inSight.data[i];
      if (edge === targetEdge) continue;
      const a = edgeA[edge];
      const b = edgeB[edge];
      if (a === vertex || b === vertex || a === target || b === target) continue;
      if ((x[a] < minX && x[b] < minX) || (x[a] > maxX && x[b] > maxX) || (y[a] < minY && y[b] < minY) || (y[a] > maxY && y[b] > maxY)) continue;
      const side1 = turn(vx, vy, tx, ty, x[a], y[a]);
      const side2 = turn(vx, vy, tx, ty, x[b], y[b]);
      if (!((side1 > 0 && side2 < 0) || (side1 < 0 && side2 > 0))) continue;
      const side3 = turn(x[a], y[a], x[b], y[b], vx, vy);
      const side4 = turn(x[a], y[a], x[b], y[b], tx, ty);
      if ((side3 > 0 && side4 < 0) || (side3 < 0 && side4 > 0)) return false;
    }
    return true;
  }
}
