import { markedPlaces } from '../arrays/growable.ts';
import { EQUAL_SHARE } from '../equal-share.ts';
import { startExamination } from '../examination.ts';
import { Coverage, keptCode } from '../faces/coverage.ts';
import { NO_OWNER } from '../faces/owner.ts';
import { Ground } from '../ground.ts';
import { FindingList } from '../layer/finding-list.ts';
import type { FindingAction, FindingKind } from '../layer/findings.ts';
import type { Layer } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import type { LayerExtract } from '../layer/neighbourhood.ts';
import type { Origins } from '../layer/origins.ts';
import { applyWithOrigins } from '../layer/apply-patch.ts';
import { PatchBuilder } from '../layer/patch.ts';
import type { ExaminationOptions, Tolerances } from '../options.ts';
import { rimOf } from '../round.ts';
import { withPassingFeatures } from '../screening/passing-features.ts';
import { screenFeatures } from '../screening/screen-features.ts';
import { bordersOf } from '../tracing/changes.ts';
import { RegionTracer } from '../tracing/rebuild.ts';
import { FeatureWriter } from '../tracing/write-features.ts';
import { contestedLand } from './contested-land.ts';
import type { ContestedLand, ContestedLayer } from './contested-land.ts';
import { findingKey } from './finding-key.ts';
import { maximalGroups } from './maximal-groups.ts';
import { halvesOf, withPolygons } from './middle.ts';
import type { Half } from './middle.ts';
import type { DecisionOutcome, LandRules, Ruling } from '../land-rules.ts';
import { BY_THE_RULES, treatmentsOf } from './treatments.ts';
import type { Treatment } from './treatments.ts';

/** If more of the features may have a fault, all are arranged. */
const LARGEST_SHARE = 2 / 5;

/** Land that stays as it is. It is a feature of its own while everything else is repaired. */
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
}

/**
 * Takes out of a layer the land that its rules leave as it is, and gives away or divides land as decided. Faults of single features must
 * already have been repaired.
 */
export function setAside(layer: Layer, options: ExaminationOptions, tolerances: Tolerances, rules: LandRules): LayerWithLots {
  const featureCount = layer.featureOffsets.length - 1;
  const { extract, isRim } = candidatesOf(layer, options, tolerances);
  const placeOf = new Map(Array.from(extract.features, (feature, place) => [feature, place]));
  const own: LandRules = {
    ...rules,
    decisions: rules.decisions.map((decision) => ({ ...decision, features: decision.features.map((feature) => placeOf.get(feature) ?? -1), to: placeOf.get(decision.to) ?? -1 })),
  };
  const wholeOf = (features: readonly number[]): number[] => features.map((feature) => (feature < 0 ? -1 : extract.features[feature]));
  const { contested, treatments, outcomes, splits } = treat(extract, isRim, options, tolerances, own);
  const findings = new FindingList();
  const rulings = new Map<string, Ruling>();
  const reportAt = (kind: FindingKind, feature: number, other: number, { x, y }: ContestedLand, measure: number, action: FindingAction, ruling: Ruling | null): void => {
    const [of, beside] = wholeOf([feature, other]);
    findings.add(kind, of, beside, x, y, measure, action);
    if (ruling !== null) rulings.set(findingKey(kind, of, beside, x, y), ruling);
  };
  contested.lands.forEach((land, place) => {
    const { action, to, ruling } = treatments[place];
    const report = (measure: number, feature: number, other: number, what: FindingAction): void => reportAt(land.kind === 'gap' ? 'gap' : kindOf(land, feature, other), feature, other, land, measure, what, ruling);
    if (action === 'leave') reportLeft(land, report);
    if (action === 'give') reportGiven(land, to, report);
  });
  const areaOf = areasOfHelpers(contested);
  for (const { land, helpers, ruling } of splits) {
    for (const { helper, feature } of helpers) {
      const other = land.features.find((candidate) => candidate !== feature) ?? feature;
      if (land.kind === 'gap') reportAt('gap', feature, other, land, areaOf.get(helper) ?? 0, 'gap-closed', ruling);
      else reportAt('overlap', other, feature, land, areaOf.get(helper) ?? 0, 'overlap-assigned', ruling);
    }
  }
  const traced = traceLots(extract, contested, treatments, splits, options);
  const base = withEmptyFeatures(layer, traced.lots.length);
  const { layer: withLots, origins } = applyWithOrigins(base, traced.patchOf(extract, featureCount), null);
  const isCut = new Uint8Array(featureCount);
  for (const feature of traced.cut) isCut[extract.features[feature]] = 1;
  return { layer: withLots, lots: traced.lots.map((members) => ({ members: wholeOf(members) })), origins, isCut, findings, rulings, outcomes };
}

