/** Beyond this a buffer is not kept: most pictures are tiles. */
const LARGEST_KEPT = 1 << 20;

/** Bytes to work in that are used again for the next picture, so that tiles leave little for the collector. They hold what they held. */
export class Scratch {
  #bytes = new Uint8Array(0);

  take(size: number): Uint8Array {
    if (size > LARGEST_KEPT) return new Uint8Array(size);
    if (this.#bytes.length < size) this.#bytes = new Uint8Array(size);
    return this.#bytes.subarray(0, size);
  }
}
