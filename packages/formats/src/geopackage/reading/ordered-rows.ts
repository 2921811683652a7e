import type { FeatureTable } from '../catalogue.ts';
import { quoted } from '../connection.ts';
import type { NodeConnection } from '../database.ts';
import { Unusual } from './stored-numbers.ts';
import { StoredRows } from './stored-rows.ts';
import { openStoredTable, type StoredTable } from './stored-table.ts';
import { TableRows, type Row } from './table-rows.ts';

/** The rows of a table in key order: straight from its pages as far as these are usual, and from SQLite from there on. */
export class OrderedRows {
  readonly #open: StoredTable | null;
  readonly #stored: StoredRows | null;
  readonly #ask: () => TableRows;
  /** In place of the stored ones, once something unusual has been met. */
  #asked: TableRows | null = null;
  #given = 0;

  /** @param columns the names of those after the key, the geometry first. @param largestRow the most bytes that a row may take */
  constructor(connection: NodeConnection, table: FeatureTable, columns: readonly string[], largestRow: number) {
    this.#ask = () => new TableRows(connection.database, { table: quoted(table.table), key: table.key, columns: columns.map(quoted), largestRow });
    this.#open = openStoredTable(connection, table, columns);
    this.#stored = this.#open === null ? null : new StoredRows(this.#open.records, this.#open.columns);
  }

  /** @returns null after the last row. A row and the geometry in it are valid until the next call. It does not check that keys ascend. */
  next(): Row | null {
    if (this.#asked !== null) return this.#asked.next();
    try {
      if (this.#stored !== null) {
        const row = this.#stored.next();
        this.#given++;
        return row;
      }
    } catch (error) {
      if (!(error instanceof Unusual)) throw error;
    }
    this.#asked = this.#ask();
    // From the first row on, and not from the key of the last: what is unusual may be damaged, and a search for a key would pass over that.
    for (let skipped = 0; skipped < this.#given; skipped++) this.#asked.next();
    return this.#asked.next();
  }

  /** Call it when no more rows are wanted. */
  close(): void {
    this.#open?.close();
  }
}
