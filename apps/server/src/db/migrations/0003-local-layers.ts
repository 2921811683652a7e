import type { Kysely } from 'kysely';

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('layers')
    // The folder of the layer's data if this server draws it itself.
    .addColumn('local_data', 'uuid', (column) => column.unique())
    .addColumn('west', 'double precision')
    .addColumn('south', 'double precision')
    .addColumn('east', 'double precision')
    .addColumn('north', 'double precision')
    .execute();

  // Layers of the initial catalogue already added once: what an operator removed or changed is never restored.
  await database.schema
    .createTable('seeded_layers')
    .addColumn('uuid', 'uuid', (column) => column.primaryKey())
    .execute();
}
