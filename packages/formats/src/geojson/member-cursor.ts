import { likelyText } from '../utf8-text.ts';
import { unescaped } from './names.ts';

/** Kinds of JSON values. The text tells integers from other numbers; NaN and infinities as bare words are `Null`. */
export const ValueKind = { Null: 0, Boolean: 1, Integer: 2, Real: 3, Text: 4, Json: 5 } as const;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/** Iterates over the members of one JSON object. It relies on the scanner having found the object well-formed, and so is faster. */
export class MemberCursor {
  /** The name, without quotes. */
  nameStart = 0;
  nameEnd = 0;
  nameEscaped = false;
  /** A `ValueKind`. */
  kind: number = ValueKind.Null;
  /** The value; for a string the part between the quotes. */
  valueStart = 0;
  valueEnd = 0;
  /** Whether a string has escapes, and whether it has non-ASCII characters. */
  valueEscaped = false;
  valueForeign = false;
  /** Whether `Null` is a bare word that is not JSON. */
  isOddWord = false;

  bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #escaped = false;
  #foreign = false;

  /** @param start of the value in `bytes`. @returns whether it is an object; nothing else has members. */
  begin(bytes: Uint8Array, start: number): boolean {
    this.bytes = bytes;
    this.#at = start + 1;
    return bytes[start] === 0x7b;
  }

  /** Moves to the next member. @returns false if there is none. */
  next(): boolean {
    const { bytes } = this;
    let at = this.#at;
    while (bytes[at] !== QUOTE) if (bytes[at++] === 0x7d) return false;
    this.nameStart = at + 1;
    this.nameEnd = this.#closeOf(at + 1);
    this.nameEscaped = this.#escaped;
    at = this.nameEnd + 1;
    while (bytes[at] !== 0x3a) at++;
    this.#value(at + 1);
    return true;
  }

  /** Reads the value that begins here or after white space. */
  #value(from: number): void {
    const { bytes } = this;
    let at = from;
    while (bytes[at] <= 0x20) at++;
    const byte = bytes[at];
    if (byte === QUOTE) {
      this.kind = ValueKind.Text;
      this.valueStart = at + 1;
      this.valueEnd = this.#closeOf(at + 1);
      this.valueEscaped = this.#escaped;
      this.valueForeign = this.#foreign;
      this.#at = this.valueEnd + 1;
      return;
    }
    this.valueStart = at;
    if (byte === 0x7b || byte === 0x5b) {
      this.kind = ValueKind.Json;
      at = this.#endOfNested(at);
    } else if ((byte >= ZERO && byte <= NINE) || byte === MINUS) {
      at = this.#endOfNumber(at);
    } else {
      this.kind = byte === 0x74 || byte === 0x66 ? ValueKind.Boolean : ValueKind.Null;
      this.isOddWord = byte === 0x4e || byte === 0x49;
      while (bytes[at] >= 0x41 && bytes[at] !== 0x7d) at++;
    }
    this.valueEnd = at;
    this.#at = at;
  }

  #endOfNumber(from: number): number {
    const { bytes } = this;
    let at = from + 1;
    let byte = bytes[at];
    if (byte >= 0x49 && bytes[from] === MINUS) {
      // -Infinity, -NaN
      this.kind = ValueKind.Null;
      this.isOddWord = true;
      while (bytes[at] >= 0x41 && bytes[at] !== 0x7d) at++;
      return at;
    }
    this.kind = ValueKind.Integer;
    for (;;) {
      if (byte < ZERO || byte > NINE) {
        const isOfNumber = byte === 0x2e || (byte | 0x20) === 0x65 || byte === 0x2b || byte === MINUS;
        if (!isOfNumber) return at;
        this.kind = ValueKind.Real;
      }
      byte = bytes[++at];
    }
  }

  #endOfNested(from: number): number {
    const { bytes } = this;
    let depth = 0;
    for (let at = from; ; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) at = this.#closeOf(at + 1);
      else if (byte === 0x7b || byte === 0x5b) depth++;
      else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at + 1;
    }
  }

  /** The position of the quote that closes the string. */
  #closeOf(from: number): number {
    const { bytes } = this;
    let at = from;
    let letters = 0;
    let escaped = false;
    for (;;) {
      const byte = bytes[at];
      if (byte === QUOTE) break;
      if (byte === BACKSLASH) {
        escaped = true;
        at += 2;
      } else {
        letters |= byte;
        at++;
      }
    }
    this.#escaped = escaped;
    this.#foreign = letters >= 0x80;
    return at;
  }
}

/** The text of a JSON string, given the bytes between its quotes. */
export function textIn(bytes: Uint8Array, start: number, end: number, escaped: boolean): string {
  return escaped ? unescaped(bytes, start, end) : likelyText(bytes.subarray(start, end));
}
