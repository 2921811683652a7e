import { EQUAL_SHARE } from '../equal-share.ts';
import type { FindingAction, FindingKind } from '../layer/findings.ts';
import type { ContestedLand } from './contested-land.ts';

/** A finding about contested land. */
export interface LandFinding {
  readonly kind: FindingKind;
  readonly feature: number;
  readonly other: number;
  readonly action: FindingAction;
}

/** Land that is left is reported like a kept overlap: for the later feature, or for the larger one if the other lies in it. */
export function findingOfLeft(land: ContestedLand): LandFinding {
  if (land.kind === 'gap') return { kind: 'gap', feature: land.features[0], other: land.features.at(1) ?? -1, action: 'reported' };
  const [first, second] = land.features;
  const isSecondInFirst = holds(land, second) && !holds(land, first);
  const [feature, other] = isSecondInFirst ? [first, second] : [second, first];
  return { kind: kindOf(land), feature, other, action: 'reported' };
}

/** Land that was given to a feature by decision. */
export function findingOfGiven(land: ContestedLand, to: number): LandFinding {
  const other = land.features.find((feature) => feature !== to) ?? -1;
  if (land.kind === 'gap') return { kind: 'gap', feature: to, other, action: 'gap-closed' };
  const [isWinner, isLoser] = [holds(land, to), holds(land, other)];
  return { kind: kindOf(land), feature: other, other: to, action: isLoser ? 'geometry-emptied' : isWinner ? 'cut-out' : 'overlap-assigned' };
}

/** The share of divided land that a feature got. */
export function findingOfShare(land: ContestedLand, feature: number): LandFinding {
  const other = land.features.find((candidate) => candidate !== feature) ?? feature;
  if (land.kind === 'gap') return { kind: 'gap', feature, other, action: 'gap-closed' };
  return { kind: 'overlap', feature: other, other: feature, action: 'overlap-assigned' };
}

/** Whether the contested land is all the land of one of its two features. */
function holds({ area, features, featureAreas }: ContestedLand, feature: number): boolean {
  return area >= featureAreas[features.indexOf(feature)] * (1 - EQUAL_SHARE);
}

function kindOf(land: ContestedLand): FindingKind {
  const held = land.features.filter((feature) => holds(land, feature)).length;
  return held === 2 ? 'duplicate-feature' : held === 1 ? 'contained-feature' : 'overlap';
}
