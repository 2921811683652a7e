import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { isPictureAddress, LOCAL_WMS_PATH } from '@geoinsights/catalogue';
import type { GroupChanges, LayerChanges, LayerPlace, NewLayer } from '@geoinsights/catalogue';
import { ProblemError } from '@geoinsights/contract';
import type { LayerGroup } from '@geoinsights/contract';
import type { Kysely } from 'kysely';
import { DatabaseUnusableError } from '../db/database-unusable-error.ts';
import type { Tables } from '../db/tables.ts';
import { isUuid } from '../db/uuid.ts';
import type { AskedLayer } from '../layer-features/layer-features-service.ts';
import { namesBefore } from '../files/names-before.ts';
import { StorageUnavailable } from '../files/storage-unavailable.ts';
import type { WmsCatalogue, WmsLayer } from '../wms/wms-catalogue.ts';
import { addLayerTasks, dateOf, readLayerGroups, revisionOf } from './layer-groups.ts';
import { RecentlyRead } from '../recently-read.ts';
import { changeGroup, dropEmptyGroup, ensureGroup, moveLayer, nextLayerPosition } from './groups.ts';
import { extentOfData, isNewCatalogue, seedCatalogue } from './seed-catalogue.ts';
import type { SharedLayers } from './shared-layers.ts';

const DEFAULT_COLOR = '#3b7dd8';
/** Data that no layer names may belong to a publish in progress; after this time it must be left over from an interrupted one. */
const LEFT_OVER_MILLISECONDS = 24 * 3_600_000;

/** Pictures of replaced data may have just been ordered; they wait and are drawn for no longer than this. */
const LEAVING_MILLISECONDS = 30_000;
/** Every visitor requests the same groups. Changes by another server become visible after at most this time. */
const GROUPS_GOOD_MILLISECONDS = 1000;

/** The layers of the map: their rows in the database, and the data of those that we draw in `layersFolder`. */
export class CatalogueStore implements WmsCatalogue {
  readonly #tables: Kysely<Tables>;
  readonly layersFolder: string;
  readonly #shared: SharedLayers | null;
  /** Data that no layer names any more, until it is deleted. */
  readonly #leaving = new Map<string, NodeJS.Timeout>();
  readonly #shown: RecentlyRead<LayerGroup[]>;

  /** @param shared the data shared with other servers; null if only this machine has it */
  constructor(tables: Kysely<Tables>, dataFolder: string, shared: SharedLayers | null = null) {
    this.#tables = tables;
    this.#shared = shared;
    this.layersFolder = path.join(dataFolder, 'layers');
    this.#shown = new RecentlyRead(() => this.#readShown(), GROUPS_GOOD_MILLISECONDS);
  }

