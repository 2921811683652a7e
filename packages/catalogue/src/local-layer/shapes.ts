import { flatten } from './flatten.ts';
import type { Flattening } from './flatten.ts';

/** The shapes of one level while a layer is written: arrays as in `store.ts`, without the flags in the x values. */
export interface Shapes {
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly offsets: Uint32Array;
  readonly kinds: Uint8Array;
  readonly features: Uint32Array;
  readonly parts: Uint32Array;
}

export function shapeCount(shapes: Shapes): number {
  return shapes.kinds.length;
}

/** Collects the shapes of a level whose maximum size is known. */
export class ShapesBuilder {
  readonly #x: Int32Array;
  readonly #y: Int32Array;
  readonly #offsets: Uint32Array;
  readonly #kinds: Uint8Array;
  readonly #features: Uint32Array;
  readonly #parts: Uint32Array;
  #vertices = 0;
  #shapes = 0;

  constructor(vertices: number, shapes: number) {
    this.#x = new Int32Array(vertices);
    this.#y = new Int32Array(vertices);
    this.#offsets = new Uint32Array(shapes + 1);
    this.#kinds = new Uint8Array(shapes);
    this.#features = new Uint32Array(shapes);
    this.#parts = new Uint32Array(shapes);
  }

  /** The number of vertices in the current shape. */
  get pending(): number {
    return this.#vertices - (this.#offsets[this.#shapes] ?? 0);
  }

  /** Adds a vertex to the current shape, unless it repeats the previous one. */
  add(x: number, y: number): void {
    const last = this.#vertices - 1;
    if (this.pending > 0 && this.#x[last] === x && this.#y[last] === y) return;
    this.#x[this.#vertices] = x;
    this.#y[this.#vertices] = y;
    this.#vertices++;
  }

  /** Removes the last vertices of a ring that repeat its first one. */
  openRing(): void {
    const first = this.#offsets[this.#shapes] ?? 0;
    while (this.pending > 1 && this.#x[this.#vertices - 1] === this.#x[first] && this.#y[this.#vertices - 1] === this.#y[first]) this.#vertices--;
  }

  /** Reverses the ring if the sign of its area differs from `sign`. */
  orient(sign: 1 | -1): void {
    const first = this.#offsets[this.#shapes] ?? 0;
    const end = this.#vertices;
    if (doubleArea(this.#x, this.#y, first, end) * sign >= 0) return;
    this.#x.subarray(first, end).reverse();
    this.#y.subarray(first, end).reverse();
  }

  /** Removes vertices that are visually irrelevant; see `flatten`. */
  flatten(how: Flattening): void {
    this.#vertices = flatten({ x: this.#x, y: this.#y, first: this.#offsets[this.#shapes] ?? 0, end: this.#vertices }, how);
  }

  /** Ends the current shape. */
  finishShape(kind: number, feature: number, part: number): void {
    this.#kinds[this.#shapes] = kind;
    this.#features[this.#shapes] = feature;
    this.#parts[this.#shapes] = part;
    this.#shapes++;
    this.#offsets[this.#shapes] = this.#vertices;
  }

  finish(): Shapes {
    return {
      x: this.#x.slice(0, this.#vertices),
      y: this.#y.slice(0, this.#vertices),
      offsets: this.#offsets.slice(0, this.#shapes + 1),
      kinds: this.#kinds.slice(0, this.#shapes),
      features: this.#features.slice(0, this.#shapes),
      parts: this.#parts.slice(0, this.#shapes),
    };
  }
}

/** Twice the signed area of a ring, relative to its first vertex to keep precision. */
function doubleArea(x: Int32Array, y: Int32Array, first: number, end: number): number {
  const x0 = x[first] ?? 0;
  const y0 = y[first] ?? 0;
  let sum = 0;
  for (let i = first + 1; i + 1 < end; i++) {
    sum += ((x[i] ?? 0) - x0) * ((y[i + 1] ?? 0) - y0) - ((x[i + 1] ?? 0) - x0) * ((y[i] ?? 0) - y0);
  }
  return sum;
}

/** The box of a shape: west, south, east, north. */
export function boxOf({ x, y, offsets }: Shapes, shape: number, into: [number, number, number, number]): void {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  const end = offsets[shape + 1] ?? 0;
  for (let i = offsets[shape] ?? 0; i < end; i++) {
    const vx = x[i] ?? 0;
    const vy = y[i] ?? 0;
    if (vx < west) west = vx;
    if (vx > east) east = vx;
    if (vy < south) south = vy;
    if (vy > north) north = vy;
  }
  into[0] = west;
  into[1] = south;
  into[2] = east;
  into[3] = north;
}
