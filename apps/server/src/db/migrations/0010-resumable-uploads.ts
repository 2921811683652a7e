import type { Kysely } from 'kysely';

/** Files that arrive in parts, over several requests, before they become an upload. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('resumable_uploads')
    .addColumn('uuid', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('received', 'bigint', (column) => column.notNull())
    .addColumn('visitor', 'text', (column) => column.notNull())
    .addColumn('input_file', 'uuid')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('resumable_uploads_by_visitor').on('resumable_uploads').column('visitor').execute();
  await database.schema
    .createTable('resumable_parts')
    .addColumn('upload', 'uuid', (column) => column.notNull().references('resumable_uploads.uuid').onDelete('cascade'))
    .addColumn('start', 'bigint', (column) => column.notNull())
    .addColumn('part', 'uuid', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('resumable_parts_pkey', ['upload', 'start'])
    .execute();
}
