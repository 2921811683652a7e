import { settleWithRules } from '../decisions/settle-with-rules.ts';
import type { Layer } from '../layer/layer.ts';
import { areLarger } from '../options.ts';
import type { LandElsewhere } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { raise } from '../settling/begin-repair.ts';
import type { Found } from '../settling/begin-repair.ts';
import { beginUncut } from '../settling/begin-uncut.ts';
import { roundsOfShare, shareOfRounds } from '../settling/progress.ts';
import { finished, startingWith, take } from '../settling/repair-state.ts';
import type { RepairState } from '../settling/repair-state.ts';
import { settledInMemory } from '../settling/settled-layer.ts';
import type { SettledLayer } from '../settling/settled-layer.ts';
import { repairWhole } from '../settling/whole-repair.ts';
import { resolveTolerances } from '../tolerances.ts';
import { KEPT_AS_LOTS } from './lone-overlaps.ts';
import { settleSheets } from './settle-sheets.ts';
import type { SettledSheet, SettledSheets } from './settle-sheets.ts';
import { optionsOfSheet } from './sheets.ts';

/** Repairs a layer whose overlaps are kept. */
export function* settleKept(layer: Layer, options: RepairOptions, report: (work: number) => void): Generator<null, SettledLayer> {
  const state = startingWith(layer, resolveTolerances(layer, options));
  beginUncut(state, options);
  options.onTolerances?.(state.tolerances);
  const inSheets = yield* repairSheets(state, options, (share) => report(roundsOfShare(share)));
  const { remaining, isSettled, openBorders } = inSheets === null ? yield* repairWhole(state, { ...options, overlaps: 'fix' }, report) : { ...inSheets, openBorders: null };
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
  const settle = function* (sheet: Layer, hasOverlaps: boolean, landElsewhere: LandElsewhere, progress: (share: number) => void): Generator<null, SettledSheet> {
    const inSheet = { ...optionsOfSheet(options, taken, landElsewhere), overlaps: 'fix' } as const;
    const repaired = function* (layer: Layer, by: RepairOptions): Generator<null, SettledLayer> {
      const begun = startingWith(layer, taken);
      const { remaining, isSettled } = yield* repairWhole(begun, by, (work) => progress(shareOfRounds(work)));
      return settledInMemory(finished(begun), { findings: begun.findings, remaining, isSettled, tolerances: taken, openBorders: null });
    };
    const { patch, findings, remaining, isSettled } = hasOverlaps ? (yield* settleWithRules(sheet, inSheet, KEPT_AS_LOTS, repaired, 1)).settled : yield* repaired(sheet, inSheet);
    return { patch: patch(), findings: findings.finish(false), remaining: remaining.finish(false), isSettled };
  };
  return yield* settleSheets(pile, options, settle, report);
}
