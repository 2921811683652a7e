import { Heap } from '../arrays/heap.ts';
import { addTo } from '../arrays/multimap.ts';
import type { Ground } from '../ground.ts';
import { comparePoints, orient2d } from '../edges/predicates.ts';
import { VertexBuckets } from './vertex-buckets.ts';
import type { Places } from './vertex-buckets.ts';

/**
 * Cuts a weakly simple polygon into triangles. They do not cover all of it if at some point no corner can be cut off.
 * @param ring its vertices, with the polygon on the left.
 * @returns the triangles as triples of vertices.
 */
export function trianglesOf(vertices: Places, ground: Ground, ring: readonly number[]): (readonly [number, number, number])[] {
  const triangles: (readonly [number, number, number])[] = [];
  new Triangulation(vertices, ground, ring, () => undefined, (...triangle) => triangles.push(triangle)).run();
  return triangles;
}

/**
 * Cuts a weakly simple polygon (its border may touch itself, and run back along itself) into triangles by clipping ears. Ears
 * with the shortest cut come first, so that cuts run across a long gap. A corner blocked by a vertex waits until that vertex
 * is cut off; vertices are looked up in a grid. If no corner can be cut any more, the rest stays as it is.
 */
export class Triangulation {
  private readonly vertices: Places;
  private readonly vertexAt: Int32Array;
  private readonly before: Int32Array;
  private readonly after: Int32Array;
  private readonly isGone: Uint8Array;
  private readonly version: Int32Array;
  private readonly waitingFor = new Map<number, number[]>();
  /** Everything that was ever queued, and what of it waits, as indices. */
  private readonly entries: QueuedCorner[] = [];
  private readonly queue: Heap;
  private readonly ground: Ground;
  private readonly addEdge: (p: number, q: number) => void;
  private readonly onTriangle: (p: number, q: number, r: number) => void;
  private readonly buckets: VertexBuckets;
  private left: number;

  constructor(vertices: Places, ground: Ground, ring: readonly number[], addEdge: (p: number, q: number) => void, onTriangle: (p: number, q: number, r: number) => void = () => undefined) {
    const count = ring.length;
    this.vertices = vertices;
    this.ground = ground;
    this.addEdge = addEdge;
    this.onTriangle = onTriangle;
    this.vertexAt = Int32Array.from(ring);
    this.before = Int32Array.from(ring, (_, i) => (i + count - 1) % count);
    this.after = Int32Array.from(ring, (_, i) => (i + 1) % count);
    this.isGone = new Uint8Array(count);
    this.version = new Int32Array(count);
    this.queue = new Heap((p, q) => this.compareCuts(this.entries[p], this.entries[q]) < 0);
    this.buckets = new VertexBuckets(vertices, this.vertexAt);
    this.left = count;
  }

  run(): void {
    for (let corner = 0; corner < this.vertexAt.length; corner++) this.offer(corner);
    while (this.left > 3 && !this.queue.isEmpty) {
      const { corner, version } = this.entries[this.queue.take()];
      if (this.isGone[corner] === 1 || version !== this.version[corner]) continue;
      const bar = this.barOf(corner);
      if (bar === null) this.clip(corner);
      else if (bar >= 0) addTo(this.waitingFor, bar, corner);
    }
    const last = this.isGone.indexOf(0);
    if (this.left === 3) this.onTriangle(...this.corners(last));
  }

  private clip(corner: number): void {
    const [p, r] = [this.before[corner], this.after[corner]];
    this.addEdge(this.vertexAt[p], this.vertexAt[r]);
    this.onTriangle(this.vertexAt[p], this.vertexAt[corner], this.vertexAt[r]);
    this.isGone[corner] = 1;
    this.after[p] = r;
    this.before[r] = p;
    this.left--;
    // Whether a corner can be cut off depends on the two vertices on either side of it.
    for (const other of new Set([this.before[p], p, r, this.after[r]])) this.offer(other);
    const waiting = this.waitingFor.get(corner) ?? [];
    this.waitingFor.delete(corner);
    for (const other of waiting) if (this.isGone[other] === 0) this.offer(other);
  }

  private offer(corner: number): void {
    const [p, q, r] = this.corners(corner);
    this.version[corner]++;
    if (p === r || this.turnOf(p, q, r) <= 0) return;
    const { x, y } = this.vertices;
    this.queue.put(this.entries.push({ corner, version: this.version[corner], length: this.ground.length(x[p], y[p], x[r], y[r]) }) - 1);
  }

  private corners(corner: number): [number, number, number] {
    return [this.vertexAt[this.before[corner]], this.vertexAt[corner], this.vertexAt[this.after[corner]]];
  }

  private turnOf(p: number, q: number, r: number): number {
    const { x, y } = this.vertices;
    return orient2d(x[p], y[p], x[q], y[q], x[r], y[r]);
  }

  /** Null if the corner can be cut off; else the index of a vertex in or on its triangle, or -1 if its neighbours block it. */
  private barOf(corner: number): number | null {
    const [p, q, r] = this.corners(corner);
    // Both ends of the cut must stay inside the polygon: at a corner that turns left, the cut may not go past the
    // next side.
    const ahead = this.vertexAt[this.after[this.after[corner]]];
    const behind = this.vertexAt[this.before[this.before[corner]]];
    if (this.turnOf(q, r, ahead) > 0 && this.turnOf(r, ahead, p) <= 0) return -1;
    if (this.turnOf(behind, p, q) > 0 && this.turnOf(behind, p, r) <= 0) return -1;
    return this.buckets.find(p, q, r, (corner) => {
      const vertex = this.vertexAt[corner];
      if (this.isGone[corner] === 1 || vertex === p || vertex === q || vertex === r) return false;
      return this.turnOf(p, q, vertex) >= 0 && this.turnOf(q, r, vertex) >= 0 && this.turnOf(r, p, vertex) >= 0;
    });
  }

  /** Shorter cuts first. Ties are broken by the coordinates of their ends, so that the start of the ring does not matter. */
  private compareCuts(p: QueuedCorner, q: QueuedCorner): number {
    if (p.length !== q.length) return p.length - q.length;
    const { x, y } = this.vertices;
    const [a, b] = [this.corners(p.corner), this.corners(q.corner)];
    for (let i = 0; i < 3; i++) {
      const order = comparePoints(x[a[i]], y[a[i]], x[b[i]], y[b[i]]);
      if (order !== 0) return order;
    }
    return p.corner - q.corner;
  }
}

interface QueuedCorner {
  readonly corner: number;
  /** A corner changes when a neighbour is cut off. Entries with an older version are void. */
  readonly version: number;
  readonly length: number;
}
