/** Larger buffers are not kept: most pictures are tiles. */
const LARGEST_KEPT = 1 << 20;

/** A work buffer reused for the next picture, so that tiles leave little garbage. Its old content remains. */
export class Scratch {
  #bytes = new Uint8Array(0);

  take(size: number): Uint8Array {
    if (size > LARGEST_KEPT) return new Uint8Array(size);
    if (this.#bytes.length < size) this.#bytes = new Uint8Array(size);
    return this.#bytes.subarray(0, size);
  }
}
