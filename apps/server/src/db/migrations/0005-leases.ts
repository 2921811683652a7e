import { sql } from 'kysely';
import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('tasks')
    .addColumn('visitor', 'text')
    .addColumn('lease', 'uuid')
    .addColumn('lease_until', 'timestamptz')
    .execute();
  // Nobody knows who created older tasks, so each upload counts as a separate visitor.
  await sql`update tasks set visitor = upload::text`.execute(database);
  await database.schema.alterTable('tasks').alterColumn('visitor', (column) => column.setNotNull()).execute();
  await database.schema.createIndex('tasks_by_visitor').on('tasks').columns(['visitor', 'started_at']).execute();

  await database.schema
    .createTable('deployment')
    .addColumn('visitor_key', 'uuid', (column) => column.notNull())
    .execute();
  await sql`insert into deployment (visitor_key) values (gen_random_uuid())`.execute(database);
}