/** The features that may have a fault with others, and which of their segments border on features outside the extract. */
function candidatesOf(layer: Layer, options: ExaminationOptions, tolerances: Tolerances): { extract: LayerExtract; isRim: Uint8Array | null } {
  const featureCount = layer.featureOffsets.length - 1;
  const { prepared } = startExamination(layer);
  const { paired, isCandidate } = screenFeatures(prepared, new Ground(options.units), tolerances, LARGEST_SHARE * featureCount, () => undefined);
  if (isCandidate === null) return { extract: extractFeatures(layer, Int32Array.from({ length: featureCount }, (_, feature) => feature)), isRim: null };
  const extract = extractFeatures(layer, markedPlaces(withPassingFeatures(paired, isCandidate)));
  return { extract, isRim: rimOf(paired, extract, null) };
}

interface Treated {
  readonly contested: ContestedLayer;
  readonly treatments: readonly Treatment[];
  readonly outcomes: readonly DecisionOutcome[];
  readonly splits: readonly Split[];
}

/** Contested land that is divided. */
interface Split {
  readonly land: ContestedLand;
  readonly ruling: Ruling | null;
  /** One for each feature that gets a share of it. */
  readonly helpers: readonly Helper[];
}

/** A feature of the arranged layer that covers the share of contested land given to another feature. */
interface Helper {
  readonly helper: number;
  readonly feature: number;
}

/**
 * Contested land and its treatments. If some are split, their shares are noded with everything else, so that their common borders are
 * the same chains.
 */
function treat({ layer, features }: LayerExtract, isRim: Uint8Array | null, { units }: ExaminationOptions, tolerances: Tolerances, rules: LandRules): Treated {
  const count = features.length;
  const first = contestedLand(withEmptyFeatures(layer, 1), count, isRim, units, tolerances);
  const halves = new Map<ContestedLand, Half[] | null>();
  const sharesOf = (land: ContestedLand): Half[] | null => {
    const known = halves.get(land) ?? halvesOf(first, land);
    halves.set(land, known);
    return known;
  };
  const { of, outcomes } = treatmentsOf(first, rules, tolerances, (land) => sharesOf(land) !== null);
  const rings: Half['rings'][] = [];
  const splits: Split[] = [];
  first.lands.forEach((land, place) => {
    const shared = of[place].action === 'split' ? sharesOf(land) : null;
    if (shared !== null) splits.push({ land, ruling: of[place].ruling, helpers: shared.map(({ feature, rings: pieces }) => ({ feature, helper: count + rings.push(pieces) })) });
  });
  if (splits.length === 0) return { contested: first, treatments: of, outcomes, splits };
  const withHelpers = withPolygons(withEmptyFeatures(layer, 1), rings);
  const rim = isRim === null ? null : Uint8Array.from({ length: withHelpers.xy.length / 2 }, (_, vertex) => isRim[vertex] ?? 0);
  const contested = contestedLand(withHelpers, count, rim, units, tolerances);
  // Nodes on borders do not change who claims what, so the other contested land is the same; only its points may differ by rounding.
  const treatments = contested.lands.map((land): Treatment => {
    const same = first.lands.findIndex((other) => other.kind === land.kind && other.features.join(' ') === land.features.join(' ') && isNearby(other, land));
    return same < 0 || of[same].action === 'split' ? BY_THE_RULES : of[same];
  });
  return { contested, treatments, outcomes, splits };
}

function isNearby(land: ContestedLand, other: ContestedLand): boolean {
  const size = Math.abs(land.x) + Math.abs(land.y) + 1;
  return Math.hypot(land.x - other.x, land.y - other.y) <= 1e-9 * size;
}

type Report = (measure: number, feature: number, other: number, action: FindingAction) => void;

