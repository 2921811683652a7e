const LATIN_1 = new TextDecoder('latin1');
/** Far quicker in Node; right wherever it makes a character of each byte. */
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** Long enough that few strings are made, short enough to be young when they go: Node lays long ones outside of its heap. */
const STRETCH = 1 << 15;

/**
 * Many short ranges of the same bytes as strings, one character a byte. A string is made of a whole stretch and cut, which
 * takes a third of the time that one for each range takes. Ranges that go on from each other are quick, others are right.
 */
export class ShortTexts {
  #text = '';
  #start = 0;

  /** Bytes [from, to), which must be the same bytes as in the call before unless `forget` was called. */
  of(bytes: Uint8Array, from: number, to: number): string {
    if (from < this.#start || to > this.#start + this.#text.length) {
      this.#start = from;
      const stretch = bytes.subarray(from, Math.max(to, from + STRETCH));
      const text = UTF_8.decode(stretch);
      this.#text = text.length === stretch.length ? text : LATIN_1.decode(stretch);
    }
    return this.#text.substring(from - this.#start, to - this.#start);
  }

  /** To be called when other bytes stand there. */
  forget(): void {
    this.#text = '';
    this.#start = 0;
  }
}
