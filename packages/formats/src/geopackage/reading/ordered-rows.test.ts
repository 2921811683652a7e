import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { FeatureTable } from '../catalogue.ts';
import { quoted } from '../connection.ts';
import { openForReading, type NodeConnection } from '../database.ts';
import { newFolder } from '../test/work-folder.ts';
import { Unusual } from './stored-numbers.ts';
import { OrderedRows } from './ordered-rows.ts';
import { StoredRows } from './stored-rows.ts';
import { openStoredTable } from './stored-table.ts';
import { TableRows, type Row } from './table-rows.ts';

function made(...statements: readonly string[]): string {
  const path = join(newFolder(), 'a.gpkg');
  const database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
  database.close();
  return path;
}

/** `count` rows of some SQL, in which `n` is the number of the row, from 1 on. */
const rows = (count: number, values: string): string => `INSERT INTO t WITH RECURSIVE numbers(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}) SELECT ${values} FROM numbers`;

interface Table {
  readonly key?: string;
  readonly columns: readonly string[];
}

function withFile<Result>(path: string, work: (connection: NodeConnection) => Result): Result {
  const connection = openForReading(path, 'a.gpkg');
  try {
    return work(connection);
  } finally {
    connection.database.close();
  }
}

function featureTable({ database }: NodeConnection, key: string): FeatureTable {
  const rootPage = Number(database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 't'").get()?.['rootpage']);
  return { table: 't', column: 'geom', key, geometryType: 'GEOMETRY', declaredType: 'BLOB', notNull: false, srsId: 0n, sql: '', rootPage };
}

const kept = (row: Row): unknown[] => row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value));

/** All rows, or those before an error. */
function all(source: { next(): Row | null }): { rows: unknown[][]; error: string | null } {
  const found: unknown[][] = [];
  try {
    for (let row = source.next(); row !== null; row = source.next()) found.push(kept(row));
    return { rows: found, error: null };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { rows: found, error: error.message };
  }
}

function ours(connection: NodeConnection, { key = '"fid"', columns }: Table): ReturnType<typeof all> {
  const source = new OrderedRows(connection, featureTable(connection, key), columns, 1000);
  try {
    return all(source);
  } finally {
    source.close();
  }
}

const sqlites = ({ database }: NodeConnection, { key = '"fid"', columns }: Table): ReturnType<typeof all> => all(new TableRows(database, { table: '"t"', key, columns: columns.map(quoted), largestRow: 1000 }));

/** How many rows are read without SQLite, and why no more; null if SQLite has to read the table. */
function stored(connection: NodeConnection, { key = '"fid"', columns }: Table): { rows: number; until: string | null } | null {
  const open = openStoredTable(connection, featureTable(connection, key), columns);
  if (open === null) return null;
  const source = new StoredRows(open.records, open.columns);
  let count = 0;
  try {
    while (source.next() !== null) count++;
    return { rows: count, until: null };
  } catch (error) {
    if (!(error instanceof Unusual)) throw error;
    return { rows: count, until: error.message };
  } finally {
    open.close();
  }
}

function compared(path: string, table: Table): ReturnType<typeof stored> {
  return withFile(path, (connection) => {
    const expected = sqlites(connection, table);
    expect(expected.error).toBeNull();
    expect(expected.rows.length).toBeGreaterThan(0);
    expect(ours(connection, table)).toEqual(expected);
    return stored(connection, table);
  });
}

const PLAIN = 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, size REAL)';
const VALUES = "n * 3, randomblob(n % 90), 'plot ' || n, n / 8.0";
const ALL: Table = { columns: ['geom', 'name', 'size'] };

describe('rows read without SQLite', () => {
  it.each([512, 1024, 4096, 65_536])('are those that it gives, with pages of %i bytes', (bytes) => {
    expect(compared(made(`PRAGMA page_size = ${bytes}`, PLAIN, rows(3000, VALUES)), ALL)).toEqual({ rows: 3000, until: null });
  });

  it('may go on in other pages', () => {
    expect(compared(made('PRAGMA page_size = 512', PLAIN, rows(150, "n, randomblob(n * n), CASE n % 3 WHEN 0 THEN printf('%.*c', n * 20, 'ç') END, n")), ALL)).toEqual({ rows: 150, until: null });
    // Around the length from which a record does not fit its page.
    expect(compared(made('PRAGMA page_size = 4096', PLAIN, rows(100, 'n, zeroblob(4000 + n), NULL, NULL')), ALL)).toEqual({ rows: 100, until: null });
  });

  it('have every kind of value', () => {
    const values = ['NULL', '0', '1', '-1', '127', '-128', '128', '32767', '-32769', '8388607', '-8388609', '2147483647', '-2147483649', '140737488355327', '-140737488355329', '9007199254740991', '-9007199254740991', '0.5', '-0.0', '5.0', '1e300', '9e999', '-9e999', "''", "'a'", "'ação ☃ 🌍'", "char(65279) || 'a'", "CAST(x'61006200' AS TEXT)", "CAST(x'61ff62c3' AS TEXT)", "x''", "x'00ff'"];
    const columns = ['geom', 'any', 'whole', 'real', 'text'];
    const inserts = values.map((value, index) => `INSERT INTO t VALUES (${index}, x'4750', ${value}, ${value}, ${value}, ${value})`);
    expect(compared(made('CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, "any", whole INTEGER, "real" REAL, "text" TEXT)', ...inserts), { columns })).toEqual({ rows: values.length, until: null });
  });

  it('have the wanted columns in the wanted order, the key wherever it is', () => {
    const path = made('CREATE TABLE t (name TEXT, geom BLOB, fid INTEGER PRIMARY KEY, size REAL, other TEXT)', rows(50, "'plot ' || n, zeroblob(n), n, n, 'x'"));
    expect(compared(path, { columns: ['geom', 'size', 'name'] })).toEqual({ rows: 50, until: null });
    expect(compared(path, { columns: ['geom'] })).toEqual({ rows: 50, until: null });
  });

  it('go by the rowid where no column is the key', () => {
    expect(compared(made('CREATE TABLE t (name TEXT PRIMARY KEY, geom BLOB)', rows(300, "'plot ' || n, zeroblob(n)")), { key: 'rowid', columns: ['geom', 'name'] })).toEqual({ rows: 300, until: null });
  });

  it('stay whole while others are read: bytes other than the geometry are copied', () => {
    const path = made('PRAGMA page_size = 512', 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, photo BLOB)', rows(100, "n, x'01', CASE n WHEN 1 THEN x'0102' ELSE zeroblob(n) END"));
    withFile(path, (connection) => {
      const source = new OrderedRows(connection, featureTable(connection, '"fid"'), ['geom', 'photo'], 10);
      const first = source.next()?.[2];
      while (source.next() !== null);
      source.close();
      expect(first).toEqual(Uint8Array.of(1, 2));
    });
  });
});

