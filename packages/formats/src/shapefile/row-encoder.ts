import type { Field, FieldValue } from '../features/field.ts';
import { writeDecimal } from '../features/number-text.ts';
import type { Gathered } from './gathered.ts';

/** The maximum length of a text in a .dbf, in bytes. */
export const LONGEST_TEXT = 254;
/** In place of a length, marks a missing value. */
export const MISSING = 255;
const BLANK = 0x20;
const POINT = 0x2e;

/** Statistics of a field's values, from which its column is derived once all are known. */
export interface ColumnTally {
  /** The maximum length in bytes of a value as text. */
  longest: number;
  /** For reals without an exponent: the maximum number of characters before the point, and after it. */
  before: number;
  behind: number;
  /** True if a real has an exponent. */
  hasExponents: boolean;
  /** The number of texts that were cut, and of those with replaced characters. */
  cut: number;
  replaced: number;
  /** The number of texts that look like missing values, being empty or blank, and of others with blanks at their end, which look like padding. */
  blank: number;
  padded: number;
  /** The number of values that are not of the field's type. */
  leftOut: number;
}

function newTally(): ColumnTally {
  return { longest: 0, before: 0, behind: 0, hasExponents: false, cut: 0, replaced: 0, blank: 0, padded: 0, leftOut: 0 };
}

/** Writes rows as consecutive texts, each value preceded by its length: the column widths are known only after the last row. */
export class RowEncoder {
  readonly tallies: readonly ColumnTally[];
  /** For rows that have been counted. */
  readonly #again: readonly ColumnTally[];
  readonly #types: readonly Field['type'][];
  readonly #text = new TextEncoder();
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;

  constructor(fields: readonly Field[]) {
    this.#types = fields.map(({ type }) => type);
    this.tallies = fields.map(newTally);
    this.#again = fields.map(newTally);
  }

  /**
   * @param values as many as there are fields
   * @param isAgain whether this row was added already, to another file of the layer: its values count once
   */
  add(to: Gathered, values: readonly FieldValue[], isAgain = false): void {
    const tallies = isAgain ? this.#again : this.tallies;
    const room = values.length * (1 + LONGEST_TEXT);
    this.#at = to.room(room);
    const end = this.#at + room;
    this.#bytes = to.bytes;
    for (let column = 0; column < values.length; column++) this.#addValue(values[column], this.#types[column], tallies[column]);
    to.giveBack(end - this.#at);
  }

  #addValue(value: FieldValue, type: Field['type'], tally: ColumnTally): void {
    if (value === null) {
      this.#bytes[this.#at++] = MISSING;
      return;
    }
    if (this.#addPresent(value, type, tally)) return;
    tally.leftOut++;
    this.#bytes[this.#at++] = MISSING;
  }

  /** @returns false for a value that is not of the type; nothing is added then. */
  #addPresent(value: FieldValue, type: Field['type'], tally: ColumnTally): boolean {
    switch (type) {
      case 'text':
      case 'json':
      case 'date-time':
        return this.#addText(value, tally);
      case 'integer':
        return this.#addInteger(value, tally);
      case 'real':
        return this.#addReal(value, tally);
      case 'boolean':
        if (typeof value !== 'boolean') return false;
        this.#addAscii(value ? 'T' : 'F', tally);
        return true;
      case 'date':
        return this.#addDay(value, tally);
      case 'binary':
        return false;
    }
  }

  #addDay(value: FieldValue, tally: ColumnTally): boolean {
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
    this.#addAscii(value.slice(0, 4) + value.slice(5, 7) + value.slice(8), tally);
    return true;
  }

  #addInteger(value: FieldValue, tally: ColumnTally): boolean {
    if (typeof value === 'bigint') {
      const text = String(value);
      if (text.length > LONGEST_TEXT) return false;
      this.#addAscii(text, tally);
      return true;
    }
    if (typeof value !== 'number' || !Number.isInteger(value)) return false;
    this.#addAscii(Math.abs(value) < 1e21 ? String(value) : String(BigInt(value)), tally);
    return true;
  }

  #addReal(value: FieldValue, tally: ColumnTally): boolean {
    if (typeof value !== 'number' || !Number.isFinite(value)) return false;
    if (isWithoutExponent(value)) {
      this.#addDecimal(value, tally);
      return true;
    }
    const text = Object.is(value, -0) ? '-0' : String(value);
    const point = text.indexOf('.');
    if (text.includes('e') || text.length > LONGEST_NUMBER) {
      tally.hasExponents = true;
      this.#addAscii(text.length > LONGEST_NUMBER ? value.toExponential() : text, tally);
      return true;
    }
    const before = point < 0 ? text.length : point;
    const behind = point < 0 ? 0 : text.length - point - 1;
    if (before > tally.before) tally.before = before;
    if (behind > tally.behind) tally.behind = behind;
    this.#addAscii(text, tally);
    return true;
  }

  #addDecimal(value: number, tally: ColumnTally): void {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    const end = writeDecimal(bytes, start, value, null);
    let point = start;
    while (point < end && bytes[point] !== POINT) point++;
    if (point - start > tally.before) tally.before = point - start;
    if (end - point - 1 > tally.behind) tally.behind = end - point - 1;
    if (end - start > tally.longest) tally.longest = end - start;
    bytes[this.#at] = end - start;
    this.#at = end;
  }

  #addAscii(text: string, tally: ColumnTally): void {
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = text.length;
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
    this.#at = at;
    if (text.length > tally.longest) tally.longest = text.length;
  }

  #addText(value: FieldValue, tally: ColumnTally): boolean {
    if (typeof value !== 'string') return false;
    const bytes = this.#bytes;
    const start = this.#at + 1;
    const count = Math.min(value.length, LONGEST_TEXT);
    let index = 0;
    for (; index < count; index++) {
      const code = value.charCodeAt(index);
      if (code === 0 || code > 0x7e) break;
      bytes[start + index] = code;
    }
    let length = index;
    if (index < count) length = this.#addLetters(value, start, tally);
    else if (count < value.length) tally.cut++;
    if (length === 0) tally.blank++;
    else if (bytes[start + length - 1] === BLANK) this.#seeBlanks(start, start + length, tally);
    if (length > tally.longest) tally.longest = length;
    bytes[this.#at] = length;
    this.#at = start + length;
    return true;
  }

  #seeBlanks(start: number, end: number, tally: ColumnTally): void {
    if (this.#bytes.subarray(start, end).every((byte) => byte === BLANK)) tally.blank++;
    else tally.padded++;
  }

  /** Adds a text with non-ASCII characters. Zero bytes are replaced, since they would end it for every reader. @returns its bytes */
  #addLetters(value: string, start: number, tally: ColumnTally): number {
    const clean = value.replaceAll('\0', ' ').toWellFormed();
    if (clean !== value) tally.replaced++;
    const { read, written } = this.#text.encodeInto(clean, this.#bytes.subarray(start, start + LONGEST_TEXT));
    if (read < clean.length) tally.cut++;
    return written;
  }
}

/** Sizes whose shortest text has no exponent and is not longer than a number may be; -0, whose sign such a text lacks, is not among them. */
const SMALLEST_PLAIN = 1e-3;
const LARGEST_PLAIN = 1e15;

function isWithoutExponent(value: number): boolean {
  const size = Math.abs(value);
  return (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN) || Object.is(value, 0);
}

/** The width of a number in a .dbf. The shortest text of a double with an exponent never exceeds it. */
export const LONGEST_NUMBER = 24;
