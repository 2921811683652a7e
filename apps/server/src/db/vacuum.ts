import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from './tables.ts';

/** A run that has taken so long begins no further table. */
const MOST_MILLISECONDS = 2000;

const tableSchema = z.object({ schema: z.string(), name: z.string() });

/**
 * Gives the room of deleted rows back to those that come. A PostgreSQL server does that by itself, the embedded one has nobody who
 * would. Each table is a statement of its own, so that no call waits for more than one.
 */
export class Vacuum {
  readonly #tables: Kysely<Tables>;
  readonly #milliseconds: number;
  readonly #onTable: (table: string) => void;
  /** The last one that was done; the next run goes on behind it. */
  #last = '';

  constructor(tables: Kysely<Tables>, { milliseconds = MOST_MILLISECONDS, onTable = () => undefined }: { milliseconds?: number; onTable?: (table: string) => void } = {}) {
    this.#tables = tables;
    this.#milliseconds = milliseconds;
    this.#onTable = onTable;
  }

  /** Every table once, or as many as there is time for and at least one. Then the log is cut. */
  async run(): Promise<void> {
    await this.#vacuumTables();
    // Nobody else does it: the log would grow as long as the server lives, and be read anew after a kill.
    await sql`checkpoint`.execute(this.#tables);
  }

  async #vacuumTables(): Promise<void> {
    const began = performance.now();
    const { rows } = await sql`
      select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(this.#tables);
    const all = z.array(tableSchema).parse(rows);
    const next = all.findIndex((table) => keyOf(table) > this.#last);
    for (const table of [...all.slice(Math.max(0, next)), ...all.slice(0, Math.max(0, next))]) {
      await sql`vacuum ${sql.table(`${table.schema}.${table.name}`)}`.execute(this.#tables);
      this.#last = keyOf(table);
      this.#onTable(this.#last);
      if (performance.now() - began >= this.#milliseconds) return;
    }
  }
}

function keyOf({ schema, name }: z.output<typeof tableSchema>): string {
  return `${schema}.${name}`;
}
