import { Int32List } from '../arrays/growable.ts';
import { EdgeTable } from '../edges/edges.ts';
import type { KeptPlaces } from './kept-places.ts';

const NONE = -1;
/** Initial room for edges. */
const FIRST_EDGES = 1024;

/**
 * What is left of the chains, as edges between places that stay. An edge stands for a stretch of a chain, and its use names
 * the vertex of the layer from which the stretch is walked to its other end. A stretch shared by several paths has one use. An
 * edge stands for several stretches if chains between the same two junctions have become one line.
 */
export class SimplifiedEdges {
  readonly kept: KeptPlaces;
  readonly edges: EdgeTable;

  constructor(kept: KeptPlaces) {
    const { paths } = kept;
    this.kept = kept;
    let staying = 0;
    for (let place = 0; place < paths.isJunction.length; place++) if (kept.has(place)) staying++;
    this.edges = new EdgeTable(staying + FIRST_EDGES);
    const isTaken = new Uint8Array(paths.isJunction.length);
    const [vertices, path] = [new Int32List(), new Int32List()];
    const take = (): void => {
      const [first, last] = [path.data[1], path.data[path.length - 2]];
      if (path.length > 2) {
        if (isTaken[first] === 1) return;
        isTaken[first] = isTaken[last] = 1;
      } else if (this.isKnown(path.data[0], path.data[1])) return;
      this.addStretches(vertices.data, path.data, path.length);
    };
    for (let ring = 0; ring < paths.firstOf.length; ring++) {
      if (!this.vanishes(ring)) paths.forEachChain(ring, vertices, path, take);
    }
    this.edges.releaseSlots();
  }

  /** Calls back with the vertices and places of the stretch of an edge's use, from end to end. */
  forEachVertex(edge: number, use: number, visit: (vertex: number, place: number) => void): void {
    const { kept: { paths }, edges } = this;
    let vertex = edges.useCode[use] >> 1;
    let place = paths.placeOf[vertex];
    const end = place === edges.a[edge] ? edges.b[edge] : edges.a[edge];
    const ring = paths.ringOf(vertex);
    visit(vertex, place);
    do {
      vertex = paths.following(ring, vertex);
      place = paths.placeOf[vertex];
      visit(vertex, place);
    } while (place !== end);
  }

  /** Whether nothing was removed between the ends of a stretch. */
  isWhole(edge: number, use: number): boolean {
    const { kept: { paths }, edges } = this;
    const vertex = edges.useCode[use] >> 1;
    const after = paths.placeOf[paths.following(paths.ringOf(vertex), vertex)];
    return after === (paths.placeOf[vertex] === edges.a[edge] ? edges.b[edge] : edges.a[edge]);
  }

  /** Of the places removed from an edge's stretches, the one removed last; -1 if there is none. */
  lastGone(edge: number): number {
    const { kept, edges } = this;
    let last = NONE;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      this.forEachVertex(edge, use, (_, place) => {
        if (place !== edges.a[edge] && place !== edges.b[edge] && kept.goesAfter(place, last)) last = place;
      });
    }
    return last;
  }

  /** Restores a place in one of the stretches of an edge. The edge dies. */
  restore(edge: number, place: number): void {
    const { edges, kept } = this;
    kept.restore(place);
    const stretches: { readonly vertices: Int32List; readonly path: Int32List }[] = [];
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      const stretch = { vertices: new Int32List(), path: new Int32List() };
      this.forEachVertex(edge, use, (vertex, at) => {
        stretch.vertices.push(vertex);
        stretch.path.push(at);
      });
      stretches.push(stretch);
    }
    edges.kill(edge);
    for (const { vertices, path } of stretches) this.addStretches(vertices.data, path.data, path.length);
  }

  /** Whether a path leaves the layer and bounds nothing: a ring of one chain. Other paths that follow the chain add it themselves. */
  private vanishes(ring: number): boolean {
    const { placeOf, isJunction, firstOf, isClosed, layer } = this.kept.paths;
    if (firstOf[ring] < 0) return true;
    if (isClosed[ring] === 0 || !this.kept.isCollapsed(ring)) return false;
    let junctions = 0;
    for (let i = firstOf[ring]; i < layer.ringOffsets[ring + 1]; i++) if (placeOf[i] >= 0 && isJunction[placeOf[i]] === 1) junctions++;
    return junctions < 2;
  }

  /** Whether there already is an edge for two consecutive junctions. */
  private isKnown(from: number, to: number): boolean {
    if (from === to) return true;
    const { edges } = this;
    const edge = edges.intern(from, to);
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) if (this.isWhole(edge, use)) return true;
    return false;
  }

  private addStretches(vertices: Int32Array, path: Int32Array, count: number): void {
    let from = 0;
    for (let i = 1; i < count; i++) {
      if (!this.kept.has(path[i])) continue;
      if (path[from] !== path[i]) this.edges.addSegment(path[from], path[i], vertices[from]);
      from = i;
    }
  }
}
