import { NUMBER_ROOM, NumberText } from './number-text.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const HEX = new TextEncoder().encode('0123456789abcdef');
/** The letter of the short escape of a control character; 0 for those written as \u00xx. */
const SHORT_ESCAPES = new Uint8Array(0x20);
for (const [character, letter] of ['\bb', '\tt', '\nn', '\ff', '\rr']) SHORT_ESCAPES[character.charCodeAt(0)] = letter.charCodeAt(0);

const CAPACITY = 1 << 18;
const POSITION_ROOM = 3 * NUMBER_ROOM + 4;

/** Collects JSON as bytes. */
export class JsonOutput {
  readonly coordinates: NumberText;
  /** The number of halves of characters that were replaced; never reset. */
  replaced = 0;
  readonly #numbers = new NumberText(null);
  #bytes = new Uint8Array(CAPACITY);
  #length = 0;

  /** @param decimals see `NumberText`; for coordinates only. */
  constructor(decimals: number | null) {
    this.coordinates = new NumberText(decimals);
  }

  /** Whether the caller should take the output. */
  get isFull(): boolean {
    return this.#length > CAPACITY - (CAPACITY >> 3);
  }

  /** Returns the output and clears it; valid until the next write. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    if (this.#bytes.length > CAPACITY) this.#bytes = new Uint8Array(CAPACITY);
    return bytes;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    // Most pieces are short, and for those a loop is faster.
    if (bytes.length > 64) this.#bytes.set(bytes, this.#length);
    else for (let at = 0; at < bytes.length; at++) this.#bytes[this.#length + at] = bytes[at];
    this.#length += bytes.length;
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  /** Writes a finite number. */
  number(value: number): void {
    this.#reserve(NUMBER_ROOM);
    this.#length = this.#numbers.write(this.#bytes, this.#length, value);
  }

  /** Writes a string in quotes. */
  text(text: string): void {
    this.#reserve(6 * text.length + 2);
    this.#bytes[this.#length++] = QUOTE;
    this.#letters(text, true);
    this.#bytes[this.#length++] = QUOTE;
  }

  /** Writes text that is already JSON, or ASCII that needs no escapes. */
  plain(text: string): void {
    this.#reserve(3 * text.length);
    this.#letters(text, false);
  }

  /**
   * Writes positions [from, to) as a list in brackets; in reverse order with `isReversed`.
   * @param z NaN for a vertex without one
   */
  positions(xy: Float64Array, z: Float64Array | null, from: number, to: number, isReversed: boolean): void {
    this.byte(OPEN);
    this.morePositions(xy, z, from, to, isReversed);
    this.byte(CLOSE);
  }

  /** Like `positions`, without the brackets. */
  morePositions(xy: Float64Array, z: Float64Array | null, from: number, to: number, isReversed: boolean): void {
    const numbers = this.coordinates;
    let bytes = this.#bytes;
    let at = this.#length;
    const step = isReversed ? -1 : 1;
    const last = isReversed ? from : to - 1;
    for (let count = to - from, vertex = isReversed ? to - 1 : from; count > 0; count--, vertex += step) {
      if (at + POSITION_ROOM > bytes.length) {
        this.#length = at;
        this.#reserve(POSITION_ROOM);
        bytes = this.#bytes;
      }
      bytes[at++] = OPEN;
      at = numbers.write(bytes, at, xy[2 * vertex]);
      bytes[at++] = COMMA;
      at = numbers.write(bytes, at, xy[2 * vertex + 1]);
      if (z !== null && z[vertex] - z[vertex] === 0) {
        bytes[at++] = COMMA;
        at = numbers.write(bytes, at, z[vertex]);
      }
      bytes[at++] = CLOSE;
      if (vertex !== last) bytes[at++] = COMMA;
    }
    this.#length = at;
  }

  #letters(text: string, isEscaped: boolean): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x80) {
        if (isEscaped && (code < 0x20 || code === QUOTE || code === BACKSLASH || code === 0x7f)) at = escape(bytes, at, code);
        else bytes[at++] = code;
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      } else if ((code & 0xf800) !== 0xd800) {
        at = threeBytes(bytes, at, code);
      } else {
        const next = text.charCodeAt(index + 1);
        if (code >= 0xdc00 || (next & 0xfc00) !== 0xdc00) {
          // Half of a surrogate pair is not a character.
          this.replaced++;
          at = threeBytes(bytes, at, 0xfffd);
          continue;
        }
        const point = 0x10000 + ((code & 0x3ff) << 10) + (next & 0x3ff);
        bytes[at++] = 0xf0 | (point >> 18);
        bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
        bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[at++] = 0x80 | (point & 0x3f);
        index++;
      }
    }
    this.#length = at;
  }

  #reserve(more: number): void {
    const wanted = this.#length + more;
    if (wanted <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(wanted, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function threeBytes(bytes: Uint8Array, at: number, code: number): number {
  bytes[at] = 0xe0 | (code >> 12);
  bytes[at + 1] = 0x80 | ((code >> 6) & 0x3f);
  bytes[at + 2] = 0x80 | (code & 0x3f);
  return at + 3;
}

function escape(bytes: Uint8Array, at: number, code: number): number {
  bytes[at] = BACKSLASH;
  const letter = code < 0x20 ? SHORT_ESCAPES[code] : code === 0x7f ? 0 : code;
  if (letter !== 0) {
    bytes[at + 1] = letter;
    return at + 2;
  }
  bytes[at + 1] = 0x75;
  bytes[at + 2] = HEX[0];
  bytes[at + 3] = HEX[0];
  bytes[at + 4] = HEX[code >> 4];
  bytes[at + 5] = HEX[code & 0xf];
  return at + 6;
}
