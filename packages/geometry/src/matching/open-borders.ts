import { Int32List, enlarged } from '../arrays/growable.ts';
import { Marks } from '../arrays/marks.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import type { Reach } from '../edges/grid.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import type { Topology } from '../edges/topology.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';
import { TooTangledError } from '../tangled.ts';
import { hasOpenSide } from './open-side.ts';
import { isWithinOne } from './vicinity.ts';

/** Widens the search distance for edges: far more than its rounding error. */
const SLACK = 1.001;

/** Cells are at least this many times the distance by which edges are widened. */
const CELL_REACHES = 2;

/** The grid is rebuilt when the number of new edges exceeds one in this many of the edges it was built for. */
const MANY = 4;

/** Edges near vertices are remembered up to this total. Beyond it, they are searched for each time. */
const MOST_KNOWN = 4_000_000;

/**
 * How many times edges may be visited in searches around vertices: per segment of the layer (about ten is usual), plus a constant for
 * small layers.
 */
const VISITS_FOR_EACH = 1000;
const VISITS_FOR_ALL = 750_000_000;

/** The borders without a partner on their other side, in a grid that finds those near a vertex. */
export class OpenBorders {
  /** The least that edges are widened by in the grid, in coordinate units: the distance and a little more. */
  readonly reach: Reach;
  /** The distance in coordinate units of y. */
  readonly reachY: number;
  private readonly prepared: PreparedLayer;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly ground: Ground;
  private readonly distance: number;
  /** Source vertices whose segment borders land that is not in the layer: such a segment is never an open border. */
  private readonly isRim: Uint8Array | null;
  /** Null until first used. The cell of a vertex holds every open edge within the distance of the vertex. */
  private currentGrid: EdgeGrid | null = null;
  /** Number of edges the grid was built for, and number added since. */
  private gridded = 0;
  private added = 0;
  /** For each edge, whether it is open now and whether it is in the grid. */
  private isOpenEdge: Uint8Array = new Uint8Array(0);
  private isInGrid: Uint8Array = new Uint8Array(0);
  /**
   * What is near each vertex: in `known`, from `knownAt` on, first the number of edges, then the edges. 0: nothing;
   * -1: not known.
   */
  private readonly known = new Int32List();
  private knownAt: Int32Array;
  /** Vertices whose edges were registered in the current update. */
  private readonly isUpdated: Marks;
  private visits = 0;
  private readonly mostVisits: number;

  /**
   * @param distance on the ground.
   * @param mostVisits throws TooTangledError if more edges than this are visited.
   */
  constructor({ prepared, vertices, edges, ground }: Omit<Topology, 'vertexOf'>, distance: number, isRim: Uint8Array | null, mostVisits = VISITS_FOR_ALL + VISITS_FOR_EACH * prepared.segmentCount) {
    this.prepared = prepared;
    this.vertices = vertices;
    this.edges = edges;
    this.ground = ground;
    this.distance = distance;
    this.isRim = isRim;
    this.mostVisits = mostVisits;
    this.knownAt = new Int32Array(vertices.count).fill(-1);
    this.isUpdated = new Marks(vertices.count);
    this.known.push(0);
    this.reachY = distance / ground.scaleY;
    this.reach = {
      y: (SLACK * distance) / ground.scaleY,
      x: (low, high) => (SLACK * distance) / ground.smallestScaleX(low, high),
    };
  }

  get grid(): EdgeGrid | null {
    return this.currentGrid;
  }

  /** Builds the grid. @returns the edges with land of some feature on one side and no other feature's on the other. */
  findAll(): Int32Array {
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
    this.currentGrid = new EdgeGrid(this.vertices, edges, members, CELL_REACHES * this.reach.y, this.reach);
    this.gridded = members.length;
    this.added = 0;
    return members;
  }

  /** Registers changes: the edges of these vertices are new, were removed, or now run along others. */
  update(changed: Int32List): void {
    if (changed.length * MANY > this.gridded || this.added * MANY > this.gridded) {
      this.findAll();
      return;
    }
    const { edges } = this;
    this.isUpdated.removeAll();
    for (let i = 0; i < changed.length; i++) {
      if (!this.isUpdated.addNew(changed.data[i])) continue;
      for (let half = edges.firstHalfEdge(changed.data[i]); half >= 0; half = edges.halfEdgeNext[half]) if (!edges.isDead(half >> 1)) this.updateEdge(half >> 1);
    }
  }

  private updateEdge(edge: number): void {
    if (edge >= this.isOpenEdge.length) {
      this.isOpenEdge = enlarged(this.isOpenEdge, this.edges.a.length);
      this.isInGrid = enlarged(this.isInGrid, this.edges.a.length);
    }
    const isOpen = hasOpenSide(this.prepared, this.edges, this.isRim, edge);
    this.isOpenEdge[edge] = isOpen ? 1 : 0;
    if (!isOpen || this.isInGrid[edge] === 1) return;
    this.isInGrid[edge] = 1;
    this.currentGrid?.add(edge);
    this.added++;
  }