/** Reported like kept overlaps: for the later feature, or for the larger one if the other lies in it. */
function reportLeft(land: ContestedLand, report: Report): void {
  if (land.kind === 'gap') report(land.area, land.features[0], land.features.at(1) ?? -1, 'reported');
  else if (holds(land, 0) && !holds(land, 1)) report(land.area, land.features[1], land.features[0], 'reported');
  else if (holds(land, 1) && !holds(land, 0)) report(land.area, land.features[0], land.features[1], 'reported');
  else report(land.area, land.features[1], land.features[0], 'reported');
}

function reportGiven(land: ContestedLand, to: number, report: Report): void {
  const other = land.features.find((feature) => feature !== to) ?? -1;
  if (land.kind === 'gap') report(land.area, to, other, 'gap-closed');
  else report(land.area, other, to, holds(land, land.features.indexOf(to)) && !holds(land, land.features.indexOf(other)) ? 'cut-out' : holds(land, land.features.indexOf(other)) ? 'geometry-emptied' : 'overlap-assigned');
}

/** Whether the contested land is all the land of one of its two features. */
function holds({ area, featureAreas }: ContestedLand, which: number): boolean {
  return area >= featureAreas[which] * (1 - EQUAL_SHARE);
}

function kindOf(land: ContestedLand, feature: number, other: number): FindingKind {
  const [isFeature, isOther] = [holds(land, land.features.indexOf(feature)), holds(land, land.features.indexOf(other))];
  return isFeature && isOther ? 'duplicate-feature' : isFeature || isOther ? 'contained-feature' : 'overlap';
}

/** How much land each helper covers that several features claim, or that none does. */
function areasOfHelpers({ arranged: { cells, regions: { featureSets } }, claimantsOf }: ContestedLayer): Map<number, number> {
  const areas = new Map<number, number>();
  for (let cell = 1; cell < cells.count; cell++) {
    const claimants = claimantsOf(cell).length;
    const set = cells.featureSet[cell];
    if (claimants === 1 || featureSets.sizeOf(set) === claimants) continue;
    const helper = featureSets.items.data[featureSets.offsets.data[set] + claimants];
    areas.set(helper, (areas.get(helper) ?? 0) + cells.area[cell]);
  }
  return areas;
}

interface TracedLots {
  readonly lots: readonly (readonly number[])[];
  /** The features of the extract that were traced again. */
  readonly cut: readonly number[];
  readonly patchOf: (extract: LayerExtract, featureCount: number) => ReturnType<PatchBuilder['finish']>;
}

