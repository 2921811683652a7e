import type { Kysely } from 'kysely';

/** Pieces of layers being repaired on one server, which others may take over. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('pieces')
    .addColumn('attempt', 'uuid', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('task', 'uuid', (column) => column.notNull().references('tasks.uuid').onDelete('cascade'))
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('file', 'uuid', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('answer', 'uuid')
    .addColumn('answer_size', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('lease', 'uuid')
    .addColumn('lease_until', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('pieces_pkey', ['attempt', 'number'])
    .execute();
  await database.schema.createIndex('pieces_by_task').on('pieces').column('task').execute();
}
