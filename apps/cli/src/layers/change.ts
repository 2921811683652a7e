import type { LayerChanges } from '@geoinsights/catalogue';
import { ProblemError, type CatalogueLayer, type LayerGroup } from '@geoinsights/contract';
import type { Values } from '../command-line/read-arguments.ts';
import { ExitCode, UsageError } from '../exit-codes.ts';
import { descriptionOf, isWmsAddress, OUTLINED_IS_OURS, ownCodeOf, providerDateOf } from './arguments.ts';
import type { Catalogue } from './catalogue.ts';
import { hiddenGroupNote, movement, placeInList, removedGroupNotes } from './place-in-list.ts';

/** `geotools layers update UUID`: changes what the options name and nothing else. */
export async function update(catalogue: Catalogue, options: Values, positionals: readonly string[]): Promise<number> {
  const uuid = onlyUuid(positionals);
  const before = await catalogue.groups();
  const changes: LayerChanges = { ...descriptionOf(options), ...placeChange(before, options, uuid), ...taskChange(options) };
  if (changes.style === 'outlined' && isOfAnother(before, changes, uuid)) throw new UsageError(OUTLINED_IS_OURS);
  if (Object.keys(changes).length === 0) throw new UsageError('Say what to change, for example --name or --color.');
  await catalogue.update(uuid, changes);
  if (options.quiet !== true) {
    const after = await catalogue.groups();
    const notes = changes.is_visible === true || changes.group !== undefined ? hiddenGroupNote(after, uuid) : [];
    console.log([...movement(placeInList(before, uuid), placeInList(after, uuid)), ...removedGroupNotes(before, after), ...notes, `changed ${uuid}`].join('\n'));
  }
  return ExitCode.Done;
}

/** `geotools layers remove UUID` */
export async function remove(catalogue: Catalogue, options: Values, positionals: readonly string[]): Promise<number> {
  const uuid = onlyUuid(positionals);
  const before = await catalogue.groups();
  await catalogue.remove(uuid);
  if (options.quiet !== true) console.log([`removed ${uuid}`, ...removedGroupNotes(before, await catalogue.groups())].join('\n'));
  return ExitCode.Done;
}

function onlyUuid(positionals: readonly string[]): string {
  const uuid = positionals.at(0);
  if (uuid === undefined || positionals.length > 1) throw new UsageError('Name one layer by its uuid; "geotools layers list" shows them.');
  return uuid;
}

/** Whether another service draws a layer after the change. */
function isOfAnother(groups: readonly LayerGroup[], { place }: LayerChanges, uuid: string): boolean {
  const layer = layerOf(groups, uuid);
  return layer !== undefined && (place !== undefined || !isOurs(layer));
}

function isOurs({ revision }: CatalogueLayer): boolean {
  return typeof revision === 'string';
}

function layerOf(groups: readonly LayerGroup[], uuid: string): CatalogueLayer | undefined {
  return groups.flatMap(({ layers }) => layers).find((each) => each.uuid === uuid);
}

/** Services rename and move their layers, so either half of the place may change alone. Our own layers have only a code. */
function placeChange(groups: readonly LayerGroup[], { url, code }: Values, uuid: string): Pick<LayerChanges, 'place' | 'code'> {
  if (url === undefined && code === undefined) return {};
  const layer = layerOf(groups, uuid);
  if (layer === undefined) throw new ProblemError('unknown-layer', { layer: uuid });
  if (isOurs(layer) && url === undefined && code !== undefined) return { code: ownCodeOf(code) };
  const address = url ?? layer.webmap.url;
  if (!isWmsAddress(address)) throw new UsageError(`--url takes the address of a WMS, not "${address}".`);
  return { place: { kind: 'wms', url: address, code: code ?? layer.code, last_checked: null } };
}

function taskChange(options: Values): Pick<LayerChanges, 'task'> {
  if (options['provider-date'] === undefined && options.details === undefined) return {};
  return { task: { provider_date: providerDateOf(options['provider-date']), source_date: new Date().toISOString(), details: options.details ?? '' } };
}
