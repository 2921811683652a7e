import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { GroupChanges, LayerChanges, NewLayer } from '@geoinsights/catalogue';
import { layerGroupsSchema } from '@geoinsights/contract';
import type { LayerGroup } from '@geoinsights/contract';
import type { OperatorAccess } from '@geoinsights/server/operator';
import { z } from 'zod';
import { CannotWriteError } from '../exit-codes.ts';
import { askServer } from '../operator/ask-server.ts';

/** The catalogue of a data folder; both ways to access it look the same to the caller. */
export interface Catalogue {
  groups(): Promise<LayerGroup[]>;
  add(layer: NewLayer): Promise<string>;
  update(uuid: string, changes: LayerChanges): Promise<void>;
  remove(uuid: string): Promise<void>;
  updateGroup(name: string, changes: GroupChanges): Promise<void>;
  close(): Promise<void>;
}

/** A starting server, or another command, holds the data folder for a few seconds in which nobody can be asked. */
const PATIENCE_MILLISECONDS = 15_000;
const PAUSE_MILLISECONDS = 250;

/** Where the data of layers drawn by the server is written. */
export function layersFolderOf(dataFolder: string): string {
  return path.join(dataFolder, 'layers');
}

/** Opens the catalogue: directly if no server runs on the data folder, else through that server, whose database allows no second process. */
export async function openLayerCatalogue(dataFolder: string): Promise<Catalogue> {
  const until = performance.now() + PATIENCE_MILLISECONDS;
  for (;;) {
    const opened = await tryToOpen(dataFolder);
    if (opened !== null) return opened;
    if (performance.now() > until) throw new CannotWriteError(`The data folder ${dataFolder} is in use by a program that does not answer. Wait until your server has started, or another command has ended, and try again.`);
    await setTimeout(PAUSE_MILLISECONDS);
  }
}

/** @returns null while the folder is held by something that cannot be asked (yet). */
async function tryToOpen(dataFolder: string): Promise<Catalogue | null> {
  // Loaded only here: the database is large, and other commands do not need it.
  const { DatabaseUnusableError, DataFolderBusyError, DataFolderError, openCatalogue, readOperatorAccess, readStorage } = await import('@geoinsights/server/operator');
  try {
    const { store, close } = await openCatalogue(dataFolder, process.env['DATABASE_URL'] || null, readStorage(process.env));
    return {
      groups: () => store.groups(),
      add: (layer) => store.add(layer),
      update: (uuid, changes) => store.update(uuid, changes),
      remove: (uuid) => store.remove(uuid),
      updateGroup: (name, changes) => store.updateGroup(name, changes),
      close,
    };
  } catch (error) {
    if (error instanceof DatabaseUnusableError || (error instanceof DataFolderError && !(error instanceof DataFolderBusyError))) throw new CannotWriteError(error.message, { cause: error });
    if (!(error instanceof DataFolderBusyError)) throw error;
    const access = await readOperatorAccess(dataFolder);
    return access === null ? null : throughServer(access);
  }
}

const addedSchema = z.object({ uuid: z.string() });

function throughServer(access: OperatorAccess): Catalogue {
  const ask = (method: string, place: string, body?: unknown) => askServer(access, method, place, body);
  return {
    groups: async () => layerGroupsSchema.parse(await ask('GET', 'layers')),
    add: async (layer) => addedSchema.parse(await ask('POST', 'layers', layer)).uuid,
    update: async (uuid, changes) => {
      await ask('PATCH', `layers/${encodeURIComponent(uuid)}`, changes);
    },
    remove: async (uuid) => {
      await ask('DELETE', `layers/${encodeURIComponent(uuid)}`);
    },
    updateGroup: async (name, changes) => {
      await ask('PATCH', `groups/${encodeURIComponent(name)}`, changes);
    },
    close: () => Promise.resolve(),
  };
}
