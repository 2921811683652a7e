import { Int32List } from '../arrays/growable.ts';
import { Marks } from '../arrays/marks.ts';
import type { EdgeGrid } from '../edges/grid.ts';
import type { Topology } from '../edges/topology.ts';
import type { OpenBorders } from './open-borders.ts';
import { Vicinity } from './vicinity.ts';

/** A change may affect vertices up to this many snap distances away. */
const CHANGE_REACH = 2.5;

/** Of a cell with more edges than this, the ends that lie in it are listed once: where hundreds of edges meet, all others end far off. */
const CROWD = 64;

/** Finds the vertices of open borders that come within the distance of another open border: those that may be matched. */
export class MatchingCandidates {
  private readonly topology: Omit<Topology, 'vertexOf'>;
  private readonly borders: OpenBorders;
  private readonly isTaken: Marks;
  /** Vertices whose edges were searched around. */
  private readonly isSearched: Marks;
  private readonly near = new Int32List();
  /** The surroundings of the edge around which vertices are currently searched for. */
  private readonly vicinity = new Vicinity();
  /** For crowded cells the ends of open edges that lie in them and are not taken. */
  private readonly endsIn = new Map<number, Int32List>();

  constructor(topology: Omit<Topology, 'vertexOf'>, borders: OpenBorders) {
    this.topology = topology;
    this.borders = borders;
    this.isTaken = new Marks(topology.vertices.count);
    this.isSearched = new Marks(topology.vertices.count);
  }

  /** Makes room for vertices that were added since. */
  makeRoom(vertexCount: number): void {
    this.isTaken.makeRoom(vertexCount);
    this.isSearched.makeRoom(vertexCount);
  }

  /** Searches around all open edges. @returns the candidates, each once. */
  all(): Int32List {
    const { a, b } = this.topology.edges;
    const members = this.borders.findAll();
    this.refuseCrowd(members);
    const found = new Int32List();
    this.isTaken.removeAll();
    for (let i = 0; i < members.length; i++) {
      this.take(a[members[i]], found);
      this.take(b[members[i]], found);
    }
    return found;
  }

  /**
   * Searches around the edges of changed vertices: edges that are new, were removed, or now run along others.
   * @returns the candidates that may be affected, each once.
   */
  around(changed: Int32List): Int32List {
    this.borders.update(changed);
    const around = this.verticesNear(changed);
    const found = new Int32List(around.length);
    this.isTaken.removeAll();
    for (let i = 0; i < around.length; i++) this.take(around.data[i], found);
    return found;
  }

  /** Counts the work of searching around all ends of edges, so that too large a task is refused before it begins. */
  private refuseCrowd(members: Int32Array): void {
    const { borders, isTaken, topology: { vertices: { x, y }, edges } } = this;
    const { grid } = borders;
    if (grid === null) return;
    // A cell holds no more vertices than its edges have ends. For most layers this bound is enough.
    let most = 0;
    for (let cell = 0; cell < grid.cellCount; cell++) most += 2 * (grid.offsets[cell + 1] - grid.offsets[cell]) ** 2;
    if (!borders.isTooMuch(most)) return;
    isTaken.removeAll();
    let visits = 0;
    for (let i = 0; i < 2 * members.length; i++) {
      const vertex = i & 1 ? edges.b[members[i >> 1]] : edges.a[members[i >> 1]];
      if (!isTaken.addNew(vertex)) continue;
      const cell = grid.cellAt(grid.row(y[vertex]), grid.column(x[vertex]));
      if (cell >= 0) visits += grid.offsets[cell + 1] - grid.offsets[cell];
    }
    borders.refuse(visits);
  }

  /** Searches around a vertex, unless this was done since the marks were last removed, and adds it to `found` if anything is near. */
  private take(vertex: number, found: Int32List): void {
    if (!this.isTaken.addNew(vertex)) return;
    this.borders.searchAgain(vertex, this.near);
    if (this.near.length > 0) found.push(vertex);
  }

