import { settleSheets } from '../kept-overlaps/settle-sheets.ts';
import type { SettledSheets } from '../kept-overlaps/settle-sheets.ts';
import type { Layer } from '../layer/layer.ts';
import { patchBetween } from '../layer/patch.ts';
import { areLarger } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { resolveTolerances } from '../tolerances.ts';
import { raise } from './begin-repair.ts';
import type { Found } from './begin-repair.ts';
import { beginUncut } from './begin-uncut.ts';
import { roundsOfShare, shareOfRounds } from './progress.ts';
import { finished, startingWith, take } from './repair-state.ts';
import type { RepairState } from './repair-state.ts';
import { settledInMemory } from './settled-layer.ts';
import type { SettledLayer } from './settled-layer.ts';
import { repairWhole } from './whole-repair.ts';

/** Repairs a layer whole, round by round. */
export function* settleUncutLayer(layer: Layer, options: RepairOptions, report: (work: number) => void): Generator<null, SettledLayer> {
  const state = startingWith(layer, resolveTolerances(layer, options));
  beginUncut(state, options);
  options.onTolerances?.(state.tolerances);
  const reportShare = (share: number): void => report(roundsOfShare(share));
  const inSheets = options.overlaps === 'keep' ? yield* repairSheets(state, options, reportShare) : null;
  const { remaining, isSettled, openBorders } = inSheets === null ? yield* repairWhole(state, options, report) : { ...inSheets, openBorders: null };
  const { tolerances, findings } = state;
  return settledInMemory(finished(state), { findings, remaining, isSettled, tolerances, openBorders });
}

/** Null if there is no overlap. */
function* repairSheets(state: RepairState, options: RepairOptions, report: (share: number) => void): Generator<null, SettledSheets | null> {
  let taken = state.tolerances;
  const pile = {
    layer: () => state.current,
    tolerances: () => taken,
    take: (found: Found): void => take(state, found),
    raiseTolerances: (): void => {
      taken = state.tolerances = raise(state.tolerances, state.current, options);
    },
    takeOwnTolerances: (): boolean => {
      const before = taken;
      taken = resolveTolerances(state.current, options);
      state.tolerances = raise(state.tolerances, state.current, options);
      return areLarger(taken, before) || areLarger(before, taken);
    },
    findings: state.findings,
  };
  return yield* settleSheets(pile, options, function* (sheet, landElsewhere, progress) {
    const { snapDistance, maxGapWidth, keepsCorridors = false } = taken;
    const begun = startingWith(sheet, taken);
    const { remaining, isSettled } = yield* repairWhole(begun, { ...options, snapDistance, maxGapWidth, keepsCorridors, landElsewhere }, (work) => progress(shareOfRounds(work)));
    const patch = begun.origins === null ? null : patchBetween(sheet, begun.current, begun.origins, begun.changed);
    return { patch, findings: begun.findings.finish(false), remaining: remaining.finish(false), isSettled };
  }, report);
}
