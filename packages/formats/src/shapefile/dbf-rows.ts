import type { Field, FieldType, FieldValue } from '../features/field.ts';
import { decimalValue } from '../decimal-value.ts';
import { NumberedNames } from '../numbered-names.ts';
import { ShortTexts } from '../short-texts.ts';
import type { OpenedTable } from './attributes.ts';
import type { DecodeText } from './dbf-encoding.ts';
import { asciiOf, currencyText, fieldValue, isDayAt, numberOf, WHOLE } from './dbf-fields.ts';
import type { DbfField } from './dbf-fields.ts';
import { mayBeReal } from './table-survey.ts';
import type { ColumnSurvey } from './table-survey.ts';

/** Reads one field from the row that begins at `row` of `bytes`. */
type ReadValue = (bytes: Uint8Array, row: number) => FieldValue;

/** The fields of a .dbf, and reading its rows. */
export interface RowReader {
  readonly fields: readonly Field[];
  /** Names of the fields left out: memos, whose texts are in a separate file, and types without a value. */
  readonly leftOut: readonly string[];
  /** Names of the fields of numbers that are read as texts, because no type of number holds all their digits. */
  readonly asTexts: readonly string[];
  /** Of fields without a name, or with that of another one: which they are, and how they are called here. */
  readonly renamed: readonly string[];
  /** The rows that begin at these positions of `bytes`; a negative position is a missing row. */
  read(bytes: Uint8Array, places: Int32Array): FieldValue[][];
}

/** @param columns what the values of the header's fields are */
export function rowReader({ header, encoding: { decode } }: OpenedTable, columns: readonly ColumnSurvey[]): RowReader {
  const texts = new ShortTexts();
  const fields: Field[] = [];
  const leftOut: string[] = [];
  const asTexts: string[] = [];
  const renamed: string[] = [];
  const readers: ReadValue[] = [];
  const names = new NumberedNames();
  const isAscii = agreesWithAscii(decode);
  for (const [place, field] of header.fields.entries()) {
    const type = typeOf(field, columns[place]);
    if (type === null) {
      leftOut.push(field.name);
      continue;
    }
    const name = names.give(field.name === '' ? `field_${place + 1}` : field.name);
    if (name !== field.name) renamed.push(field.name === '' ? `field ${place + 1} has no name and was named "${name}"` : `field ${place + 1}, "${field.name}", was renamed "${name}"`);
    if (field.type !== 'C' && type === 'text') asTexts.push(name);
    fields.push({ name, type, ...widthOf(field, columns[place]) });
    readers.push(readerOf(field, type, texts, decode, isAscii));
  }
  return {
    fields,
    leftOut,
    asTexts,
    renamed,
    read(bytes, places) {
      texts.forget();
      // Arrays that grow take several times the memory of a short row.
      return Array.from(places, (place) => {
        const row = new Array<FieldValue>(readers.length);
        for (let column = 0; column < row.length; column++) row[column] = place < 0 ? null : readers[column](bytes, place);
        return row;
      });
    },
  };
}

/** The field's type in the common model; null if the field is left out. */
function typeOf(field: DbfField, column: ColumnSurvey): FieldType | null {
  const { type, length, decimals } = field;
  switch (type) {
    case 'C':
      return 'text';
    case 'N':
    case 'F':
      if (mayBeReal(field) && column.hasFractions) return column.hasLongNumbers ? 'text' : 'real';
      return decimals === 0 ? 'integer' : 'real';
    case 'L':
      return 'boolean';
    case 'D':
      return 'date';
    case 'I':
    case '+':
      return length === 4 ? 'integer' : null;
    case 'B':
    case 'O':
      return length === 8 ? 'real' : null;
    case 'Y':
      if (length !== 8) return null;
      return column.hasLongNumbers ? 'text' : 'real';
    case 'T':
    case '@':
      return length === 8 ? 'date-time' : null;
    default:
      return null;
  }
}

function widthOf({ type, length, decimals }: DbfField, { isTooNarrow }: ColumnSurvey): Pick<Field, 'width' | 'decimals'> {
  if (type === 'C') return { width: length, decimals: null };
  if (type !== 'N' && type !== 'F') return { width: null, decimals: null };
  return { width: isTooNarrow ? null : length, decimals: decimals === 0 ? null : decimals };
}

const ASCII = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code)).join('');
/** Some Japanese encodings start their own characters with these ASCII bytes. */
const ESCAPED = '\u001b$B!!';

/** True if bytes below 0x80 always mean ASCII characters, in any context. */
function agreesWithAscii(decode: DecodeText): boolean {
  const bytes = Uint8Array.from(ASCII + ESCAPED, (letter) => letter.charCodeAt(0));
  return decode(bytes, false) === ASCII + ESCAPED;
}

