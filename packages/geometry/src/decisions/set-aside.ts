import { faultyFeatures } from '../faulty-features.ts';
import { decidesOnGaps } from '../land-rules.ts';
import type { DecisionInForce, DecisionOutcome, Ruling, RulesInForce } from '../land-rules.ts';
import { applyWithOrigins } from '../layer/apply-patch.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { NewFinding } from '../layer/finding-list.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import type { LayerExtract } from '../layer/neighbourhood.ts';
import { tracedBack } from '../layer/origins.ts';
import type { Origins } from '../layer/origins.ts';
import type { ExaminationOptions, Tolerances } from '../options.ts';
import { findingKey } from './finding-key.ts';
import { withEmptyFeatures } from './more-features.ts';
import { findingOfDivided, findingOfGiven, findingOfLeft, findingOfShare } from './report-treated.ts';
import { traceLots } from './trace-lots.ts';
import type { TracedLots } from './trace-lots.ts';
import { areasOfHelpers, treatLand } from './treated-land.ts';
import type { TreatedLand } from './treated-land.ts';

/** Land that stays unchanged. It is a feature of its own while everything else is repaired. */
export interface Lot {
  /** Who has it in the end: the features that overlap; nobody for a gap. */
  readonly members: readonly number[];
}

/** A layer after decisions are carried out and land that must not be repaired is taken out. */
export interface LayerWithLots {
  /** The features of the layer, followed by one for each lot. */
  readonly layer: Layer;
  readonly lots: readonly Lot[];
  /** Where everything is in the original layer. */
  readonly origins: Origins;
  /** For each feature of the original layer, whether it was cut or was given land. */
  readonly isCut: Uint8Array;
  /** What is left, and what was done by decision. */
  readonly findings: FindingList;
  /** The reasons, by `findingKey`. */
  readonly rulings: ReadonlyMap<string, Ruling>;
  readonly outcomes: readonly DecisionOutcome[];
  /** The decisions, those that met land with its own point and area. */
  readonly decisions: readonly DecisionInForce[];
}

/**
 * Takes the land that the rules leave unchanged out of a layer, and gives away or divides land as decided. Faults of single features must
 * already have been repaired.
 */
export function setAside(layer: Layer, options: ExaminationOptions, tolerances: Tolerances, rules: RulesInForce): LayerWithLots {
  const featureCount = layer.featureOffsets.length - 1;
  const { extract, isRim } = faultyFeatures(layer, options, { ...tolerances, maxGapWidth: decidesOnGaps(rules) ? Math.max(tolerances.maxGapWidth, rules.gapWidth) : tolerances.maxGapWidth });
  const treated = treatLand(extract, isRim, options, tolerances, rulesAmong(extract.features, rules));
  const traced = traceLots(treated, extract.features.length, options);
  const { layer: withLots, origins } = applyWithOrigins(withEmptyFeatures(layer, traced.lots.length), patchWithLots(traced, extract, featureCount), null);
  const isCut = new Uint8Array(featureCount);
  for (const feature of traced.written) if (feature < extract.features.length) isCut[extract.features[feature]] = 1;
  const lots = traced.lots.map((members) => ({ members: members.map((member) => extract.features[member]) }));
  const decisions = rules.decisions.map((decision, i): DecisionInForce => {
    const met = treated.met[i];
    return met === null ? decision : { ...decision, x: met.x, y: met.y, area: met.area };
  });
  return { layer: withLots, lots, origins, isCut, ...report(treated, extract), outcomes: treated.outcomes, decisions };
}

/** The rules with features numbered as in an extract; -1 for those that are not in it. */
function rulesAmong(features: Int32Array, rules: RulesInForce): RulesInForce {
  const indexOf = new Map(Array.from(features, (feature, index) => [feature, index]));
  const decisions = rules.decisions.map((decision) => ({ ...decision, features: decision.features.map((feature) => indexOf.get(feature) ?? -1), to: indexOf.get(decision.to) ?? -1 }));
  return { ...rules, decisions };
}

/** The patch of a whole layer that is followed by empty features, one for each lot. */
function patchWithLots({ patch, written, firstLot }: TracedLots, { features, origins }: LayerExtract, featureCount: number): Patch {
  const numbers = Int32Array.from(written, (feature) => (feature < features.length ? features[feature] : featureCount + feature - firstLot));
  return { ...tracedBack(patch, origins), features: numbers };
}

/** The findings about land that was left, given or divided, and why. */
function report({ contested, treatments, splits }: TreatedLand, { features }: LayerExtract): Pick<LayerWithLots, 'findings' | 'rulings'> {
  const findings = new FindingList();
  const rulings = new Map<string, Ruling>();
  const add = (found: NewFinding, ruling: Ruling | null): void => {
    const [feature, other] = [found.feature, found.other ?? -1].map((index) => (index < 0 ? -1 : features[index]));
    findings.add({ ...found, feature, other });
    if (ruling !== null) rulings.set(findingKey(found.kind, feature, other, found.x, found.y), ruling);
  };
  contested.lands.forEach((land, i) => {
    const { action, to, ruling } = treatments[i];
    if (action === 'leave') add(findingOfLeft(land), ruling);
    if (action === 'give') add(findingOfGiven(land, to), ruling);
  });
  const areaOf = areasOfHelpers(contested);
  for (const { land, helpers, ruling } of splits) {
    if (land.kind === 'overlap') add(findingOfDivided(land), ruling);
    else for (const { helper, feature } of helpers) add(findingOfShare(land, feature, areaOf.get(helper) ?? 0), ruling);
  }
  return { findings, rulings };
}
