import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What visitors have asked and sent lately, over all servers. Unlogged: a crash may forget it, and nothing of it has to be written twice. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table visitor_counts (
      kind text not null,
      visitor text not null,
      amount double precision not null,
      until timestamptz not null,
      primary key (kind, visitor)
    )`.execute(database);
}
