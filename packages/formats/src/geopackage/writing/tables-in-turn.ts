import { z } from 'zod';
import { quoted } from '../connection.ts';
import { changeSchema } from './new-database.ts';
import type { NewDatabase } from './new-database.ts';

/** The names of the tables of the layer whose turn it is. */
export const SHOWN = { table: 'shown', index: 'shown_index' } as const;

/** Those that they have in the finished file. */
export interface FinalNames {
  readonly table: string;
  readonly index: string;
}

/** A trigger of a table in the finished file. */
export interface Trigger {
  readonly name: string;
  /** What follows its name in CREATE TRIGGER. */
  readonly does: string;
}

/** What SQLite keeps of a table. */
const schemaRow = z.object({ rowid: z.number(), name: z.string(), rootpage: z.number(), sql: z.string() });
const sequenceRow = z.object({ seq: z.bigint() });

/** The tables of a layer, outside of the schema. */
interface LayerTables {
  readonly rows: readonly z.infer<typeof schemaRow>[];
  /** Null if the table has no rows. */
  readonly largestKey: bigint | null;
}

/**
 * Keeps the tables of only one layer at a time in the schema of a new database, under names that are the same for all layers, and what the schema has of the others
 * outside of it. SQLite goes through the whole schema for each statement that creates or changes a table, finds a name among all in 64 lists, and has an
 * insert look through the largest keys of all tables: with a dozen rows a layer, 5,000 layers took minutes. What a table contains stays in its pages meanwhile.
 */
export class TablesInTurn {
  readonly #database: NewDatabase;
  readonly #names: readonly FinalNames[];
  /** Rows up to this one belong to no layer. */
  readonly #lastOfSystem: number;
  /** By layer. */
  readonly #aside: (LayerTables | undefined)[] = [];
  #shown: number | null = null;

  /**
   * @param database has the tables that stay, and a transaction is open
   * @param names of each layer
   */
  constructor(database: NewDatabase, names: readonly FinalNames[]) {
    this.#database = database;
    this.#names = names;
    this.#lastOfSystem = rowsAfter(database, 0).at(-1)?.rowid ?? 0;
  }

  /** From now on the tables named as `SHOWN`, there or to be created, are those of this layer. */
  show(layer: number): void {
    if (layer === this.#shown) return;
    this.#putAside();
    this.#shown = layer;
    const tables = this.#aside.at(layer);
    if (tables === undefined) return;
    changeSchema(this.#database, () => {
      this.#storeRows(tables.rows, SHOWN);
      this.#storeKey(SHOWN.table, tables.largestKey);
    });
  }

  /**
   * Ends the turns: the schema has the tables of all layers, under their own names, and their triggers, which act from the next opening of the file on. SQLite reads
   * and checks them then. CREATE TRIGGER would go through the whole schema for each.
   * @param triggers of each layer
   */
  showAll(triggers: readonly (readonly Trigger[])[]): void {
    this.#putAside();
    changeSchema(this.#database, () => {
      // The trees first: whoever opens the file goes through all tables before each of them, to find those in which it stores its nodes.
      for (const isIndex of [true, false]) {
        for (const [layer, names] of this.#names.entries()) {
          const tables = this.#aside.at(layer);
          if (tables !== undefined) this.#storeRows(tables.rows.filter(({ name }) => (name === SHOWN.index) === isIndex), names);
        }
      }
      const insert = this.#database.prepare("INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('trigger', ?, ?, 0, ?)");
      for (const [layer, { table }] of this.#names.entries()) {
        this.#storeKey(table, this.#aside.at(layer)?.largestKey ?? null);
        for (const { name, does } of triggers[layer]) insert.run(name, table, `CREATE TRIGGER ${quoted(name)} ${does}`);
      }
    });
  }

  #putAside(): void {
    if (this.#shown === null) return;
    const database = this.#database;
    const rows = rowsAfter(database, this.#lastOfSystem);
    const keys = database.prepare('SELECT seq FROM sqlite_sequence');
    keys.setReadBigInts(true);
    const sequence = keys.get();
    this.#aside[this.#shown] = { rows, largestKey: sequence === undefined ? null : sequenceRow.parse(sequence).seq };
    this.#shown = null;
    changeSchema(this.#database, () => {
      const remove = database.prepare('DELETE FROM sqlite_schema WHERE rowid = ?');
      for (const { rowid } of rows) remove.run(rowid);
      database.exec('DELETE FROM sqlite_sequence');
    });
  }

  /** @param names that the tables get in place of `SHOWN` */
  #storeRows(rows: LayerTables['rows'], names: FinalNames): void {
    const insert = this.#database.prepare("INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', ?, ?, ?, ?)");
    for (const { name: shown, rootpage, sql } of rows) {
      const name = shown.startsWith(SHOWN.index) ? `${names.index}${shown.slice(SHOWN.index.length)}` : names.table;
      // A statement has the name of its table before all others.
      insert.run(name, name, rootpage, sql.replace(quoted(shown), () => quoted(name)));
    }
  }

  #storeKey(table: string, largestKey: bigint | null): void {
    if (largestKey !== null) this.#database.prepare('INSERT INTO sqlite_sequence VALUES (?, ?)').run(table, largestKey);
  }
}

/** In their order. Without the table of the largest keys, which SQLite creates with the first table that needs it: it serves all of them. */
function rowsAfter(database: NewDatabase, rowid: number): z.infer<typeof schemaRow>[] {
  const statement = database.prepare("SELECT rowid, name, rootpage, sql FROM sqlite_schema WHERE rowid > ? AND name <> 'sqlite_sequence' AND sql NOTNULL ORDER BY rowid");
  return statement.all(rowid).map((row) => schemaRow.parse(row));
}
