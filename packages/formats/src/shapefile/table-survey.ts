import { Int32List } from '@geoinsights/geometry/arrays';
import { readAhead } from '../files/read-ahead.ts';
import type { InputFile } from '../driver.ts';
import { utf8Text, windows1252Text } from '../utf8-text.ts';
import type { OpenedTable } from './attributes.ts';
import { isLikelyDos, readUtf8 } from './dbf-encoding.ts';
import type { TableEncoding } from './dbf-encoding.ts';
import { asciiOf, currencyOf, dateOf, dateTimeOf, isDayAt, logicalOf, numberOf, textBytes, WHOLE } from './dbf-fields.ts';
import type { DbfField } from './dbf-fields.ts';

/** What the rows of a .dbf reveal beyond its header. */
export interface TableSurvey {
  /** Records whose row is marked as deleted, ascending. Their values do not count below. */
  readonly deleted: Int32Array;
  /** One for each field of the header. */
  readonly columns: readonly ColumnSurvey[];
}

/** What the values of a column reveal. */
export interface ColumnSurvey {
  /** Only looked for in a `mayBeReal` column: a value with decimals that are not all 0, or with an exponent. */
  hasFractions: boolean;
  /** Only looked for in a `mayBeReal` column and in currency columns: a number with more digits than a double keeps. */
  hasLongNumbers: boolean;
  /** If the table says UTF-8: how many texts are not, and how many are cut in the middle of a character. */
  notUtf8: number;
  cutCharacters: number;
  /** If the table states an encoding that is not known: how many texts have letters beyond ASCII. */
  ofUnknownPage: number;
  /** If the table states no encoding: how many texts are likely in a DOS code page, and the first of them as it is read. */
  likelyDos: number;
  firstLikelyDos: string;
  /** How many values are present but cannot be read as the column's type, and the first of them. */
  notRead: number;
  firstNotRead: string;
  /** In a column of whole numbers: how many have a fraction. */
  cutFractions: number;
  /** In a column of whole numbers: one with an exponent has more digits than the column is wide. */
  isTooNarrow: boolean;
}

/** The widest column without decimals that every program takes for whole numbers. */
const WIDEST_INTEGER = 18;

/**
 * A column without decimals holds whole numbers. In wider ones than this, and in those called floats, some programs write others,
 * too: the values decide.
 */
export function mayBeReal({ type, length, decimals }: DbfField): boolean {
  return decimals === 0 && (type === 'F' || (type === 'N' && length > WIDEST_INTEGER));
}

/** Examines the value of a column in the bytes [from, to). */
type Look = (bytes: Uint8Array, from: number, to: number, column: ColumnSurvey) => void;

const DELETED = 0x2a;

/**
 * Reads all rows once. Reading the file takes most of the time; columns of which nothing is asked are skipped.
 * @param records how many shapes there are; further rows do not count.
 * @param withValues false if only the deleted rows matter
 */
export async function surveyTable(file: InputFile, { header, encoding }: OpenedTable, records: number, withValues: boolean): Promise<TableSurvey> {
  const { headerBytes, rowBytes, rows, fields } = header;
  const ahead = readAhead(file);
  const deleted = new Int32List();
  const columns = fields.map((): ColumnSurvey => ({ hasFractions: false, hasLongNumbers: false, notUtf8: 0, cutCharacters: 0, ofUnknownPage: 0, likelyDos: 0, firstLikelyDos: '', notRead: 0, firstNotRead: '', cutFractions: 0, isTooNarrow: false }));
  const looked = fields.flatMap(({ start, length }, place): LookedAt[] => {
    const look = withValues ? lookFor(fields[place], encoding) : null;
    return look === null ? [] : [{ look, start, length, column: columns[place] }];
  });
  const hasTexts = looked.some(({ look }) => look === lookAtText);
  const perPiece = Math.max(1, Math.floor((1 << 19) / rowBytes));
  const count = Math.min(rows, records);
  for (let first = 0; first < count; first += perPiece) {
    const start = headerBytes + first * rowBytes;
    const bytes = await ahead.read(start, start + Math.min(perPiece, count - first) * rowBytes);
    if (bytes.length === 0) break;
    // A text that is not UTF-8, or is cut, makes the whole piece not UTF-8, and hardly any piece has one.
    const inPiece = !hasTexts || utf8Text(bytes) === null ? looked : looked.filter(({ look }) => look !== lookAtText);
    for (let at = 0, row = first; at < bytes.length; at += rowBytes, row++) {
      if (bytes[at] === DELETED) deleted.push(row);
      else if (at + rowBytes <= bytes.length) lookAtRow(bytes, at, inPiece);
    }
  }
  return { deleted: deleted.toArray(), columns };
}

interface LookedAt {
  readonly look: Look;
  readonly start: number;
  readonly length: number;
  readonly column: ColumnSurvey;
}

/** By numbers: an iterator for each of many rows is garbage. */
function lookAtRow(bytes: Uint8Array, at: number, looked: readonly LookedAt[]): void {
  for (let place = 0; place < looked.length; place++) {
    const { look, start, length, column } = looked[place];
    look(bytes, at + start, at + start + length, column);
  }
}

