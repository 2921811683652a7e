import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';

export type Row = readonly SQLOutputValue[];

/** SQLite's smallest and largest integers. */
const FIRST_KEY = -(1n << 63n);
const LAST_KEY = (1n << 63n) - 1n;
/** Rows are taken together, which costs less than one by one, as long as no more bytes than this can come at a time. */
const MOST_BYTES = 1 << 24;
const MOST_ROWS = 256;
const FEWEST_ROWS = 16;

/** What is read: columns and a table as SQL, of which the key comes first in each row. */
export interface RowsOf {
  readonly table: string;
  readonly key: string;
  /** Those after the key. */
  readonly columns: readonly string[];
  /** The most bytes that a row may take. */
  readonly largestRow: number;
}

/**
 * The rows of a table in key order. Integers come as numbers until one exceeds their range; integers then come as bigint, which
 * is slower.
 */
export class TableRows {
  readonly #database: DatabaseSync;
  readonly #what: RowsOf;
  readonly #atOnce: number;
  #statement: StatementSync;
  #bigInts = false;
  #rows: readonly Row[] = [];
  #place = 0;
  /** The first rows are taken without a bound: in some tables a key may be missing, or be below all integers, which is the caller's to refuse. */
  #isFirst = true;
  /** Where the next rows begin; null after the last one. */
  #from: bigint | null = FIRST_KEY;

  constructor(database: DatabaseSync, what: RowsOf) {
    const { largestRow } = what;
    this.#database = database;
    this.#what = what;
    const fitting = Math.min(MOST_ROWS, Math.floor(MOST_BYTES / Math.max(1, largestRow)));
    this.#atOnce = fitting < FEWEST_ROWS ? 1 : fitting;
    this.#statement = this.#prepared();
  }

  /** @returns null after the last row. It does not check that keys ascend. */
  next(): Row | null {
    if (this.#place === this.#rows.length) {
      this.#take();
      if (this.#rows.length === 0) return null;
    }
    return this.#rows[this.#place++];
  }

  #take(): void {
    this.#place = 0;
    this.#rows = this.#from === null ? [] : this.#rowsFrom(this.#from);
    const last = this.#rows.at(-1)?.[0];
    // A key that is no integer is the caller's to refuse.
    this.#from = this.#rows.length < this.#atOnce || !isKey(last) || BigInt(last) === LAST_KEY ? null : BigInt(last) + 1n;
    if (!this.#isFirst || this.#from === null) return;
    this.#isFirst = false;
    this.#statement = this.#prepared();
  }

  #rowsFrom(key: bigint): readonly Row[] {
    try {
      return arraysOf(this.#isFirst ? this.#statement.all(this.#atOnce) : this.#statement.all(key, this.#atOnce));
    } catch (error) {
      if (this.#bigInts || !isOutOfRange(error)) throw error;
      this.#bigInts = true;
      this.#statement = this.#prepared();
      return this.#rowsFrom(key);
    }
  }

  #prepared(): StatementSync {
    const { table, key, columns } = this.#what;
    const statement = this.#database.prepare(`SELECT ${[key, ...columns].join(', ')} FROM ${table} ${this.#isFirst ? '' : `WHERE ${key} >= ? `}ORDER BY 1 LIMIT ?`);
    statement.setReadBigInts(this.#bigInts);
    statement.setReturnArrays(true);
    return statement;
  }
}

/** Whether a value is whole and within the range of SQLite's integers. A key that is declared as an integer may be any number in a table without rowids. */
export function isKey(value: SQLOutputValue | undefined): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value) && value >= Number(FIRST_KEY) && value < -Number(FIRST_KEY));
}

function arraysOf(rows: readonly unknown[]): readonly Row[] {
  if (!rows.every(isRow)) throw new Error('rows that were asked for as arrays are arrays');
  return rows;
}

function isRow(value: unknown): value is Row {
  return Array.isArray(value);
}

/** True for an integer that a number cannot hold. */
function isOutOfRange(error: unknown): boolean {
  return error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}
