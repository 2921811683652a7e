import { existsSync } from 'node:fs';
import path from 'node:path';
import type { LayerChanges, NewLayer } from '@geoinsights/catalogue';
import { layerGroupsSchema, problemSchema } from '@geoinsights/contract';
import type { LayerGroup } from '@geoinsights/contract';
import type { OperatorAccess } from '@geoinsights/server/operator';
import { z } from 'zod';
import { CannotWriteError, ServerRefusal, UsageError } from '../exit-codes.ts';

/** The catalogue of a data folder, reached in one of two ways that make no difference to who uses it. */
export interface Catalogue {
  groups(): Promise<LayerGroup[]>;
  add(layer: NewLayer): Promise<string>;
  update(uuid: string, changes: LayerChanges): Promise<void>;
  remove(uuid: string): Promise<void>;
  /** Where data of layers that the server draws are written. */
  readonly layersFolder: string;
  close(): Promise<void>;
}

/**
 * Opens the catalogue: directly when no server runs on the data folder, else through that server, whose database takes no
 * second process.
 */
export async function openLayerCatalogue(dataDir: string | undefined): Promise<Catalogue> {
  const dataFolder = path.resolve(dataDir ?? (process.env['DATA_DIR'] || './data'));
  if (!existsSync(dataFolder)) throw new UsageError(`There is no data folder ${dataFolder}. Name the one of your server with --data-dir or DATA_DIR; a server makes it at its first start.`);
  // Only here: the database is large, and other commands do without it.
  const { DatabaseUnusableError, DataFolderError, openCatalogue, readOperatorAccess } = await import('@geoinsights/server/operator');
  try {
    const { store, close } = await openCatalogue(dataFolder, process.env['DATABASE_URL'] || null);
    return {
      layersFolder: store.layersFolder,
      groups: () => store.groups(),
      add: (layer) => store.add(layer),
      update: (uuid, changes) => store.update(uuid, changes),
      remove: (uuid) => store.remove(uuid),
      close,
    };
  } catch (error) {
    if (error instanceof DatabaseUnusableError) throw new CannotWriteError(error.message, { cause: error });
    if (!(error instanceof DataFolderError)) throw error;
    const access = await readOperatorAccess(dataFolder);
    if (access === null) throw new CannotWriteError(error.message, { cause: error });
    return throughServer(access, path.join(dataFolder, 'layers'));
  }
}

const addedSchema = z.object({ uuid: z.string() });

function throughServer(access: OperatorAccess, layersFolder: string): Catalogue {
  const ask = (method: string, place = '', body?: unknown) => askServer(access, method, place, body);
  return {
    layersFolder,
    groups: async () => layerGroupsSchema.parse(await ask('GET')),
    add: async (layer) => addedSchema.parse(await ask('POST', '', layer)).uuid,
    update: async (uuid, changes) => {
      await ask('PATCH', `/${encodeURIComponent(uuid)}`, changes);
    },
    remove: async (uuid) => {
      await ask('DELETE', `/${encodeURIComponent(uuid)}`);
    },
    close: () => Promise.resolve(),
  };
}

async function askServer({ address, token }: OperatorAccess, method: string, place: string, body: unknown): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`${address}/api/v1/operator/layers${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new CannotWriteError(`The server that holds the data folder does not answer at ${address}. Wait until it has started, or stop it.`, { cause: error });
  }
  const text = await answer.text();
  if (answer.ok) return text === '' ? null : JSON.parse(text);
  const problem = problemSchema.safeParse(answer.headers.get('content-type')?.startsWith('application/problem+json') === true ? JSON.parse(text) : null);
  if (!problem.success) throw new CannotWriteError(`What answers at ${address} is not the server of the data folder.`);
  throw new ServerRefusal(`${problem.data.title}: ${problem.data.detail}`, problem.data.status);
}
