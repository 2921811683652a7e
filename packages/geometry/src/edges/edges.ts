import { enlarged } from '../arrays/growable.ts';

/** The `firstUse` of an edge that was split or merged away. */
const DEAD = -2;
const NONE = -1;

/**
 * Slots tried in a row from the one given by the edge's first vertex, before falling back to the slot given by a hash of
 * both.
 */
const NEAR_SLOTS = 6;

/**
 * The undirected edges of a layer, each stored once, with the ring segments that run over it.
 *
 * An edge runs from `a` to `b` (a < b by id). A use is one source segment, named by the source vertex that it starts at. The
 * uses of an edge form a linked list from `firstUse` through `useNext`. The code of a use is 2·segment + d, where d is 0 if the
 * segment, walked with its ring's land on the left, goes a → b, and 1 if it goes b → a. Edges are never modified: an edge dies
 * and other edges take over its uses.
 */
export class EdgeTable {
  a: Int32Array;
  b: Int32Array;
  firstUse: Int32Array;
  count = 0;
  useCode: Int32Array;
  useNext: Int32Array;
  useCount = 0;
  /** First half-edge out of each vertex (2·edge from `a`, 2·edge + 1 from `b`); built on first request. */
  private vertexFirst: Int32Array | null = null;
  /** The next half-edge out of the same vertex; see `firstHalfEdge`. */
  halfEdgeNext: Int32Array = new Int32Array(0);
  private slots: Int32Array;

  constructor(expected: number) {
    const capacity = Math.max(expected, 16);
    this.a = new Int32Array(capacity);
    this.b = new Int32Array(capacity);
    this.firstUse = new Int32Array(capacity);
    this.useCode = new Int32Array(capacity);
    this.useNext = new Int32Array(capacity);
    let size = 64;
    // Most edges have two segments, so the table starts about half full. It grows where they do
    // not.
    while (size < expected) size *= 2;
    this.slots = new Int32Array(size).fill(-1);
  }

  isDead(edge: number): boolean {
    return this.firstUse[edge] === DEAD;
  }

  /** The living edge between two different vertices, created if there is none. */
  intern(from: number, to: number): number {
    if (this.slots.length === 0) this.rehash();
    const a = from < to ? from : to;
    const b = from < to ? to : from;
    const slot = this.slotOf(a, b);
    const known = this.slots[slot];
    if (known >= 0 && this.firstUse[known] !== DEAD) return known;
    const edge = this.count++;
    if (edge === this.a.length) this.enlarge();
    this.a[edge] = a;
    this.b[edge] = b;
    this.firstUse[edge] = NONE;
    this.slots[slot] = edge;
    if (this.vertexFirst !== null) this.link(edge);
    if (this.count * 3 > this.slots.length * 2) this.rehash();
    return edge;
  }

  /** The slot of the edge between two vertices, or the free slot where it belongs. */
  private slotOf(a: number, b: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    // Vertices are numbered as rings are walked, so vertices near each other on the ground have nearby ids and
    // slots.
    for (let step = 0; step < NEAR_SLOTS; step++) {
      const slot = (2 * a + step) & mask;
      const edge = slots[slot];
      if (edge < 0 || (this.a[edge] === a && this.b[edge] === b)) return slot;
    }
    const hash = hashPair(a, b);
    // The slots above are filled in long runs. Steps of one would have to reach the end of such a run.
    const step = (hash >>> 16) | 1;
    let slot = hash & mask;
    for (;;) {
      const edge = slots[slot];
      if (edge < 0 || (this.a[edge] === a && this.b[edge] === b)) return slot;
      slot = (slot + step) & mask;
    }
  }

  addUse(edge: number, code: number): void {
    const use = this.useCount++;
    if (use === this.useCode.length) {
      this.useCode = enlarged(this.useCode, use * 2);
      this.useNext = enlarged(this.useNext, use * 2);
    }
    this.useCode[use] = code;
    this.useNext[use] = this.firstUse[edge];
    this.firstUse[edge] = use;
  }

  /** Adds a segment walked `from` → `to` with its land on the left. */
  addSegment(from: number, to: number, segment: number): void {
    this.addUse(this.intern(from, to), 2 * segment + (from < to ? 0 : 1));
  }

  /** Removes an edge. @returns its first use, for `putChain`. */
  kill(edge: number): number {
    const first = this.firstUse[edge];
    this.firstUse[edge] = DEAD;
    return first;
  }

