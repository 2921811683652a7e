import type { LayerChanges } from '@geoinsights/catalogue';
import { ProblemError } from '@geoinsights/contract';
import type { Values } from '../command-line/read-arguments.ts';
import { ExitCode, UsageError } from '../exit-codes.ts';
import { descriptionOf, isWmsAddress, providerDateOf } from './arguments.ts';
import type { Catalogue } from './catalogue.ts';

/** `geotools layers update UUID`: changes what the options name and nothing else. */
export async function update(catalogue: Catalogue, options: Values, positionals: readonly string[]): Promise<number> {
  const uuid = onlyUuid(positionals);
  const changes: LayerChanges = { ...descriptionOf(options), ...(await placeChange(catalogue, options, uuid)), ...taskChange(options) };
  if (Object.keys(changes).length === 0) throw new UsageError('Say what to change, for example --name or --color.');
  await catalogue.update(uuid, changes);
  if (options.quiet !== true) console.log(`changed ${uuid}`);
  return ExitCode.Done;
}

/** `geotools layers remove UUID` */
export async function remove(catalogue: Catalogue, options: Values, positionals: readonly string[]): Promise<number> {
  const uuid = onlyUuid(positionals);
  await catalogue.remove(uuid);
  if (options.quiet !== true) console.log(`removed ${uuid}`);
  return ExitCode.Done;
}

function onlyUuid(positionals: readonly string[]): string {
  const uuid = positionals.at(0);
  if (uuid === undefined || positionals.length > 1) throw new UsageError('Name one layer by its uuid; "geotools layers list" shows them.');
  return uuid;
}

/** Services rename their layers and move: either half of the place may change by itself. */
async function placeChange(catalogue: Catalogue, { url, code }: Values, uuid: string): Promise<Pick<LayerChanges, 'place'>> {
  if (url === undefined && code === undefined) return {};
  const layer = (await catalogue.groups()).flatMap(({ layers }) => layers).find((each) => each.uuid === uuid);
  if (layer === undefined) throw new ProblemError('unknown-layer', { layer: uuid });
  const address = url ?? layer.webmap.url;
  if (!isWmsAddress(address)) {
    throw new UsageError(url === undefined ? 'This layer is drawn by this server; publish a file to change its data.' : `--url takes the address of a WMS; "${url}" is none.`);
  }
  return { place: { kind: 'wms', url: address, code: code ?? layer.code, last_checked: null } };
}

function taskChange(options: Values): Pick<LayerChanges, 'task'> {
  if (options['provider-date'] === undefined && options.details === undefined) return {};
  return { task: { provider_date: providerDateOf(options['provider-date']), source_date: new Date().toISOString(), details: options.details ?? '' } };
}
