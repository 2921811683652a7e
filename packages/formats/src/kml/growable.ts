/** A Float64Array that grows; memory is at most twice what it holds. */
export class GrowableFloats {
  values: Float64Array;
  length = 0;

  constructor(capacity = 16) {
    this.values = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(this.length + 1);
    this.values[this.length++] = value;
  }

  append(source: Float64Array, from: number, to: number): void {
    this.reserve(this.length + to - from);
    this.values.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  reserve(length: number): void {
    if (length <= this.values.length) return;
    const grown = new Float64Array(Math.max(length, this.values.length * 2));
    grown.set(this.values.subarray(0, this.length));
    this.values = grown;
  }

  /** The values in an array of exactly their number. */
  finish(): Float64Array {
    return this.values.length === this.length ? this.values : this.values.slice(0, this.length);
  }
}

/** As `GrowableFloats`, for offsets. */
export class GrowableIntegers {
  values: Int32Array;
  length = 0;

  constructor(capacity = 16) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }

  finish(): Int32Array {
    return this.values.slice(0, this.length);
  }
}
