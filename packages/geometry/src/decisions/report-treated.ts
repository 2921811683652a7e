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

/** The share of divided land that a feature got. @param area of the share. */
export function findingOfShare({ kind, features, x, y }: ContestedLand, feature: number, area: number): NewFinding {
  const other = features.find((candidate) => candidate !== feature) ?? feature;
  if (kind === 'gap') return { kind, feature, other, x, y, measure: area, action: 'gap-closed' };
  return { kind, feature: other, other: feature, x, y, measure: area, action: 'overlap-assigned' };
}
