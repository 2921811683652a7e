import { groupOf } from '../arrays/binary-search.ts';
import { internVertices } from '../edges/intern-rings.ts';
import { comparePoints } from '../edges/predicates.ts';
import { VertexTable } from '../edges/vertices.ts';
import { isPlace, PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import type { Int32List } from '../arrays/growable.ts';

const NONE = -1;

/**
 * The lines and rings of a layer as paths over places. Each place occurs once, however many paths run through it (with bitwise
 * equal coordinates; negative zero is zero). Paths are cut into chains at junctions: places where they part, end, or turn
 * back. A place between junctions belongs to a single chain, which all paths through it follow from end to end. So any
 * decision about the place applies to all of them.
 */
export class SharedPaths {
  readonly layer: Layer;
  readonly places: VertexTable;
  /**
   * The place of each vertex; -1 for those in no path: points, invalid coordinates, repetitions of the previous vertex, closing vertices
   * of rings.
   */
  readonly placeOf: Int32Array;
  /** The first vertex of each path, -1 if a ring of the layer is not a path (points, or only broken vertices). */
  readonly firstOf: Int32Array;
  /** 1 for rings of polygons, which continue at their start. */
  readonly isClosed: Uint8Array;
  /** 1 for each place that is a junction. */
  readonly isJunction: Uint8Array;

  constructor(layer: Layer) {
    const { ringOffsets, partOffsets, partKinds } = layer;
    const ringCount = ringOffsets.length - 1;
    this.layer = layer;
    this.firstOf = new Int32Array(ringCount).fill(NONE);
    this.isClosed = new Uint8Array(ringCount);
    const inPath = new Int32Array(layer.xy.length / 2).fill(NONE);
    let count = 0;
    for (let part = 0; part < partKinds.length; part++) {
      if (partKinds[part] === PartKind.Point) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        this.isClosed[ring] = partKinds[part] === PartKind.Polygon ? 1 : 0;
        count += this.takeRing(ring, inPath);
      }
    }
    this.places = new VertexTable(count, layer.xy);
    this.placeOf = internVertices(layer.xy, inPath, count, this.places);
    this.places.releaseBuckets();
    this.isJunction = new Uint8Array(this.places.count);
    this.markJunctions();
    for (let ring = 0; ring < ringCount; ring++) if (this.isClosed[ring] === 1 && this.firstOf[ring] >= 0) this.cutWithoutJunction(ring);
  }

  /** The vertex after another in its path. After the last, it is the first one for a ring, and -1 for a line. */
  following(ring: number, vertex: number): number {
    const { placeOf } = this;
    const end = this.layer.ringOffsets[ring + 1];
    for (let i = vertex + 1; i < end; i++) if (placeOf[i] >= 0) return i;
    return this.isClosed[ring] === 1 ? this.firstOf[ring] : NONE;
  }

  /** The ring of the layer that contains a vertex. */
  ringOf(vertex: number): number {
    return groupOf(this.layer.ringOffsets, vertex);
  }

  /**
   * Calls back with each chain of a path as it is walked: the vertices of the layer and the places from one junction to the
   * next, both included. The lists are reused for the next chain.
   */
  forEachChain(ring: number, vertices: Int32List, path: Int32List, visit: () => void): void {
    const { placeOf, isJunction } = this;
    let start = this.firstOf[ring];
    if (start < 0) return;
    while (isJunction[placeOf[start]] === 0) start = this.following(ring, start);
    vertices.length = path.length = 0;
    let vertex = start;
    do {
      const place = placeOf[vertex];
      vertices.push(vertex);
      path.push(place);
      if (isJunction[place] === 1 && path.length > 1) {
        visit();
        vertices.length = path.length = 0;
        vertices.push(vertex);
        path.push(place);
      }
      vertex = this.following(ring, vertex);
    } while (vertex !== start && vertex >= 0);
    if (vertex !== start) return;
    vertices.push(start);
    path.push(placeOf[start]);
    visit();
  }

  /** Marks the vertices of a path. @returns how many there are. */
  private takeRing(ring: number, inPath: Int32Array): number {
    const { xy, ringOffsets } = this.layer;
    let [first, last, count] = [NONE, NONE, 0];
    for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) {
      const x = xy[2 * i];
      const y = xy[2 * i + 1];
      if (!isPlace(x, y) || (last >= 0 && xy[2 * last] === x && xy[2 * last + 1] === y)) continue;
      if (first < 0) first = i;
      last = i;
      inPath[i] = 0;
      count++;
    }
    this.firstOf[ring] = first;
    if (this.isClosed[ring] === 1 && count > 1 && xy[2 * last] === xy[2 * first] && xy[2 * last + 1] === xy[2 * first + 1]) {
      inPath[last] = NONE;
      count--;
    }
    return count;
  }

  /** A place is a junction unless all paths through it come from the same two neighbouring places. */
  private markJunctions(): void {
    const { placeOf, firstOf, isClosed, isJunction } = this;
    const lower = new Int32Array(isJunction.length).fill(NONE);
    const upper = new Int32Array(isJunction.length);
    const pass = (place: number, before: number, after: number): void => {
      const [low, high] = before < after ? [before, after] : [after, before];
      if (low === high) isJunction[place] = 1;
      else if (lower[place] === NONE) [lower[place], upper[place]] = [low, high];
      else if (lower[place] !== low || upper[place] !== high) isJunction[place] = 1;
    };
    const { ringOffsets } = this.layer;
    for (let ring = 0; ring < firstOf.length; ring++) {
      const first = firstOf[ring];
      if (first < 0) continue;
      const firstPlace = placeOf[first];
      let [before, place, second] = [NONE, firstPlace, NONE];
      for (let i = first + 1; i < ringOffsets[ring + 1]; i++) {
        const after = placeOf[i];
        if (after < 0) continue;
        if (second < 0) second = after;
        if (before >= 0) pass(place, before, after);
        before = place;
        place = after;
      }
      if (isClosed[ring] === 1 && second >= 0) {
        pass(place, before, firstPlace);
        pass(firstPlace, place, second);
      } else isJunction[firstPlace] = isJunction[place] = 1;
    }
  }

  /**
   * A ring without a junction is cut at its first place by x and y: a corner of its hull, and the same for all rings along it.
   */
  private cutWithoutJunction(ring: number): void {
    const { placeOf, isJunction, places: { x, y } } = this;
    let least = NONE;
    for (let i = this.firstOf[ring]; i < this.layer.ringOffsets[ring + 1]; i++) {
      const place = placeOf[i];
      if (place < 0) continue;
      if (isJunction[place] === 1) return;
      if (least < 0 || comparePoints(x[place], y[place], x[least], y[least]) < 0) least = place;
    }
    isJunction[least] = 1;
  }
}
