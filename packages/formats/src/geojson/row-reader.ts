import type { FeatureId } from '../features/feature-batch.ts';
import type { FieldType, FieldValue } from '../features/field.ts';
import { compactJson } from './compact-json.ts';
import { FieldNames, UNKNOWN_NAME } from './field-names.ts';
import { isId } from './field-survey.ts';
import type { SurveyedField } from './field-survey.ts';
import type { AttributeTaker } from './layer-builder.ts';
import { MemberCursor, textIn, ValueKind } from './member-cursor.ts';
import { Member } from './names.ts';
import { POWERS_OF_TEN } from '../powers-of-ten.ts';

/** Numbers with this many digits are exact in 32-bit arithmetic. */
const SHORT_DIGITS = 9;
/** An integer with at most this many characters, including its sign, is always exact as a double. */
const EXACT_LENGTH = 15;

/** Reads the attributes of features as rows of values, for the fields found by a survey. */
export class RowReader implements AttributeTaker {
  /** The row and id of the current feature; null until it has properties or an id. */
  row: FieldValue[] | null = null;
  id: FeatureId = null;
  /** Bytes of attributes read so far. */
  taken = 0;
  readonly #names = new FieldNames();
  readonly #types: readonly FieldType[];
  readonly #isMixed: readonly boolean[];
  readonly #empty: readonly FieldValue[];
  readonly #cursor = new MemberCursor();
  readonly #isUtf8: boolean;
  /** The current properties as one string; values are cut from it, which is faster than decoding each one. */
  #text = '';
  /** The byte up to which the string has been followed, and the offset between bytes and string positions there. */
  #followed = 0;
  #behind = 0;
  #hasForeign = false;

  /** @param isUtf8 whether the whole file is UTF-8 */
  constructor(fields: readonly SurveyedField[], isUtf8: boolean) {
    this.#isUtf8 = isUtf8;
    for (const { name } of fields) this.#names.add(name);
    this.#types = fields.map(({ type }) => type);
    this.#isMixed = fields.map(({ isMixed }) => isMixed);
    this.#empty = fields.map(() => null);
  }

  begin(): void {
    this.row = null;
    this.id = null;
  }

  take(member: number, bytes: Uint8Array, start: number, end: number): void {
    this.taken += end - start;
    if (member === Member.Id) this.id = idOf(bytes, start, end);
    else this.row = this.#rowOf(bytes, start, end);
  }

  /** The row of a feature without properties. */
  emptyRow(): FieldValue[] {
    return [...this.#empty];
  }

  #rowOf(bytes: Uint8Array, start: number, end: number): FieldValue[] {
    const row = this.emptyRow();
    const cursor = this.#cursor;
    if (row.length === 0 || !cursor.begin(bytes, start)) return row;
    this.#text = textIn(bytes, start, end, false);
    this.#hasForeign = this.#text.length !== end - start;
    this.#followed = start;
    this.#behind = start;
    let expected = 0;
    while (cursor.next()) {
      const field = this.#names.find(bytes, cursor.nameStart, cursor.nameEnd, cursor.nameEscaped, expected);
      if (field === UNKNOWN_NAME) continue;
      expected = field + 1;
      row[field] = this.#value(field);
    }
    return row;
  }

  #value(field: number): FieldValue {
    const cursor = this.#cursor;
    const { bytes, kind, valueStart, valueEnd } = cursor;
    if (kind === ValueKind.Null) return null;
    if (this.#isMixed[field]) return kind === ValueKind.Text ? this.#textOf() : compactJson(textIn(bytes, valueStart, valueEnd, false));
    switch (kind) {
      case ValueKind.Text:
        return this.#textOf();
      case ValueKind.Boolean:
        return bytes[valueStart] === 0x74;
      case ValueKind.Json:
        return compactJson(textIn(bytes, valueStart, valueEnd, false));
      case ValueKind.Integer:
        return this.#types[field] === 'real' ? realOf(bytes, valueStart, valueEnd) : integerOf(bytes, valueStart, valueEnd);
      default:
        return realOf(bytes, valueStart, valueEnd);
    }
  }

  #textOf(): string {
    const { bytes, valueStart, valueEnd, valueEscaped, valueForeign } = this.#cursor;
    // In a file that is not UTF-8, each text may be of another encoding.
    if (valueEscaped || (valueForeign && !this.#isUtf8)) return textIn(bytes, valueStart, valueEnd, valueEscaped);
    return this.#cut(valueStart, valueEnd);
  }

  #cut(start: number, end: number): string {
    if (!this.#hasForeign) return this.#text.slice(start - this.#behind, end - this.#behind);
    this.#follow(start);
    const from = start - this.#behind;
    this.#follow(end);
    return this.#text.slice(from, end - this.#behind);
  }

  /** A character of two or three bytes is one UTF-16 unit; one of four bytes is two. */
  #follow(to: number): void {
    const { bytes } = this.#cursor;
    let behind = this.#behind;
    for (let at = this.#followed; at < to; at++) {
      const byte = bytes[at];
      if (byte >= 0x80) behind += byte < 0xc0 ? 1 : byte >= 0xf0 ? -1 : 0;
    }
    this.#behind = behind;
    this.#followed = to;
  }
}

function idOf(bytes: Uint8Array, start: number, end: number): FeatureId {
  if (!isId(bytes, start)) return null;
  if (bytes[start] === 0x22) return textIn(bytes, start + 1, end - 1, bytes.subarray(start, end).includes(0x5c));
  for (let at = start + 1; at < end; at++) {
    if (bytes[at] < 0x30 || bytes[at] > 0x39) return realOf(bytes, start, end);
  }
  return integerOf(bytes, start, end);
}

/** An integer: a bigint if a double would change its value. */
function integerOf(bytes: Uint8Array, start: number, end: number): number | bigint {
  if (end - start <= SHORT_DIGITS) {
    const sign = bytes[start] === 0x2d ? 1 : 0;
    let value = 0;
    for (let at = start + sign; at < end; at++) value = (Math.imul(value, 10) + bytes[at] - 0x30) | 0;
    return sign === 1 ? 0 - value : value;
  }
  const text = textIn(bytes, start, end, false);
  const value = Number(text);
  return end - start <= EXACT_LENGTH || Number.isSafeInteger(value) ? value : BigInt(text);
}

/** Null if beyond the range of doubles. */
function realOf(bytes: Uint8Array, start: number, end: number): number | null {
  let mantissa = 0;
  let scale = -1;
  const sign = bytes[start] === 0x2d ? 1 : 0;
  if (end - start <= EXACT_LENGTH) {
    let at = start + sign;
    for (; at < end; at++) {
      const digit = bytes[at] - 0x30;
      if (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        if (scale >= 0) scale++;
      } else if (digit === -2) {
        scale = 0;
      } else {
        break;
      }
    }
    // Both are exact, so the quotient is rounded once, as it must be.
    if (at === end) return (sign === 1 ? 0 - mantissa : mantissa) / POWERS_OF_TEN[Math.max(0, scale)];
  }
  const value = Number(textIn(bytes, start, end, false));
  return Number.isFinite(value) ? value : null;
}
