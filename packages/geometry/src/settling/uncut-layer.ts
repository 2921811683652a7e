import type { Layer } from '../layer/layer.ts';
import type { RepairOptions } from '../repair-options.ts';
import { resolveTolerances } from '../tolerances.ts';
import { beginUncut } from './begin-uncut.ts';
import { finished, startingWith } from './repair-state.ts';
import { settledInMemory } from './settled-layer.ts';
import type { SettledLayer } from './settled-layer.ts';
import { repairWhole } from './whole-repair.ts';

/** Repairs a layer whole, round by round. */
export function* settleUncutLayer(layer: Layer, options: RepairOptions, report: (work: number) => void): Generator<null, SettledLayer> {
  const state = startingWith(layer, resolveTolerances(layer, options));
  beginUncut(state, options);
  options.onTolerances?.(state.tolerances);
  const { remaining, isSettled, openBorders } = yield* repairWhole(state, options, report);
  const { tolerances, findings } = state;
  return settledInMemory(finished(state), { findings, remaining, isSettled, tolerances, openBorders });
}
