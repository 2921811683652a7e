import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('uploads')
    .addColumn('uuid', 'uuid', (column) => column.primaryKey())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addColumn('deleted_at', 'timestamptz')
    .execute();
  await database.schema.createIndex('uploads_by_expiry').on('uploads').column('expires_at').execute();

  await database.schema
    .createTable('upload_files')
    .addColumn('upload', 'uuid', (column) => column.notNull().references('uploads.uuid').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('stored_name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_files_key', ['upload', 'position'])
    .execute();

  await database.schema
    .createTable('tasks')
    .addColumn('uuid', 'uuid', (column) => column.primaryKey())
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('upload', 'uuid', (column) => column.notNull().references('uploads.uuid').onDelete('cascade'))
    .addColumn('options', 'jsonb', (column) => column.notNull())
    .addColumn('progress_status', 'text', (column) => column.notNull())
    .addColumn('progress', 'double precision', (column) => column.notNull())
    .addColumn('stage', 'text')
    .addColumn('report', 'jsonb')
    .addColumn('error', 'jsonb')
    .addColumn('output_file', 'uuid')
    .addColumn('report_file', 'uuid')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('started_at', 'timestamptz')
    .addColumn('finished_at', 'timestamptz')
    .execute();
  await database.schema.createIndex('tasks_by_upload').on('tasks').column('upload').execute();
  await database.schema.createIndex('tasks_by_status').on('tasks').column('progress_status').execute();

  await database.schema
    .createTable('results')
    .addColumn('uuid', 'uuid', (column) => column.primaryKey())
    .addColumn('task', 'uuid', (column) => column.notNull().references('tasks.uuid').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await database.schema.createIndex('results_by_task').on('results').column('task').execute();
}
