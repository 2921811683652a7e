import type { LeafCells } from './leaf-cells.ts';
import { StoredNumbers, Unusual } from './stored-numbers.ts';

/**
 * The records in the leaves of a table's tree (SQLite file format, section 2.1): of which type the value of each column is, and where it lies. They say
 * nothing of columns after the last one that is wanted.
 */
export class Records {
  readonly cells: LeafCells;
  /** The type of each column's value. */
  readonly types: Float64Array;
  /** Where the value of each column begins in the record, and after the last one where it ends. */
  readonly starts: Float64Array;
  readonly #key: number;
  readonly #numbers = new StoredNumbers();

  /** @param columns how many of a record are wanted. @param key the column that is the key; -1 if none is */
  constructor(cells: LeafCells, columns: number, key: number) {
    this.cells = cells;
    this.types = new Float64Array(columns);
    this.starts = new Float64Array(columns + 1);
    this.#key = key;
  }

  /** Goes on to the next record. @returns false after the last one. @throws Unusual */
  next(): boolean {
    const { cells, types, starts } = this;
    if (!cells.next()) return false;
    const numbers = this.#numbers;
    const { bytes } = cells;
    numbers.at = cells.start;
    const headerBytes = numbers.next(bytes, cells.end);
    const headerEnd = cells.start + headerBytes;
    if (headerEnd > cells.end) throw new Unusual('a long list of columns');
    let from = headerBytes;
    for (let column = 0; column < types.length; column++) {
      // Columns that were added later have their defaults, which only SQLite knows.
      if (numbers.at >= headerEnd) throw new Unusual('a record of fewer columns');
      const type = numbers.next(bytes, headerEnd);
      types[column] = type;
      starts[column] = from;
      from += bytesOf(type);
    }
    starts[types.length] = from;
    if (from > cells.length || (numbers.at === headerEnd && from < cells.length)) throw new Unusual('a record of another length');
    // The key is that of the cell, and its column is empty.
    if (this.#key >= 0 && types[this.#key] !== 0) throw new Unusual('a key in a column');
    return true;
  }

  /** The bytes of a column's value. */
  lengthOf(column: number): number {
    return this.starts[column + 1] - this.starts[column];
  }
}

/** The types of values. Those between NULL and a real are integers of so many bytes. */
export const NULL = 0;
export const REAL = 7;
export const FALSE = 8;
export const TRUE = 9;
/** Types from here on are bytes if they are even and texts if they are odd. */
export const FIRST_OF_BYTES = 12;
const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

export function isText(type: number): boolean {
  return type > FIRST_OF_BYTES && type % 2 === 1;
}

/** The bytes of a value. */
function bytesOf(type: number): number {
  if (type >= FIRST_OF_BYTES) return Math.floor((type - FIRST_OF_BYTES) / 2);
  if (type >= NUMBER_BYTES.length) throw new Unusual('a type of value that does not exist');
  return NUMBER_BYTES[type];
}
