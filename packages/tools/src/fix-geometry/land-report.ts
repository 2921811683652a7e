import type { BalanceEntry, BalanceTotals, FindingWeight, LandGeometry, ReportedFinding } from '@geoinsights/contract';
import type { DatasetLayer } from '@geoinsights/formats/in-memory';
import { FINDING_ACTIONS, FINDING_KINDS, LAND_WEIGHTS, landOfRepair } from '@geoinsights/geometry';
import type { Balance, ChangedFeatures, Findings, FindingsLand, LandOfRepair, LandPiece, Shares, Tolerances, Winding } from '@geoinsights/geometry';

/** The ruling on a finding, by its index. */
export type RulingOf = (findings: Findings, place: number) => Pick<ReportedFinding, 'reason' | 'decision'>;

/** How a report names features. */
export type FeatureNames = Pick<DatasetLayer, 'label' | 'id'>;

const DUPLICATE = FINDING_KINDS.indexOf('duplicate-feature');
const EMPTIED = FINDING_KINDS.indexOf('emptied');
/** The maximum number of receivers in a sentence. */
const NAMED = 3;
/** Square metres and metres are reported to a tenth of a square millimetre and of a millimetre: smaller differences are rounding, not land. */
const FINEST = 1e4;
/** A decision finds the land of a finding by its area, to within a millionth (`decisions/treatments.ts` of the kernel). Smaller areas get as many digits as that takes. */
const FEWEST_DIGITS = 8;

/** The parts of a repair that the land report needs. */
export interface RepairedLand {
  /** Null if it changed nothing. */
  readonly changes: ChangedFeatures | null;
  readonly findings: Findings;
  readonly tolerances: Tolerances;
}

/** What a repair did to the land of a layer. Both Node and browsers use it, so this file depends on neither. */
export function landOfLayer(layer: DatasetLayer, { changes, findings, tolerances }: RepairedLand, shellWinding: Winding, onProgress: (share: number) => void = () => undefined): Promise<LandOfRepair> {
  return landOfRepair(layer.geometry, changes, findings, { units: layer.crs.units, metresPerUnit: layer.crs.metresPerUnit, shellWinding, snapDistance: tolerances.snapDistance, onProgress });
}

/**
 * Converts findings to report entries, one at a time, since a layer may have a million: the most serious first if their land is
 * known, else in their original order.
 */
export function* reportedFindings(findings: Findings, names: FeatureNames, land: FindingsLand | null, rulingOf: RulingOf = () => ({})): Generator<ReportedFinding> {
  const order = land?.order() ?? null;
  for (let place = 0; place < findings.count; place++) {
    const i = order === null ? place : order[place];
    const finding = { ...findingAt(findings, i, names), ...rulingOf(findings, i) };
    yield land === null ? finding : { ...finding, ...landOfFinding(findings, i, names, land) };
  }
}

function findingAt(findings: Findings, i: number, names: FeatureNames): ReportedFinding {
  const [x, y] = [findings.xy[2 * i], findings.xy[2 * i + 1]];
  const other = findings.other[i];
  const measure = findings.measure[i];
  return {
    kind: FINDING_KINDS[findings.kind[i]],
    feature: findings.feature[i],
    label: names.label(findings.feature[i]),
    other: other < 0 ? null : other,
    other_label: other < 0 ? null : names.label(other),
    at: Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null,
    measure: Number.isFinite(measure) ? measure : null,
    action: FINDING_ACTIONS[findings.action[i]],
  };
}

function landOfFinding(findings: Findings, i: number, names: FeatureNames, land: FindingsLand): Partial<ReportedFinding> {
  const [feature, other] = [findings.feature[i], findings.other[i]];
  const piece = land.pieceOf(i);
  return {
    position: feature + 1,
    id: names.id(feature),
    other_position: other < 0 ? null : other + 1,
    other_id: other < 0 ? null : names.id(other),
    weight: LAND_WEIGHTS[land.weight[i]],
    area_m2: Number.isNaN(land.area[i]) ? null : withDigits(land.area[i]),
    received_by: land.receivedBy[i] < 0 ? null : land.receivedBy[i] + 1,
    geometry: piece === null ? null : geometryOf(piece),
  };
}

function geometryOf({ kind, chains }: LandPiece): LandGeometry {
  const lists = chains.map(placesOf);
  if (kind === 'polygon') return { type: 'Polygon', coordinates: lists };
  return lists.length === 1 ? { type: 'LineString', coordinates: lists[0] } : { type: 'MultiLineString', coordinates: lists };
}

function placesOf(chain: Float64Array): number[][] {
  return Array.from({ length: chain.length / 2 }, (_, i) => [chain[2 * i], chain[2 * i + 1]]);
}

