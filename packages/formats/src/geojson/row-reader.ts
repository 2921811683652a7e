import type { FeatureId } from '../features/feature-batch.ts';
import type { FieldType, FieldValue } from '../features/field.ts';
import { compactJson } from './compact-json.ts';
import { FieldNames, UNKNOWN_NAME } from './field-names.ts';
import { isId } from './field-survey.ts';
import type { SurveyedField } from './field-survey.ts';
import type { AttributeTaker } from './layer-builder.ts';
import { MemberCursor, textIn, ValueKind } from './member-cursor.ts';
import { Member } from './names.ts';

/** Digits of which every number is exact, and can be read with 32 bits at a time. */
const SHORT_DIGITS = 9;
/** Most characters of a whole number, with its sign, that is certainly exact as a double. */
const EXACT_LENGTH = 15;

/** Reads the attributes of features as rows of values of the fields that a survey has found. */
export class RowReader implements AttributeTaker {
  /** The row and the id of the feature under way; null until it has properties or an id. */
  row: FieldValue[] | null = null;
  id: FeatureId = null;
  /** Bytes of attributes that were read. */
  taken = 0;
  readonly #names = new FieldNames();
  readonly #types: readonly FieldType[];
  readonly #isMixed: readonly boolean[];
  readonly #empty: readonly FieldValue[];
  readonly #cursor = new MemberCursor();
  /** The properties under way as a text, when all of their letters are of ASCII: so texts are cut out of it, which is quicker. */
  #text: string | null = null;
  #textStart = 0;

  constructor(fields: readonly SurveyedField[]) {
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

  /** The row of a feature that has no properties. */
  emptyRow(): FieldValue[] {
    return [...this.#empty];
  }

  #rowOf(bytes: Uint8Array, start: number, end: number): FieldValue[] {
    const row = this.emptyRow();
    const cursor = this.#cursor;
    if (row.length === 0 || !cursor.begin(bytes, start)) return row;
    const text = textIn(bytes, start, end, false);
    this.#text = text.length === end - start ? text : null;
    this.#textStart = start;
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
    const { bytes, valueStart, valueEnd, valueEscaped } = this.#cursor;
    if (this.#text === null || valueEscaped) return textIn(bytes, valueStart, valueEnd, valueEscaped);
    return this.#text.slice(valueStart - this.#textStart, valueEnd - this.#textStart);
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

/** The whole number that stands there: as a bigint where a double would be another number. */
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

/** Null for what is beyond the doubles. */
function realOf(bytes: Uint8Array, start: number, end: number): number | null {
  const value = Number(textIn(bytes, start, end, false));
  return Number.isFinite(value) ? value : null;
}
