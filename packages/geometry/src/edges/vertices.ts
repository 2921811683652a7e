import { enlarged } from '../arrays/growable.ts';
import { hashPlace } from '../arrays/hash-place.ts';
import { PlaceBuckets } from '../arrays/place-buckets.ts';
import { comparePoints } from './predicates.ts';

/** Entries per bucket. */
const BUCKET = 8;

/**
 * The vertices of a layer by exact coordinates: equal points have one id. Negative zero is zero.
 *
 * Ids are stored in buckets by location. Points are never spread evenly, so what does not fit into its bucket goes to a
 * hash table.
 */
export class VertexTable {
  x: Float64Array;
  y: Float64Array;
  count = 0;
  private readonly places: PlaceBuckets;
  private buckets: Int32Array;
  private slots = new Int32Array(64).fill(-1);
  private slotCount = 0;

  /** @param xy points of which most will be interned, as x0, y0, x1, y1 …; the buckets are spread over their extent. */
  constructor(expected: number, xy: Float64Array = new Float64Array(0)) {
    this.x = new Float64Array(Math.max(expected, 16));
    this.y = new Float64Array(Math.max(expected, 16));
    // Most points occur twice, so the buckets are about a third full.
    this.places = new PlaceBuckets((expected * 1.25) / BUCKET, xy);
    this.buckets = new Int32Array(BUCKET * this.places.count);
  }

  intern(x: number, y: number): number {
    if (this.buckets.length === 0) this.fillBuckets();
    const px = x + 0;
    const py = y + 0;
    const { buckets } = this;
    const start = BUCKET * this.places.at(px, py);
    const end = start + BUCKET;
    let entry = start;
    for (; entry < end; entry++) {
      // Ids are stored plus one, so that fresh memory means empty.
      const id = buckets[entry] - 1;
      if (id < 0) break;
      if (this.x[id] === px && this.y[id] === py) return id;
    }
    if (entry < end) {
      const id = this.add(px, py);
      buckets[entry] = id + 1;
      return id;
    }
    const mask = this.slots.length - 1;
    let slot = hashPlace(px, py) & mask;
    for (;;) {
      const id = this.slots[slot];
      if (id < 0) break;
      if (this.x[id] === px && this.y[id] === py) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.add(px, py);
    this.slots[slot] = id;
    if (++this.slotCount * 2 > this.slots.length) this.rehash();
    return id;
  }

  /** Frees most of the tables that find a vertex by its coordinates. They are rebuilt when they are needed. */
  releaseBuckets(): void {
    this.buckets = new Int32Array(0);
  }

  private fillBuckets(): void {
    const buckets = new Int32Array(BUCKET * this.places.count);
    for (let id = 0; id < this.count; id++) {
      const start = BUCKET * this.places.at(this.x[id], this.y[id]);
      let entry = start;
      while (entry < start + BUCKET && buckets[entry] !== 0) entry++;
      // Vertices that do not fit are in the hash table already.
      if (entry < start + BUCKET) buckets[entry] = id + 1;
    }
    this.buckets = buckets;
  }

  private add(x: number, y: number): number {
    const id = this.count++;
    if (id === this.x.length) {
      this.x = enlarged(this.x, id * 2);
      this.y = enlarged(this.y, id * 2);
    }
    this.x[id] = x;
    this.y[id] = y;
    return id;
  }

  private rehash(): void {
    const old = this.slots;
    const slots = new Int32Array(old.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (let i = 0; i < old.length; i++) {
      const id = old[i];
      if (id < 0) continue;
      let slot = hashPlace(this.x[id], this.y[id]) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

/** Where each merged vertex went: follow `target` until the vertex that stays. */
export class VertexMoves {
  private target: Int32Array;
  moved = 0;

  constructor(count: number) {
    this.target = new Int32Array(count).fill(-1);
  }

  move(vertex: number, onto: number): void {
    if (vertex >= this.target.length) {
      const length = this.target.length;
      this.target = enlarged(this.target, Math.max(vertex + 1, length * 2));
      this.target.fill(-1, length);
    }
    this.target[vertex] = onto;
    this.moved++;
  }

  resolve(vertex: number): number {
    let at = vertex;
    while (at < this.target.length && this.target[at] >= 0) at = this.target[at];
    return at;
  }
}

/** The first of two vertices by x, then y. */
export function firstByPlace({ x, y }: VertexTable, p: number, q: number): number {
  return comparePoints(x[p], y[p], x[q], y[q]) < 0 ? p : q;
}

/**
 * Orders pairs of vertices (p with q, r with s) by coordinates: by the first vertex of each pair, then by the other. The order within a
 * pair does not matter.
 */
export function comparePairs(vertices: VertexTable, p: number, q: number, r: number, s: number): number {
  const { x, y } = vertices;
  const [first, otherFirst] = [firstByPlace(vertices, p, q), firstByPlace(vertices, r, s)];
  const [last, otherLast] = [p + q - first, r + s - otherFirst];
  return comparePoints(x[first], y[first], x[otherFirst], y[otherFirst]) || comparePoints(x[last], y[last], x[otherLast], y[otherLast]);
}
