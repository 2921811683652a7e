import { EQUAL_SHARE } from '../equal-share.ts';
import type { NewFinding } from '../layer/finding-list.ts';
import type { FindingKind } from '../layer/findings.ts';

/** Land that two features have in common. */
export interface Overlap {
  /** The earlier one first. */
  readonly features: readonly number[];
  /** The total area of each of the two, in the unit of `area`. */
  readonly featureAreas: readonly number[];
  readonly area: number;
  /** A point on its border. */
  readonly x: number;
  readonly y: number;
}

/** An overlap that is kept is reported for the later feature, or for the larger one if the other lies in it. */
export function findingOfKept(overlap: Overlap): NewFinding {
  const { features: [first, second], area, x, y } = overlap;
  const isSecondInFirst = holds(overlap, second) && !holds(overlap, first);
  const [feature, other] = isSecondInFirst ? [first, second] : [second, first];
  return { kind: kindOfOverlap(overlap), feature, other, x, y, measure: area, action: 'reported' };
}

/** Whether the overlap is all the land of one of its two features. */
export function holds({ area, features, featureAreas }: Overlap, feature: number): boolean {
  return area >= featureAreas[features.indexOf(feature)] * (1 - EQUAL_SHARE);
}

export function kindOfOverlap(overlap: Overlap): FindingKind {
  const held = overlap.features.filter((feature) => holds(overlap, feature)).length;
  return held === 2 ? 'duplicate-feature' : held === 1 ? 'contained-feature' : 'overlap';
}
