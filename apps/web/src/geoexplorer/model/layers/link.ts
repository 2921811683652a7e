import type { ListedGroup } from './layer-groups.ts';
import { NO_CHOICES } from './shown-layers.ts';
import type { Choices, ShownGroup } from './shown-layers.ts';

/** The visible layers of a link: opacity (0 to 1) by uuid. */
export type LinkedLayers = ReadonlyMap<string, number>;

/** @param text uuids, each followed by a tilde and the opacity in percent unless it is full; null if the link has none. */
export function readLinkedLayers(text: string | null): LinkedLayers | null {
  if (text === null) return null;
  const layers = new Map<string, number>();
  for (const entry of text.split(',')) {
    const [uuid = '', percent = '100'] = entry.split('~');
    if (uuid !== '' && /^\d{1,3}$/.test(percent)) layers.set(uuid, Math.min(Number(percent), 100) / 100);
  }
  return layers;
}

export function writeLinkedLayers(groups: readonly ShownGroup[]): string {
  return groups
    .flatMap(({ layers }) => layers)
    .filter(({ isVisible }) => isVisible)
    .map(({ layer, opacity }) => (opacity === 1 ? layer.uuid : `${layer.uuid}~${Math.round(opacity * 100)}`))
    .join(',');
}

/** The equivalent choices of a visitor: exactly the link's layers. A group is on if all its layers are. */
export function choicesOf(link: LinkedLayers | null, groups: readonly ListedGroup[]): Choices {
  if (link === null) return NO_CHOICES;
  const layers = groups.flatMap((group) => group.layers);
  return {
    groups: new Map(groups.map((group) => [group.name, group.layers.length > 0 && group.layers.every(({ uuid }) => link.has(uuid))])),
    layers: new Map(layers.map(({ uuid }) => [uuid, link.has(uuid)])),
    opacities: new Map(link),
  };
}