  /** Makes room for vertices that were added since. */
  makeRoom(vertexCount: number): void {
    const { length } = this.knownAt;
    this.knownAt = enlarged(this.knownAt, vertexCount).fill(-1, length);
    this.isUpdated.makeRoom(vertexCount);
  }

  isOpen(edge: number): boolean {
    return this.isOpenEdge[edge] === 1 && !this.edges.isDead(edge);
  }

  /** Whether an open border passes through a vertex. */
  isOnBorder(vertex: number): boolean {
    const { edges } = this;
    for (let half = edges.firstHalfEdge(vertex); half >= 0; half = edges.halfEdgeNext[half]) if (this.isOpen(half >> 1)) return true;
    return false;
  }

  /** The distance in coordinate units of x, at a vertex. */
  reachX(vertex: number): number {
    return this.distance / this.ground.scaleX(this.vertices.y[vertex]);
  }

  /**
   * How far to search along x at a height. Not by as much as the grid widens its edges: that grows with its cells, and what is near must not
   * depend on how far away the rest of the layer is.
   */
  private reachAround(y: number): number {
    return this.reach.x(y - this.reach.y, y + this.reach.y);
  }

  /** The number of the cell of the grid in which a vertex lies; -1 if no open edge has come near it. */
  cellOf(vertex: number): number {
    const { currentGrid: grid, vertices: { x, y } } = this;
    return grid === null ? -1 : grid.cellAt(grid.row(y[vertex]), grid.column(x[vertex]));
  }

  /** Whether more edges than this come near the cell of a vertex. */
  isCrowded(vertex: number, most: number): boolean {
    const cell = this.cellOf(vertex);
    return this.currentGrid !== null && cell >= 0 && this.currentGrid.offsets[cell + 1] - this.currentGrid.offsets[cell] > most;
  }

  /** Calls `visit` with the open edges within the distance of any point in a cell, and others near it. */
  forEachOpenIn(cell: number, visit: (edge: number) => void): void {
    const { currentGrid: grid } = this;
    if (grid === null || cell < 0) return;
    for (let k = grid.offsets[cell]; k < grid.offsets[cell + 1]; k++) if (this.isOpen(grid.entries[k])) visit(grid.entries[k]);
    for (let k = grid.addedFirst(cell); k >= 0; k = grid.addedNext.data[k]) if (this.isOpen(grid.addedEdge.data[k])) visit(grid.addedEdge.data[k]);
  }

  /** Whether `findNear` would find an edge, other than for its ends. */
  isNear(vertex: number, edge: number): boolean {
    const { currentGrid: grid, vertices: { x, y }, edges: { a, b } } = this;
    if (grid === null || !this.isOpen(edge)) return false;
    const [px, py, ax, ay] = [x[vertex], y[vertex], x[a[edge]], y[a[edge]]];
    const reachX = this.reachAround(py);
    const reachY = this.reach.y;
    return isWithinOne((px - ax) / reachX, (py - ay) / reachY, (x[b[edge]] - ax) / reachX, (y[b[edge]] - ay) / reachY);
  }

  /**
   * Fills `found` with the open edges within the distance of a vertex (and perhaps some slightly further away) that do not end
   * there. For vertices that were searched around before, they are remembered: any change near them triggered a new search.
   */
  findNear(vertex: number, found: Int32List): void {
    const start = this.knownAt[vertex];
    if (start < 0) {
      this.search(vertex, found);
      return;
    }
    found.length = 0;
    const { data } = this.known;
    this.countVisits(data[start]);
    for (let k = start + 1; k <= start + data[start]; k++) if (!this.edges.isDead(data[k])) found.push(data[k]);
  }

  /** Like `findNear`, but always searches. Remembers the answer. */
  searchAgain(vertex: number, found: Int32List): void {
    this.search(vertex, found);
    const { known, knownAt } = this;
    if (found.length === 0 || known.length + found.length > MOST_KNOWN) {
      knownAt[vertex] = found.length === 0 ? 0 : -1;
      return;
    }
    knownAt[vertex] = known.push(found.length);
    for (let k = 0; k < found.length; k++) known.push(found.data[k]);
  }

  /** @throws TooTangledError where thousands of borders lie within the distance of each other. */
  private search(vertex: number, found: Int32List): void {
    const { currentGrid: grid, isOpenEdge } = this;
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
    const reachX = this.reachAround(py);
    const reachY = this.reach.y;
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
    this.countVisits(visits);
  }

  /** Counts edges that were visited. @throws TooTangledError if there were too many. */
  countVisits(visits: number): void {
    this.visits += visits;
    this.refuse(0);
  }

  /** @throws TooTangledError if so many more visits would be too many. */
  refuse(expected: number): void {
    if (this.isTooMuch(expected)) throw new TooTangledError(this.mostVisits);
  }

  /** Whether so many more visits would be too many. */
  isTooMuch(expected: number): boolean {
    return this.visits + expected > this.mostVisits;
  }
}
