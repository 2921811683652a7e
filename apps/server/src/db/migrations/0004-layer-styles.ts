import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('layers')
    .addColumn('style', 'text', (column) => column.notNull().defaultTo('filled'))
    .execute();
}
