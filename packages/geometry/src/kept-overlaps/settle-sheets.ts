import { Ground } from '../ground.ts';
import { FindingList, keptFindings, repairedFindings } from '../layer/finding-list.ts';
import type { FindingKind, Findings } from '../layer/findings.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { addLeftEarlier, pairKey } from '../layer/left-earlier.ts';
import { extractFeatures, findingsOfWhole, patchOfWhole } from '../layer/neighbourhood.ts';
import type { LayerExtract } from '../layer/neighbourhood.ts';
import { areLarger } from '../options.ts';
import type { ExaminationOptions, LandElsewhere, Tolerances } from '../options.ts';
import { commonLand, commonLandAgain } from './common-land.ts';
import type { CommonLand } from './common-land.ts';
import { reportGapsApart } from './gaps-apart.ts';
import { pairsOf, reportKept, tellGone, withoutPairs } from './report-kept.ts';
import { shareOfRounds } from '../settling/progress.ts';
import { keptAmong, landBeyondSheets, sheetsFor } from './sheets.ts';
import type { Sheets } from './sheets.ts';

/**
 * Matching moves borders by less than the snap distance. So it hardly ever turns an overlap into one that is kept, or into none.
 */
const MOST_ROUNDS = 8;
/** What a sheet may leave in an earlier round and not find in the last one. */
const GAPS: ReadonlySet<FindingKind> = new Set(['gap']);

/** The result of repairing one sheet. */
export interface SettledSheet {
  readonly patch: Patch | null;
  readonly findings: Findings;
  readonly remaining: Findings;
  readonly isSettled: boolean;
}

export interface SettledSheets {
  readonly remaining: FindingList;
  readonly isSettled: boolean;
}

/** Where the sheets are taken from and returned to. */
interface Pile {
  readonly layer: () => Layer;
  readonly tolerances: () => Tolerances;
  /** Call when all sheets of a round have been taken: with `auto`, they may ask for larger tolerances. */
  readonly raiseTolerances: () => void;
  /** From now on, uses the tolerances that a repair of the current layer would start with. @returns whether they are different. */
  readonly takeOwnTolerances: () => boolean;
  readonly take: (found: { readonly patch: Patch; readonly findings: Findings }) => void;
  readonly findings: FindingList;
}

/** @param hasOverlaps whether some of the features overlap */
type SettleSheet = (sheet: Layer, hasOverlaps: boolean, landElsewhere: LandElsewhere, progress: (share: number) => void) => Generator<null, SettledSheet>;

/**
 * Repairs a layer whose overlaps are to be kept. It is divided into sheets without overlaps, and each is repaired as if it were
 * the whole layer. So borders in an overlap are neither matched nor noded with those of the other feature, and however many
 * features lie on top of each other, no point is shared by more than two. A void of one sheet that is covered by land of another
 * is not a gap (`LandElsewhere`).
 *
 * With `auto`, a repaired layer may ask for a smaller snap distance than before. In other layers, fewer faults are found then.
 * Here, more overlaps are kept, and features from two sheets may come together in one, where they are matched. So the result is
 * only settled when it is settled under its own tolerances.
 *
 * @returns null if there is no overlap, not even one to match, and nothing was done.
 */
export function* settleSheets(pile: Pile, options: ExaminationOptions, settle: SettleSheet, progress: (share: number) => void): Generator<null, SettledSheets | null> {
  const rounds = new SheetRounds(pile, options);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    yield null;
    if (!rounds.begin()) return null;
    const isChanged = yield* rounds.settleEach(settle, (share) => progress(shareOfRounds(round + share)));
    if (rounds.isLast(isChanged)) return rounds.finish();
  }
  // Whatever another round would repair remains.
  rounds.begin();
  yield* rounds.settleEach(settle, () => undefined, false);
  return { ...rounds.finish(), isSettled: false };
}

class SheetRounds {
  private readonly pile: Pile;
  private readonly options: ExaminationOptions;
  private lands: readonly CommonLand[] = [];
  private sheets: Sheets = { features: [], haveOverlaps: [] };
  private landBeyond: (sheet: number) => LandElsewhere = () => ({ mayCover: () => false });
  /** How many have begun. */
  private rounds = 0;
  /** For each feature, whether the current round changed it. */
  private isChangedFeature = new Uint8Array(0);
  private reportedAtFirst: readonly CommonLand[] = [];
  /** What the current round left because it is to be kept, and the same of earlier rounds. */
  private left = new FindingList();
  private readonly leftEarlier: { readonly findings: Findings; readonly tolerances: Tolerances }[] = [];
  /** The tolerances of the current round. */
  private used: Tolerances;
  private remaining = new FindingList();
  private isSettled = true;
  /** Whether the tolerances are no longer those that the layer asked for before its repair, or larger ones. */
  private areOwn = false;

  constructor(pile: Pile, options: ExaminationOptions) {
    this.pile = pile;
    this.options = options;
    this.used = pile.tolerances();
  }

