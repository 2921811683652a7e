/** A Float64Array that grows; memory is at most twice what it holds, unless more is expected. */
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

  append(source: Float64Array, from: number, to: number, expected?: number): void {
    this.reserve(this.length + to - from, expected);
    this.values.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  /** @param expected how many values there will be in the end, as far as that can be guessed. */
  reserve(length: number, expected?: number): void {
    const capacity = this.values.length;
    if (length <= capacity) return;
    const grown = new Float64Array(Math.ceil(Math.max(length, expected === undefined ? 2 * capacity : Math.max(expected, 1.125 * capacity))));
    grown.set(this.values.subarray(0, this.length));
    this.values = grown;
  }

  /** The values in an array of their number; nothing must be added afterwards. A copy is made only to free much of the room. */
  finish(): Float64Array {
    const { values, length } = this;
    return values.length - length <= values.length / 8 ? values.subarray(0, length) : values.slice(0, length);
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
