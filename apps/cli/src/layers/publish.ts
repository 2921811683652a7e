import { rm } from 'node:fs/promises';
import path from 'node:path';
import { publishFile } from '@geoinsights/catalogue';
import type { LayerChanges, NewLayer } from '@geoinsights/catalogue';
import { ProblemError } from '@geoinsights/contract';
import type { CatalogueLayer, LayerGroup } from '@geoinsights/contract';
import type { Values } from '../command-line/read-arguments.ts';
import { ExitCode, ServerRefusal, UsageError } from '../exit-codes.ts';
import { collectInputs } from '../inputs.ts';
import { Progress } from '../progress.ts';
import { descriptionOf, ownCodeOf, providerDateOf } from './arguments.ts';
import type { Catalogue } from './catalogue.ts';
import { hiddenGroupNote, movement, placeInList } from './place-in-list.ts';
import { oneLine } from '../one-line.ts';

/**
 * `geotools layers publish FILE`: this process reads and transforms the file and writes it into the data folder; then it records
 * the uuid of the data in the catalogue. A layer of the same name in the same group gets the new data.
 */
export async function publish(layersFolder: string, openCatalogue: () => Promise<Catalogue>, options: Values, positionals: readonly string[]): Promise<number> {
  const file = positionals.at(0);
  if (file === undefined || positionals.length > 1) throw new UsageError('Name one file to publish.');
  const { group, ...description } = descriptionOf(options);
  if (group === undefined) throw new UsageError('Say which group the layer goes into, with --group.');
  const name = description.name ?? path.basename(file).replace(/\.[^.]+$/, '');
  const layer = options.layer?.at(0) ?? null;
  if (options.layer !== undefined && options.layer.length > 1) throw new UsageError('"layers publish" takes one --layer: each is published by itself.');
  const code = options.code === undefined ? {} : { code: ownCodeOf(options.code) };
  const providerDate = providerDateOf(options['provider-date']);
  const inputs = await collectInputs({ inputs: [file], streamFormat: null, quiet: true });
  const progress = new Progress(process.stderr, { isQuiet: options.quiet === true });
  const { data, features, notes } = await publishFile({
    paths: inputs.map(({ path: place }) => place),
    layer,
    crs: options.crs ?? null,
    layersFolder,
    onProgress: (share, stage) => progress.show(share, stage),
  }).finally(() => progress.end());
  const details = options.details ?? `Publicada do arquivo ${path.basename(file)}, com ${features.toLocaleString('pt-BR')} feições.`;
  const change = { ...description, ...code, place: { kind: 'local' as const, data }, task: { provider_date: providerDate, source_date: new Date().toISOString(), details } };
  const request = { isSent: false };
  try {
    const { uuid, isNew, remarks } = await record(openCatalogue, { group, name, change }, () => (request.isSent = true));
    if (options.quiet !== true) {
      for (const note of notes) console.log(oneLine(`note: ${note}`));
      const what = `${isNew ? 'published' : 'published again'} "${name}" in "${group}": ${features} ${features === 1 ? 'feature' : 'features'}`;
      console.log([what, ...remarks, uuid].join('\n'));
    }
    return ExitCode.Done;
  } catch (error) {
    if (!request.isSent || isRefused(error)) await rm(path.join(layersFolder, data), { recursive: true, force: true });
    throw error;
  }
}

/**
 * Whether the catalogue certainly does not refer to the data after the request. A server that was killed, or has lost its database, may
 * have recorded it without responding; a server deletes unreferenced data a day later.
 */
function isRefused(error: unknown): boolean {
  if (error instanceof ServerRefusal) return error.status < 500;
  return error instanceof ProblemError && error.toProblem().status < 500;
}

interface PublishedLayer {
  readonly group: string;
  readonly name: string;
  readonly change: LayerChanges & Pick<NewLayer, 'place'>;
}

/**
 * Records the data in the catalogue: as a new layer, or as the new data of the layer of this name in this group.
 * @param onSend called when the request is about to be sent: from then on, the catalogue may refer to the data
 */
async function record(openCatalogue: () => Promise<Catalogue>, { group, name, change }: PublishedLayer, onSend: () => void): Promise<{ uuid: string; isNew: boolean; remarks: string[] }> {
  const catalogue = await openCatalogue();
  try {
    const before = await catalogue.groups();
    const existing = findLayer(before, group, name);
    onSend();
    const uuid = existing?.uuid ?? (await catalogue.add({ ...change, group, name }));
    if (existing !== null) await catalogue.update(uuid, change);
    const after = await catalogue.groups();
    return { uuid, isNew: existing === null, remarks: [...movement(placeInList(before, uuid), placeInList(after, uuid)), ...hiddenGroupNote(after, uuid)] };
  } finally {
    await catalogue.close();
  }
}

function findLayer(groups: readonly LayerGroup[], group: string, name: string): CatalogueLayer | null {
  return groups.find((each) => each.name === group)?.layers.find((layer) => layer.name === name) ?? null;
}
