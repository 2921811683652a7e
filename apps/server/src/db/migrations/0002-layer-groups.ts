import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('layer_groups')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('is_visible', 'boolean', (column) => column.notNull())
    .execute();

  await database.schema
    .createTable('layers')
    .addColumn('uuid', 'uuid', (column) => column.primaryKey())
    .addColumn('group_name', 'text', (column) => column.notNull().references('layer_groups.name').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('is_visible', 'boolean', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('webmap_url', 'text', (column) => column.notNull())
    .addColumn('minimum_zoom', 'double precision')
    .addColumn('licence', 'text')
    .addColumn('attribution', 'text')
    .addColumn('last_checked', 'timestamptz')
    .execute();

  await database.schema
    .createTable('layer_tasks')
    .addColumn('layer', 'uuid', (column) => column.notNull().references('layers.uuid').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('provider_date', 'timestamptz')
    .addColumn('source_date', 'timestamptz')
    .addColumn('details', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('layer_tasks_key', ['layer', 'position'])
    .execute();
}