  /** Divides the layer for the next round. @returns false if no features overlap at first, so that there is nothing to divide. */
  begin(): boolean {
    const { pile, options: { units }, isChangedFeature } = this;
    const layer = pile.layer();
    const isFirst = this.rounds++ === 0;
    this.lands = isFirst ? commonLand(layer, units) : commonLandAgain(layer, units, this.lands, isChangedFeature);
    if (isFirst && this.lands.length === 0) return false;
    if (!isFirst) this.leftEarlier.push({ findings: this.left.finish(false), tolerances: this.used });
    [this.left, this.used] = [new FindingList(), pile.tolerances()];
    this.sheets = this.sheetsNow(layer);
    this.landBeyond = landBeyondSheets(layer, this.sheets.features);
    this.isChangedFeature = new Uint8Array(layer.featureOffsets.length - 1);
    if (isFirst) {
      this.reportedAtFirst = keptAmong(this.sheets.features, this.lands, this.used.snapDistance);
      reportKept(this.reportedAtFirst, pile.findings);
    }
    return true;
  }

  /** Repairs each sheet. @param isTaken whether the repairs are used; else what they would repair counts as remaining. @returns whether any changed. */
  *settleEach(settle: SettleSheet, progress: (share: number) => void, isTaken = true): Generator<null, boolean> {
    const { pile, sheets } = this;
    const isFirst = this.rounds === 1;
    let isChanged = false;
    this.remaining = new FindingList();
    this.isSettled = true;
    for (const [sheet, features] of sheets.features.entries()) {
      const extract = extractFeatures(pile.layer(), features);
      const settled = yield* settle(extract.layer, sheets.haveOverlaps[sheet], this.landBeyond(sheet), (share) => progress((sheet + share) / sheets.features.length));
      const { patch, findings, remaining, isSettled } = ofWhole(settled, extract);
      const repaired = repairedFindings(findings);
      this.left.addAll(keptFindings(findings));
      if (!isTaken) this.remaining.addAll(repaired);
      else if (patch !== null) pile.take({ patch, findings: repaired });
      else if (isFirst) pile.findings.addAll(repaired);
      this.remaining.addAll(remaining);
      for (const feature of patch?.features ?? []) this.isChangedFeature[feature] = 1;
      isChanged ||= patch !== null;
      this.isSettled &&= isSettled;
    }
    return isChanged;
  }

  /** Whether the layer is done after a round; if not, the next one uses the tolerances that are now taken. */
  isLast(isChanged: boolean): boolean {
    const { pile } = this;
    if (isChanged) {
      if (this.areOwn) pile.takeOwnTolerances();
      else pile.raiseTolerances();
      return false;
    }
    if (!pile.takeOwnTolerances()) return true;
    if (this.isSettled && areSame(this.sheets.features, this.sheetsNow(pile.layer()).features)) return true;
    this.areOwn = true;
    return false;
  }

  /** Reports what the rounds left. */
  finish(): SettledSheets {
    const { pile, options, sheets, lands, landBeyond, remaining, isSettled } = this;
    const tolerances = pile.tolerances();
    const toldFirst = pairsOf(this.reportedAtFirst);
    const stillThere = pairsOf(lands);
    tellGone(pile.findings, pairsOf(this.reportedAtFirst.filter((land) => !stillThere.has(pairKey(land)))));
    // Too narrow to be kept at first, an overlap may have been matched where it was narrowest only.
    const toldLast = keptAmong(sheets.features, lands, tolerances.snapDistance).filter((land) => !toldFirst.has(pairKey(land)));
    reportKept(toldLast, pile.findings);
    const leftLast = withoutPairs(this.left.finish(false), pairsOf([...this.reportedAtFirst, ...toldLast]));
    pile.findings.addAll(leftLast);
    // With tolerances that are no larger, the last round finds all that is still there.
    const withLarger = this.leftEarlier.filter((earlier) => areLarger(earlier.tolerances, tolerances)).map(({ findings }) => findings);
    addLeftEarlier(pile.findings, GAPS, withLarger, leftLast, new Ground(options.units), tolerances.snapDistance);
    reportGapsApart(pile.layer(), { features: sheets.features, landBeyond, lands }, options, tolerances, pile.findings);
    return { remaining, isSettled };
  }

  private sheetsNow(layer: Layer): Sheets {
    return sheetsFor(layer, this.lands, this.pile.tolerances(), this.options.units);
  }
}

function areSame(sheets: readonly Int32Array[], others: readonly Int32Array[]): boolean {
  return sheets.length === others.length && sheets.every((features, sheet) => features.length === others[sheet].length && features.every((feature, i) => feature === others[sheet][i]));
}

function ofWhole(settled: SettledSheet, extract: LayerExtract): SettledSheet {
  return {
    patch: settled.patch === null ? null : patchOfWhole(settled.patch, extract),
    findings: findingsOfWhole(settled.findings, extract),
    remaining: findingsOfWhole(settled.remaining, extract),
    isSettled: settled.isSettled,
  };
}
