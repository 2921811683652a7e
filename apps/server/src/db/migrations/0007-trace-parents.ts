import type { Kysely } from 'kysely';

/** By which a task belongs to the trace of the request that made it, when requests are traced. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('tasks').addColumn('trace_parent', 'text').execute();
}
