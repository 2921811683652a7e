import type { Layer } from '../layer/layer.ts';
import { applyPatch } from '../layer/patch.ts';
import type { Tolerances } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { resolveTolerances } from '../tolerances.ts';
import { beginRepair } from './begin-repair.ts';

/**
 * The tolerances that a repair of a layer will match and close gaps with, and what they are taken from: after rings are ordered and
 * features that only repeat others are set aside, since a copy lies over the slivers that speak for more.
 */
export function plannedTolerances(layer: Layer, options: RepairOptions): Tolerances {
  let current = layer;
  const state = {
    tolerances: resolveTolerances(layer, options),
    whole: () => current,
    features: () => current,
    take: ({ patch }: Parameters<Parameters<typeof beginRepair>[0]['take']>[0]) => {
      current = applyPatch(current, patch);
    },
    isChanged: () => current !== layer,
  };
  beginRepair(state, options);
  return state.tolerances;
}