  /**
   * The vertices of open borders near the edges of changed vertices: within reach, and as far again, because a removed edge
   * was never further than the distance from the edges that replaced it.
   */
  private verticesNear(changed: Int32List): Int32List {
    const { borders, topology: { edges } } = this;
    const { grid } = borders;
    const found = new Int32List();
    if (grid === null) return found;
    const { offsets } = grid;
    const cells = new Int32List();
    this.isTaken.removeAll();
    this.isSearched.removeAll();
    this.endsIn.clear();
    for (let i = 0; i < changed.length; i++) {
      if (!this.isSearched.addNew(changed.data[i])) continue;
      for (let half = edges.firstHalfEdge(changed.data[i]); half >= 0; half = edges.halfEdgeNext[half]) {
        // Where most vertices have changed, nearly every edge would be searched around from both of its ends.
        if (edges.isDead(half >> 1) || this.isSearched.has(half & 1 ? edges.a[half >> 1] : edges.b[half >> 1])) continue;
        this.surround(half >> 1);
        grid.cellsOf(half >> 1, cells, CHANGE_REACH);
        for (let c = 0; c < cells.length; c++) {
          const cell = cells.data[c];
          if (offsets[cell + 1] - offsets[cell] > CROWD) this.takeInCrowd(cell, found);
          else this.takeInCell(grid, cell, found);
        }
      }
    }
    return found;
  }

  private surround(edge: number): void {
    const { vertices, edges } = this.topology;
    const { y } = vertices;
    const { reach } = this.borders;
    const a = edges.a[edge];
    const b = edges.b[edge];
    const reachY = CHANGE_REACH * reach.y;
    const reachX = CHANGE_REACH * reach.x((y[a] < y[b] ? y[a] : y[b]) - reachY, (y[a] < y[b] ? y[b] : y[a]) + reachY);
    this.vicinity.surround(vertices, a, b, reachX, reachY);
  }

  private takeInCell(grid: EdgeGrid, cell: number, found: Int32List): void {
    this.borders.countVisits(grid.offsets[cell + 1] - grid.offsets[cell]);
    for (let k = grid.offsets[cell]; k < grid.offsets[cell + 1]; k++) this.takeEnds(grid.entries[k], found);
    for (let k = grid.addedFirst(cell); k >= 0; k = grid.addedNext.data[k]) this.takeEnds(grid.addedEdge.data[k], found);
  }

  private takeEnds(edge: number, found: Int32List): void {
    if (!this.borders.isOpen(edge)) return;
    const { edges: { a, b } } = this.topology;
    this.takeWithin(a[edge], found);
    this.takeWithin(b[edge], found);
  }

  /** The same where many edges are: ends in other cells are found there. */
  private takeInCrowd(cell: number, found: Int32List): void {
    const ends = this.endsIn.get(cell) ?? this.listEnds(cell);
    this.borders.countVisits(ends.length);
    let left = 0;
    for (let i = 0; i < ends.length; i++) if (!this.takeWithin(ends.data[i], found)) ends.data[left++] = ends.data[i];
    ends.length = left;
  }

  private listEnds(cell: number): Int32List {
    const { borders, topology: { edges: { a, b } } } = this;
    const ends = new Set<number>();
    let visits = 0;
    borders.forEachOpenIn(cell, (edge) => {
      visits++;
      if (borders.cellOf(a[edge]) === cell) ends.add(a[edge]);
      if (borders.cellOf(b[edge]) === cell) ends.add(b[edge]);
    });
    borders.countVisits(visits);
    const list = new Int32List(ends.size);
    for (const end of ends) list.push(end);
    this.endsIn.set(cell, list);
    return list;
  }

  /** @returns whether the vertex is taken now. */
  private takeWithin(vertex: number, found: Int32List): boolean {
    if (this.isTaken.has(vertex)) return true;
    if (!this.vicinity.holds(this.topology.vertices, vertex)) return false;
    this.isTaken.add(vertex);
    found.push(vertex);
    return true;
  }
}
