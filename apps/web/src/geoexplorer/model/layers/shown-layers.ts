import type { ListedGroup, ListedLayer } from './layer-groups.ts';

/** The visitor's changes. Everything else is as in the catalogue. */
export interface Choices {
  readonly groups: ReadonlyMap<string, boolean>;
  /** By uuid. */
  readonly layers: ReadonlyMap<string, boolean>;
  /** By uuid, 0 to 1. */
  readonly opacities: ReadonlyMap<string, number>;
}

export const NO_CHOICES: Choices = { groups: new Map(), layers: new Map(), opacities: new Map() };

export interface ShownLayer {
  readonly layer: ListedLayer;
  readonly isVisible: boolean;
  /** 0 to 1. */
  readonly opacity: number;
}

export interface ShownGroup {
  readonly name: string;
  readonly isVisible: boolean;
  /** Some layer differs from its group. */
  readonly isMixed: boolean;
  readonly layers: readonly ShownLayer[];
}

/** The groups of the catalogue with the visitor's choices applied. */
export function shownGroups(groups: readonly ListedGroup[], choices: Choices): ShownGroup[] {
  return groups.map((group) => {
    const isVisible = choices.groups.get(group.name) ?? group.is_visible;
    const layers = group.layers.map((layer) => ({
      layer,
      isVisible: choices.layers.get(layer.uuid) ?? layer.is_visible,
      opacity: choices.opacities.get(layer.uuid) ?? 1,
    }));
    return { name: group.name, isVisible, isMixed: layers.some((layer) => layer.isVisible !== isVisible), layers };
  });
}

/** Toggles the group, and sets every layer in it to the same value. */
export function toggleGroup(groups: readonly ListedGroup[], choices: Choices, name: string): Choices {
  const group = shownGroups(groups, choices).find((candidate) => candidate.name === name);
  if (group === undefined) return choices;
  const isVisible = !group.isVisible;
  const layers = new Map(choices.layers);
  for (const { layer } of group.layers) layers.set(layer.uuid, isVisible);
  return { ...choices, groups: new Map(choices.groups).set(name, isVisible), layers };
}

/** Toggles one layer. */
export function toggleLayer(groups: readonly ListedGroup[], choices: Choices, uuid: string): Choices {
  const shown = shownGroups(groups, choices)
    .flatMap(({ layers }) => layers)
    .find(({ layer }) => layer.uuid === uuid);
  if (shown === undefined) return choices;
  return { ...choices, layers: new Map(choices.layers).set(uuid, !shown.isVisible) };
}

export function setOpacity(choices: Choices, uuid: string, opacity: number): Choices {
  return { ...choices, opacities: new Map(choices.opacities).set(uuid, opacity) };
}
