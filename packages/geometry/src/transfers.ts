import { featureSize } from './layer/feature-size.ts';
import type { FeatureSize } from './layer/feature-size.ts';
import { FINDING_ACTIONS, FINDING_KINDS } from './layer/findings.ts';
import type { Findings } from './layer/findings.ts';
import type { Layer } from './layer/layer.ts';
import type { FeaturePlace } from './layer/placed-features.ts';
import type { CoordinateUnits, Tolerances } from './options.ts';

/** Whatever the tolerances, digitising may explain a strip narrower than this share of a feature's size. */
const FINEST_SHARE = 1 / 100;
/** A feature that lost this share of its land has lost more than strips along its border, even if it lost it to features inside it. */
const LARGE_SHARE = 1 / 4;

const OVERLAP_ASSIGNED = FINDING_ACTIONS.indexOf('overlap-assigned');
const CUT_OUT = FINDING_ACTIONS.indexOf('cut-out');
/** With these faults a ring may wind around land twice, so its area does not say how much land it had. */
const UNTIDY = new Set(['self-intersection', 'ring-overlap', 'hole-outside-shell', 'duplicate-ring', 'unclosed-ring'].map((kind) => FINDING_KINDS.findIndex((known) => known === kind)));

/** Land that a feature lost to others in overlaps, and that digitising does not explain. */
export interface Transfer {
  readonly feature: number;
  /** The feature that got the most of it. */
  readonly other: number;
  /** In square units of the tolerances. */
  readonly area: number;
  /** Where the largest overlap is. */
  readonly x: number;
  readonly y: number;
}

interface Loss {
  toNeighbours: number;
  cutOut: number;
  largest: number;
  x: number;
  y: number;
  readonly to: Map<number, number>;
}

/**
 * The transfers of a repair, derived from its findings. Digitising a border twice leaves strips along it. What a feature loses counts
 * as such strips up to the area of a strip along half of its border, as wide as a gap that is closed or as both sides may be matched.
 * A narrow feature, such as a road, could lose all of its land that way; so a quarter of its land is more than strips, unless it
 * is hardly wider than the snap distance. Features inside a larger one are cut out of it by the rule for them; that is a transfer
 * only if it takes a quarter of its land.
 *
 * @param after where each feature is after the repair.
 * @param findings of the repair.
 */
export function findTransfers(before: Layer, after: (feature: number) => FeaturePlace, findings: Findings, tolerances: Tolerances, units: CoordinateUnits): Transfer[] {
  const sizeAfter = (feature: number): FeatureSize => {
    const { layer, at } = after(feature);
    return featureSize(layer, at, units);
  };
  const losses = new Map<number, Loss>();
  const isUntidy = new Set<number>();
  for (let i = 0; i < findings.count; i++) {
    if (UNTIDY.has(findings.kind[i])) isUntidy.add(findings.feature[i]);
    const action = findings.action[i];
    if (action === OVERLAP_ASSIGNED || action === CUT_OUT) addLoss(losses, findings, i);
  }
  const transfers: Transfer[] = [];
  for (const [feature, loss] of losses) {
    const size = featureSize(before, feature, units);
    const explained = explainedBy(size, tolerances);
    const claimed = loss.toNeighbours + loss.cutOut;
    const other = mostOf(loss.to);
    const gone = isUntidy.has(feature) ? null : size.area - sizeAfter(feature).area;
    const all = gone === null ? claimed : landLost(claimed, loss.to.get(other) ?? 0, gone, explained);
    if (loss.toNeighbours > explained || (all > explained && all > LARGE_SHARE * size.area)) {
      transfers.push({ feature, other, area: all, x: loss.x, y: loss.y });
    }
  }
  return transfers.sort((p, q) => p.feature - q.feature);
}

function addLoss(losses: Map<number, Loss>, { feature, other, xy, measure, action }: Findings, i: number): void {
  let loss = losses.get(feature[i]);
  if (loss === undefined) {
    loss = { toNeighbours: 0, cutOut: 0, largest: -1, x: NaN, y: NaN, to: new Map() };
    losses.set(feature[i], loss);
  }
  if (action[i] === CUT_OUT) loss.cutOut += measure[i];
  else loss.toNeighbours += measure[i];
  loss.to.set(other[i], (loss.to.get(other[i]) ?? 0) + measure[i]);
  if (measure[i] <= loss.largest) return;
  loss.largest = measure[i];
  [loss.x, loss.y] = [xy[2 * i], xy[2 * i + 1]];
}

/**
 * @param claimed what it shared with each of the others, added up.
 * @param gone how much less it has. Where crowds overlap, not every face is reported, and this says more. It says less where several
 *   of the others share the same land, which then counts twice in the sum; but also where closed gaps and matched borders gave the
 *   feature something, which is hardly more than digitising explains. What it shared with one of them is lost in any case.
 * @param toOne what it shared with the one that claims most.
 */
function landLost(claimed: number, toOne: number, gone: number, explained: number): number {
  return claimed - gone > explained ? Math.max(toOne, gone) : Math.max(claimed, gone);
}

/** The area of a strip along half of the feature's borders, but not a large share of its land. */
function explainedBy({ area, perimeter }: FeatureSize, { snapDistance, maxGapWidth }: Tolerances): number {
  const width = Math.max(maxGapWidth, 2 * snapDistance, FINEST_SHARE * Math.sqrt(Math.max(0, area)));
  return Math.min((width * perimeter) / 2, Math.max((snapDistance * perimeter) / 2, LARGE_SHARE * area));
}

function mostOf(shares: ReadonlyMap<number, number>): number {
  let [feature, most] = [-1, -1];
  for (const [other, area] of shares) {
    if (area < most || (area === most && other > feature)) continue;
    feature = other;
    most = area;
  }
  return feature;
}
