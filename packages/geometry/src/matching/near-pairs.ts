import { Float64List, Int32List } from '../arrays/growable.ts';
import { Heap } from '../arrays/heap.ts';
import { Marks } from '../arrays/marks.ts';
import { orderOfDoubles } from '../arrays/order.ts';
import { featureOfUse } from '../edges/ring-owners.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import { comparePairs, firstByPlace } from '../edges/vertices.ts';
import type { OpenBorders } from './open-borders.ts';
import { BordersAtVertex } from './borders-at-vertex.ts';
import type { Sight } from './sight.ts';

/** Vertices further away in x or y than this multiple of the distance are not measured. The length of a degree varies by less. */
const PREFILTER_FACTOR = 2;
/** A vertex with more edges near it than this is paired with the nearest other vertices first, and with those further away only if necessary. */
const CROWD = 64;
/** The number of nearest vertices that are searched for at a time. */
const NEXT_NEAREST = 32;

/** Pairs of vertices, with their distances. */
export interface NearPairs {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly apart: Float64Array;
}

export interface PairingOptions {
  readonly distance: number;
  readonly isFrozen: Uint8Array;
  /** Affects only the speed, not the answers. */
  readonly crowd?: number;
}

/** A vertex with hundreds of others near it: the nearest ones that have not been tried yet, and which of them is next. */
class CrowdedVertex {
  readonly vertex: number;
  readonly others = new Int32Array(NEXT_NEAREST);
  readonly lengths = new Float64Array(NEXT_NEAREST);
  count = 0;
  next = 0;

  constructor(vertex: number) {
    this.vertex = vertex;
  }

  get other(): number {
    return this.others[this.next];
  }

  get length(): number {
    return this.lengths[this.next];
  }
}

/** Chooses which vertices of borders that face each other are merged: the closest first, each with one other at most. */
export class PairChoice {
  private readonly matched: MatchedTopology;
  private readonly borders: OpenBorders;
  private readonly sight: Sight;
  private readonly distance: number;
  private readonly isFrozen: Uint8Array;
  private readonly crowd: number;
  private readonly near = new Int32List();
  /** The vertices that were compared with the current candidate. */
  private readonly isSeen: Marks;
  /** The vertices that are in a chosen pair. */
  private readonly isTaken: Marks;
  /** The borders that pass through a vertex, and through another one near it. */
  private readonly here: BordersAtVertex;
  private readonly there: BordersAtVertex;
  /** The same two, ordered by the coordinates of their vertices. */
  private first: BordersAtVertex;
  private second: BordersAtVertex;

  constructor(matched: MatchedTopology, borders: OpenBorders, sight: Sight, { distance, isFrozen, crowd = CROWD }: PairingOptions) {
    this.matched = matched;
    this.borders = borders;
    this.sight = sight;
    this.distance = distance;
    this.isFrozen = isFrozen;
    this.crowd = crowd;
    this.isSeen = new Marks(matched.vertices.count);
    this.isTaken = new Marks(matched.vertices.count);
    const isOpen = (edge: number): boolean => borders.isOpen(edge);
    this.here = new BordersAtVertex(matched, isOpen);
    this.there = new BordersAtVertex(matched, isOpen);
    [this.first, this.second] = [this.here, this.there];
  }

  /** Makes room for vertices that were added since. */
  makeRoom(vertexCount: number): void {
    this.isSeen.makeRoom(vertexCount);
    this.isTaken.makeRoom(vertexCount);
  }

