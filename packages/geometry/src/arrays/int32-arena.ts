/** Memory for many short-lived arrays of integers: views of one buffer, all of which are released together. */
export class Int32Arena {
  private buffer = new Int32Array(1 << 12);
  private used = 0;

  /** Releases all arrays: they will be overwritten. */
  reset(): void {
    this.used = 0;
  }

  /** An array with arbitrary values. */
  take(length: number): Int32Array {
    if (this.used + length > this.buffer.length) {
      this.buffer = new Int32Array(2 * (this.buffer.length + length));
      this.used = 0;
    }
    const start = this.used;
    this.used += length;
    return this.buffer.subarray(start, this.used);
  }
}
