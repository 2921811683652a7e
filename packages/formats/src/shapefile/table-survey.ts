import { Int32List } from '@geoinsights/geometry/arrays';
import { readAhead } from '../files/read-ahead.ts';
import type { InputFile } from '../driver.ts';
import { asciiOf, numberOf, WHOLE } from './dbf-fields.ts';
import type { DbfField, DbfHeader } from './dbf-fields.ts';

/** What the rows of a .dbf tell that its header does not. */
export interface TableSurvey {
  /** Records whose row is marked as deleted, ascending. Their values do not count below. */
  readonly deleted: Int32Array;
  /** One for each field of the header. */
  readonly columns: readonly ColumnSurvey[];
}

/** What the values of a column are. */
export interface ColumnSurvey {
  /** Only looked for in a `mayBeReal` column: a value with decimals that are not all 0, or with an exponent. */
  hasFractions: boolean;
  /** Only looked for in a `mayBeReal` column: a number with more digits than a double keeps. */
  hasLongNumbers: boolean;
}

/** The widest column without decimals that every program takes for whole numbers. */
const WIDEST_INTEGER = 18;

/**
 * A column without decimals holds whole numbers. In wider ones than this, some programs write others, too, and GDAL takes
 * them for reals: the values decide.
 */
export function mayBeReal({ type, length, decimals }: DbfField): boolean {
  return type === 'N' && decimals === 0 && length > WIDEST_INTEGER;
}

const DELETED = 0x2a;

/**
 * Reads all rows once. The time goes into reading the file; columns of which nothing is asked are skipped.
 * @param records how many shapes there are; further rows do not count. @param withValues false if only the deleted rows matter
 */
export async function surveyTable(file: InputFile, { headerBytes, rowBytes, rows, fields }: DbfHeader, records: number, withValues: boolean): Promise<TableSurvey> {
  const ahead = readAhead(file);
  const deleted = new Int32List();
  const columns = fields.map((): ColumnSurvey => ({ hasFractions: false, hasLongNumbers: false }));
  const looked = withValues ? fields.flatMap((field, place) => (mayBeReal(field) ? [{ field, column: columns[place] }] : [])) : [];
  const perPiece = Math.max(1, Math.floor((1 << 19) / rowBytes));
  const count = Math.min(rows, records);
  for (let first = 0; first < count; first += perPiece) {
    const start = headerBytes + first * rowBytes;
    const bytes = await ahead.read(start, start + Math.min(perPiece, count - first) * rowBytes);
    if (bytes.length === 0) break;
    for (let at = 0, row = first; at < bytes.length; at += rowBytes, row++) {
      if (bytes[at] === DELETED) deleted.push(row);
      else if (at + rowBytes <= bytes.length) for (const { field, column } of looked) lookAtNumber(bytes.subarray(at + field.start, at + field.start + field.length), column);
    }
  }
  return { deleted: deleted.toArray(), columns };
}

/** A double holds any number with this many digits such that the digits come back. */
const EXACT_DIGITS = 15;

function lookAtNumber(bytes: Uint8Array, column: ColumnSurvey): void {
  const text = asciiOf(bytes);
  if (numberOf(text) === null) return;
  if (!WHOLE.test(text)) column.hasFractions = true;
  if (text.replace(/e.*$/i, '').replaceAll(/\D/g, '').length > EXACT_DIGITS) column.hasLongNumbers = true;
}