/** Determines for every face who has it, or which lot it belongs to, and traces the features and lots concerned. */
function traceLots(extract: LayerExtract, { arranged, claimantsOf, lands }: ContestedLayer, treatments: readonly Treatment[], splits: readonly Split[], { shellWinding }: ExaminationOptions): TracedLots {
  const { cells, regions, edges, arrangement, noding } = arranged;
  const { featureSets } = regions;
  /** The feature without geometry that follows those of the extract. Lots are written in its place. */
  const slot = extract.features.length;
  const firstLot = arranged.prepared.changed.length;
  const lots: (readonly number[])[] = [];
  const takerOf = new Map(splits.flatMap(({ helpers }) => helpers.map(({ helper, feature }) => [helper, feature])));
  const lotOf = new Map<string, number>();
  const lotFor = (ofLands: readonly number[], members: readonly number[]): number => {
    const key = `${ofLands.toSorted((p, q) => p - q).join(' ')}: ${members.join(' ')}`;
    const lot = lotOf.get(key) ?? firstLot + lots.push(members) - 1;
    lotOf.set(key, lot);
    return lot;
  };
  const landsOfCell = new Map<number, number[]>();
  lands.forEach(({ cells: members }, land) => {
    for (const cell of members) landsOfCell.set(cell, [...(landsOfCell.get(cell) ?? []), land]);
  });
  const isConcerned = new Uint8Array(firstLot);
  const codeOfCell = new Int32Array(cells.count).fill(NO_OWNER);
  for (let cell = 1; cell < cells.count; cell++) {
    const claimants = claimantsOf(cell);
    const holders = holdersOf(cell, claimants);
    codeOfCell[cell] = holders.length === 0 ? NO_OWNER : holders.length === 1 ? holders[0] : keptCode(featureSets.intern(Int32Array.from(holders), holders.length));
    if (holders.length === claimants.length && holders.every((holder, i) => holder === claimants[i])) continue;
    for (const feature of [...claimants, ...holders]) if (feature < slot) isConcerned[feature] = 1;
    for (const land of landsOfCell.get(cell) ?? []) for (const feature of lands[land].features) isConcerned[feature] = 1;
  }
  const coverage = Coverage.ofCells(codeOfCell, cells, regions);
  const wanted = new Uint8Array(firstLot + lots.length).fill(1, firstLot);
  wanted.set(isConcerned);
  const { offsets, borders } = bordersOf(wanted, edges, arrangement, coverage);
  const tracer = new RegionTracer({ ...arranged, coverage }, noding.isInserted);
  const writer = new FeatureWriter(arranged, shellWinding === 'clockwise');
  const { layer } = arranged.prepared;
  const builder = new PatchBuilder(layer.z !== null, layer.m !== null, 1024);
  const written: number[] = [];
  for (let feature = 0; feature < wanted.length; feature++) {
    if (wanted[feature] === 0) continue;
    const rings = tracer.trace(feature, borders.subarray(offsets[feature], offsets[feature + 1]));
    if (writer.write(Math.min(feature, slot), rings, builder)) written.push(feature);
  }
  return {
    lots,
    cut: written.filter((feature) => feature < slot),
    patchOf: ({ features, origins }, featureCount) => {
      const patch = builder.finish();
      const follow = (sources: Int32Array, from: Int32Array): Int32Array => sources.map((source) => (source < 0 ? -1 : from[source]));
      return {
        features: Int32Array.from(written, (feature) => (feature < slot ? features[feature] : featureCount + feature - firstLot)),
        geometry: patch.geometry,
        sourcePart: follow(patch.sourcePart, origins.part),
        sourceRing: follow(patch.sourceRing, origins.ring),
        sourceVertex: follow(patch.sourceVertex, origins.vertex),
      };
    },
  };

  /** The owners of a cell, ascending: features, lots, or several if the rules are to decide. */
  function holdersOf(cell: number, claimants: readonly number[]): readonly number[] {
    const here = landsOfCell.get(cell) ?? [];
    // Helpers follow all features, and no two of them cover the same point.
    const set = cells.featureSet[cell];
    const taker = featureSets.sizeOf(set) === claimants.length ? undefined : takerOf.get(featureSets.items.data[featureSets.offsets.data[set] + claimants.length]);
    if (taker !== undefined && (claimants.length === 0 || claimants.includes(taker)) && claimants.length !== 1) return [taker];
    if (here.length === 0 || here.every((land) => treatments[land].action === 'repair')) return claimants;
    if (lands[here[0]].kind === 'gap') return treatments[here[0]].action === 'give' ? [treatments[here[0]].to] : treatments[here[0]].action === 'leave' ? [lotFor(here.slice(0, 1), [])] : claimants;
    return sharedBy(here, claimants);
  }

  /** Of those who claim a face, leaves out those who must give it away, and combines those who keep it together into a lot. */
  function sharedBy(here: readonly number[], claimants: readonly number[]): readonly number[] {
    const losers = new Set(here.flatMap((land) => (treatments[land].action === 'give' ? lands[land].features.filter((feature) => feature !== treatments[land].to) : [])));
    const kept = claimants.filter((feature) => !losers.has(feature));
    const left = kept.length === 0 ? claimants : kept;
    const leaving = new Map(here.filter((land) => treatments[land].action === 'leave').map((land) => [lands[land].features.join(' '), land]));
    const landOf = (feature: number, other: number): number | undefined => leaving.get(feature < other ? `${feature} ${other}` : `${other} ${feature}`);
    // If A and B leave land to each other, and so do B and C, but not A and C, the rules decide which of the two lots gets it.
    const holders = maximalGroups(left, (feature, other) => landOf(feature, other) !== undefined).map((group) => {
      const lotLands = group.flatMap((feature, i) => group.slice(i + 1).flatMap((other) => landOf(feature, other) ?? []));
      return group.length === 1 ? group[0] : lotFor(lotLands, group.sort((p, q) => p - q));
    });
    return holders.sort((p, q) => p - q);
  }
}

/** The layer followed by features without geometry. */
function withEmptyFeatures(layer: Layer, count: number): Layer {
  if (count === 0) return layer;
  const featureOffsets = new Int32Array(layer.featureOffsets.length + count).fill(layer.partKinds.length);
  featureOffsets.set(layer.featureOffsets);
  return { ...layer, featureOffsets };
}
