import type { GroupChanges } from '@geoinsights/catalogue';
import type { LayerGroup } from '@geoinsights/contract';
import type { Values } from '../command-line/read-arguments.ts';
import { ExitCode, UsageError } from '../exit-codes.ts';
import { nameOf, positionOf } from './arguments.ts';
import type { Catalogue } from './catalogue.ts';

/** `geotools layers update-group GROUP` */
export async function updateGroup(catalogue: Catalogue, options: Values, operands: readonly string[]): Promise<number> {
  const group = operands.at(0);
  if (group === undefined || operands.length > 1) throw new UsageError('Name one group, in quotes if its name has spaces; "geotools layers list" shows them.');
  const changes = changesOf(options);
  if (Object.keys(changes).length === 0) throw new UsageError('Say what to change: --visible, --hidden, --position or --name.');
  await catalogue.updateGroup(group, changes);
  if (options.quiet !== true) console.log(`changed the group "${group}": ${changeText(await catalogue.groups(), changes, changes.name ?? group)}`);
  return ExitCode.Done;
}

function changesOf({ name, position, visible, hidden }: Values): GroupChanges {
  return {
    ...(name === undefined ? {} : { name: nameOf('--name', name) }),
    ...(position === undefined ? {} : { position: positionOf(position) }),
    ...(visible === true ? { is_visible: true } : {}),
    ...(hidden === true ? { is_visible: false } : {}),
  };
}

function changeText(groups: readonly LayerGroup[], changes: GroupChanges, name: string): string {
  const place = groups.findIndex((group) => group.name === name) + 1;
  return [
    ...(changes.name === undefined ? [] : [`now called "${name}"`]),
    ...(changes.position === undefined ? [] : [`place ${place} of ${groups.length}`]),
    ...(changes.is_visible === undefined ? [] : [changes.is_visible ? 'visible' : 'hidden']),
  ].join(', ');
}
