import { DatabaseSync } from 'node:sqlite';
import { quoted } from '../connection.ts';

/** One cell that differs between two databases. */
export interface Difference {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Compares two databases table by table, including the schema itself and the tables beneath an R-tree, row by row and cell by cell, with
 * the exact type and bytes of every cell.
 */
export function differences(before: string, after: string): Difference[] {
  const a = new DatabaseSync(before, { readOnly: true });
  const b = new DatabaseSync(after, { readOnly: true });
  try {
    const found: Difference[] = [];
    const names = new Set(['sqlite_schema', ...tablesOf(a), ...tablesOf(b)]);
    for (const table of names) found.push(...differencesIn(a, b, table));
    for (const pragma of ['application_id', 'user_version', 'page_size', 'encoding', 'auto_vacuum', 'journal_mode']) {
      const values = [a, b].map((database) => JSON.stringify(database.prepare(`PRAGMA ${pragma}`).get()));
      if (values[0] !== values[1]) found.push({ table: 'pragma', row: '', column: pragma, before: values[0], after: values[1] });
    }
    return found;
  } finally {
    a.close();
    b.close();
  }
}

function tablesOf(database: DatabaseSync): string[] {
  return database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").all().map(({ name }) => String(name));
}

function differencesIn(a: DatabaseSync, b: DatabaseSync, table: string): Difference[] {
  const [rowsBefore, rowsAfter] = [a, b].map((database) => rowsOf(database, table));
  const keys = new Set([...rowsBefore.keys(), ...rowsAfter.keys()]);
  return [...keys].flatMap((row) => {
    const before = rowsBefore.get(row) ?? {};
    const after = rowsAfter.get(row) ?? {};
    const columns = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...columns]
      .filter((column) => !sameCell(before[column], after[column]))
      .map((column) => ({ table, row, column, before: before[column], after: after[column] }));
  });
}

function rowsOf(database: DatabaseSync, table: string): Map<string, Record<string, unknown>> {
  // Views, and tables without rowid or of missing modules, have rows in some other order.
  const key = database.prepare('SELECT wr FROM pragma_table_list WHERE name = ?').get(table)?.['wr'] === 1 ? 'NULL' : 'rowid';
  const statement = database.prepare(`SELECT ${key} AS "row key", * FROM ${quoted(table)}`);
  statement.setReadBigInts(true);
  return new Map(statement.all().map((row, index) => [String(row['row key'] ?? index), row]));
}

function sameCell(a: unknown, b: unknown): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return Object.is(a, b);
}