function readerOf(field: DbfField, type: FieldType, texts: ShortTexts, decode: DecodeText, isAscii: boolean): ReadValue {
  const { start, length } = field;
  if (field.type === 'C') {
    return (bytes, row) => textAt(bytes, row + start, row + start + length, texts, decode, isAscii);
  }
  if (type === 'text') {
    const read = field.type === 'Y' ? currencyText : digitsOf;
    return (bytes, row) => read(bytes.subarray(row + start, row + start + length));
  }
  if (field.type === 'N' || field.type === 'F') {
    const isWhole = type === 'integer';
    return (bytes, row) => (isWhole ? integerAt(bytes, row + start, row + start + length, texts) : realAt(bytes, row + start, row + start + length, texts));
  }
  if (field.type === 'D' && length === 8) {
    return (bytes, row) => dayAt(bytes, row + start, texts);
  }
  const alone = { ...field, start: 0 };
  return (bytes, row) => fieldValue(alone, bytes.subarray(row + start, row + start + length), decode);
}

const ZERO = 0x30;
const BLANK = 0x20;

/** As in `fieldValue`: padding is blanks or zero bytes, and a text of nothing else is missing. */
function textAt(bytes: Uint8Array, from: number, to: number, texts: ShortTexts, decode: DecodeText, isAscii: boolean): string | null {
  let end = to;
  while (end > from && bytes[end - 1] === BLANK) end--;
  let high = 0;
  let at = from;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte === 0) break;
    high |= byte;
  }
  if (at < end) for (end = at; end > from && bytes[end - 1] === BLANK;) end--;
  if (end === from) return null;
  return high < 0x80 && isAscii ? texts.of(bytes, from, end) : decode(bytes.subarray(from, end), end === to);
}

/** A number holds any integer with this many digits exactly. */
const EXACT_DIGITS = 15;

/** A value that should be an integer and is not is cut at its decimal point, as in GDAL. */
function integerAt(bytes: Uint8Array, from: number, to: number, texts: ShortTexts): number | bigint | null {
  let first = from;
  let end = to;
  while (first < end && isPadding(bytes[first])) first++;
  while (first < end && isPadding(bytes[end - 1])) end--;
  if (first === end) return null;
  const isNegative = bytes[first] === 0x2d;
  const digits = isNegative || bytes[first] === 0x2b ? first + 1 : first;
  let value = 0;
  for (let at = digits; at < end; at++) {
    const digit = bytes[at] - ZERO;
    if (digit < 0 || digit > 9) return wholePart(texts.of(bytes, first, end));
    value = 10 * value + digit;
  }
  if (digits === end) return null;
  if (end - digits <= EXACT_DIGITS) return isNegative && value !== 0 ? -value : value;
  return exactly(BigInt(texts.of(bytes, digits, end)) * (isNegative ? -1n : 1n));
}

function exactly(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function wholePart(text: string): number | bigint | null {
  const whole = WHOLE.exec(text);
  if (whole !== null) return exactly(BigInt(whole[1]));
  const value = numberOf(text);
  return value === null ? null : exactly(BigInt(Math.trunc(value)));
}

/** A number as it is written; null if it is none. */
function digitsOf(bytes: Uint8Array): string | null {
  const text = asciiOf(bytes);
  return numberOf(text) === null ? null : text;
}

function realAt(bytes: Uint8Array, from: number, to: number, texts: ShortTexts): number | null {
  let first = from;
  let end = to;
  while (first < end && isPadding(bytes[first])) first++;
  while (first < end && isPadding(bytes[end - 1])) end--;
  if (isPlainDecimal(bytes, first, end)) return decimalValue(bytes, first, end);
  return first === end ? null : numberOf(texts.of(bytes, first, end).replaceAll('\0', ' '));
}

/** Whether the bytes are digits with at most one point among them, and perhaps a sign: nearly all numbers are, and need no text. */
function isPlainDecimal(bytes: Uint8Array, first: number, end: number): boolean {
  let digits = 0;
  let points = 0;
  for (let at = bytes[first] === 0x2d || bytes[first] === 0x2b ? first + 1 : first; at < end; at++) {
    if (bytes[at] === 0x2e) points++;
    else if (bytes[at] >= ZERO && bytes[at] <= ZERO + 9) digits++;
    else return false;
  }
  return digits > 0 && points <= 1;
}

/** Eight digits; null if they are no day of the calendar. */
function dayAt(bytes: Uint8Array, from: number, texts: ShortTexts): string | null {
  if (!isDayAt(bytes, from)) return null;
  return `${texts.of(bytes, from, from + 4)}-${texts.of(bytes, from + 4, from + 6)}-${texts.of(bytes, from + 6, from + 8)}`;
}

function isPadding(byte: number): boolean {
  return byte === BLANK || byte === 0;
}
