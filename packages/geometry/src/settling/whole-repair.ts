import { findFaults } from '../find-faults.ts';
import { Ground } from '../ground.ts';
import { applyWithOrigins } from '../layer/apply-patch.ts';
import { FindingList, keptFindings, NO_FINDINGS } from '../layer/finding-list.ts';
import { REPORTED } from '../layer/findings.ts';
import type { Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { PatchBuilder } from '../layer/patch.ts';
import { areLarger } from '../options.ts';
import type { RepairOptions } from '../repair-options.ts';
import { earlierScreening, repairOnce } from '../round.ts';
import type { RoundContext, RoundResult } from '../round.ts';
import { openSegmentsOf } from '../screening/border-segments.ts';
import type { BorderSegments } from '../screening/border-segments.ts';
import type { EarlierScreening } from '../screening/screen-features.ts';
import { SettledPlaces } from '../screening/settled-places.ts';
import { unlessTooTangled } from '../tangled.ts';
import { resolveTolerances } from '../tolerances.ts';
import { raise } from './begin-repair.ts';
import { apply, currentFeatures } from './repair-state.ts';
import type { RepairState } from './repair-state.ts';
import { SettlePolicy } from './settle-policy.ts';

/** Faults that are only reported were kept on request, and do not count as remaining. */
const isRepaired = (_: number, action: number): boolean => action !== REPORTED;

export interface WholeRepair {
  /** What the last round found, unless it was repaired before or kept on request. */
  readonly remaining: FindingList;
  /** Whether the last round found nothing. */
  readonly isSettled: boolean;
  /** As in `SettledLayer`. */
  readonly openBorders: readonly BorderSegments[] | null;
}

/**
 * Repairs a layer round by round, each on the result of the previous one, until a round changes nothing or `SettlePolicy` gives up.
 *
 * @param report called with the number of rounds that are done, as a fraction.
 */
export function* repairWhole(state: RepairState, options: RepairOptions, report: (rounds: number) => void): Generator<null, WholeRepair> {
  const rounds = new Rounds(state, options, report);
  while (rounds.continue) {
    yield null;
    rounds.takeOne();
  }
  return rounds.finish();
}

/** A round without the data that only it needs. Otherwise the screening of the whole layer would stay in memory while its patch is applied. */
interface Examined extends Pick<RoundResult, 'patch' | 'findings' | 'unresolved'> {
  /** For the round after the patch. */
  readonly screened: EarlierScreening | null;
  /** Of a layer that the round left as it was; null if it was not screened. */
  readonly openBorders: readonly BorderSegments[] | null;
}

function examined(layer: Layer, { options, tolerances, isLate = false }: RoundContext, { patch, findings, unresolved, screening }: RoundResult): Examined {
  if (screening === null) return { patch, findings, unresolved, screened: null, openBorders: null };
  if (patch === null) return { patch, findings, unresolved, screened: null, openBorders: [openSegmentsOf(screening.paired, () => true)] };
  // What is kept on request has to be found by the last round again.
  const settled = keptFindings(findings).count > 0 ? null : SettledPlaces.after({ layer, patch, findings, tolerances, isLate, ground: new Ground(options.units) });
  return { patch, findings, unresolved, screened: earlierScreening(layer, screening, patch, settled), openBorders: null };
}

class Rounds {
  private readonly state: RepairState;
  private readonly options: RepairOptions;
  private readonly report: (rounds: number) => void;
  private readonly policy = new SettlePolicy();
  /** The layer before the first round, to start over from: a patch, or the layer itself if it shares the arrays of the given one. */
  private readonly begun: { readonly changed: Uint8Array; readonly from: Patch | Layer };
  /** What was repaired since the last start. */
  private findings = new FindingList();
  /** What the last round left because the caller asked to keep it. Each round finds it again, and it is reported once, as it is in the end. */
  private left: Findings = NO_FINDINGS;
  private hasChanged = false;
  private lastChanged = new Int32Array(0);
  private earlier: EarlierScreening | null = null;
  /** Features whose borders are no longer matched; null if there are none. */
  private isUnmatched: Uint8Array | null = null;
  private remaining = new FindingList();
  private isSettled = false;
  private openBorders: readonly BorderSegments[] | null = null;
  private isDone = false;

  constructor(state: RepairState, options: RepairOptions, report: (rounds: number) => void) {
    this.state = state;
    this.options = options;
    this.report = report;
    this.begun = { changed: state.changed.slice(), from: changesSoFar(state) ?? state.current };
  }

  get continue(): boolean {
    return !this.isDone && this.policy.continues;
  }

  takeOne(): void {
    if (this.policy.shouldRestart(this.state.current.xy.length / 2)) this.startOver();
    const found = this.examine();
    if (found === null) {
      this.policy.wasTooTangled();
      return;
    }
    this.remaining = new FindingList();
    this.remaining.addAll(found.unresolved);
    if (found.patch === null) this.endWith(found);
    else this.apply(found.patch, found);
  }

  finish(): WholeRepair {
    this.state.findings.addAll(this.findings.finish(false));
    this.state.findings.addAll(this.left);
    return { remaining: this.remaining, isSettled: this.isSettled, openBorders: this.openBorders };
  }

  /** Starts over without matching the borders of the features that changed last. */
  private startOver(): void {
    const { state, begun } = this;
    this.isUnmatched ??= new Uint8Array(state.changed.length);
    for (const feature of this.lastChanged) this.isUnmatched[feature] = 1;
    if ('xy' in begun.from) [state.current, state.origins] = [begun.from, null];
    else ({ layer: state.current, origins: state.origins } = applyWithOrigins(state.given, begun.from, null));
    state.tolerances = resolveTolerances(currentFeatures(state), this.options);
    state.changed.set(begun.changed);
    this.findings = new FindingList();
    this.earlier = null;
    this.hasChanged = false;
  }

  /** Null if so many borders lie side by side that they cannot be matched, or not noded afterwards. */
  private examine(): Examined | null {
    const { options, isUnmatched, hasChanged, earlier, policy: { matches, isLate, round }, state: { current, tolerances } } = this;
    const context: RoundContext = { options, tolerances, isUnmatched, isRimFeature: null, isLate, hasChanged, earlier, progress: (share) => this.report(round + share) };
    if (!matches || !(tolerances.snapDistance > 0)) {
      const unmatched = { ...context, tolerances: { ...tolerances, snapDistance: 0 } };
      return examined(current, unmatched, repairOnce(current, unmatched));
    }
    const found = unlessTooTangled(() => repairOnce(current, context));
    return found === null || found.unresolved.count > 0 ? null : examined(current, context, found);
  }

  /** A round changed nothing: the layer is done, unless its tolerances are raised. */
  private endWith({ findings, openBorders }: Examined): void {
    const { policy, remaining, isUnmatched, state: { current, tolerances } } = this;
    this.left = keptFindings(findings);
    if (!this.hasChanged) this.findings.addSome(findings, isRepaired);
    // Tolerances are not raised sooner: parts of a layer settle one by one, before it is clear what the
    // whole asks for.
    else if (this.raisesTolerances()) {
      policy.wasDone(current.xy.length / 2);
      return;
    }
    // Faults were found, yet nothing changed: matching and the later stages undid each other.
    if (policy.matches && isUnmatched === null) remaining.addSome(findings, isRepaired);
    else remaining.addAll(findFaults(current, this.options, tolerances, () => undefined).findings);
    this.isSettled = findings.count === 0 && remaining.count === 0;
    this.openBorders = openBorders;
    this.isDone = true;
  }

  private apply(patch: Patch, { findings, screened }: Examined): void {
    const { state } = this;
    this.remaining.addAll(findings);
    this.findings.addSome(findings, isRepaired);
    this.left = keptFindings(findings);
    this.lastChanged = patch.features.slice();
    this.earlier = screened;
    for (const feature of this.lastChanged) state.changed[feature] = 1;
    apply(state, patch);
    this.hasChanged = true;
    this.policy.wasDone(state.current.xy.length / 2);
  }

  /** Raises the tolerances if the current layer asks for more. @returns whether it does. */
  private raisesTolerances(): boolean {
    const { state, options } = this;
    const before = state.tolerances;
    state.tolerances = raise(before, state.current, options);
    return areLarger(state.tolerances, before);
  }
}

/** The features that have changed so far, from which a repair can start over without a copy of the layer; null if there are none. */
function changesSoFar({ current, origins, changed }: RepairState): Patch | null {
  if (origins === null) return null;
  const builder = new PatchBuilder(current.z !== null, current.m !== null, 0);
  for (let feature = 0; feature < changed.length; feature++) if (changed[feature] === 1) builder.addFeature(feature, current, feature, origins);
  return builder.finish();
}
