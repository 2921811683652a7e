import { markedIndices } from '../arrays/growable.ts';
import type { Ground } from '../ground.ts';
import type { Tolerances } from '../options.ts';
import { unlessTooTangled } from '../tangled.ts';
import { BorderNetwork } from './border-network.ts';
import type { BorderSegments } from './border-segments.ts';

/**
 * Finds the features around the gaps of a layer without overlaps and, on request, those with open borders near each other. The
 * open borders alone suffice: a void ends where a feature begins, and a border shared by two features is neither open nor part of
 * a void's border. So this also sees voids that lie between the features of many pieces.
 *
 * @param borders each open segment of the layer once.
 * @returns the features that may be at fault, ascending. Also includes features where more than one covers a point after all.
 */
export function findBorderFaults(borders: readonly BorderSegments[], featureCount: number, ground: Ground, tolerances: Tolerances, isNearAsked: boolean): Int32Array<ArrayBuffer> {
  const isMarked = new Uint8Array(featureCount);
  if (borders.every(({ feature }) => feature.length === 0)) return markedIndices(isMarked);
  const network = new BorderNetwork(borders, () => true, ground);
  if (isNearAsked) network.markNear(tolerances.snapDistance, isMarked, () => false);
  if (unlessTooTangled(() => network.node(isMarked, () => false)) === true) {
    network.markGaps(tolerances.maxGapWidth, isMarked);
    network.forEachOverlap(isMarked, false, () => undefined);
  }
  return markedIndices(isMarked);
}