/** How many findings there are of each weight. */
export function weightsOf(land: FindingsLand): Record<FindingWeight, number> {
  const counts = { ownership: 0, shape: 0, cosmetic: 0 };
  for (const weight of land.weight) counts[LAND_WEIGHTS[weight]]++;
  return counts;
}

/** The balance of each changed feature, those that lost or gained most first. */
export function* balanceEntries(balance: Balance, findings: Findings, names: FeatureNames): Generator<BalanceEntry> {
  const weight = (entry: number): number => Math.max(balance.lost[entry], balance.gained[entry]);
  const order = Int32Array.from(balance.features.keys()).filter((entry) => balance.isReported[entry] === 1);
  order.sort((p, q) => weight(q) - weight(p) || p - q);
  const emptied = emptiedFeatures(findings);
  for (const entry of order) {
    const feature = balance.features[entry];
    const duplicateOf = emptied.get(feature);
    yield {
      position: feature + 1,
      id: names.id(feature),
      label: names.label(feature),
      area_before_m2: rounded(balance.before[entry]),
      area_after_m2: rounded(balance.after[entry]),
      lost_m2: rounded(balance.lost[entry]),
      gained_m2: rounded(balance.gained[entry]),
      max_displacement_m: rounded(balance.displacement[entry]),
      gave: sharesOf(balance.gave, entry).map(({ position, area_m2 }) => ({ to: position, area_m2 })),
      received: sharesOf(balance.received, entry).map(({ position, area_m2 }) => ({ from: position, area_m2 })),
      to_nobody_m2: rounded(balance.toNobody[entry]),
      from_nobody_m2: rounded(balance.fromNobody[entry]),
      emptied: duplicateOf === undefined ? null : whyEmptied(duplicateOf, sharesOf(balance.gave, entry), balance.toNobody[entry], names),
      ...(duplicateOf === undefined || duplicateOf < 0 ? {} : { repeats: duplicateOf + 1 }),
    };
  }
}

/** The totals over the changed features of a layer. */
export function balanceTotals(balance: Balance): BalanceTotals {
  const sum = (column: Float64Array): number => rounded(column.reduce((all, value) => all + value, 0));
  return {
    features: balance.isReported.reduce((all, isReported) => all + isReported, 0),
    area_before_m2: sum(balance.before),
    area_after_m2: sum(balance.after),
    changed_hands_m2: rounded(balance.totals.changedHands),
    to_nobody_m2: rounded(balance.totals.toNobody),
    from_nobody_m2: rounded(balance.totals.fromNobody),
  };
}

/** Features that ended up empty, with the feature that each duplicates; -1 if it duplicates none. */
function emptiedFeatures({ count, kind, feature, other }: Findings): Map<number, number> {
  const emptied = new Map<number, number>();
  const duplicates = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    if (kind[i] === EMPTIED) emptied.set(feature[i], -1);
    if (kind[i] === DUPLICATE && !duplicates.has(feature[i])) duplicates.set(feature[i], other[i]);
  }
  for (const [of, first] of duplicates) if (emptied.has(of)) emptied.set(of, first);
  return emptied;
}

/** The land that only an emptied feature had was narrower than the snap distance and went to nobody. */
function whyEmptied(duplicateOf: number, gave: readonly Share[], toNobody: number, names: FeatureNames): string {
  const named = (position: number): string => `"${names.label(position - 1)}" (number ${position})`;
  if (duplicateOf >= 0) return `It claims the same land as ${named(duplicateOf + 1)}, which comes before it and keeps it.`;
  if (gave.length === 0) return 'Its border encloses no area.';
  const receivers = gave.slice(0, NAMED).map(({ position }) => named(position));
  const more = gave.length > NAMED ? ` and ${gave.length - NAMED} more` : '';
  return `All its land${toNobody > 0 ? ' but slivers' : ''} was also claimed by others, and went to ${receivers.join(', ')}${more}.`;
}

interface Share {
  readonly position: number;
  readonly area_m2: number;
}

function sharesOf({ offsets, features, areas }: Shares, entry: number): Share[] {
  const shares: Share[] = [];
  for (let i = offsets[entry]; i < offsets[entry + 1]; i++) if (rounded(areas[i]) > 0) shares.push({ position: features[i] + 1, area_m2: rounded(areas[i]) });
  return shares;
}

/** Adding 0 removes the sign of -0. */
function rounded(value: number): number {
  return Math.round(value * FINEST) / FINEST + 0;
}

function withDigits(area: number): number {
  return area < FINEST ? Number(area.toPrecision(FEWEST_DIGITS)) : rounded(area);
}
