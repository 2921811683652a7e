import { isPictureAddress } from '@geoinsights/catalogue';
import type { CatalogueLayer, LayerGroup } from '@geoinsights/contract';
import type { Values } from '../command-line/read-arguments.ts';
import { ExitCode } from '../exit-codes.ts';
import type { Catalogue } from './catalogue.ts';

/** `geotools layers list` */
export async function list(catalogue: Catalogue, options: Values): Promise<number> {
  const groups = await catalogue.groups();
  console.log(options.json === true ? JSON.stringify(groups, null, 2) : groups.map(groupText).join('\n\n'));
  return ExitCode.Done;
}

function groupText({ name, is_visible: isVisible, layers }: LayerGroup): string {
  return [`${name} (${isVisible ? 'visible' : 'hidden, and its layers with it'})`, ...layers.map(layerLine)].join('\n');
}

function layerLine(layer: CatalogueLayer): string {
  const place = layer.revision === null || layer.revision === undefined ? hostOf(layer.webmap.url) : 'this server';
  const line = `  ${layer.uuid}  ${layer.is_visible ? 'visible' : 'hidden '}  ${layer.name}  (${place}, ${layer.code})`;
  return isPictureAddress(layer.webmap.url) ? line : `${line}\n      not on the map: ${layer.webmap.url} is not an https address; import the service again, or give its https address with update --url`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
