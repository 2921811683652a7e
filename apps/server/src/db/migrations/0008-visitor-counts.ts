import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What visitors have recently requested and sent, over all servers. Unlogged: a crash may lose it, and skipping the log saves writing it twice. */
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
