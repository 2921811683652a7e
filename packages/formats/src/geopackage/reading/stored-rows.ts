import { Unusual } from './stored-numbers.ts';
import { FALSE, isText, NULL, REAL, TRUE, type Records } from './records.ts';
import type { Row } from './table-rows.ts';

/** Of a row, the places of the key and the geometry. */
const KEY = 0;
const GEOMETRY = 1;

/**
 * The rows of a table as `TableRows` gives them, straight from the pages of the file: SQLite hands out each geometry as an object of its own, which takes
 * longer than all else that is done with it.
 */
export class StoredRows {
  readonly #records: Records;
  /** The columns of a record that are wanted, and the place of each in a row. */
  readonly #columns: Int32Array;
  readonly #places: Int32Array;
  readonly #row: Row[number][];
  #bytes = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);
  #text: Buffer = Buffer.from(this.#bytes.buffer);

  /** @param columns for each place in a row after the key its column in the records; the geometry is the first */
  constructor(records: Records, columns: readonly number[]) {
    this.#records = records;
    this.#columns = Int32Array.from(columns);
    this.#places = this.#columns.map((_, index) => index + GEOMETRY);
    this.#row = Array.from({ length: columns.length + GEOMETRY }, () => null);
  }

  /** @returns null after the last row; the row and the geometry in it are valid until the next call. @throws Unusual */
  next(): Row | null {
    const { cells, types, starts } = this.#records;
    if (!this.#records.next()) return null;
    cells.takeWhole();
    if (cells.bytes !== this.#bytes) this.#show(cells.bytes);
    for (let index = 0; index < this.#columns.length; index++) {
      const column = this.#columns[index];
      const place = this.#places[index];
      this.#row[place] = this.#value(types[column], cells.start + starts[column], cells.start + starts[column + 1], place === GEOMETRY);
    }
    this.#row[KEY] = cells.key;
    return this.#row;
  }

  #show(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
    this.#text = Buffer.from(bytes.buffer);
  }

  #value(type: number, from: number, to: number, isPassing: boolean): Row[number] {
    const view = this.#view;
    switch (type) {
      case NULL:
        return null;
      case 1:
        return view.getInt8(from);
      case 2:
        return view.getInt16(from);
      case 3:
        return view.getInt8(from) * 0x10000 + view.getUint16(from + 1);
      case 4:
        return view.getInt32(from);
      case 5:
        return view.getInt16(from) * 0x100000000 + view.getUint32(from + 2);
      case 6:
        return wholeNumber(view.getInt32(from), view.getUint32(from + 4));
      case REAL: {
        const value = view.getFloat64(from);
        // SQLite knows no NaN.
        return Number.isNaN(value) ? null : value;
      }
      case FALSE:
        return 0;
      case TRUE:
        return 1;
      default:
        if (isText(type)) return this.#text.toString('utf8', from, to);
        return isPassing ? this.#bytes.subarray(from, to) : this.#bytes.slice(from, to);
    }
  }
}

/** If there is one that a number cannot hold, SQLite gives bigints for this and all that follow. */
function wholeNumber(high: number, low: number): number {
  const value = high * 0x100000000 + low;
  if (!Number.isSafeInteger(value)) throw new Unusual('a large number');
  return value;
}