  /**
   * Fills a new catalogue, and removes what interrupted publishes left behind.
   * @throws DatabaseUnusableError if the database is new and the data are not, which would be taken for what was left behind
   */
  async prepare(): Promise<void> {
    await mkdir(this.layersFolder, { recursive: true });
    if (await isNewCatalogue(this.#tables)) await this.#refuseOldData();
    await seedCatalogue(this.#tables, this.layersFolder, async (data) => this.#shared?.share(data));
    await this.sweep(new Date()).catch((error: unknown) => {
      // A later sweep will do it.
      if (!(error instanceof StorageUnavailable)) throw error;
    });
  }

  /** The whole catalogue, for the operator. */
  groups(): Promise<LayerGroup[]> {
    return readLayerGroups(this.#tables);
  }

  /**
   * What a page can show, and shows at first. Older versions accepted layers whose pictures our pages may not load; the operator sees those in `groups`. A page asks
   * each layer alone whether it is visible, so those of a hidden group are not: it keeps in `groups` which of them come back with it.
   */
  shownGroups(): Promise<LayerGroup[]> {
    return this.#shown.get();
  }

  async #readShown(): Promise<LayerGroup[]> {
    const groups = await this.groups();
    return groups.flatMap((group) => {
      const layers = group.layers.filter(({ webmap }) => isPictureAddress(webmap.url)).map((layer) => ({ ...layer, is_visible: layer.is_visible && group.is_visible }));
      return layers.length === 0 && group.layers.length > 0 ? [] : [{ ...group, layers }];
    });
  }

  /** The layer with this uuid and its service; null if there is none. */
  async find(uuid: string): Promise<AskedLayer | null> {
    if (!isUuid(uuid)) return null;
    const row = await this.#tables.selectFrom('layers').where('uuid', '=', uuid).select(['name', 'code', 'webmap_url', 'local_data', 'minimum_zoom']).executeTakeFirst();
    return row === undefined ? null : { name: row.name, code: row.code, url: row.local_data === null ? row.webmap_url : null, minimumZoom: row.minimum_zoom };
  }

  /** @throws ProblemError `layer-data-missing`, `layer-code-taken`, `layer-code-foreign`, `layer-address-not-https` */
  async add({ group, place, code, position, task, ...description }: NewLayer): Promise<string> {
    if (code !== undefined && place.kind === 'wms') throw new ProblemError('layer-code-foreign');
    const uuid = randomUUID();
    const located = await this.#locate(place);
    await this.#tables.transaction().execute(async (tables) => {
      await ensureGroup(tables, { name: group, is_visible: description.is_visible ?? false });
      if (code !== undefined) await refuseTakenCode(tables, code, uuid);
      await tables
        .insertInto('layers')
        .values({
          uuid,
          group_name: group,
          name: description.name,
          position: await nextLayerPosition(tables, group),
          is_visible: description.is_visible ?? false,
          color: description.color ?? DEFAULT_COLOR,
          description: description.description ?? '',
          source: description.source ?? '',
          minimum_zoom: description.minimum_zoom ?? null,
          style: description.style ?? 'filled',
          licence: description.licence ?? null,
          attribution: description.attribution ?? null,
          last_checked: null,
          code: code ?? (await freeCode(tables, description.name)),
          ...located,
        })
        .execute();
      if (position !== undefined) await moveLayer(tables, group, uuid, position);
      if (task !== undefined) await addLayerTasks(tables, uuid, [task]);
    });
    this.#shown.forget();
    return uuid;
  }

  /** @throws ProblemError `unknown-layer`, `layer-data-missing`, `layer-code-taken`, `layer-code-foreign`, `layer-address-not-https` */
  async update(uuid: string, { group, place, code, position, task, ...description }: LayerChanges): Promise<void> {
    const located = place === undefined ? {} : await this.#locate(place);
    const replaced = await this.#tables.transaction().execute(async (tables) => {
      const before = isUuid(uuid) ? await tables.selectFrom('layers').where('uuid', '=', uuid).select(['local_data', 'group_name', 'is_visible']).executeTakeFirst() : undefined;
      if (before === undefined) throw new ProblemError('unknown-layer', { layer: uuid });
      if (code !== undefined) {
        const isOurs = place === undefined ? before.local_data !== null : place.kind === 'local';
        if (!isOurs) throw new ProblemError('layer-code-foreign');
        await refuseTakenCode(tables, code, uuid);
      }
      if (group !== undefined) await ensureGroup(tables, { name: group, is_visible: description.is_visible ?? before.is_visible });
      const isMoved = group !== undefined && group !== before.group_name;
      const moved = isMoved ? { group_name: group, position: await nextLayerPosition(tables, group) } : {};
      const changes = { ...description, ...moved, ...located, ...(code === undefined ? {} : { code }) };
      if (Object.keys(changes).length > 0) await tables.updateTable('layers').set(changes).where('uuid', '=', uuid).execute();
      if (isMoved) await dropEmptyGroup(tables, before.group_name);
      if (position !== undefined) await moveLayer(tables, group ?? before.group_name, uuid, position);
      if (task !== undefined) await addLayerTasks(tables, uuid, [task]);
      return place === undefined ? null : before.local_data;
    });
    this.#shown.forget();
    if (replaced !== null) await this.#removeUnused(replaced);
  }

  /** Shows, hides, moves or renames a group. @throws ProblemError `unknown-group`, `layer-group-taken` */
  async updateGroup(name: string, changes: GroupChanges): Promise<void> {
    await changeGroup(this.#tables, name, changes);
    this.#shown.forget();
  }

  /** Removes a layer, its data, and its group if that becomes empty. @throws ProblemError `unknown-layer` */
  async remove(uuid: string): Promise<void> {
    const data = await this.#tables.transaction().execute(async (tables) => {
      const removed = isUuid(uuid) ? await tables.deleteFrom('layers').where('uuid', '=', uuid).returning(['local_data', 'group_name']).executeTakeFirst() : undefined;
      if (removed === undefined) throw new ProblemError('unknown-layer', { layer: uuid });
      await dropEmptyGroup(tables, removed.group_name);
      return removed.local_data;
    });
    this.#shown.forget();
    if (data !== null) await this.#removeUnused(data);
  }

  /** Completes pending removals. Drawing must have stopped. */
  async close(): Promise<void> {
    for (const [data, timer] of this.#leaving) {
      clearTimeout(timer);
      await this.#remove(data);
    }
  }

  /** The layers that we draw, in the order of the map's list. */
  async layers(): Promise<readonly WmsLayer[]> {
    const rows = await this.#tables
      .selectFrom('layers')
      .innerJoin('layer_groups', 'layer_groups.name', 'layers.group_name')
      .where('layers.local_data', 'is not', null)
      .selectAll('layers')
      .orderBy('layer_groups.position')
      .orderBy('layers.position')
      .orderBy('layers.name')
      .execute();
    return rows.flatMap((row): WmsLayer[] => {
      const { west, south, east, north } = row;
      const version = revisionOf(row);
      if (row.local_data === null || version === null || west === null || south === null || east === null || north === null) return [];
      return [
        {
          code: row.code,
          title: row.name,
          abstract: row.description,
          color: row.color,
          isOutlined: row.style === 'outlined',
          extent: [west, south, east, north],
          folder: path.join(this.layersFolder, row.local_data),
          version,
          attribution: row.attribution,
          minimumZoom: row.minimum_zoom,
        },
      ];
    });
  }

  /** The column values for a place. A layer that we draw keeps the code it got when it was added. */
  async #locate(place: LayerPlace) {
    if (place.kind === 'wms') {
      if (!isPictureAddress(place.url)) throw new ProblemError('layer-address-not-https', { url: place.url });
      return { code: place.code, webmap_url: place.url, last_checked: dateOf(place.last_checked), local_data: null, west: null, south: null, east: null, north: null };
    }
    const folder = path.join(this.layersFolder, place.data);
    const isHere = existsSync(folder);
    if (!isHere && this.#shared === null) throw new ProblemError('layer-data-missing', { data: place.data });
    if (isHere) await this.#shared?.share(place.data);
    clearTimeout(this.#leaving.get(place.data));
    this.#leaving.delete(place.data);
    return { webmap_url: LOCAL_WMS_PATH, local_data: place.data, ...(await this.#reading([place.data], () => extentOfData(folder))) };
  }

  use<Result>(layers: readonly WmsLayer[], work: () => Promise<Result>): Promise<Result> {
    return this.#reading(layers.map(({ folder }) => path.basename(folder)), work);
  }

  #reading<Result>(data: readonly string[], work: () => Promise<Result>): Promise<Result> {
    return this.#shared === null ? work() : this.#shared.use(data, work);
  }

  /** Data that no layer names any more is removed as soon as nothing draws it. */
  async #removeUnused(data: string): Promise<void> {
    if (await this.#isNamed(data)) return;
    this.#leaving.set(data, setTimeout(() => void this.#remove(data), LEAVING_MILLISECONDS).unref());
  }

  async #isNamed(data: string): Promise<boolean> {
    const users = await this.#tables.selectFrom('layers').where('local_data', '=', data).select('uuid').limit(1).execute();
    return users.length > 0;
  }

  /** If removal fails, a later start retries it. Another server may have named the data while they waited, which only the database knows; if that cannot be asked, they stay. */
  async #remove(data: string): Promise<void> {
    this.#leaving.delete(data);
    if (await this.#isNamed(data).catch(() => true)) return;
    await rm(path.join(this.layersFolder, data), { recursive: true, force: true }).catch(() => undefined);
    await this.#shared?.remove(data).catch(() => undefined);
  }

  async #refuseOldData(): Promise<void> {
    const before = new Date(Date.now() - LEFT_OVER_MILLISECONDS);
    const names = this.#shared === null ? await namesBefore(this.layersFolder, before) : await this.#shared.namesBefore(before);
    if (names.length === 0) return;
    const place = this.#shared === null ? this.layersFolder : 'the bucket';
    throw new DatabaseUnusableError(
      `The database is new, but ${place} holds layers that it does not know (${String(names.length)}), and this server would delete them. If the settings name a wrong database, folder or bucket, correct them. If you restore a backup, restore the database first. If these layers are not wanted, move them away.`,
    );
  }

  /** Removes what publishes left behind that were interrupted at least a day before `now`. */
  async sweep(now: Date): Promise<void> {
    const before = new Date(now.getTime() - LEFT_OVER_MILLISECONDS);
    const known = await this.#known();
    for (const name of await namesBefore(this.layersFolder, before)) {
      if (!known.has(name) && !this.#leaving.has(name)) await rm(path.join(this.layersFolder, name), { recursive: true, force: true });
    }
    await this.#shared?.shareAll(known);
    await this.#shared?.sweep(() => this.#known(), before);
  }

  /** The data that layers name. */
  async #known(): Promise<Set<string>> {
    const rows = await this.#tables.selectFrom('layers').where('local_data', 'is not', null).select('local_data').execute();
    return new Set(rows.flatMap(({ local_data: data }) => data ?? []));
  }
}

/** A code for LAYERS, made from the name and unique among the layers we draw. */
async function freeCode(tables: Kysely<Tables>, name: string): Promise<string> {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const base = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '').slice(0, 60) || 'camada';
  const taken = new Set((await tables.selectFrom('layers').select('code').execute()).map(({ code }) => code));
  let code = base;
  for (let number = 2; taken.has(code); number++) code = `${base}-${number}`;
  return code;
}

/** Clients of our WMS know its layers by their codes; the names that other services use do not matter here. */
async function refuseTakenCode(tables: Kysely<Tables>, code: string, uuid: string): Promise<void> {
  const other = await tables.selectFrom('layers').where('code', '=', code).where('local_data', 'is not', null).where('uuid', '!=', uuid).select('name').executeTakeFirst();
  if (other !== undefined) throw new ProblemError('layer-code-taken', { code, layer: other.name });
}
