/** A list of 32-bit integers whose length is not known beforehand. */
export class GrowableWords {
  #values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  toArray(): Int32Array {
    return this.#values.slice(0, this.length);
  }
}
