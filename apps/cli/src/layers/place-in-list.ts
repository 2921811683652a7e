import type { LayerGroup } from '@geoinsights/contract';

/** A layer's place in the list of the explorer. */
interface PlaceInList {
  readonly group: string;
  /** From 1 on. */
  readonly position: number;
  /** Layers of the group. */
  readonly layers: number;
}

/** @returns null if the catalogue has no such layer */
export function placeInList(groups: readonly LayerGroup[], uuid: string): PlaceInList | null {
  for (const { name, layers } of groups) {
    const index = layers.findIndex((layer) => layer.uuid === uuid);
    if (index >= 0) return { group: name, position: index + 1, layers: layers.length };
  }
  return null;
}

/** Says where a layer moved, if the request moved it; other layers shift along. */
export function movement(before: PlaceInList | null, after: PlaceInList | null): string[] {
  if (before === null || after === null) return [];
  const place = `place ${after.position} of ${after.layers}`;
  if (before.group !== after.group) return [`moved from "${before.group}" to "${after.group}", ${place}`];
  return before.position === after.position ? [] : [`moved to ${place} in "${after.group}"`];
}

/** Groups that went with their last layer: with them goes whether they are shown, and their place in the list. */
export function removedGroupNotes(before: readonly LayerGroup[], after: readonly LayerGroup[]): string[] {
  const left = new Set(after.map(({ name }) => name));
  return before.filter(({ name }) => !left.has(name)).map(({ name }) => `note: The group "${name}" has no layer left and is removed.`);
}

/** Why a visible layer is not shown. */
export function hiddenGroupNote(groups: readonly LayerGroup[], uuid: string): string[] {
  const group = groups.find(({ layers }) => layers.some((layer) => layer.uuid === uuid));
  const layer = group?.layers.find((each) => each.uuid === uuid);
  if (group === undefined || layer === undefined || group.is_visible || !layer.is_visible) return [];
  return [`note: The group "${group.name}" is hidden, and its layers with it. Show it with: geotools layers update-group "${group.name}" --visible`];
}
