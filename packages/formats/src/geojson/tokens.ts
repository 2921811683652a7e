import { ShortTexts } from '../short-texts.ts';
import { Fault } from './fault.ts';

/** Returned by every step that ran out of bytes: feed more and call it again. */
export const NEED = -1;
/** Returned by `blank` at the end of the file, and by `string` if the string is too long to be held. */
export const END = -3;
/** Returned by `string` and `element` if there is one. */
export const VALUE = -5;

/** The longest number and the longest position; far beyond what any program writes. */
export const LONGEST_TOKEN = 1 << 16;
/** Longer strings are skipped without ever being held as a whole. */
const LONGEST_HELD_STRING = 4096;
/** Longer properties and ids would not fit into memory with everything else. */
const LONGEST_HELD_VALUE = 1 << 25;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * The tokens of JSON, read from a window of bytes that moves over the file. Every step either finishes or returns `NEED`, and
 * continues where it was once the window has been fed; nothing here awaits.
 *
 * Invariant: `bytes[end]` is 0, which is not JSON, so that loops over bytes stop at the end of the window by themselves.
 */
export class JsonTokens {
  bytes: Uint8Array = new Uint8Array(1);
  /** Window position of the next byte to read. */
  position = 0;
  end = 0;
  /** File offset of the window's first byte. */
  base = 0;
  /** True if no byte of the file follows the window. */
  last = false;

  /** The string found by `string`, in the window, without quotes; valid until the next feed. `stringEnd` is -1 if it is too long. */
  stringStart = 0;
  stringEnd = 0;
  stringEscaped = false;

  readonly #shortTexts = new ShortTexts();
  /** Window position from which bytes are kept although they have been read; -1 if none are. */
  #held = -1;

  get offset(): number {
    return this.base + this.position;
  }

  /** Keeps everything read from here on in the window until `release`. */
  hold(): void {
    this.#held = this.position;
  }

  /** @returns the window position of the first held byte; valid until the next feed. */
  release(): number {
    const start = this.#held;
    this.#held = -1;
    return start;
  }

  /** Appends the bytes that follow the window and drops those already read. */
  feed(chunk: Uint8Array, last: boolean): void {
    const from = this.#held < 0 ? this.position : this.#held;
    const kept = this.end - from;
    if (this.end - this.position > 4 * LONGEST_TOKEN) throw new Error('a step keeps more bytes than it may');
    if (kept > LONGEST_HELD_VALUE) throw new Fault('too-large', this.base + from, `the properties of a feature take up more than ${LONGEST_HELD_VALUE} bytes`);
    const end = kept + chunk.length;
    if (end < this.bytes.length) {
      this.bytes.copyWithin(0, from, this.end);
    } else {
      // Spare room, so that the next feeds need no larger array.
      const bytes = new Uint8Array(end + (this.end === 0 ? 1 : LONGEST_TOKEN));
      bytes.set(this.bytes.subarray(from, this.end));
      this.bytes = bytes;
    }
    this.bytes.set(chunk, kept);
    this.bytes[end] = 0;
    this.base += from;
    this.position -= from;
    if (this.#held >= 0) this.#held = 0;
    this.end = end;
    this.last = last;
    this.#shortTexts.forget();
  }

  /** Moves to another position in the window. @returns false if it lies outside. */
  goTo(offset: number): boolean {
    if (offset < this.base || offset > this.base + this.end) return false;
    this.position = offset - this.base;
    return true;
  }

  /** Moves the window to another position in the file. */
  place(offset: number, chunk: Uint8Array, last: boolean): void {
    this.base = offset;
    this.position = 0;
    this.end = 0;
    this.#held = -1;
    this.feed(chunk, last);
  }

  /** Skips white space. @returns the next byte without consuming it; `NEED` or `END`. */
  blank(): number {
    const { bytes } = this;
    let at = this.position;
    let byte = bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) byte = bytes[++at];
    this.position = at;
    if (byte === 0 && at >= this.end) return this.last ? END : NEED;
    return byte;
  }

  /**
   * Reads the string at the cursor. If it is too long to be held, returns `END` with the cursor inside it.
   * @returns `VALUE` if it was read; `END`; `NEED`.
   */
  string(): number {
    const start = this.position + 1;
    this.stringEscaped = false;
    const close = this.#closeOfString(start);
    if (close !== NEED) {
      this.stringStart = start;
      this.stringEnd = close;
      this.position = close + 1;
      return VALUE;
    }
    if (this.end - start < LONGEST_HELD_STRING) return NEED;
    this.stringStart = start;
    this.stringEnd = -1;
    this.position = this.#resume;
    return END;
  }

  /** Skips the rest of the string that the cursor is in. */
  protected passString(): boolean {
    const close = this.#closeOfString(this.position);
    this.position = close === NEED ? this.#resume : close + 1;
    return close !== NEED;
  }

  /** Where the search for a string's end continues after `NEED`. */
  #resume = 0;

