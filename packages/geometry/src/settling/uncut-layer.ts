import { settleSheets } from '../kept-overlaps/settle-sheets.ts';
import type { SettledSheets } from '../kept-overlaps/settle-sheets.ts';
import { changesOf } from '../layer/changed-features.ts';
import { FindingList } from '../layer/finding-list.ts';
import { FINDING_ACTIONS } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { Origins } from '../layer/origins.ts';
import { applyInPlace, applyWithOrigins } from '../layer/apply-patch.ts';
import { PatchBuilder, patchBetween } from '../layer/patch.ts';
import { areLarger } from '../options.ts';
import type { Tolerances } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { earlierScreening, repairOnce } from '../round.ts';
import type { RoundContext, RoundResult } from '../round.ts';
import type { EarlierScreening } from '../screening/screen-features.ts';
import { SettlePolicy } from '../settle-policy.ts';
import { unlessTooTangled } from '../tangled.ts';
import { resolveTolerances } from '../tolerances.ts';
import { beginRepair, raise } from './begin-repair.ts';
import type { Found } from './begin-repair.ts';
import { once } from './once.ts';
import { roundsOfShare, shareOfRounds } from './progress.ts';
import type { SettledLayer } from './settled-layer.ts';

/** Faults that are only reported were kept on request, and do not count as remaining. */
const REPORTED = FINDING_ACTIONS.indexOf('reported');
/** The state of a layer that is examined whole. */
interface Progress {
  /** The layer as given. */
  readonly given: Layer;
  current: Layer;
  /** Null while nothing has changed. */
  origins: Origins | null;
  tolerances: Tolerances;
  readonly findings: FindingList;
  readonly changed: Uint8Array;
}

/** Repairs a layer whole, round by round. */
export function* settleUncutLayer(layer: Layer, options: RepairOptions, report: (work: number) => void): Generator<null, SettledLayer> {
  const state: Progress = {
    given: layer,
    current: layer,
    origins: null,
    tolerances: resolveTolerances(layer, options),
    findings: new FindingList(),
    changed: new Uint8Array(layer.featureOffsets.length - 1),
  };
  beginRepair(
    {
      whole: () => state.current,
      features: () => state.current,
      take: (found) => take(state, found),
      isChanged: () => state.origins !== null,
      get tolerances() {
        return state.tolerances;
      },
      set tolerances(raised) {
        state.tolerances = raised;
      },
    },
    options,
  );
  options.onTolerances?.(state.tolerances);
  const reportShare = (share: number): void => report(roundsOfShare(share));
  const inSheets = options.overlaps === 'keep' ? yield* repairSheets(state, options, reportShare) : null;
  const { remaining, isSettled } = inSheets ?? (yield* repairWhole(state, options, report));
  const { current, origins, tolerances, findings, changed } = state;
  const patch = once(() => (origins === null ? null : patchBetween(layer, current, origins, changed)));
  return {
    isChanged: origins !== null,
    changes: () => {
      const made = patch();
      return made === null ? null : changesOf(made);
    },
    patch,
    whole: () => current,
    placed: (feature) => ({ layer: current, at: feature, origins }),
    isEmpty: (feature) => current.featureOffsets[feature + 1] === current.featureOffsets[feature],
    findings,
    remaining,
    isSettled,
    tolerances,
  };
}

/** The features that have changed so far, so that a repair can start again from them without a copy of the layer; null if there are none. */
function changesSoFar({ current, origins, changed }: Progress): Patch | null {
  if (origins === null) return null;
  const builder = new PatchBuilder(current.z !== null, current.m !== null, 0);
  for (let feature = 0; feature < changed.length; feature++) if (changed[feature] === 1) builder.addFeature(feature, current, feature, origins);
  return builder.finish();
}

/** Applies the result of a step of `BEFORE_MATCHING`. */
function take(state: Progress, found: Found): void {
  const applied = applyWithOrigins(state.current, found.patch, state.origins);
  state.current = applied.layer;
  state.origins = applied.origins;
  state.findings.addAll(found.findings);
  for (const feature of found.patch.features) state.changed[feature] = 1;
}

