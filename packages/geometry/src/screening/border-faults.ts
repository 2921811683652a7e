import { markedPlaces } from '../arrays/growable.ts';
import type { Ground } from '../ground.ts';
import type { Tolerances } from '../options.ts';
import { unlessTooTangled } from '../tangled.ts';
import { BorderNetwork } from './border-network.ts';
import type { BorderSegments } from './border-segments.ts';

/**
 * The features around the gaps of a layer without overlaps, and on request those with open borders near each other, told from the
 * open borders alone: a void ends where somebody's land begins, and a border between two features is neither part of a void's nor
 * open. So a void is seen whole that lies between the features of many pieces.
 *
 * @param borders each open segment of the layer once.
 * @returns the features that may be at fault, ascending: also those where more than one has a place after all.
 */
export function findBorderFaults(borders: readonly BorderSegments[], featureCount: number, ground: Ground, tolerances: Tolerances, isNearAsked: boolean): Int32Array<ArrayBuffer> {
  const isMarked = new Uint8Array(featureCount);
  if (borders.every(({ feature }) => feature.length === 0)) return markedPlaces(isMarked);
  const network = new BorderNetwork(borders, () => true, ground);
  if (isNearAsked) network.markNear(tolerances.snapDistance, isMarked, () => false);
  if (unlessTooTangled(() => network.node(isMarked, () => false)) === true) {
    network.markGaps(tolerances.maxGapWidth, isMarked);
    network.forEachOverlap(isMarked, () => undefined);
  }
  return markedPlaces(isMarked);
}