  /**
   * Replaces a killed edge by the chain a → vertices[0 … count) → b, skipping repeated vertices. Calls `onNew` with
   * every new edge.
   */
  putChain(edge: number, first: number, vertices: Int32Array, count: number, onNew: (edge: number) => void): void {
    const last = this.b[edge];
    let from = this.a[edge];
    for (let i = 0; i <= count; i++) {
      const to = i < count ? vertices[i] : last;
      if (to === from) continue;
      const before = this.count;
      const child = this.intern(from, to);
      this.copyUses(first, child, from > to);
      if (child >= before) onNew(child);
      from = to;
    }
  }

  /** Moves every edge of `vertex` over to `onto`; an edge between the two vanishes. Needs the incidence. */
  mergeVertex(vertex: number, onto: number, onNew: (edge: number) => void): void {
    let half = this.firstHalfEdge(vertex);
    while (half >= 0) {
      const edge = half >> 1;
      const following = this.halfEdgeNext[half];
      if (this.firstUse[edge] !== DEAD) {
        const other = this.a[edge] === vertex ? this.b[edge] : this.a[edge];
        const first = this.firstUse[edge];
        const wasReversed = this.a[edge] !== vertex;
        this.firstUse[edge] = DEAD;
        if (other !== onto) {
          const before = this.count;
          const child = this.intern(onto, other);
          this.copyUses(first, child, wasReversed !== onto > other);
          if (child >= before) onNew(child);
        }
      }
      half = following;
    }
  }

  /** The first half-edge out of a vertex, or -1. Follow `halfEdgeNext` for the others; dead edges are among them. */
  firstHalfEdge(vertex: number): number {
    const first = this.vertexFirst ?? this.buildIncidence();
    return vertex < first.length ? first[vertex] : NONE;
  }

  /** The number of living edges that end at a vertex. */
  degree(vertex: number): number {
    let count = 0;
    for (let half = this.firstHalfEdge(vertex); half >= 0; half = this.halfEdgeNext[half]) if (!this.isDead(half >> 1)) count++;
    return count;
  }

  private buildIncidence(): Int32Array {
    let vertexCount = 0;
    for (let edge = 0; edge < this.count; edge++) if (this.b[edge] >= vertexCount) vertexCount = this.b[edge] + 1;
    const first = new Int32Array(vertexCount).fill(NONE);
    this.vertexFirst = first;
    this.halfEdgeNext = new Int32Array(2 * this.a.length);
    for (let edge = this.count - 1; edge >= 0; edge--) if (this.firstUse[edge] !== DEAD) this.link(edge);
    return first;
  }

  private link(edge: number): void {
    let first = this.vertexFirst;
    if (first === null) return;
    if (this.b[edge] >= first.length) {
      const length = first.length;
      first = enlarged(first, Math.max(this.b[edge] + 1, length * 2));
      first.fill(NONE, length);
      this.vertexFirst = first;
    }
    this.halfEdgeNext[2 * edge] = first[this.a[edge]];
    first[this.a[edge]] = 2 * edge;
    this.halfEdgeNext[2 * edge + 1] = first[this.b[edge]];
    first[this.b[edge]] = 2 * edge + 1;
  }

  private copyUses(firstUse: number, child: number, reversed: boolean): void {
    for (let use = firstUse; use >= 0; use = this.useNext[use]) this.addUse(child, reversed ? this.useCode[use] ^ 1 : this.useCode[use]);
  }

  private enlarge(): void {
    const length = this.a.length * 2;
    this.a = enlarged(this.a, length);
    this.b = enlarged(this.b, length);
    this.firstUse = enlarged(this.firstUse, length);
    if (this.vertexFirst !== null) this.halfEdgeNext = enlarged(this.halfEdgeNext, 2 * length);
  }

  /** Frees the lists of the edges at each vertex. They are rebuilt when they are needed. */
  releaseIncidence(): void {
    this.vertexFirst = null;
    this.halfEdgeNext = new Int32Array(0);
  }

  /** Frees the table that finds the edge between two vertices. It is rebuilt when it is needed. */
  releaseSlots(): void {
    this.slots = new Int32Array(0);
  }

  private rehash(): void {
    let size = 64;
    while (this.count * 3 > size * 2) size *= 2;
    this.slots = new Int32Array(size).fill(-1);
    for (let edge = 0; edge < this.count; edge++) if (this.firstUse[edge] !== DEAD) this.slots[this.slotOf(this.a[edge], this.b[edge])] = edge;
  }
}

function hashPair(a: number, b: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
