import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** What is written to a new database with. */
export interface NewDatabase {
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
}

/**
 * Changes rows of the schema itself within a transaction, and has SQLite read it again. The transaction ends, and another begins: R-trees that were written to in it
 * would be kept although their tables are gone, and every later statement would go through them.
 */
export function changeSchema(database: NewDatabase, work: () => void): void {
  database.exec('PRAGMA writable_schema = ON');
  work();
  database.exec('COMMIT; PRAGMA writable_schema = RESET; BEGIN');
}

/**
 * A database whose statements are prepared once each. Statements that nobody uses are given up only by the garbage collector, and SQLite goes through all of them
 * whenever the schema changes.
 */
export class PreparedOnce implements NewDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
