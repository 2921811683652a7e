import { createHash } from 'node:crypto';
import { layerGroupsSchema } from '@geoinsights/contract';
import type { LayerGroup, LayerTask } from '@geoinsights/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../db/tables.ts';
import { STYLE_VERSION } from '../wms/palette.ts';

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
          revision: revisionOf(layer),
          layer_tasks: layerTasks
            .filter((task) => task.layer === layer.uuid)
            .map((task) => ({ provider_date: textOf(task.provider_date), source_date: textOf(task.source_date), details: task.details })),
        })),
    })),
  );
}

/** Changes whenever something changes the pictures of a layer that we draw: its data, colour, style, minimum zoom, or our drawing code. */
export function revisionOf({ local_data: data, color, style, minimum_zoom: minimumZoom }: Pick<Selectable<Tables['layers']>, 'local_data' | 'color' | 'style' | 'minimum_zoom'>): string | null {
  if (data === null) return null;
  return createHash('sha256').update(JSON.stringify([STYLE_VERSION, data, color, style, minimumZoom])).digest('hex').slice(0, 16);
}

/** Appends layer tasks to those that the layer has. */
export async function addLayerTasks(tables: Kysely<Tables>, layer: string, layerTasks: readonly LayerTask[]): Promise<void> {
  const { last } = await tables
    .selectFrom('layer_tasks')
    .where('layer', '=', layer)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  const first = typeof last === 'number' ? last + 1 : 0;
  for (const [index, task] of layerTasks.entries()) {
    await tables
      .insertInto('layer_tasks')
      .values({ layer, position: first + index, provider_date: dateOf(task.provider_date), source_date: dateOf(task.source_date), details: task.details })
      .execute();
  }
}

export function dateOf(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : new Date(text);
}

function textOf(date: Date | null): string | null {
  return date === null ? null : date.toISOString();
}
