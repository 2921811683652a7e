import type { AttributeValue } from '../attributes.ts';
import { isDay } from '../features/calendar.ts';
import { decimalText } from '../features/number-text.ts';
import { utf8Text } from '../utf8-text.ts';
import type { DecodeText } from './dbf-encoding.ts';
import { viewOf } from '../files/data-view.ts';

/** One column of a .dbf. */
export interface DbfField {
  readonly name: string;
  /** The letter of the type. */
  readonly type: string;
  /** Offset in the row, whose first byte marks deletion. */
  readonly start: number;
  readonly length: number;
  /** Decimals of a number; 0 for other types. */
  readonly decimals: number;
}

export interface DbfHeader {
  readonly rows: number;
  readonly headerBytes: number;
  readonly rowBytes: number;
  readonly fields: readonly DbfField[];
  /** The names of fields that do not fit into a row. */
  readonly outside: readonly string[];
}

const FIELD_BYTES = 32;
const HEADER_END = 0x0d;

/**
 * Reads the header of dBASE III and later versions.
 * @param bytes the beginning of the file, at most its header. @param decode for texts of the table. @returns null if it is not valid.
 */
export function readDbfHeader(bytes: Uint8Array, decode: DecodeText): DbfHeader | null {
  if (bytes.length < FIELD_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = view.getUint16(8, true);
  const rowBytes = view.getUint16(10, true);
  if (headerBytes <= FIELD_BYTES || rowBytes === 0) return null;
  const fields: DbfField[] = [];
  let start = 1;
  for (let at = FIELD_BYTES; at + FIELD_BYTES <= Math.min(bytes.length, headerBytes) && bytes[at] !== HEADER_END; at += FIELD_BYTES) {
    const type = String.fromCharCode(bytes[at + 11]).toUpperCase();
    fields.push({ name: nameOf(bytes.subarray(at, at + 11), decode), type, start, length: bytes[at + 16], decimals: bytes[at + 17] });
    start += bytes[at + 16];
  }
  return { rows: view.getUint32(4, true), headerBytes, rowBytes, ...withinRow(fields, rowBytes) };
}

/**
 * For long texts, Clipper and FoxPro store the high byte of the length where numbers have their decimals. Other programs leave there what they like: if texts
 * as long as that do not fit into the row, it means nothing.
 */
function withinRow(plain: readonly DbfField[], rowBytes: number): Pick<DbfHeader, 'fields' | 'outside'> {
  const lengthsWith = (longTexts: boolean): number[] => plain.map(({ type, length, decimals }) => length + (longTexts && type === 'C' ? decimals << 8 : 0));
  const long = lengthsWith(true);
  const lengths = long.reduce((sum, length) => sum + length, 1) <= rowBytes ? long : lengthsWith(false);
  const fields: DbfField[] = [];
  let start = 1;
  for (const [index, field] of plain.entries()) {
    if (start + lengths[index] > rowBytes) break;
    fields.push({ ...field, start, length: lengths[index], decimals: field.type === 'C' ? 0 : field.decimals });
    start += lengths[index];
  }
  return { fields, outside: plain.slice(fields.length).map(({ name }) => name) };
}

/** A name has up to this many bytes, followed by a zero byte. */
const LONGEST_NAME = 10;

/** Some programs convert the texts of a table but not its names, or vice versa; a name is very rarely UTF-8 by chance. */
function nameOf(bytes: Uint8Array, decode: DecodeText): string {
  const end = bytes.indexOf(0);
  const own = end < 0 ? bytes : bytes.subarray(0, end);
  return (utf8Text(own) ?? decode(own, own.length >= LONGEST_NAME)).trim();
}

/** The value of a field in a row; null if empty or not understood. */
export function fieldValue({ type, start, length, decimals }: DbfField, row: Uint8Array, decode: DecodeText): AttributeValue {
  const bytes = row.subarray(start, start + length);
  switch (type) {
    case 'C':
      return textOf(bytes, decode);
    case 'N':
    case 'F':
      return decimals === 0 ? wholeOf(asciiOf(bytes)) : numberOf(asciiOf(bytes));
    case 'L':
      return logicalOf(asciiOf(bytes));
    case 'D':
      return dateOf(asciiOf(bytes));
    case 'I':
    case '+':
      return bytes.length === 4 ? viewOf(bytes).getInt32(0, true) : null;
    case 'B':
    case 'O':
      return bytes.length === 8 ? finite(viewOf(bytes).getFloat64(0, true)) : null;
    case 'Y':
      return bytes.length === 8 ? currencyOf(bytes) : null;
    case 'T':
    case '@':
      return bytes.length === 8 ? dateTimeOf(bytes) : null;
    default:
      // Memos are in a separate file, which is not read.
      return null;
  }
}

/** The bytes of a text without its padding, which consists of blanks or zero bytes. */
export function textBytes(bytes: Uint8Array): Uint8Array {
  let end = bytes.indexOf(0);
  if (end < 0) end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0x20) end--;
  return bytes.subarray(0, end);
}

