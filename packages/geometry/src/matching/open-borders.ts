import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import type { Reach } from '../edges/grid.ts';
import type { Ground } from '../ground.ts';
import { Int32List, enlarged } from '../arrays/growable.ts';
import { hasOpenSide } from './open-side.ts';
import { crossesWay } from './sight.ts';
import { Vicinity, isWithinOne } from './vicinity.ts';
import { TooTangledError } from '../tangled.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Topology } from '../edges/topology.ts';

/** Widens the search distance for edges: far more than its rounding error. */
const SLACK = 1.001;

/** Cells are at least this many times the distance by which edges are widened. */
const CELL_REACHES = 2;

/** The grid is rebuilt when the number of new edges exceeds one in this many of the edges it was built for. */
const MANY = 4;

/** Edges near vertices are remembered up to this total. Beyond it, they are searched for each time. */
const MOST_KNOWN = 4_000_000;

/** A change may affect vertices up to this many snap distances away. */
const CHANGE_REACH = 2.5;

/**
 * How many times edges may be visited in searches around vertices: per segment of the layer (about ten is usual), plus a constant for
 * small layers.
 */
const VISITS_FOR_EACH = 1000;
const VISITS_FOR_ALL = 750_000_000;

/** The borders without a partner on their other side, in a grid that finds those near a vertex. */
export class OpenBorders {
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  private readonly distance: number;
  private readonly reach: Reach;
  /** Source vertices whose segment borders land that is not in the layer: such a segment is never an open border. */
  private readonly isRim: Uint8Array | null;
  /** Null until first used. The cell of a vertex holds every open edge within the distance of the vertex. */
  private grid: EdgeGrid | null = null;
  /** Number of edges the grid was built for, and number added since. */
  private gridded = 0;
  private added = 0;
  /** For each edge, whether it is open now and whether it is in the grid. */
  private isOpenEdge: Uint8Array = new Uint8Array(0);
  private isInGrid: Uint8Array = new Uint8Array(0);
  private stamp: Int32Array;
  private round = 0;
  /**
   * What is near each vertex: in `known`, from `knownAt` on, first the number of edges, then the edges. 0: nothing;
   * -1: not known.
   */
  private readonly known = new Int32List();
  private knownAt: Int32Array;
  private readonly near = new Int32List();
  /** The surroundings of the edge around which vertices are currently searched for. */
  private readonly vicinity = new Vicinity();
  private readonly inSight = new Int32List();
  /** Vertices connected to the edge in `isHiddenBehindBorders`. */
  private readonly beyond = new Int32List();
  private visits = 0;
  private readonly mostVisits: number;

