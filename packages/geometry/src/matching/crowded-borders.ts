import Flatbush from 'flatbush';
import { Int32List } from '../arrays/growable.ts';
import { Marks } from '../arrays/marks.ts';
import type { Topology } from '../edges/topology.ts';
import type { OpenBorders } from './open-borders.ts';

/** If the indexes together have more edges than this, they are dropped, and built again when they are needed. */
const MOST_INDEXED = 8_000_000;

/** The edges around the vertices of one cell, with a search. */
interface CellEdges {
  readonly edges: Int32Array;
  readonly index: Flatbush;
}

/**
 * Finds the edges that may lie between a vertex and what it may be matched with, where hundreds of edges are within the snap distance of the vertex.
 * Without an index, all of them would be tested for each of hundreds of candidates.
 *
 * For all vertices in a cell of the open borders, an index contains the open edges near them, and every edge that can be reached from the ends of
 * these edges without going further than the distance from such a vertex. No search around a vertex in the cell needs any other edge.
 */
export class CrowdedBorders {
  private readonly topology: Omit<Topology, 'vertexOf'>;
  private readonly borders: OpenBorders;
  private readonly cells = new Map<number, CellEdges>();
  private indexed = 0;
  private readonly isReached: Marks;
  private readonly isListed = new Set<number>();

  constructor(topology: Omit<Topology, 'vertexOf'>, borders: OpenBorders) {
    this.topology = topology;
    this.borders = borders;
    this.isReached = new Marks(topology.vertices.count);
  }

  /** Makes room for vertices that were added since. */
  makeRoom(vertexCount: number): void {
    this.isReached.makeRoom(vertexCount);
  }

  /** Must be called when any edge has changed. */
  forget(): void {
    this.cells.clear();
    this.indexed = 0;
  }

  /**
   * Calls `visit` with the living edges around a vertex whose extents intersect a rectangle, until it returns true. @returns whether it did.
   */
  someIn(vertex: number, minX: number, minY: number, maxX: number, maxY: number, visit: (edge: number) => boolean): boolean {
    const { edges, index } = this.cellOf(vertex);
    let isFound = false;
    let visits = 0;
    index.search(minX, minY, maxX, maxY, (item) => {
      if (isFound) return false;
      visits++;
      isFound = visit(edges[item]);
      return false;
    });
    this.borders.countVisits(visits);
    return isFound;
  }

  private cellOf(vertex: number): CellEdges {
    const cell = this.borders.cellOf(vertex);
    const known = this.cells.get(cell);
    if (known !== undefined) return known;
    const made = this.build(cell);
    if (this.indexed + made.edges.length > MOST_INDEXED) this.forget();
    this.indexed += made.edges.length;
    this.cells.set(cell, made);
    return made;
  }

  private build(cell: number): CellEdges {
    const { isListed, topology: { vertices: { x, y }, edges: { a, b } } } = this;
    isListed.clear();
    this.collect(cell);
    const edges = Int32Array.from(isListed);
    isListed.clear();
    this.borders.countVisits(edges.length);
    const index = new Flatbush(Math.max(1, edges.length));
    for (const edge of edges) index.add(Math.min(x[a[edge]], x[b[edge]]), Math.min(y[a[edge]], y[b[edge]]), Math.max(x[a[edge]], x[b[edge]]), Math.max(y[a[edge]], y[b[edge]]));
    if (edges.length === 0) index.add(Infinity, Infinity, Infinity, Infinity);
    index.finish();
    return { edges, index };
  }

  /** Lists the open edges of a cell, and the edges connected to them within reach of any vertex in the cell. */
  private collect(cell: number): void {
    const { borders, isReached, isListed, topology: { vertices: { x, y }, edges } } = this;
    const beyond = new Int32List();
    isReached.removeAll();
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    borders.forEachOpenIn(cell, (edge) => {
      isListed.add(edge);
      for (const end of [edges.a[edge], edges.b[edge]]) {
        if (!isReached.addNew(end)) continue;
        beyond.push(end);
        if (borders.cellOf(end) !== cell) continue;
        [minX, minY, maxX, maxY] = [Math.min(minX, x[end]), Math.min(minY, y[end]), Math.max(maxX, x[end]), Math.max(maxY, y[end])];
      }
    });
    const { reach } = borders;
    const reachX = reach.x(minY, maxY);
    for (let i = 0; i < beyond.length; i++) {
      for (let half = edges.firstHalfEdge(beyond.data[i]); half >= 0; half = edges.halfEdgeNext[half]) {
        if (edges.isDead(half >> 1)) continue;
        isListed.add(half >> 1);
        const end = half & 1 ? edges.a[half >> 1] : edges.b[half >> 1];
        if (isReached.has(end) || x[end] < minX - reachX || x[end] > maxX + reachX || y[end] < minY - reach.y || y[end] > maxY + reach.y) continue;
        isReached.add(end);
        beyond.push(end);
      }
    }
  }
}