  /** The position of the string's closing quote; `NEED` if it is not in the window. */
  #closeOfString(from: number): number {
    const { bytes, end } = this;
    let at = from;
    for (;;) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) {
        this.stringEscaped = true;
        const length = this.#escapeLength(at);
        if (length === NEED) break;
        at += length;
      } else if (byte < 0x20) {
        if (at >= end) break;
        throw new Fault('json-syntax', this.base + at, `a string contains ${characterName(byte)}, which must be escaped in JSON`);
      } else {
        at++;
      }
    }
    if (this.last) throw new Fault('json-truncated', this.base + end, 'a text');
    this.#resume = at;
    return NEED;
  }

  #escapeLength(at: number): number {
    const { bytes, end } = this;
    if (at + 1 >= end) return NEED;
    const kind = bytes[at + 1];
    if (kind !== 0x75) {
      if (kind === QUOTE || kind === BACKSLASH || kind === 0x2f || kind === 0x62 || kind === 0x66 || kind === 0x6e || kind === 0x72 || kind === 0x74) return 2;
      throw new Fault('json-syntax', this.base + at, `a string contains the escape "\\" followed by ${characterName(kind)}, which JSON does not have`);
    }
    for (let digit = at + 2; digit < at + 6; digit++) {
      if (digit >= end) return NEED;
      if (!isHexDigit(bytes[digit])) throw new Fault('json-syntax', this.base + at, 'a string contains "\\u" without four hexadecimal digits');
    }
    return 6;
  }

  /** @returns where the number, true, false or null at the cursor ends, without consuming it; `NEED`. NaN and infinities are numbers. */
  scalar(byte: number, expected: string): number {
    if (isDigit(byte)) return this.number(this.position);
    if (byte === 0x2d) {
      if (this.position + 1 >= this.end && !this.last) return NEED;
      const next = this.bytes[this.position + 1];
      if (next === 0x4e) return this.literal('NaN', this.position + 1);
      return next === 0x49 ? this.literal('Infinity', this.position + 1) : this.number(this.position);
    }
    if (byte === 0x4e) return this.literal('NaN');
    if (byte === 0x49) return this.literal('Infinity');
    if (byte === 0x74) return this.literal('true');
    if (byte === 0x66) return this.literal('false');
    if (byte === 0x6e) return this.literal('null');
    return this.unexpected(byte, expected);
  }

  /** @returns where the literal at the cursor ends; `NEED`. */
  literal(word: string, at: number = this.position): number {
    for (let index = 0; index < word.length; index++) {
      const byte = this.bytes[at + index];
      if (byte === word.charCodeAt(index)) continue;
      if (at + index < this.end) throw new Fault('json-syntax', this.base + at, `a value begins like ${word} but is something else; text needs double quotes`);
      if (this.last) throw new Fault('json-truncated', this.base + this.end, 'a value');
      return NEED;
    }
    return at + word.length;
  }

  /** @returns where the number that begins at window position `start` ends, by the JSON grammar; `NEED`. */
  number(start: number): number {
    const { bytes, end } = this;
    let at = start;
    if (bytes[at] === 0x2d) at++;
    const integer = at;
    while (isDigit(bytes[at])) at++;
    let wanted = at === integer ? 'a digit' : null;
    if (wanted === null && bytes[integer] === 0x30 && at > integer + 1) {
      throw new Fault('json-syntax', this.base + start, 'a number has an unnecessary leading 0');
    }
    if (wanted === null && bytes[at] === 0x2e) {
      const fraction = ++at;
      while (isDigit(bytes[at])) at++;
      if (at === fraction) wanted = 'a digit after the decimal point';
    }
    if (wanted === null && (bytes[at] === 0x65 || bytes[at] === 0x45)) {
      at++;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
      const exponent = at;
      while (isDigit(bytes[at])) at++;
      if (at === exponent) wanted = 'a digit in the exponent';
    }
    if (at >= end && !this.last) {
      if (at - start > LONGEST_TOKEN) throw new Fault('too-large', this.base + start, `a number of more than ${LONGEST_TOKEN} characters`);
      return NEED;
    }
    if (wanted !== null) this.unexpected(at >= end ? END : bytes[at], wanted, at);
    return at;
  }

  /** The text of a window range, byte by byte: correct for numbers, which are ASCII. */
  asciiText(start: number, end: number): string {
    return this.#shortTexts.of(this.bytes, start, end);
  }

  /** @throws Fault that says what was found at a window position and what was expected. */
  unexpected(byte: number, expected: string, at: number = this.position): never {
    const offset = this.base + at;
    if (byte === END) throw new Fault('json-truncated', offset, expected === 'a value' ? 'a list or an object' : `a list, an object or a value (${expected} was expected)`);
    throw new Fault('json-syntax', offset, `${expected} was expected, but ${characterName(byte)} was found`);
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

/** Describes a byte in words. */
export function characterName(byte: number): string {
  if (byte > 0x20 && byte < 0x7f) return byte === QUOTE ? "'\"'" : `"${String.fromCharCode(byte)}"`;
  if (byte === 0x20) return 'a blank';
  if (byte === 0x0a || byte === 0x0d) return 'a line end';
  if (byte === 0x09) return 'a tab';
  return byte < 0x80 ? `the control character ${byte}` : 'a non-ASCII letter';
}
