/** Collects bytes in either byte order, in a buffer that doubles as it fills. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 10);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  uint8(value: number): void {
    const at = this.#take(1);
    this.#view.setUint8(at, value);
  }

  uint32(value: number, littleEndian: boolean): void {
    const at = this.#take(4);
    this.#view.setUint32(at, value, littleEndian);
  }

  float64(value: number, littleEndian: boolean): void {
    const at = this.#take(8);
    setFloat64(this.#view, at, value, littleEndian);
  }

  bytes(bytes: Uint8Array): void {
    const at = this.#take(bytes.length);
    this.#bytes.set(bytes, at);
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Writes over four bytes from `at` on. */
  putUint32(at: number, value: number, littleEndian: boolean): void {
    this.#view.setUint32(at, value, littleEndian);
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #take(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
}

/** Writes a double. NaN always gets the same bits, which otherwise depend on the machine. */
export function setFloat64(view: DataView, at: number, value: number, littleEndian: boolean): void {
  if (Number.isNaN(value)) view.setBigUint64(at, 0x7ff8000000000000n, littleEndian);
  else view.setFloat64(at, value, littleEndian);
}