/** Null if there is no overlap. */
function* repairSheets(state: Progress, options: RepairOptions, report: (share: number) => void): Generator<null, SettledSheets | null> {
  let taken = state.tolerances;
  const pile = {
    layer: () => state.current,
    snapDistance: () => taken.snapDistance,
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
  return yield* settleSheets(pile, options.units, function* (sheet, landElsewhere, progress) {
    const { snapDistance, maxGapWidth, keepsCorridors = false } = taken;
    const begun: Progress = { given: sheet, current: sheet, origins: null, tolerances: taken, findings: new FindingList(), changed: new Uint8Array(sheet.featureOffsets.length - 1) };
    const { remaining, isSettled } = yield* repairWhole(begun, { ...options, snapDistance, maxGapWidth, keepsCorridors, landElsewhere }, (work) => progress(shareOfRounds(work)));
    const patch = begun.origins === null ? null : patchBetween(sheet, begun.current, begun.origins, begun.changed);
    return { patch, findings: begun.findings.finish(false), remaining: remaining.finish(false), isSettled };
  }, report);
}

function* repairWhole(state: Progress, options: RepairOptions, report: (work: number) => void): Generator<null, { remaining: FindingList; isSettled: boolean }> {
  const begun = { changed: state.changed.slice(), patch: changesSoFar(state) };
  const policy = new SettlePolicy();
  let findings = new FindingList();
  let remaining = new FindingList();
  let isSettled = false;
  /** Features whose borders are no longer matched; null while there are none. */
  let isUnmatched: Uint8Array | null = null;
  let lastChanged = new Int32Array(0);
  let earlier: EarlierScreening | null = null;
  /** Whether any round has changed anything since the last start. */
  let hasChanged = false;
  while (policy.continues) {
    yield null;
    if (policy.shouldRestart(state.current.xy.length / 2)) {
      isUnmatched ??= new Uint8Array(state.changed.length);
      for (const feature of lastChanged) isUnmatched[feature] = 1;
      const applied = begun.patch === null ? null : applyWithOrigins(state.given, begun.patch, null);
      state.current = applied?.layer ?? state.given;
      state.origins = applied?.origins ?? null;
      state.tolerances = resolveTolerances(state.current, options);
      state.changed.set(begun.changed);
      findings = new FindingList();
      earlier = null;
      hasChanged = false;
    }
    const { current, tolerances } = state;
    const { matches, round } = policy;
    const context: RoundContext = { options, tolerances, isUnmatched, isRimFeature: null, isLate: policy.isLate, earlier, progress: (share) => report(round + share) };
    const found = matches && tolerances.snapDistance > 0 ? matchUnlessTangled(current, context) : repairOnce(current, { ...context, tolerances: { ...tolerances, snapDistance: 0 } });
    if (found === null) {
      policy.wasTooTangled();
      continue;
    }
    remaining = new FindingList();
    remaining.addAll(found.unresolved);
    if (found.patch === null) {
      if (!hasChanged) findings.addAll(found.findings);
      // Tolerances are not raised sooner: parts of a layer settle one by one, before it is clear what the
      // whole asks for.
      else if (isRaised(state, options)) {
        policy.wasDone(current.xy.length / 2);
        continue;
      }
      // Faults were found, yet nothing changed: matching and the later stages undid each other.
      if (matches && isUnmatched === null) remaining.addSome(found.findings, (_, action) => action !== REPORTED);
      else remaining.addAll(repairOnce(current, { options, tolerances, isUnmatched: null, isRimFeature: null, progress: () => undefined }).findings);
      isSettled = found.findings.count === 0 && remaining.count === 0;
      break;
    }
    remaining.addAll(found.findings);
    findings.addAll(found.findings);
    lastChanged = found.patch.features.slice();
    earlier = earlierScreening(current, found.screening, found.patch);
    for (const feature of lastChanged) state.changed[feature] = 1;
    // A layer with origins was made by this repair, and nobody else holds it.
    const applied = state.origins === null ? applyWithOrigins(current, found.patch, null) : applyInPlace(current, found.patch, state.origins);
    state.current = applied.layer;
    state.origins = applied.origins;
    hasChanged = true;
    policy.wasDone(state.current.xy.length / 2);
  }
  state.findings.addAll(findings.finish(false));
  return { remaining, isSettled };
}

/** A round with matching; null if so many borders lie side by side that they cannot be matched, or not noded afterwards. */
function matchUnlessTangled(layer: Layer, context: RoundContext): RoundResult | null {
  const found = unlessTooTangled(() => repairOnce(layer, context));
  return found === null || found.unresolved.count > 0 ? null : found;
}

/** Raises the tolerances if the current layer asks for more. @returns whether it does. */
function isRaised(state: Progress, options: RepairOptions): boolean {
  const before = state.tolerances;
  state.tolerances = raise(before, state.current, options);
  return areLarger(state.tolerances, before);
}
