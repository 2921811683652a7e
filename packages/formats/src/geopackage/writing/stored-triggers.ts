import type { DatabaseSync } from 'node:sqlite';
import { quoted } from '../connection.ts';

/** A trigger of a new table. */
export interface Trigger {
  readonly name: string;
  /** What follows its name in CREATE TRIGGER. */
  readonly does: string;
}

/**
 * Adds triggers to a table as CREATE TRIGGER stores them. That statement itself goes through the whole schema, which has a dozen rows for each layer, so that
 * a thousand layers took half a minute. They act from the next opening of the file on: SQLite reads and checks them then, and nothing is added to the
 * table before that.
 */
export function storeTriggers(database: DatabaseSync, table: string, triggers: readonly Trigger[]): void {
  database.exec('PRAGMA writable_schema = ON');
  const insert = database.prepare("INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', ?, ?, 0, ?)");
  for (const { name, does } of triggers) insert.run(name, table, `CREATE TRIGGER ${quoted(name)} ${does}`);
  database.exec('PRAGMA writable_schema = OFF');
}
