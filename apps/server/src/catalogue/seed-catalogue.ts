import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openLocalLayer, SEED_GROUPS, writeLocalLayer } from '@geoinsights/catalogue';
import type { SeedGroup, SeedLayer } from '@geoinsights/catalogue';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { ensureGroup } from './groups.ts';
import { addLayerTasks, dateOf } from './layer-groups.ts';

interface Prepared {
  readonly group: SeedGroup;
  readonly seed: SeedLayer;
  readonly place: { readonly local_data: string; readonly west: number | null; readonly south: number | null; readonly east: number | null; readonly north: number | null } | null;
}

/**
 * Adds the product's own layers to the catalogue, each once in the lifetime of the database. What an operator changed stays changed
 * and what was removed stays removed, while layers of a later version are added.
 * @param share publishes data to other servers, if any, before the rows exist
 */
export async function seedCatalogue(tables: Kysely<Tables>, layersFolder: string, share: (data: string) => Promise<void>): Promise<void> {
  const seeded = new Set((await tables.selectFrom('seeded_layers').select('uuid').execute()).map(({ uuid }) => uuid));
  const missing = SEED_GROUPS.flatMap((group) => group.layers.filter(({ layer }) => !seeded.has(layer.uuid)).map((seed) => ({ group, seed })));
  if (missing.length === 0) return;
  // Databases of the first version already have some of these layers, without a record of who added them.
  const existing = new Set((await tables.selectFrom('layers').select('uuid').execute()).map(({ uuid }) => uuid));
  const prepared: Prepared[] = [];
  for (const { group, seed } of missing) {
    if (!existing.has(seed.layer.uuid)) prepared.push({ group, seed, place: seed.local === null ? null : await writeSeed(seed.local, layersFolder, share) });
  }
  const now = new Date().toISOString();
  await tables.transaction().execute(async (transaction) => {
    for (const each of prepared) await insert(transaction, each, now);
    await transaction.insertInto('seeded_layers').values(missing.map(({ seed }) => ({ uuid: seed.layer.uuid }))).execute();
  });
}

/** Whether nothing was ever added to it. */
export async function isNewCatalogue(tables: Kysely<Tables>): Promise<boolean> {
  const seeded = await tables.selectFrom('seeded_layers').select('uuid').limit(1).execute();
  const layers = await tables.selectFrom('layers').select('uuid').limit(1).execute();
  return seeded.length === 0 && layers.length === 0;
}

async function writeSeed(local: NonNullable<SeedLayer['local']>, layersFolder: string, share: (data: string) => Promise<void>): Promise<NonNullable<Prepared['place']>> {
  const data = randomUUID();
  const folder = path.join(layersFolder, data);
  await writeLocalLayer(folder, await local.load());
  await share(data);
  return { local_data: data, ...(await extentOfData(folder)) };
}

/** The extent of the features in written data. */
export async function extentOfData(folder: string): Promise<{ west: number | null; south: number | null; east: number | null; north: number | null }> {
  const layer = await openLocalLayer(folder);
  const [west, south, east, north] = layer.extent ?? [null, null, null, null];
  layer.close();
  return { west, south, east, north };
}

async function insert(tables: Kysely<Tables>, { group, seed, place }: Prepared, now: string): Promise<void> {
  const { layer } = seed;
  await ensureGroup(tables, group);
  await tables
    .insertInto('layers')
    .values({
      uuid: layer.uuid,
      group_name: group.name,
      name: layer.name,
      code: layer.code,
      position: layer.position,
      is_visible: layer.is_visible,
      color: layer.color,
      description: layer.description,
      source: layer.source,
      webmap_url: layer.webmap.url,
      minimum_zoom: layer.minimum_zoom ?? null,
      style: layer.style ?? 'filled',
      licence: layer.licence ?? null,
      attribution: layer.attribution ?? null,
      last_checked: dateOf(layer.last_checked),
      ...(place ?? { local_data: null, west: null, south: null, east: null, north: null }),
    })
    .execute();
  // Our own data came to this server now; that of others was never fetched.
  await addLayerTasks(tables, layer.uuid, place === null ? layer.layer_tasks : layer.layer_tasks.map((task) => ({ ...task, source_date: now })));
}