  /**
   * The chosen pairs, in the order in which they were found, along the borders, so that neighbours are near in memory.
   *
   * @param candidates each once.
   */
  choose(candidates: Int32List): NearPairs {
    const { matched: { vertices } } = this;
    const found = { from: new Int32List(), to: new Int32List(), apart: new Float64List() };
    const crowded = this.findPairs(candidates, found);
    const from = found.from.toArray();
    const to = found.to.toArray();
    const apart = found.apart.toArray();
    const order = orderOfDoubles(apart, (i, j) => comparePairs(vertices, from[i], to[i], from[j], to[j]));
    const heap = new Heap((i, j) => this.comparePair(crowded[i].length, crowded[i].vertex, crowded[i].other, crowded[j]) < 0, Int32Array.from(crowded.keys()));
    const isChosen = new Uint8Array(apart.length);
    const chosen = { from: new Int32List(), to: new Int32List(), apart: new Float64List() };
    this.isTaken.removeAll();
    for (let at = 0; at < order.length || !heap.isEmpty; ) {
      const pair = order[at];
      if (heap.isEmpty || (at < order.length && this.comparePair(apart[pair], from[pair], to[pair], crowded[heap.first]) < 0)) {
        if (this.take(from[pair], to[pair])) isChosen[pair] = 1;
        at++;
        continue;
      }
      const index = heap.take();
      const { vertex, other, length } = crowded[index];
      if (this.isTaken.has(vertex)) continue;
      if (!this.isTaken.has(other) && this.mayMerge(vertex, other)) {
        this.take(vertex, other);
        add(chosen, vertex, other, length);
      } else if (this.moveOn(crowded[index])) heap.put(index);
    }
    const all = { from: new Int32List(), to: new Int32List(), apart: new Float64List() };
    for (let pair = 0; pair < isChosen.length; pair++) if (isChosen[pair] === 1) add(all, from[pair], to[pair], apart[pair]);
    for (let pair = 0; pair < chosen.from.length; pair++) add(all, chosen.from.data[pair], chosen.to.data[pair], chosen.apart.data[pair]);
    return { from: all.from.toArray(), to: all.to.toArray(), apart: all.apart.toArray() };
  }

  /** Fills `pairs` with the pairs that may be merged. @returns the candidates that have too many vertices near them for all to be tried. */
  private findPairs(candidates: Int32List, pairs: { from: Int32List; to: Int32List; apart: Float64List }): CrowdedVertex[] {
    const { borders, here, near, matched: { edges: { a, b } } } = this;
    const crowded: CrowdedVertex[] = [];
    here.vertex = -1;
    this.isTaken.removeAll();
    for (let i = 0; i < candidates.length; i++) {
      const vertex = candidates.data[i];
      borders.findNear(vertex, near);
      if (near.length > this.crowd) {
        const one = new CrowdedVertex(vertex);
        if (this.findNextAmong(near, one)) crowded.push(one);
        continue;
      }
      const reachX = borders.reachX(vertex);
      this.isSeen.removeAll();
      for (let k = 0; k < near.length; k++) {
        this.considerPair(vertex, a[near.data[k]], reachX, pairs);
        this.considerPair(vertex, b[near.data[k]], reachX, pairs);
      }
    }
    return crowded;
  }

  private considerPair(vertex: number, other: number, reachX: number, pairs: { from: Int32List; to: Int32List; apart: Float64List }): void {
    const { isSeen } = this;
    if (other <= vertex || isSeen.has(other) || this.isFar(vertex, other, reachX)) return;
    isSeen.add(other);
    const length = this.lengthBetween(vertex, other);
    if (length < this.distance && this.mayMerge(vertex, other)) add(pairs, vertex, other, length);
  }

  /** Whether x alone, or y alone, shows that two vertices are further apart than the distance. */
  private isFar(vertex: number, other: number, reachX: number): boolean {
    const { vertices: { x, y }, ground } = this.matched;
    return Math.abs(y[other] - y[vertex]) > (PREFILTER_FACTOR * this.distance) / ground.scaleY || Math.abs(x[other] - x[vertex]) > PREFILTER_FACTOR * reachX;
  }

  private lengthBetween(vertex: number, other: number): number {
    const { vertices: { x, y }, ground } = this.matched;
    return ground.length(x[vertex], y[vertex], x[other], y[other]);
  }

  /**
   * Whether the borders through two vertices belong to different features that take part in matching, face each other, and have nothing between them.
   * Only the surroundings of the first of the two are examined, so geometry must decide which one that is.
   */
  private mayMerge(vertex: number, other: number): boolean {
    const { here, there, isFrozen, matched: { vertices, vertices: { x, y } } } = this;
    if (here.vertex !== vertex) here.read(vertex);
    if (here.hasMarked(isFrozen) || there.read(other).hasMarked(isFrozen) || there.hasAnyOf(here)) return false;
    [this.first, this.second] = firstByPlace(vertices, vertex, other) === vertex ? [here, there] : [there, here];
    const from = this.first.vertex;
    const to = this.second.vertex;
    return this.first.faces(this.second, this.isFreeBetween) && this.sight.isFree({ from, to, x: x[to], y: y[to] });
  }

