import { enlarged } from '@geoinsights/geometry/arrays';

/** A growing Float64Array. */
export class Coordinates {
  #values = new Float64Array(1 << 12);
  length = 0;

  push(x: number, y: number): void {
    if (this.length + 2 > this.#values.length) this.#values = enlarged(this.#values, this.#values.length * 2);
    this.#values[this.length] = x;
    this.#values[this.length + 1] = y;
    this.length += 2;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  finish(): Float64Array<ArrayBuffer> {
    return this.#values.slice(0, this.length);
  }
}
