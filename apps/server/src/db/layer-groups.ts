import { SEED_LAYER_GROUPS } from '@geoinsights/catalogue';
import { layerGroupsSchema } from '@geoinsights/contract';
import type { LayerGroup } from '@geoinsights/contract';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Fills an empty catalogue with the groups that come with the product. */
export async function seedLayerGroups(tables: Kysely<Tables>): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    const existing = await transaction.selectFrom('layer_groups').select('name').limit(1).execute();
    if (existing.length > 0) return;
    for (const group of SEED_LAYER_GROUPS) await insertGroup(transaction, group);
  });
}

async function insertGroup(tables: Kysely<Tables>, { layers, ...group }: LayerGroup): Promise<void> {
  await tables.insertInto('layer_groups').values(group).execute();
  for (const { webmap, layer_tasks: layerTasks, minimum_zoom, licence, attribution, last_checked, ...layer } of layers) {
    await tables
      .insertInto('layers')
      .values({
        ...layer,
        group_name: group.name,
        webmap_url: webmap.url,
        minimum_zoom: minimum_zoom ?? null,
        licence: licence ?? null,
        attribution: attribution ?? null,
        last_checked: dateOf(last_checked),
      })
      .execute();
    for (const [position, task] of layerTasks.entries()) {
      await tables
        .insertInto('layer_tasks')
        .values({ layer: layer.uuid, position, provider_date: dateOf(task.provider_date), source_date: dateOf(task.source_date), details: task.details })
        .execute();
    }
  }
}

/** All groups by position, the layers of each by position. */
export async function readLayerGroups(tables: Kysely<Tables>): Promise<LayerGroup[]> {
  const groups = await tables.selectFrom('layer_groups').selectAll().orderBy('position').orderBy('name').execute();
  const layers = await tables.selectFrom('layers').selectAll().orderBy('position').orderBy('name').execute();
  const layerTasks = await tables.selectFrom('layer_tasks').selectAll().orderBy('position').execute();
  return layerGroupsSchema.parse(
    groups.map((group) => ({
      ...group,
      layers: layers
        .filter((layer) => layer.group_name === group.name)
        .map(({ webmap_url: url, ...layer }) => ({
          ...layer,
          webmap: { url },
          last_checked: textOf(layer.last_checked),
          layer_tasks: layerTasks
            .filter((task) => task.layer === layer.uuid)
            .map((task) => ({ provider_date: textOf(task.provider_date), source_date: textOf(task.source_date), details: task.details })),
        })),
    })),
  );
}

function dateOf(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : new Date(text);
}

function textOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
