import { slotsFor } from '@geoinsights/geometry/arrays';
import type { Shapes } from './shapes.ts';

const EMPTY = -1;

/** The plane divided into squares. Each is represented by the first vertex that was requested in it. */
export class Squares {
  readonly #x: Int32Array;
  readonly #y: Int32Array;
  readonly #side: number;
  readonly #slots: Int32Array;

  /** `side` in steps. */
  constructor({ x, y }: Shapes, side: number) {
    this.#x = x;
    this.#y = y;
    this.#side = side;
    this.#slots = new Int32Array(slotsFor(Math.max(16, x.length * 1.5))).fill(EMPTY);
  }

  representative(vertex: number): number {
    const mask = this.#slots.length - 1;
    const column = Math.floor((this.#x[vertex] ?? 0) / this.#side);
    const row = Math.floor((this.#y[vertex] ?? 0) / this.#side);
    let hash = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    for (let slot = (hash ^ (hash >>> 13)) & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot] ?? EMPTY;
      if (known === EMPTY) {
        this.#slots[slot] = vertex;
        return vertex;
      }
      if (Math.floor((this.#x[known] ?? 0) / this.#side) === column && Math.floor((this.#y[known] ?? 0) / this.#side) === row) return known;
    }
  }
}
