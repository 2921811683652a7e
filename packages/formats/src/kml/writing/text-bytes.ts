import { LONGEST_DECIMAL, writeDecimal } from '../../features/number-text.ts';

/** Consumes the output. It must be done with the bytes when its promise settles. */
type TakeBytes = (bytes: Uint8Array) => Promise<void>;

const FULL = 1 << 18;
/** Room for a whole output, with a piece beyond what makes it full. */
const ROOM = FULL + (1 << 16);
/** The most that a character becomes: a reference of six bytes. */
const WIDEST = 6;
/** Texts are written in pieces of this many characters, so that a small buffer is enough. */
const PIECE = 1 << 12;
const REPLACEMENT = 0xfffd;
const ENCODER = new TextEncoder();

const REFERENCES: ReadonlyMap<number, Uint8Array> = new Map(
  (
    [
      ['&', '&amp;'],
      ['<', '&lt;'],
      // Required after "]]", allowed everywhere else.
      ['>', '&gt;'],
      // A literal one would be read as a line feed.
      ['\r', '&#13;'],
    ] as const
  ).map(([character, reference]) => [character.charCodeAt(0), ENCODER.encode(reference)]),
);
/** Further characters that would not be read back unchanged in an attribute or at the edge of a text. */
const FURTHER_REFERENCES: ReadonlyMap<number, Uint8Array> = new Map(
  (
    [
      ['"', '&quot;'],
      ['\t', '&#9;'],
      ['\n', '&#10;'],
      [' ', '&#32;'],
    ] as const
  ).map(([character, reference]) => [character.charCodeAt(0), ENCODER.encode(reference)]),
);

/** ASCII that needs no escape in text. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) => (code >= 0x20 && !REFERENCES.has(code)) || code === 0x09 || code === 0x0a ? 1 : 0);

/** Collects XML as UTF-8. */
export class TextBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  readonly #take: TakeBytes;
  /** The number of characters that XML cannot hold and that were replaced; never reset. */
  replaced = 0;

  /** @param room bytes to begin with */
  constructor(take: TakeBytes, room = ROOM) {
    this.#take = take;
    this.#bytes = new Uint8Array(room);
  }

  get isFull(): boolean {
    return this.#length >= FULL;
  }

  async flush(): Promise<void> {
    if (this.#length > 0) await this.#take(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    const { length } = bytes;
    if (length > 64) this.#bytes.set(bytes, this.#length);
    else for (let i = 0; i < length; i++) this.#bytes[this.#length + i] = bytes[i];
    this.#length += length;
  }

  /** Numbers and element names. */
  ascii(text: string): void {
    this.#reserve(text.length);
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length + i] = text.charCodeAt(i);
    this.#length += text.length;
  }

  /** Text of an element. White space at its edges is written as references, so that it is read as part of the text. */
  text(text: string): void {
    let from = 0;
    let to = text.length;
    while (from < to && isSpace(text.charCodeAt(from))) this.#reference(text.charCodeAt(from++));
    while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
    for (let at = from; at < to; ) {
      const end = pieceEnd(text, at, to);
      this.#piece(text, at, end);
      at = end;
    }
    for (let at = to; at < text.length; at++) this.#reference(text.charCodeAt(at));
  }

  /** The value of an attribute, for use between quotation marks. */
  attribute(text: string): void {
    for (let at = 0; at < text.length; ) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && FURTHER_REFERENCES.has(code)) {
        this.#reference(code);
        at++;
        continue;
      }
      const end = at + (isHigh(code) && at + 1 < text.length ? 2 : 1);
      this.#piece(text, at, end);
      at = end;
    }
  }

  /** Two or three numbers separated by commas; the third only if it is finite. */
  tuple(x: number, y: number, z: number, decimals: number | null): void {
    this.#reserve(3 * LONGEST_DECIMAL + 3);
    const bytes = this.#bytes;
    let at = writeDecimal(bytes, this.#length, x, decimals);
    bytes[at++] = 0x2c;
    at = writeDecimal(bytes, at, y, decimals);
    if (z - z === 0) {
      bytes[at++] = 0x2c;
      at = writeDecimal(bytes, at, z, decimals);
    }
    bytes[at++] = 0x20;
    this.#length = at;
  }

  /** Removes the last byte. */
  dropLast(): void {
    this.#length--;
  }

  #reference(code: number): void {
    const reference = FURTHER_REFERENCES.get(code) ?? REFERENCES.get(code);
    if (reference !== undefined) this.raw(reference);
  }

  #piece(text: string, from: number, to: number): void {
    this.#reserve(WIDEST * (to - from));
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = from; i < to; i++) {
      let code = text.charCodeAt(i);
      if (code < 0x80) {
        if (PLAIN[code] === 1) {
          bytes[at++] = code;
          continue;
        }
        const reference = REFERENCES.get(code);
        if (reference !== undefined) {
          bytes.set(reference, at);
          at += reference.length;
          continue;
        }
        this.replaced++;
        code = REPLACEMENT;
      } else if (code >= 0xd800 && code < 0xe000) {
        const next = i + 1 < to ? text.charCodeAt(i + 1) : 0;
        if (isHigh(code) && next >= 0xdc00 && next < 0xe000) {
          const point = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
          bytes[at++] = 0xf0 | (point >> 18);
          bytes[at++] = 0x80 | ((point >> 12) & 0x3f);
          bytes[at++] = 0x80 | ((point >> 6) & 0x3f);
          bytes[at++] = 0x80 | (point & 0x3f);
          i++;
          continue;
        }
        this.replaced++;
        code = REPLACEMENT;
      } else if (code >= 0xfffe) {
        this.replaced++;
        code = REPLACEMENT;
      }
      if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6);
      else {
        bytes[at++] = 0xe0 | (code >> 12);
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      }
      bytes[at++] = 0x80 | (code & 0x3f);
    }
    this.#length = at;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#length + more, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

/** Where a piece of the text ends; surrogate pairs stay together. */
function pieceEnd(text: string, from: number, to: number): number {
  const end = Math.min(to, from + PIECE);
  return end < to && isHigh(text.charCodeAt(end - 1)) ? end - 1 + (end - 1 === from ? 1 : 0) : end;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
