import { inEnglish } from '@geoinsights/contract/units';
import type { DatasetNote } from '@geoinsights/formats/in-memory';
import { FINDING_ACTIONS, type Findings } from '@geoinsights/geometry';

const PART_BECAME_HOLE = FINDING_ACTIONS.indexOf('part-became-hole');

/** Notes parts that a repair takes for holes: whoever drew land there must read it. */
export function holesNote(layer: string, { action, feature }: Pick<Findings, 'action' | 'feature'>): DatasetNote[] {
  let parts = 0;
  const features = new Set<number>();
  for (let i = 0; i < action.length; i++) {
    if (action[i] !== PART_BECAME_HOLE) continue;
    parts++;
    features.add(feature[i]);
  }
  if (parts === 0) return [];
  const which = `${parts === 1 ? 'One part' : `${inEnglish(parts)} parts`} in ${features.size === 1 ? 'one feature' : `${inEnglish(features.size)} features`} of layer "${layer}"`;
  const text = parts === 1 ? 'lies inside another part of its feature and runs the other way round, as a hole does. It is taken for a hole that a converter wrote as a part.' : 'lie inside other parts of their features and run the other way round, as holes do. They are taken for holes that a converter wrote as parts.';
  return [{ code: 'holes-among-parts', text: `${which} ${text}` }];
}