  constructor({ prepared, vertices, edges, ground }: Omit<Topology, 'vertexOf'>, distance: number, isRim: Uint8Array | null, mostVisits = VISITS_FOR_ALL + VISITS_FOR_EACH * prepared.segmentCount) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
    this.distance = distance;
    this.isRim = isRim;
    this.mostVisits = mostVisits;
    this.stamp = new Int32Array(vertices.count);
    this.knownAt = new Int32Array(vertices.count).fill(-1);
    this.known.push(0);
    this.reach = {
      y: (SLACK * distance) / ground.scaleY,
      x: (low, high) => (SLACK * distance) / ground.smallestScaleX(low, high),
    };
  }

  /**
   * Searches around all open edges.
   * @returns the vertices of open borders that come within the distance of another open border.
   */
  allCandidates(): Int32List {
    const { a, b } = this.edges;
    const members = this.findOpenEdges();
    this.refuseCrowd(members);
    const found = new Int32List();
    this.round++;
    for (let i = 0; i < members.length; i++) {
      this.takeOnce(a[members[i]], found);
      this.takeOnce(b[members[i]], found);
    }
    return found;
  }

  /**
   * Searches around the edges of changed vertices: edges that are new, were removed, or now run along others.
   * @returns the vertices of open borders that may be affected and come within the distance of another open border, each once.
   */
  candidatesAround(changed: Int32List): Int32List {
    if (changed.length * MANY > this.gridded || this.added * MANY > this.gridded) this.findOpenEdges();
    else for (let i = 0; i < changed.length; i++) this.updateAround(changed.data[i]);
    const around = this.verticesNear(changed);
    const found = new Int32List(around.length);
    this.round++;
    for (let i = 0; i < around.length; i++) this.takeOnce(around.data[i], found);
    return found;
  }

  /** Counts the work of searching around all ends of edges, so that too large a task is refused before it begins. */
  private refuseCrowd(members: Int32Array): void {
    const { edges, grid, stamp } = this;
    const { x, y } = this.vertices;
    if (grid === null) return;
    // A cell holds no more vertices than its edges have ends. For most layers this bound is enough.
    let most = this.visits;
    for (let cell = 0; cell < grid.cellCount; cell++) most += 2 * (grid.offsets[cell + 1] - grid.offsets[cell]) ** 2;
    if (most <= this.mostVisits) return;
    this.round++;
    let visits = this.visits;
    for (let i = 0; i < 2 * members.length; i++) {
      const vertex = i & 1 ? edges.b[members[i >> 1]] : edges.a[members[i >> 1]];
      if (stamp[vertex] === this.round) continue;
      stamp[vertex] = this.round;
      const cell = grid.cellAt(grid.row(y[vertex]), grid.column(x[vertex]));
      if (cell >= 0) visits += grid.offsets[cell + 1] - grid.offsets[cell];
    }
    if (visits > this.mostVisits) throw new TooTangledError(this.mostVisits);
  }

  /** Searches around a vertex, once per round, and adds it to `found` if anything is near. */
  private takeOnce(vertex: number, found: Int32List): void {
    if (this.stamp[vertex] === this.round) return;
    this.stamp[vertex] = this.round;
    this.search(vertex, this.near);
    this.keep(vertex, this.near);
    if (this.near.length > 0) found.push(vertex);
  }

  /** Builds the grid. @returns the edges with land of some feature on one side and no other feature's on the other. */
  private findOpenEdges(): Int32Array {
    const { edges } = this;
    this.isOpenEdge = new Uint8Array(edges.a.length);
    const list = new Int32List();
    for (let edge = 0; edge < edges.count; edge++) {
      if (edges.isDead(edge) || !hasOpenSide(this.prepared, edges, this.isRim, edge)) continue;
      this.isOpenEdge[edge] = 1;
      list.push(edge);
    }
    const members = list.takeArray();
    this.isInGrid = this.isOpenEdge.slice();
    this.grid = new EdgeGrid(this.vertices, edges, members, CELL_REACHES * this.reach.y, this.reach);
    this.gridded = members.length;
    this.added = 0;
    return members;
  }

  private updateAround(vertex: number): void {
    const { edges } = this;
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) if (!edges.isDead(half >> 1)) this.update(half >> 1);
  }

  private update(edge: number): void {
    if (edge >= this.isOpenEdge.length) {
      this.isOpenEdge = enlarged(this.isOpenEdge, this.edges.a.length);
      this.isInGrid = enlarged(this.isInGrid, this.edges.a.length);
    }
    const isOpen = hasOpenSide(this.prepared, this.edges, this.isRim, edge);
    this.isOpenEdge[edge] = isOpen ? 1 : 0;
    if (!isOpen || this.isInGrid[edge] === 1) return;
    this.isInGrid[edge] = 1;
    this.grid?.add(edge);
    this.added++;
  }

  /** Grows the tables for vertices that were added since. */
  makeRoom(vertexCount: number): void {
    const { length } = this.knownAt;
    this.stamp = enlarged(this.stamp, vertexCount);
    this.knownAt = enlarged(this.knownAt, vertexCount).fill(-1, length);
  }

  /** Whether an open border passes through a vertex. */
  isOnBorder(vertex: number): boolean {
    const { edges } = this;
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) {
      if (this.isOpenEdge[half >> 1] === 1 && !edges.isDead(half >> 1)) return true;
    }
    return false;
  }

  reachX(vertex: number): number {
    return this.distance / this.ground.scaleX(this.vertices.y[vertex]);
  }

  /**
   * Fills `found` with the open edges within the distance of a vertex (and perhaps some slightly further away) that do not end
   * there. For vertices that were searched before, they are remembered: any change near them triggered a new search.
   */
  findNear(vertex: number, found: Int32List): void {
    const start = this.knownAt[vertex];
    if (start < 0) {
      this.search(vertex, found);
      return;
    }
    found.length = 0;
    const { data } = this.known;
    this.count(data[start]);
    for (let k = start + 1; k <= start + data[start]; k++) if (!this.edges.isDead(data[k])) found.push(data[k]);
  }

  private keep(vertex: number, near: Int32List): void {
    const { known, knownAt } = this;
    if (near.length === 0 || known.length + near.length > MOST_KNOWN) {
      knownAt[vertex] = near.length === 0 ? 0 : -1;
      return;
    }
    knownAt[vertex] = known.push(near.length);
    for (let k = 0; k < near.length; k++) known.push(near.data[k]);
  }

  /** @throws TooTangledError where thousands of borders lie within the distance of each other. */
  private search(vertex: number, found: Int32List): void {
    const { grid, isOpenEdge } = this;
    found.length = 0;
    if (grid === null) return;
    const { x, y } = this.vertices;
    const { a: edgeA, b: edgeB, firstUse } = this.edges;
    const px = x[vertex];
    const py = y[vertex];
    const row = grid.row(py);
    const cell = grid.cellAt(row, grid.column(px));
    if (cell < 0) return;
    const { entries } = grid;
    const reachX = grid.marginOfRow(row);
    const reachY = grid.marginY;
    const minX = px - reachX, maxX = px + reachX, minY = py - reachY, maxY = py + reachY;
    const end = grid.offsets[cell + 1];
    let visits = 0;
    for (let k = grid.offsets[cell], added = grid.addedFirst(cell); k < end || added >= 0; visits++) {
      let edge: number;
      if (k < end) {
        edge = entries[k++];
      } else {
        edge = grid.addedEdge.data[added];
        added = grid.addedNext.data[added];
      }
      const a = edgeA[edge];
      const b = edgeB[edge];
      const ax = x[a], bx = x[b];
      if (ax < bx ? bx < minX || ax > maxX : ax < minX || bx > maxX) continue;
      const ay = y[a], by = y[b];
      if (ay < by ? by < minY || ay > maxY : ay < minY || by > maxY) continue;
      if (a === vertex || b === vertex || isOpenEdge[edge] !== 1 || firstUse[edge] < 0) continue;
      if (isWithinOne((px - ax) / reachX, (py - ay) / reachY, (bx - ax) / reachX, (by - ay) / reachY)) found.push(edge);
    }
    this.count(visits);
  }

  private count(visits: number): void {
    this.visits += visits;
    if (this.visits > this.mostVisits) throw new TooTangledError(this.mostVisits);
  }

  /**
   * The vertices of open borders near the edges of changed vertices: within reach, and as far again, because a removed edge
   * was never further than the distance from the edges that replaced it.
   */
  private verticesNear(changed: Int32List): Int32List {
    const { edges, grid } = this;
    const found = new Int32List();
    if (grid === null) return found;
    const { offsets, entries } = grid;
    const cells = new Int32List();
    this.round++;
    for (let i = 0; i < changed.length; i++) {
      for (let half = edges.firstHalfEdge(changed.data[i]); half >= 0; half = edges.halfEdgeNext[half]) {
        if (edges.isDead(half >> 1)) continue;
        this.setOut(half >> 1);
        grid.cellsOf(half >> 1, cells, CHANGE_REACH);
        for (let c = 0; c < cells.length; c++) {
          const cell = cells.data[c];
          const end = offsets[cell + 1];
          this.count(end - offsets[cell]);
          for (let k = offsets[cell]; k < end; k++) this.takeEnds(entries[k], found);
          for (let k = grid.addedFirst(cell); k >= 0; k = grid.addedNext.data[k]) this.takeEnds(grid.addedEdge.data[k], found);
        }
      }
    }
    return found;
  }

  private setOut(edge: number): void {
    const { x, y } = this.vertices;
    const a = this.edges.a[edge];
    const b = this.edges.b[edge];
    const reachY = CHANGE_REACH * this.reach.y;
    const reachX = CHANGE_REACH * this.reach.x(Math.min(y[a], y[b]) - reachY, Math.max(y[a], y[b]) + reachY);
    this.vicinity.surround(x[a], y[a], x[b], y[b], reachX, reachY);
  }

  private takeEnds(edge: number, found: Int32List): void {
    if (this.isOpenEdge[edge] !== 1 || this.edges.isDead(edge)) return;
    this.takeWithin(this.edges.a[edge], found);
    this.takeWithin(this.edges.b[edge], found);
  }

  private takeWithin(vertex: number, found: Int32List): void {
    if (this.stamp[vertex] === this.round) return;
    const { x, y } = this.vertices;
    if (!this.vicinity.holds(x[vertex], y[vertex])) return;
    this.stamp[vertex] = this.round;
    found.push(vertex);
  }

  /**
   * Whether no open edge crosses the segment from a vertex to a point. Edges at either end do not count.
   *
   * @param target the vertex at that point, or -1.
   * @param targetEdge the edge that the point lies on, or -1. The edges connected to it within the distance block
   *   the view, whether open or not.
   */
  isInSight(vertex: number, target: number, targetEdge: number, tx: number, ty: number): boolean {
    const { inSight, edges } = this;
    this.findNear(vertex, inSight);
    for (let i = 0; i < inSight.length; i++) if (inSight.data[i] !== targetEdge && crossesWay(this.vertices, edges, inSight.data[i], vertex, target, tx, ty)) return false;
    return targetEdge < 0 || !this.isHiddenBehindBorders(vertex, targetEdge, tx, ty);
  }

  /**
   * Whether the segment from a vertex to a point on an edge crosses another edge, open or not, that is connected to the first within
   * the distance.
   */
  private isHiddenBehindBorders(vertex: number, targetEdge: number, tx: number, ty: number): boolean {
    const { edges, beyond, stamp } = this;
    const { x, y } = this.vertices;
    const reachX = this.reachX(vertex);
    const reachY = this.distance / this.ground.scaleY;
    const round = ++this.round;
    beyond.length = 0;
    for (const end of [edges.a[targetEdge], edges.b[targetEdge]]) {
      stamp[end] = round;
      beyond.push(end);
    }
    stamp[vertex] = round;
    for (let i = 0; i < beyond.length; i++) {
      let visits = 0;
      for (let half = edges.firstHalfEdge(beyond.data[i]); half >= 0; half = edges.halfEdgeNext[half], visits++) {
        if (half >> 1 === targetEdge || edges.isDead(half >> 1)) continue;
        if (crossesWay(this.vertices, edges, half >> 1, vertex, -1, tx, ty)) return true;
        const end = half & 1 ? edges.a[half >> 1] : edges.b[half >> 1];
        if (stamp[end] === round || Math.abs(x[end] - x[vertex]) > reachX || Math.abs(y[end] - y[vertex]) > reachY) continue;
        stamp[end] = round;
        beyond.push(end);
      }
      this.count(visits);
    }
    return false;
  }
}
