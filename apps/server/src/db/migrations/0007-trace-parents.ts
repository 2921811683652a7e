import type { Kysely } from 'kysely';

/** Links a task to the trace of the request that created it, if requests are traced. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('tasks').addColumn('trace_parent', 'text').execute();
}
