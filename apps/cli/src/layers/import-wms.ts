import { fetchCapabilities, parseNetworks } from '@geoinsights/catalogue';
import type { Capabilities, FoundService, OfferedLayer } from '@geoinsights/catalogue';
import { ProblemError } from '@geoinsights/contract';
import type { Values } from '../command-line/read-arguments.ts';
import { ExitCode, UsageError } from '../exit-codes.ts';
import { descriptionOf, isWmsAddress, OUTLINED_IS_OURS } from './arguments.ts';
import type { Catalogue } from './catalogue.ts';
import { hiddenGroupNote, movement, placeInList, removedGroupNotes } from './place-in-list.ts';

const LONGEST_NAME = 200;
const LONGEST_TERMS = 5000;

/**
 * `geotools layers import-wms URL`: without --layer it lists what the service offers; with it, those layers are added to the catalogue.
 * A layer already there, by address and code, is updated.
 */
export async function importWms(openCatalogue: () => Promise<Catalogue>, options: Values, positionals: readonly string[]): Promise<number> {
  const address = positionals.at(0);
  if (address === undefined || positionals.length > 1 || !isWmsAddress(address)) {
    throw new UsageError('Name one WMS by its address, such as https://example.org/geoserver/ows. It must not contain a password: everyone can read the addresses of layers.');
  }
  const description = descriptionOf(options);
  refuseUseless(options, description);
  const service = await fetchCapabilities(address, ownNetworks());
  const { url, isUpgraded, capabilities } = service;
  if (options.layer === undefined) {
    console.log(options.json === true ? JSON.stringify({ url, ...capabilities }, null, 2) : offerText(capabilities, url));
    return ExitCode.Done;
  }
  const wanted = options.layer.map((code) => findOffered(capabilities, code, new URL(url).host));
  const catalogue = await openCatalogue();
  try {
    const tell = (text: string) => options.quiet !== true && console.log(text);
    if (isUpgraded) tell(`note: The service answers by https as well: its layers are requested at ${url}.`);
    // One by one: if a later one fails, the earlier ones are in the catalogue.
    for (const layer of wanted) tell(await importLayer(catalogue, layer, service, description, options.details));
  } finally {
    await catalogue.close();
  }
  return ExitCode.Done;
}

/** What would be taken for done, and is not. @throws UsageError */
function refuseUseless({ layer: codes = [], json, details }: Values, { name, style, ...others }: ReturnType<typeof descriptionOf>): void {
  if (codes.length === 0 && [name, style, details, ...Object.values(others)].some((value) => value !== undefined)) {
    throw new UsageError('Say with --layer which layers to import: without it, the layers of the service are only listed.');
  }
  if (codes.length > 0 && json === true) throw new UsageError('--json is for the list of what a service offers, which is printed without --layer.');
  if (codes.length > 1 && name !== undefined) throw new UsageError('--name is the name of one layer. Import the layers one after the other.');
  if (style === 'outlined') throw new UsageError(OUTLINED_IS_OURS);
}

/** Networks with the operator's own services, configured as for the server. */
function ownNetworks(): readonly string[] {
  try {
    return parseNetworks(process.env['SERVICE_NETWORKS'] ?? '');
  } catch (error) {
    throw new UsageError(`SERVICE_NETWORKS cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function importLayer(catalogue: Catalogue, layer: OfferedLayer, { url, capabilities }: FoundService, description: ReturnType<typeof descriptionOf>, details: string | undefined): Promise<string> {
  const now = new Date().toISOString();
  const place = { kind: 'wms' as const, url, code: layer.code, last_checked: now };
  const groups = await catalogue.groups();
  const existing = groups.flatMap(({ layers }) => layers).find((each) => isSameService(each.webmap.url, url) && each.code === layer.code);
  if (existing !== undefined) {
    await catalogue.update(existing.uuid, { ...description, place });
    const after = await catalogue.groups();
    const [from, to] = [placeInList(groups, existing.uuid), placeInList(after, existing.uuid)];
    const moved = movement(from, to);
    const name = `checked "${description.name ?? existing.name}"`;
    return [moved.length === 0 && to !== null ? `${name} in "${to.group}"` : name, ...moved, ...removedGroupNotes(groups, after), ...hiddenGroupNote(after, existing.uuid), existing.uuid].join('\n');
  }
  const title = capabilities.title || new URL(url).host;
  const group = description.group ?? title.slice(0, LONGEST_NAME);
  const name = description.name ?? layer.title.slice(0, LONGEST_NAME);
  const terms = [capabilities.accessConstraints, capabilities.fees].filter((text) => text !== null).join(' ');
  const uuid = await catalogue.add({
    description: layer.abstract,
    source: title,
    attribution: layer.attribution,
    licence: terms === '' ? null : terms.slice(0, LONGEST_TERMS),
    minimum_zoom: layer.minimumZoom,
    ...description,
    name,
    group,
    place,
    task: { provider_date: null, source_date: null, details: details ?? 'Lida diretamente do serviço WMS; nada é copiado.' },
  });
  const notes = [...doubtsAbout(layer, capabilities), ...hiddenGroupNote(await catalogue.groups(), uuid)];
  return [`added "${name}" to "${group}"`, ...notes, uuid].join('\n');
}

/** Older versions accepted http addresses; importing from the same service again corrects them. */
function isSameService(known: string, found: string): boolean {
  return known.replace(/^http:/, 'https:') === found;
}

/** What may prevent the map from showing it. */
function doubtsAbout({ isInMercator }: OfferedLayer, { version }: Capabilities): string[] {
  return [
    ...(isInMercator === false ? ['note: The service does not list EPSG:3857 for this layer, which the map asks for. Check that the layer shows.'] : []),
    ...(version.startsWith('1.3') ? [] : [`note: The service speaks WMS ${version}, and the map uses 1.3.0. Check that the layer shows.`]),
  ];
}

function findOffered({ layers }: Capabilities, code: string, host: string): OfferedLayer {
  const found = layers.find((layer) => layer.code === code);
  if (found !== undefined) return found;
  const names = layers.slice(0, 20).map((layer) => layer.code).join(', ');
  throw new ProblemError('layer-name-unknown', { layer: code, place: `the WMS at ${host}`, layers: layers.length > 20 ? `${names} and ${layers.length - 20} more` : names });
}

function offerText({ title, version, layers }: Capabilities, url: string): string {
  const width = Math.min(60, Math.max(0, ...layers.map(({ code }) => code.length)));
  const lines = layers.map(({ code, title: layerTitle, path }) => `  ${code.padEnd(width)}  ${[...path.slice(1), layerTitle].filter((text) => text !== '').join(' / ')}`);
  return [`${title || url} (WMS ${version}), ${layers.length} layers`, ...lines, '', 'Import with: geotools layers import-wms URL --layer CODE'].join('\n');
}
