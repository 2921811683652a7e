import { Ground } from '../ground.ts';
import { FindingList, keptFindings, repairedFindings } from '../layer/finding-list.ts';
import { FINDING_KINDS } from '../layer/findings.ts';
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
import { findingOfKept } from './report-kept.ts';
import { apartIn, keptOverlaps, landBeyondSheets, sheetsOf } from './sheets.ts';

/**
 * Matching moves borders by less than the snap distance. So it hardly ever turns an overlap into one that is kept, or into none.
 */
const MOST_ROUNDS = 8;
const OVERLAPS: ReadonlySet<FindingKind> = new Set(['overlap', 'contained-feature', 'duplicate-feature']);
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
export function* settleSheets(
  pile: Pile,
  options: ExaminationOptions,
  settle: (sheet: Layer, landElsewhere: LandElsewhere, progress: (share: number) => void) => Generator<null, SettledSheet>,
  progress: (share: number) => void,
): Generator<null, SettledSheets | null> {
  const { units } = options;
  const leftEarlier: { readonly findings: Findings; readonly tolerances: Tolerances }[] = [];
  let toldAtFirst: readonly CommonLand[] = [];
  let left = new FindingList();
  let used = pile.tolerances();
  const finish = (settled: SettledSheets): SettledSheets => {
    const [leftLast, tolerances] = [left.finish(false), pile.tolerances()];
    pile.findings.addAll(leftLast);
    // With tolerances that are no larger, the last round finds all that is still there.
    const withLarger = leftEarlier.filter((earlier) => areLarger(earlier.tolerances, tolerances)).map(({ findings }) => findings);
    addLeftEarlier(pile.findings, GAPS, withLarger, leftLast, new Ground(units), tolerances.snapDistance);
    // Too narrow to be kept at first, an overlap may have been matched where it was narrowest only.
    const known = new Set([...toldAtFirst.map(pairKey), ...pairsIn(leftLast)]);
    reportKept(keptAmong(sheets, lands, tolerances.snapDistance).filter((land) => !known.has(pairKey(land))), pile.findings);
    reportGapsApart(pile.layer(), { features: sheets, landBeyond }, lands, options, tolerances, pile.findings);
    return settled;
  };
  let sheets: Int32Array[] = [];
  let landBeyond: (sheet: number) => LandElsewhere = () => ({ mayCover: () => false });
  let remaining = new FindingList();
  let lands: CommonLand[] = [];
  let isChangedFeature: Uint8Array | null = null;
  /** Whether the tolerances are no longer those that the layer asked for before its repair, or larger ones. */
  let areOwn = false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    yield null;
    const layer = pile.layer();
    lands = isChangedFeature === null ? commonLand(layer, units) : commonLandAgain(layer, units, lands, isChangedFeature);
    isChangedFeature = new Uint8Array(layer.featureOffsets.length - 1);
    const kept = keptOverlaps(lands, pile.tolerances().snapDistance);
    if (round === 0 && lands.length === 0) return null;
    sheets = sheetsOf(layer, kept, units);
    if (round === 0) {
      toldAtFirst = keptAmong(sheets, lands, pile.tolerances().snapDistance);
      reportKept(toldAtFirst, pile.findings);
    }
    landBeyond = landBeyondSheets(layer, sheets);
    remaining = new FindingList();
    if (round > 0) leftEarlier.push({ findings: left.finish(false), tolerances: used });
    [left, used] = [new FindingList(), pile.tolerances()];
    let [isChanged, isSettled] = [false, true];
    for (const [sheet, features] of sheets.entries()) {
      const extract = extractFeatures(pile.layer(), features);
      const settled = yield* settle(extract.layer, landBeyond(sheet), (share) => progress((round + (sheet + share) / sheets.length) / 2));
      const found = ofWhole(settled, extract);
      const repaired = repairedFindings(found.findings);
      left.addAll(keptFindings(found.findings));
      if (found.patch !== null) pile.take({ patch: found.patch, findings: repaired });
      else if (round === 0) pile.findings.addAll(repaired);
      remaining.addAll(found.remaining);
      for (const feature of found.patch?.features ?? []) isChangedFeature[feature] = 1;
      isChanged ||= found.patch !== null;
      isSettled &&= found.isSettled;
    }
    if (isChanged) {
      if (areOwn) pile.takeOwnTolerances();
      else pile.raiseTolerances();
      continue;
    }
    if (!pile.takeOwnTolerances()) return finish({ remaining, isSettled });
    if (isSettled && areSame(sheets, sheetsOf(layer, keptOverlaps(lands, pile.tolerances().snapDistance), units))) return finish({ remaining, isSettled });
    areOwn = true;
  }
  return finish({ remaining, isSettled: false });
}

/** The faults in each sheet, and the overlaps that are kept; null if there are none, so that the layer is a single sheet. */
export function examineSheets(layer: Layer, options: ExaminationOptions, tolerances: Tolerances, examine: (sheet: Layer, landElsewhere: LandElsewhere) => Findings): FindingList | null {
  const { units } = options;
  const lands = commonLand(layer, units);
  const kept = keptOverlaps(lands, tolerances.snapDistance);
  if (kept.length === 0) return null;
  const findings = new FindingList();
  const sheets = sheetsOf(layer, kept, units);
  reportKept(keptAmong(sheets, lands, tolerances.snapDistance), findings);
  const landBeyond = landBeyondSheets(layer, sheets);
  reportGapsApart(layer, { features: sheets, landBeyond }, lands, options, tolerances, findings);
  for (const [sheet, features] of sheets.entries()) {
    const extract = extractFeatures(layer, features);
    findings.addAll(findingsOfWhole(examine(extract.layer, landBeyond(sheet)), extract));
  }
  return findings;
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

/** The overlaps that stay: those that are kept, and those whose features are in different sheets, where nothing matches them. */
function keptAmong(sheets: readonly Int32Array[], lands: readonly CommonLand[], snapDistance: number): CommonLand[] {
  const kept = keptOverlaps(lands, snapDistance);
  return [...kept, ...apartIn(sheets, lands, kept)];
}

/** The pairs of features with an overlap that was left. */
function pairsIn({ count, kind, feature, other }: Findings): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < count; i++) if (OVERLAPS.has(FINDING_KINDS[kind[i]])) pairs.push(pairKey({ feature: feature[i], other: other[i] }));
  return pairs;
}

function reportKept(kept: readonly CommonLand[], findings: FindingList): void {
  for (const { feature, other, featureArea, otherArea, ...land } of kept) findings.add(findingOfKept({ ...land, features: [feature, other], featureAreas: [featureArea, otherArea] }));
}
