const LATIN_1 = new TextDecoder('latin1');
/** Much faster in Node; correct wherever it yields one character per byte. */
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Long enough that few strings are made, short enough that they die young: Node stores long strings outside its heap. */
const STRETCH = 1 << 15;

/**
 * Turns many short ranges of the same bytes into strings, one character per byte. It decodes a whole stretch and cuts it,
 * which takes a third of the time of decoding each range. Consecutive ranges are fast; others are correct but slower.
 */
export class ShortTexts {
  #text = '';
  #start = 0;

  /** Bytes [from, to); they must be the same bytes as in the previous call unless `forget` was called. */
  of(bytes: Uint8Array, from: number, to: number): string {
    if (from < this.#start || to > this.#start + this.#text.length) {
      this.#start = from;
      const stretch = bytes.subarray(from, Math.max(to, from + STRETCH));
      const text = UTF_8.decode(stretch);
      this.#text = text.length === stretch.length ? text : LATIN_1.decode(stretch);
    }
    return this.#text.substring(from - this.#start, to - this.#start);
  }

  /** Call this when the bytes have changed. */
  forget(): void {
    this.#text = '';
    this.#start = 0;
  }
}
