import type { Layer } from '../layer/layer.ts';
import type { Tolerances } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { resolveTolerances } from '../tolerances.ts';
import { beginUncut } from './begin-uncut.ts';
import { startingWith } from './repair-state.ts';

/**
 * The tolerances that a repair of a layer will use for matching and closing gaps, with their evidence. They are determined after rings
 * are ordered and features that only repeat others are removed, because copies hide the slivers that are evidence for larger ones.
 */
export function plannedTolerances(layer: Layer, options: RepairOptions): Tolerances {
  const state = startingWith(layer, resolveTolerances(layer, options));
  beginUncut(state, options);
  return state.tolerances;
}