function textOf(bytes: Uint8Array, decode: DecodeText): string | null {
  const text = textBytes(bytes);
  return text.length === 0 ? null : decode(text, text.length === bytes.length);
}

/** The text of a number or a date; padding consists of blanks or zero bytes. */
export function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes).replaceAll('\0', ' ').trim();
}

/** A whole number, perhaps with decimals that are all 0. Group 1 is without them. */
export const WHOLE = /^([-+]?\d+)(?:[.,]0*)?$/;

/** Asterisks replace a number that did not fit. Some programs write a decimal comma. No table has the `0x10` of programmers. */
export function numberOf(text: string): number | null {
  return /^[-+]?[\d.,]+(?:e[-+]?\d+)?$/i.test(text) ? finite(Number(text.replace(',', '.'))) : null;
}

/** A whole number that a double would round is its digits. */
function wholeOf(text: string): number | string | null {
  const value = numberOf(text);
  const digits = WHOLE.exec(text)?.[1];
  return value === null || digits === undefined || Number.isSafeInteger(value) ? value : digits;
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** dBase has T, Y, F and N. Programs in Portuguese and Spanish write S for yes, and N, which is the same word, for no. */
export function logicalOf(text: string): boolean | null {
  if (/^[tys]$/i.test(text)) return true;
  return /^[fn]$/i.test(text) ? false : null;
}

/** Eight digits; null if they are no day of the calendar. */
export function dateOf(text: string): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3])) ? `${match[1]}-${match[2]}-${match[3]}` : null;
}

/** Whether the eight bytes from here on are such a day. */
export function isDayAt(bytes: Uint8Array, from: number): boolean {
  let digits = 0;
  for (let at = from; at < from + 8; at++) {
    const digit = bytes[at] - 0x30;
    if (digit < 0 || digit > 9) return false;
    digits = 10 * digits + digit;
  }
  return isDay(Math.floor(digits / 1e4), Math.floor(digits / 100) % 100, digits % 100);
}

/** Julian day number of 1 January 1970. */
const EPOCH_DAY = 2_440_588;

/** Eight bytes: the day, and the milliseconds since its beginning; null if that is no moment of the years 1 to 9999. */
export function dateTimeOf(bytes: Uint8Array): string | null {
  const view = viewOf(bytes);
  const day = view.getInt32(0, true);
  const milliseconds = view.getInt32(4, true);
  const date = new Date((day - EPOCH_DAY) * 86_400_000 + milliseconds);
  const year = date.getUTCFullYear();
  // It has no time zone, so it gets none.
  return year >= 1 && year <= 9999 ? date.toISOString().replace(/(?:\.000)?Z$/, '') : null;
}

/** Eight bytes: a number of money; as text if a double would change its digits. */
export function currencyOf(bytes: Uint8Array): number | string {
  const text = currencyText(bytes);
  const value = Number(text);
  return decimalText(value) === text ? value : text;
}

/** Eight bytes: a number of money in units of 1/10,000, with all its digits. */
export function currencyText(bytes: Uint8Array): string {
  const units = viewOf(bytes).getBigInt64(0, true);
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
}
