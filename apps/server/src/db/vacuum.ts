import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from './tables.ts';

/** After this time, a run starts no further table. */
const MOST_MILLISECONDS = 2000;

const tableSchema = z.object({ schema: z.string(), name: z.string() });

/**
 * Reclaims the space of deleted rows. A PostgreSQL server does so by itself; the embedded one has no autovacuum. Each table
 * is a separate statement, so that no query waits for more than one.
 */
export class Vacuum {
  readonly #tables: Kysely<Tables>;
  readonly #milliseconds: number;
  readonly #onTable: (table: string) => void;
  /** The last table done; the next run continues after it. */
  #last = '';

  constructor(tables: Kysely<Tables>, { milliseconds = MOST_MILLISECONDS, onTable = () => undefined }: { milliseconds?: number; onTable?: (table: string) => void } = {}) {
    this.#tables = tables;
    this.#milliseconds = milliseconds;
    this.#onTable = onTable;
  }

  /** Vacuums every table once, or as many as there is time for but at least one. Then it truncates the log. */
  async run(): Promise<void> {
    await this.#vacuumTables();
    // Nobody else checkpoints: the log would grow for the server's whole life, and be replayed after a kill.
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
