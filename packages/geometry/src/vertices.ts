import { enlargeFloat64, enlargeInt32 } from './growable.ts';

/** The vertices of a layer by exact coordinates: equal places have one id. Negative zero is zero. */
export class VertexTable {
  x: Float64Array;
  y: Float64Array;
  count = 0;
  private slots: Int32Array;

  constructor(expected: number) {
    this.x = new Float64Array(Math.max(expected, 16));
    this.y = new Float64Array(Math.max(expected, 16));
    let size = 64;
    // Most places are met twice, so that this is about half full; it grows where they are not.
    while (size < expected) size *= 2;
    this.slots = new Int32Array(size).fill(-1);
  }

  intern(x: number, y: number): number {
    const px = x + 0;
    const py = y + 0;
    const mask = this.slots.length - 1;
    let slot = hashPlace(px, py) & mask;
    for (;;) {
      const id = this.slots[slot];
      if (id < 0) break;
      if (this.x[id] === px && this.y[id] === py) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.count++;
    if (id === this.x.length) {
      this.x = enlargeFloat64(this.x, id * 2);
      this.y = enlargeFloat64(this.y, id * 2);
    }
    this.x[id] = px;
    this.y[id] = py;
    this.slots[slot] = id;
    if (this.count * 3 > this.slots.length * 2) this.rehash();
    return id;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = hashPlace(this.x[id], this.y[id]) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

const BITS = new Float64Array(2);
const WORDS = new Uint32Array(BITS.buffer);

/** Of the exact coordinates; negative zero has another hash than zero. */
export function hashPlace(x: number, y: number): number {
  BITS[0] = x;
  BITS[1] = y;
  let hash =
    Math.imul(WORDS[0], 0x9e3779b1) ^ Math.imul(WORDS[1], 0x85ebca6b) ^ Math.imul(WORDS[2], 0xc2b2ae35) ^ Math.imul(WORDS[3], 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** Where each vertex went when vertices were merged: chains of `target` end at the vertex that stays. */
export class VertexMoves {
  private target: Int32Array;
  moved = 0;

  constructor(count: number) {
    this.target = new Int32Array(count).fill(-1);
  }

  move(vertex: number, onto: number): void {
    if (vertex >= this.target.length) {
      const length = this.target.length;
      this.target = enlargeInt32(this.target, Math.max(vertex + 1, length * 2));
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
