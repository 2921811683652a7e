import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('tasks').addColumn('idempotency_key', 'text').execute();
  // Rows without a key are all distinct from each other.
  await database.schema.createIndex('tasks_of_key').on('tasks').columns(['upload', 'idempotency_key']).unique().execute();
}
