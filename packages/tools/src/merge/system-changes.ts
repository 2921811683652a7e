import type { Loss } from '@geoinsights/contract';
import { named } from '@geoinsights/formats';

interface ChangedLayer {
  readonly file: string;
  readonly layer: string;
}

/** Layers that get another reference system, told together where the same was done to several: a merge may have thousands. */
export class SystemChanges {
  readonly #bySentence = new Map<string, { readonly changed: ChangedLayer[]; readonly isMoved: boolean; readonly description: string }>();

  /** @param isMoved whether coordinates get other numbers */
  add(layer: ChangedLayer, isMoved: boolean, description: string): void {
    const key = `${String(isMoved)} ${description}`;
    const same = this.#bySentence.get(key);
    if (same === undefined) this.#bySentence.set(key, { changed: [layer], isMoved, description });
    else same.changed.push(layer);
  }

  losses(): Loss[] {
    return [...this.#bySentence.values()].map(({ changed, isMoved, description }) => {
      const [{ file, layer }] = changed;
      const which = changed.length === 1 ? `"${layer}" in "${file}"` : `${String(changed.length)} layers in ${named([...new Set(changed.map((each) => each.file))])}`;
      return { code: 'system-changed', layer: changed.length === 1 ? layer : 'merged', field: null, count: null, text: `The coordinates of ${which} ${isMoved ? 'were transformed' : 'are in another reference system now'}. ${description}` };
    });
  }
}
