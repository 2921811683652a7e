import type { FieldType } from '../../features/field.ts';
import type { FeatureTable } from '../catalogue.ts';
import type { NodeConnection } from '../database.ts';
import type { DeclaredColumn } from './columns.ts';
import { Unusual } from './stored-numbers.ts';
import { FALSE, FIRST_OF_BYTES, isText, NULL, REAL, TRUE, type Records } from './records.ts';
import { openStoredTable } from './stored-table.ts';
import { hasUnlikeMembers } from './unlike-members.ts';
import { bytesBeforeCode, CODE_BYTES, isCode, usualMember, type Survey } from './survey.ts';

/**
 * The survey of a table without SQLite: it looks only at the heads of records, which have the types and lengths of all values, and at those of geometries.
 * @returns null if that does not tell enough: a value may not be of its column's type, a geometry is not usual, or the table is not stored in the usual way
 */
export function storedSurvey(connection: NodeConnection, table: FeatureTable, columns: readonly DeclaredColumn[]): Survey | null {
  const fits = columns.map(({ type }) => FITTING.get(type));
  if (!fits.every((each) => each !== undefined)) return null;
  const open = openStoredTable(connection, table, [table.column, ...columns.map(({ name }) => name)]);
  if (open === null) return null;
  try {
    return surveyed(open.records, open.columns, fits);
  } catch (error) {
    if (error instanceof Unusual) return null;
    throw error;
  } finally {
    open.close();
  }
}

/** Whether a value of this type in a record is of the column's type, whatever it is. Times and JSON have to be read for that. */
const FITTING: ReadonlyMap<FieldType | null, (stored: number) => boolean> = new Map([
  ['text', (stored) => stored === NULL || isText(stored)],
  ['binary', (stored) => stored === NULL || (stored >= FIRST_OF_BYTES && !isText(stored))],
  ['integer', (stored) => stored < FIRST_OF_BYTES && stored !== REAL],
  // SQLite stores whole numbers as integers in a column of reals, and gives them as reals.
  ['real', (stored) => stored < FIRST_OF_BYTES],
  ['boolean', (stored) => stored === NULL || stored === FALSE || stored === TRUE],
]);

/** @returns null as soon as one row is not plain */
function surveyed(records: Records, [geometry, ...columns]: readonly number[], fits: readonly ((stored: number) => boolean)[]): Survey | null {
  const codes = new Codes();
  const longest = new Float64Array(columns.length);
  let longestGeometry = 0;
  let count = 0;
  while (records.next()) {
    count++;
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index];
      if (!fits[index](records.types[column])) return null;
      if (records.types[column] >= FIRST_OF_BYTES) longest[index] = Math.max(longest[index], records.lengthOf(column));
    }
    const length = records.lengthOf(geometry);
    longestGeometry = Math.max(longestGeometry, length);
    const stored = records.types[geometry];
    if (stored === NULL || (length === 0 && stored === FIRST_OF_BYTES)) continue;
    if (stored < FIRST_OF_BYTES || isText(stored) || !codes.add(records, geometry)) return null;
  }
  return { count, geometryCodes: codes.all(), unlikeMembers: [], stored: columns.map(() => null), largestRow: longest.reduce((sum, bytes) => sum + bytes, longestGeometry) };
}

const FLAGS_AT = 3;
/** The most bytes of a geometry up to the type code of its first member: eight, the largest envelope, its own code and SRID, and a count. */
const LONGEST_HEAD = 72 + CODE_BYTES + 4 + 4 + CODE_BYTES;

interface UsualMember {
  readonly before: number;
  readonly code: Uint8Array;
}

/** Byte order and type code of the geometries that occur. */
class Codes {
  readonly #found = new Set<string>();
  /** The last one, which most geometries share. */
  readonly #last = new Uint8Array(CODE_BYTES);
  /** Where the first member of such a geometry begins, and its usual code; null if it has none. */
  #member: UsualMember | null = null;

  all(): string[] {
    return [...this.#found];
  }

  /** @returns false for a geometry that is not usual */
  add(records: Records, geometry: number): boolean {
    const { cells, starts } = records;
    if (cells.start + starts[geometry] + LONGEST_HEAD > cells.end) cells.takeWhole();
    const { bytes, start } = cells;
    const end = start + starts[geometry + 1];
    const flags = start + starts[geometry] + FLAGS_AT;
    const before = flags < end ? bytesBeforeCode(bytes[flags]) : null;
    if (before === null) return false;
    const at = start + starts[geometry] + before;
    if (at + CODE_BYTES > end) return false;
    if (this.#found.size === 0 || !isAt(bytes, at, this.#last)) {
      this.#last.set(bytes.subarray(at, at + CODE_BYTES));
      const code = Array.from(this.#last, (byte) => byte.toString(16).padStart(2, '0')).join('');
      this.#found.add(code);
      if (!isCode(code)) return false;
      const usual = usualMember(code);
      this.#member = usual === null ? null : { before: usual.before, code: Uint8Array.from(Buffer.from(usual.member, 'hex')) };
    }
    if (this.#member === null || at + this.#member.before + CODE_BYTES > end) return true;
    return isAt(bytes, at + this.#member.before, this.#member.code) && !this.#hasUnlikeMembers(records, geometry, before, this.#member);
  }

  #hasUnlikeMembers({ cells, starts }: Records, geometry: number, before: number, { before: first, code }: UsualMember): boolean {
    const count = cells.start + starts[geometry] + before + first - 4;
    if (isOne(cells.bytes, count)) return false;
    if (cells.start + starts[geometry + 1] > cells.end) cells.takeWhole();
    const { bytes, start } = cells;
    return hasUnlikeMembers(new DataView(bytes.buffer, bytes.byteOffset + start + starts[geometry], starts[geometry + 1] - starts[geometry]), before, before + first, code);
  }
}

/** Whether a count is one, in either byte order. */
function isOne(bytes: Uint8Array, at: number): boolean {
  return bytes[at] + bytes[at + 1] + bytes[at + 2] + bytes[at + 3] === 1 && bytes[at] + bytes[at + 3] === 1;
}

function isAt(bytes: Uint8Array, at: number, code: Uint8Array): boolean {
  return bytes[at] === code[0] && bytes[at + 1] === code[1] && bytes[at + 2] === code[2] && bytes[at + 3] === code[3] && bytes[at + 4] === code[4];
}