/** What to look for in a column; null if nothing. */
function lookFor(field: DbfField, { saysUtf8, unknown, isGuessed }: TableEncoding): Look | null {
  switch (field.type) {
    case 'C':
      return saysUtf8 ? lookAtText : isGuessed ? lookForDos : unknown === null ? null : lookAtLetters;
    case 'N':
    case 'F':
      return mayBeReal(field) ? lookAtWideNumber : field.decimals === 0 ? lookAtWhole : lookAtReal;
    case 'B':
    case 'O':
      return field.length === 8 ? lookAtDouble : null;
    case 'Y':
      return field.length === 8 ? lookAtMoney : null;
    case 'T':
    case '@':
      return field.length === 8 ? lookAtMoment : null;
    case 'L':
      return lookAtLogical;
    case 'D':
      return lookAtDate;
    default:
      return null;
  }
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let high = 0;
  for (let at = from; at < to; at++) high |= bytes[at];
  return high < 0x80;
}

function lookAtLetters(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (!isAscii(bytes, from, to)) column.ofUnknownPage++;
}

function lookForDos(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (isAscii(bytes, from, to) || !isLikelyDos(bytes, from, to)) return;
  if (column.likelyDos++ === 0) column.firstLikelyDos = shown(windows1252Text(textBytes(bytes.subarray(from, to))));
}

function lookAtText(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (isAscii(bytes, from, to)) return;
  const text = textBytes(bytes.subarray(from, to));
  const { as } = readUtf8(text, text.length === to - from, true);
  if (as === 'windows-1252') column.notUtf8++;
  else if (as === 'cut') column.cutCharacters++;
}

const BLANK = 0x20;
const POINT = 0x2e;
const COMMA = 0x2c;
const ZERO = 0x30;

/** Whether a value is blank, or a number without an exponent. Nearly all are, and need no closer look. */
function isPlainNumber(bytes: Uint8Array, from: number, to: number, mayHavePoint: boolean): boolean {
  let at = from;
  while (at < to && bytes[at] === BLANK) at++;
  if (at < to && (bytes[at] === 0x2d || bytes[at] === 0x2b)) at++;
  let digits = 0;
  let points = 0;
  for (; at < to; at++) {
    const byte = bytes[at];
    if (byte >= ZERO && byte <= ZERO + 9) digits++;
    else if (mayHavePoint && (byte === POINT || byte === COMMA)) points++;
    else break;
  }
  while (at < to && bytes[at] === BLANK) at++;
  return at === to && points <= 1 && (digits > 0 || isBlank(bytes, from, to));
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== BLANK && bytes[at] !== 0) return false;
  return true;
}

function lookAtReal(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (!isPlainNumber(bytes, from, to, true)) closeLook(bytes, from, to, column);
}

function lookAtWhole(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (isPlainNumber(bytes, from, to, false)) return;
  const value = closeLook(bytes, from, to, column);
  if (value === null) return;
  if (!Number.isInteger(value)) column.cutFractions++;
  if (String(BigInt(Math.trunc(value))).length > to - from) column.isTooNarrow = true;
}

/** @returns the number; null if it is none. Asterisks are how dBase writes a missing number. */
function closeLook(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): number | null {
  const text = asciiOf(bytes.subarray(from, to));
  const value = numberOf(text);
  if (value === null && !/^\**$/.test(text)) count(text, column);
  return value;
}

const LONGEST_SHOWN = 20;

function count(text: string, column: ColumnSurvey): void {
  if (column.notRead++ === 0) column.firstNotRead = shown(text);
}

function shown(text: string): string {
  return text.slice(0, LONGEST_SHOWN).replaceAll(/\p{Cc}/gu, ' ');
}

function lookAtLogical(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (to - from === 1 && USUAL_LOGICALS.has(bytes[from])) return;
  const text = asciiOf(bytes.subarray(from, to));
  if (text !== '' && text !== '?' && logicalOf(text) === null) count(text, column);
}

const USUAL_LOGICALS = new Set(new TextEncoder().encode('TFtfSNYsny? '));

/** Zeros are how some programs write a missing date. */
function lookAtDate(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (to - from === 8 && isDayAt(bytes, from)) return;
  const text = asciiOf(bytes.subarray(from, to));
  if (!/^0*$/.test(text) && dateOf(text) === null) count(text, column);
}

/** A double holds any number with this many digits such that the digits come back. */
const EXACT_DIGITS = 15;

function lookAtWideNumber(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (to - from <= EXACT_DIGITS && isPlainNumber(bytes, from, to, false)) return;
  if (closeLook(bytes, from, to, column) === null) return;
  const text = asciiOf(bytes.subarray(from, to));
  if (!WHOLE.test(text)) column.hasFractions = true;
  if (text.replace(/e.*$/i, '').replaceAll(/\D/g, '').length > EXACT_DIGITS) column.hasLongNumbers = true;
}

/** The bits of the exponent in the last two bytes: all of them are set if a double is no number, or infinite. */
function lookAtDouble(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if ((bytes[from + 7] & 0x7f) === 0x7f && bytes[from + 6] >= 0xf0) count((bytes[from + 6] & 0x0f) === 0 ? 'infinity' : 'NaN', column);
}

function lookAtMoney(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  // Sums of 48 bits have at most 15 digits, of which a double keeps all.
  const high = bytes[to - 1];
  if (high === bytes[to - 2] && (high === 0 || high === 0xff)) return;
  if (typeof currencyOf(bytes.subarray(from, to)) === 'string') column.hasLongNumbers = true;
}

function lookAtMoment(bytes: Uint8Array, from: number, to: number, column: ColumnSurvey): void {
  if (isBlank(bytes, from, to)) return;
  const moment = bytes.subarray(from, to);
  if (dateTimeOf(moment) === null) count(`0x${Array.from(moment, (byte) => byte.toString(16).padStart(2, '0')).join('')}`, column);
}
