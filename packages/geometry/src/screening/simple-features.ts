import type { PreparedLayer } from '../edges/prepare.ts';
import { SegmentTree } from '../plain/segment-tree.ts';
import { isLargeFeatureSimple } from './large-features.ts';

/** Most rings of a feature that go into a tree at once. For more, a grid is faster, which does not know where rings may touch. */
const MOST_RINGS = 256;

/**
 * Marks the features whose rings intersect themselves, or each other other than where rings may touch in a vertex (`Touches`), or are not nested
 * correctly: holes must lie in the shell of their part, and no other ring may lie in anything but a hole. Every vertex is read once or twice in memory
 * order, so this costs little compared to finding the neighbours of each segment.
 *
 * @param isKnown features to skip.
 */
export function markComplexFeatures(prepared: PreparedLayer, isMarked: Uint8Array, isKnown: (feature: number) => boolean): void {
  const { partOffsets, featureOffsets } = prepared.layer;
  const tree = new SegmentTree();
  for (let feature = 0; feature < isMarked.length; feature++) {
    if (prepared.isPolygonal[feature] === 0 || isKnown(feature)) continue;
    if (!isSimple(prepared, partOffsets[featureOffsets[feature]], partOffsets[featureOffsets[feature + 1]], tree)) isMarked[feature] = 1;
  }
}

/** Whether the rings of a feature meet only where they may and are nested correctly. @param tree to be used again. */
function isSimple(prepared: PreparedLayer, firstRing: number, endRing: number, tree: SegmentTree): boolean {
  const isLarge = endRing - firstRing > MOST_RINGS;
  if (isLarge && isLargeFeatureSimple(prepared, firstRing, endRing)) return true;
  tree.clear();
  for (let ring = firstRing; ring < endRing; ring++) if (prepared.ringFirst[ring] >= 0) tree.addPreparedRing(prepared, ring);
  return tree.areRingsValid() ?? (!isLarge && isLargeFeatureSimple(prepared, firstRing, endRing));
}