describe('what is not usual is left to SQLite', () => {
  it.each([
    ['a negative key', rows(20, "n - 3, x'01', 'a', 1"), 0],
    ['a key beyond the range of numbers', `${rows(20, "n, x'01', 'a', 1")}; INSERT INTO t VALUES (9007199254740993, x'02', 'b', 2)`, 20],
    ['a number beyond their range', rows(20, "n, x'01', CASE n WHEN 11 THEN 9007199254740993 ELSE n END, 1"), 10],
    ['a very long record', `${rows(5, "n, x'01', 'a', 1")}; INSERT INTO t VALUES (6, zeroblob(5000000), 'b', 2)`, 5],
  ])('from there on: %s', (_, inserts, before) => {
    const path = made('CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, name, size REAL)', inserts);
    const found = compared(path, ALL);
    expect(found?.rows).toBe(before);
    expect(found?.until).not.toBeNull();
  });

  it('a column that was added, with its default', () => {
    const path = made(PLAIN, rows(10, VALUES), "ALTER TABLE t ADD COLUMN owner TEXT DEFAULT 'nobody'", "INSERT INTO t VALUES (99, x'01', 'b', 2, 'Ana')");
    expect(compared(path, { columns: ['geom', 'owner'] })).toEqual({ rows: 0, until: 'a record of fewer columns' });
    expect(compared(path, ALL)).toEqual({ rows: 11, until: null });
  });

  it.each([
    ['in another encoding', ["PRAGMA encoding = 'UTF-16le'", PLAIN]],
    ['without a rowid', ['CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, size REAL) WITHOUT ROWID']],
    ['whose key is not the rowid', ['CREATE TABLE t (fid INTEGER PRIMARY KEY DESC, geom BLOB, name TEXT, size REAL)']],
    ['with a computed column', ['CREATE TABLE u (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, size REAL)', 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, twice AS (2 * size), name TEXT, size REAL)']],
  ])('a table %s', (what, statements) => {
    const inserts = rows(30, VALUES).replace('INTO t', 'INTO t (fid, geom, name, size)');
    expect(compared(made(...statements, inserts), ALL), what).toBeNull();
  });

  it('a view', () => {
    expect(compared(made(PLAIN.replace('TABLE t', 'TABLE u'), rows(30, VALUES).replace('INTO t', 'INTO u'), 'CREATE VIEW t AS SELECT * FROM u'), ALL)).toBeNull();
  });
});

it('a damaged file gives the rows and the error that SQLite gives', () => {
  // So few that SQLite is asked for all of them at once, and goes through the tree once.
  const bytes = readFileSync(made('PRAGMA page_size = 512', PLAIN, rows(200, "n * 3, zeroblob(n % 90 + 600 * (n % 20 = 0)), 'plot ' || n, n / 8.0")));
  const damaged = join(newFolder(), 'damaged.gpkg');
  const errors = new Set<string | null>();
  // From the third page on, after the schema: every third byte at the beginning of each page, where the list of its cells is, and some of the others.
  for (let at = 1024; at < bytes.length; at += at % 512 < 20 ? 3 : 67) {
    const copy = Buffer.from(bytes);
    copy[at] ^= at % 2 === 0 ? 0xff : 1 << (at % 8);
    writeFileSync(damaged, copy);
    // SQLite does not complain a second time of a page that it has kept.
    const expected = withFile(damaged, (connection) => sqlites(connection, ALL));
    const found = withFile(damaged, (connection) => ours(connection, ALL));
    expect(found.error, `byte ${at}`).toBe(expected.error);
    if (expected.error === null) expect(found.rows, `byte ${at}`).toEqual(expected.rows);
    errors.add(expected.error);
  }
  expect(errors.size).toBeGreaterThan(1);
});
