import { findingOfKept, holds, kindOfOverlap } from './finding-of-kept.ts';
import type { NewFinding } from '../layer/finding-list.ts';
import type { ContestedLand } from './contested-land.ts';

/** Land that is left as it is. */
export function findingOfLeft(land: ContestedLand): NewFinding {
  if (land.kind === 'overlap') return findingOfKept(land);
  const { features: [feature, other = -1], x, y, area } = land;
  return { kind: 'gap', feature, other, x, y, measure: area, action: 'reported' };
}

/** Land that was given to a feature by decision. */
export function findingOfGiven(land: ContestedLand, to: number): NewFinding {
  const { x, y, area } = land;
  const other = land.features.find((feature) => feature !== to) ?? -1;
  if (land.kind === 'gap') return { kind: 'gap', feature: to, other, x, y, measure: area, action: 'gap-closed' };
  const action = holds(land, other) ? 'geometry-emptied' : holds(land, to) ? 'cut-out' : 'overlap-assigned';
  return { kind: kindOfOverlap(land), feature: other, other: to, x, y, measure: area, action };
}

/** An overlap that was divided is one, whoever got how much of it. */
export function findingOfDivided({ features: [feature, other], x, y, area }: ContestedLand): NewFinding {
  return { kind: 'overlap', feature, other, x, y, measure: area, action: 'overlap-assigned' };
}

/** The share of a divided gap that a feature got. @param area of the share. */
export function findingOfShare({ features, x, y }: ContestedLand, feature: number, area: number): NewFinding {
  return { kind: 'gap', feature, other: features.find((candidate) => candidate !== feature) ?? feature, x, y, measure: area, action: 'gap-closed' };
}
