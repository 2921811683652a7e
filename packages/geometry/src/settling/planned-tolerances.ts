import type { Layer } from '../layer/layer.ts';
import { applyPatch } from '../layer/apply-patch.ts';
import type { Tolerances } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { resolveTolerances } from '../tolerances.ts';
import { beginRepair } from './begin-repair.ts';

/**
 * The tolerances that a repair of a layer will use for matching and closing gaps, with their evidence. They are taken after rings
 * are ordered and features that only repeat others are removed, because a copy covers the slivers that are evidence for more.
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
