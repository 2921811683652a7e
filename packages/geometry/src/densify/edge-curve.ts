import { Float64List } from '../arrays/growable.ts';

/** Transforms the x, y pairs of the vertices [from, to) in place; NaN for points that have no image. */
export type TransformPlaces = (xy: Float64Array, from: number, to: number) => void;

/** An edge is halved at most this many times: into 4096 pieces at most. */
const MOST_HALVINGS = 12;

/**
 * Computes, one edge at a time, the points between its ends where its image in the target needs vertices. It works from the end whose
 * source coordinates come first, so that rounding is the same in both directions.
 */
export class EdgeCurve {
  readonly #source: Float64Array;
  readonly #target: Float64Array;
  readonly #transform: TransformPlaces;
  readonly #toleranceSquared: number;
  readonly #shares = new Float64List();
  readonly #xy = new Float64List();
  readonly #probes = new Float64Array(6);
  #ends: readonly [number, number, number, number] = [0, 0, 0, 0];
  #isBackwards = false;

  constructor(source: Float64Array, target: Float64Array, transform: TransformPlaces, tolerance: number) {
    this.#source = source;
    this.#target = target;
    this.#transform = transform;
    this.#toleranceSquared = tolerance * tolerance;
  }

  /** The number of points that the last edge needs. */
  get length(): number {
    return this.#shares.length;
  }

  /** The share of a point along the edge, 0 to 1, in the requested direction. */
  shareAt(index: number): number {
    return this.#isBackwards ? 1 - this.#shares.data[this.#stored(index)] : this.#shares.data[index];
  }

  xAt(index: number): number {
    return this.#xy.data[2 * this.#stored(index)];
  }

  yAt(index: number): number {
    return this.#xy.data[2 * this.#stored(index) + 1];
  }

  #stored(index: number): number {
    return this.#isBackwards ? this.length - 1 - index : index;
  }

  follow(from: number, to: number): void {
    this.#shares.length = 0;
    this.#xy.length = 0;
    const source = this.#source;
    const [x1, y1, x2, y2] = [source[2 * from], source[2 * from + 1], source[2 * to], source[2 * to + 1]];
    this.#isBackwards = x2 < x1 || (x2 === x1 && y2 < y1);
    const [first, last] = this.#isBackwards ? [to, from] : [from, to];
    this.#ends = this.#isBackwards ? [x2, y2, x1, y1] : [x1, y1, x2, y2];
    const target = this.#target;
    this.#halve(0, 1, target[2 * first], target[2 * first + 1], target[2 * last], target[2 * last + 1], 0);
  }

  /** Halves the piece between two shares, whose ends in the target are given, until it is straight enough. */
  #halve(start: number, end: number, x1: number, y1: number, x2: number, y2: number, depth: number): void {
    const probes = this.#probes;
    // A curve may cross its chord in the middle, so the quarters are tested as well.
    for (let quarter = 1; quarter <= 3; quarter++) {
      const share = start + ((end - start) * quarter) / 4;
      const [sx1, sy1, sx2, sy2] = this.#ends;
      probes[2 * quarter - 2] = sx1 + (sx2 - sx1) * share;
      probes[2 * quarter - 1] = sy1 + (sy2 - sy1) * share;
    }
    this.#transform(probes, 0, 3);
    if (!this.#isBent(x1, y1, x2, y2)) return;
    const [x, y] = [probes[2], probes[3]];
    // If the midpoint has no image, no vertex can be added.
    if (Number.isNaN(x) || Number.isNaN(y)) return;
    const middle = (start + end) / 2;
    if (depth + 1 < MOST_HALVINGS) this.#halve(start, middle, x1, y1, x, y, depth + 1);
    this.#shares.push(middle);
    this.#xy.push(x);
    this.#xy.push(y);
    if (depth + 1 < MOST_HALVINGS) this.#halve(middle, end, x, y, x2, y2, depth + 1);
  }

  /** Whether one of the three points lies further from the chord than allowed. */
  #isBent(x1: number, y1: number, x2: number, y2: number): boolean {
    const probes = this.#probes;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const chord = dx * dx + dy * dy;
    for (let probe = 0; probe < 6; probe += 2) {
      const [px, py] = [probes[probe] - x1, probes[probe + 1] - y1];
      const along = chord === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / chord));
      const [ox, oy] = [px - along * dx, py - along * dy];
      if (ox * ox + oy * oy > this.#toleranceSquared) return true;
    }
    return false;
  }
}
