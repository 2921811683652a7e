import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import type { FeatureTable } from '../catalogue.ts';
import { quoted, readRows } from '../connection.ts';
import type { NodeConnection } from '../database.ts';
import { LeafCells, type TablePlace } from './leaf-cells.ts';
import { Records } from './records.ts';

const encodingSchema = z.object({ encoding: z.string() });
const columnSchema = z.object({ name: z.string(), hidden: z.bigint() });
const indexSchema = z.object({ origin: z.string() });

/** The records of a table, read without SQLite from a file that is open. */
export interface StoredTable {
  readonly records: Records;
  /** For each wanted column its place in the records. */
  readonly columns: readonly number[];
  close(): void;
}

/**
 * Opens a table for reading it straight from the pages of its file, if it is stored in the usual way: in UTF-8, by its rowid, without computed columns.
 * @param wanted the names of columns
 * @returns null for a table that SQLite has to read
 */
export function openStoredTable(connection: NodeConnection, { table, key, rootPage }: Pick<FeatureTable, 'table' | 'key' | 'rootPage'>, wanted: readonly string[]): StoredTable | null {
  const path = connection.database.location();
  if (path === null || rootPage === 0 || readRows(connection, 'sqlite_schema', 'PRAGMA encoding', encodingSchema).at(0)?.encoding !== 'UTF-8') return null;
  const all = readRows(connection, table, `PRAGMA table_xinfo(${quoted(table)})`, columnSchema);
  const columns = wanted.map((name) => all.findIndex((column) => column.name === name));
  if (columns.includes(-1) || all.some(({ hidden }) => hidden !== 0n)) return null;
  const keyColumn = all.findIndex(({ name }) => quoted(name) === key);
  // The rowid has no index. Any other key has one, even if it is declared like the rowid, but DESC.
  if (keyColumn >= 0 && readRows(connection, table, `PRAGMA index_list(${quoted(table)})`, indexSchema).some(({ origin }) => origin === 'pk')) return null;
  const file = openSync(path, 'r');
  try {
    const count = Math.max(keyColumn, ...columns) + 1;
    return { records: new Records(new LeafCells(file, placeIn(file, rootPage)), count, keyColumn), columns, close: () => closeSync(file) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

const HEADER_BYTES = 100;

/** The header of the file has been checked when it was opened (SQLite file format, section 1.3). */
function placeIn(file: number, root: number): TablePlace {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  readSync(file, header, 0, HEADER_BYTES, 0);
  const stated = header.getUint16(16);
  const pageSize = stated === 1 ? 1 << 16 : stated;
  return { root, pageSize, usable: pageSize - header.getUint8(20), pages: Math.floor(fstatSync(file).size / pageSize) };
}
