import { BorderNetwork } from './border-network.ts';
import type { BorderSegments } from './border-segments.ts';
import type { Ground } from '../ground.ts';
import type { Tolerances } from '../options.ts';

/**
 * The features around the gaps of a clean layer, and on request those with open borders near each other, told from the open
 * borders alone: a void ends where somebody's land begins, and a border between two features is neither part of a void's nor open.
 * So a void is seen whole that lies between the features of many pieces.
 *
 * @param borders each open segment of the layer once.
 * @returns for each feature whether it may be at fault: also where a border does not come back to where it began.
 */
export function findBorderFaults(borders: readonly BorderSegments[], featureCount: number, ground: Ground, tolerances: Tolerances, isNearAsked: boolean): Uint8Array {
  if (borders.every(({ feature }) => feature.length === 0)) return new Uint8Array(featureCount);
  return new BorderNetwork(borders, featureCount, ground).faults(tolerances, isNearAsked);
}
