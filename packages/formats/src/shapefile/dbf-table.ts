import type { Field } from '../features/field.ts';
import type { InputFile, OutputFile } from '../driver.ts';
import { FileWindow } from '../files/window.ts';
import { LONGEST_NUMBER, LONGEST_TEXT, MISSING } from './row-encoder.ts';
import type { ColumnTally } from './row-encoder.ts';

/** A column of a new .dbf. */
export interface Column {
  readonly name: string;
  readonly letter: 'C' | 'N' | 'L' | 'D';
  readonly width: number;
  readonly decimals: number;
  /** True if values are padded with zeros to the same number of decimals. */
  readonly isFixed: boolean;
}

/** The widest column that every program treats as 64-bit integers. A layer that declares a wider one comes from a .dbf, and gets the same again. */
const WIDEST_INTEGER = 18;
/** Holds any non-negative 32-bit integer, and GDAL reads the column as such. */
const USUAL_INTEGER = 9;
/** GDAL's default for reals of unknown precision. */
const USUAL_DECIMALS = 15;

/** The column for a field whose values have all been counted. Dates with a time, JSON and numbers that are too long become texts. */
export function columnFor({ type, width, decimals }: Field, name: string, tally: ColumnTally): Column {
  const text = (): Column => ({ name, letter: 'C', width: Math.max(1, tally.longest, width !== null && width <= LONGEST_TEXT ? width : 0), decimals: 0, isFixed: false });
  switch (type) {
    case 'integer':
      if (tally.longest > Math.max(WIDEST_INTEGER, width ?? 0)) return text();
      return { name, letter: 'N', width: Math.max(1, tally.longest, Math.min(width ?? USUAL_INTEGER, LONGEST_TEXT)), decimals: 0, isFixed: false };
    case 'real': {
      // Without decimals it would be read as integers.
      const behind = Math.max(1, tally.behind, Math.min(decimals ?? 0, LONGEST_NUMBER - 2 - tally.before));
      const needed = tally.before + 1 + behind;
      if (tally.hasExponents || needed > LONGEST_NUMBER) return { name, letter: 'N', width: LONGEST_NUMBER, decimals: USUAL_DECIMALS, isFixed: false };
      return { name, letter: 'N', width: Math.max(needed, Math.min(width ?? LONGEST_NUMBER, LONGEST_NUMBER)), decimals: behind, isFixed: true };
    }
    case 'boolean':
      return { name, letter: 'L', width: 1, decimals: 0, isFixed: false };
    case 'date':
      return { name, letter: 'D', width: 8, decimals: 0, isFixed: false };
    case 'text':
    case 'date-time':
    case 'json':
    case 'binary':
      return text();
  }
}

const FIELD_BYTES = 32;
const HEADER_END = 0x0d;
const FILE_END = 0x1a;
const BLANK = 0x20;
const ZERO = 0x30;
const POINT = 0x2e;
const QUESTION = 0x3f;
/** Bytes written at a time. */
const PIECE = 1 << 20;

function rowBytesOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, 1);
}

/** The size in bytes of a .dbf with these columns. */
export function tableBytes(columns: readonly Column[], rows: number): number {
  return FIELD_BYTES + FIELD_BYTES * columns.length + 1 + rows * rowBytesOf(columns) + 1;
}

/**
 * Writes a .dbf. A column `FID` that belongs to no field is filled with row numbers, so that there is at least one column, as programs require.
 * @param spool the rows as written by `RowEncoder`
 */
export async function writeTable(columns: readonly Column[], spool: InputFile, rows: number, output: OutputFile): Promise<void> {
  const written = columns.length === 0 ? [NUMBERED] : columns;
  await output.write(headerOf(written, rows));
  const rowBytes = rowBytesOf(written);
  const perPiece = Math.max(1, Math.floor(PIECE / rowBytes));
  const bytes = new Uint8Array(Math.min(perPiece, rows) * rowBytes);
  const window = new FileWindow(spool);
  const longestRow = columns.length * (1 + LONGEST_TEXT);
  let at = 0;
  for (let first = 0; first < rows; first += perPiece) {
    const count = Math.min(perPiece, rows - first);
    bytes.fill(BLANK, 0, count * rowBytes);
    for (let row = 0; row < count; row++) {
      if (columns.length === 0) {
        putAscii(bytes, row * rowBytes + 1, NUMBERED.width, String(first + row));
        continue;
      }
      const end = Math.min(spool.size, at + longestRow);
      if (!window.has(at, end)) await window.load(at, end);
      at = window.start + putRow(window.bytes, at - window.start, columns, bytes, row * rowBytes + 1);
    }
    await output.write(bytes.subarray(0, count * rowBytes));
  }
  await output.write(Uint8Array.of(FILE_END));
}

/** GDAL's name for it if a layer has no field. */
export const NUMBERED: Column = { name: 'FID', letter: 'N', width: 11, decimals: 0, isFixed: false };

/** Puts the values of a row into their columns. @returns where the next row begins */
function putRow(from: Uint8Array, start: number, columns: readonly Column[], to: Uint8Array, row: number): number {
  let at = start;
  let place = row;
  for (const column of columns) {
    const length = from[at++];
    if (length === MISSING) {
      if (column.letter === 'L') to[place] = QUESTION;
      else if (column.letter === 'D') to.fill(ZERO, place, place + column.width);
    } else {
      if (column.letter === 'N') putNumber(from, at, length, column, to, place);
      else for (let index = 0; index < length; index++) to[place + index] = from[at + index];
      at += length;
    }
    place += column.width;
  }
  return at;
}

/** Numbers are right-aligned. */
function putNumber(from: Uint8Array, start: number, length: number, { width, decimals, isFixed }: Column, to: Uint8Array, place: number): void {
  let zeros = 0;
  let hasPoint = true;
  if (isFixed) {
    const point = from.subarray(start, start + length).indexOf(POINT);
    hasPoint = point >= 0;
    zeros = decimals - (hasPoint ? length - point - 1 : 0);
  }
  let at = place + width - length - zeros - (hasPoint ? 0 : 1);
  for (let index = 0; index < length; index++) to[at++] = from[start + index];
  if (!hasPoint) to[at++] = POINT;
  for (let index = 0; index < zeros; index++) to[at++] = ZERO;
}

function putAscii(to: Uint8Array, place: number, width: number, text: string): void {
  for (let index = 0; index < text.length; index++) to[place + width - text.length + index] = text.charCodeAt(index);
}

/** dBASE III without memos. The .cpg file declares the text encoding. */
function headerOf(columns: readonly Column[], rows: number): Uint8Array {
  const length = FIELD_BYTES + FIELD_BYTES * columns.length + 1;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  const today = new Date();
  bytes.set([3, today.getUTCFullYear() - 1900, today.getUTCMonth() + 1, today.getUTCDate()]);
  view.setUint32(4, rows, true);
  view.setUint16(8, length, true);
  view.setUint16(10, rowBytesOf(columns), true);
  const encoder = new TextEncoder();
  for (const [index, { name, letter, width, decimals }] of columns.entries()) {
    const at = FIELD_BYTES * (index + 1);
    bytes.set(encoder.encode(name), at);
    bytes[at + 11] = letter.charCodeAt(0);
    bytes[at + 16] = width;
    bytes[at + 17] = decimals;
  }
  bytes[length - 1] = HEADER_END;
  return bytes;
}