  /** Whether no border lies between two points on edges of the two vertices compared. The points are given relative to these vertices, on the ground. */
  private readonly isFreeBetween = (fromX: number, fromY: number, toX: number, toY: number): boolean => {
    const { first: { vertex: from }, second: { vertex: to }, matched: { ground, vertices: { x, y } } } = this;
    const scaleX = ground.scaleX(y[from]);
    const scaleY = ground.scaleY;
    return this.sight.isFree({ from, to, fromX: x[from] + fromX / scaleX, fromY: y[from] + fromY / scaleY, x: x[to] + toX / scaleX, y: y[to] + toY / scaleY });
  };

  private take(vertex: number, other: number): boolean {
    const { isTaken } = this;
    if (isTaken.has(vertex) || isTaken.has(other)) return false;
    isTaken.add(vertex);
    isTaken.add(other);
    return true;
  }

  /** Compares a pair with the next one of a vertex. */
  private comparePair(length: number, vertex: number, other: number, next: CrowdedVertex): number {
    return length - next.length || comparePairs(this.matched.vertices, vertex, other, next.vertex, next.other);
  }

  /** Moves to the next vertex that is in no pair yet. @returns whether there is one. */
  private moveOn(one: CrowdedVertex): boolean {
    while (++one.next < one.count) if (!this.isTaken.has(one.other)) return true;
    if (one.count < NEXT_NEAREST) return false;
    this.borders.findNear(one.vertex, this.near);
    return this.findNextAmong(this.near, one);
  }

  /** Finds the next nearest vertices after those found so far, among the ends of these edges that are in no pair yet. @returns whether there are any. */
  private findNextAmong(near: Int32List, one: CrowdedVertex): boolean {
    const { borders, here, isSeen, isTaken, matched: { edges } } = this;
    const { vertex } = one;
    const behind = one.count === 0 ? null : { vertex, length: one.lengths[one.count - 1], other: one.others[one.count - 1] };
    one.count = one.next = 0;
    if (here.vertex !== vertex) here.read(vertex);
    if (here.hasMarked(this.isFrozen)) return false;
    const reachX = borders.reachX(vertex);
    isSeen.removeAll();
    for (let k = 0; k < near.length; k++) {
      const edge = near.data[k];
      if (this.hasUseOf(edge, here)) continue;
      for (const other of [edges.a[edge], edges.b[edge]]) {
        if (other <= vertex || isTaken.has(other) || isSeen.has(other) || this.isFar(vertex, other, reachX)) continue;
        isSeen.add(other);
        const length = this.lengthBetween(vertex, other);
        if (!(length < this.distance)) continue;
        if (behind !== null && (length - behind.length || comparePairs(this.matched.vertices, vertex, other, vertex, behind.other)) <= 0) continue;
        this.insert(one, other, length);
      }
    }
    return one.count > 0;
  }

  /** Inserts a vertex into the sorted list of the nearest ones, if it is near enough. */
  private insert(one: CrowdedVertex, other: number, length: number): void {
    const { others, lengths, vertex } = one;
    const isAfter = (at: number): boolean => (lengths[at] - length || comparePairs(this.matched.vertices, vertex, others[at], vertex, other)) > 0;
    if (one.count === NEXT_NEAREST && !isAfter(one.count - 1)) return;
    let at = one.count === NEXT_NEAREST ? one.count - 1 : one.count++;
    for (; at > 0 && isAfter(at - 1); at--) {
      others[at] = others[at - 1];
      lengths[at] = lengths[at - 1];
    }
    others[at] = other;
    lengths[at] = length;
  }

  private hasUseOf(edge: number, borders: BordersAtVertex): boolean {
    const { prepared, edges } = this.matched;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) if (borders.has(featureOfUse(prepared, edges, use))) return true;
    return false;
  }
}

function add(pairs: { from: Int32List; to: Int32List; apart: Float64List }, from: number, to: number, apart: number): void {
  pairs.from.push(from);
  pairs.to.push(to);
  pairs.apart.push(apart);
}
