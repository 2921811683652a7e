import type { PreparedLayer } from '../edges/prepare.ts';
import { areNested } from '../plain/nesting.ts';
import { SegmentTree } from '../plain/segment-tree.ts';
import { isLargeFeatureSimple } from './large-features.ts';

/** Most rings of a feature examined here. For more, a grid is faster. */
const MOST_RINGS = 256;

/**
 * Marks the features whose rings intersect themselves or each other, even in a vertex, or are not nested correctly: holes must
 * lie in the shell of their part, and no other ring may lie in anything but a hole. Every vertex is read once or twice in memory
 * order, so this costs little compared to finding the neighbours of each segment.
 *
 * @param isKnown features to skip.
 */
export function markComplexFeatures(prepared: PreparedLayer, isMarked: Uint8Array, isKnown: (feature: number) => boolean): void {
  const { partOffsets, featureOffsets } = prepared.layer;
  const features = new SimpleFeatures(prepared);
  for (let feature = 0; feature < isMarked.length; feature++) {
    if (prepared.isPolygonal[feature] === 0 || isKnown(feature)) continue;
    if (!features.isSimple(partOffsets[featureOffsets[feature]], partOffsets[featureOffsets[feature + 1]])) isMarked[feature] = 1;
  }
}

class SimpleFeatures {
  private readonly prepared: PreparedLayer;
  private readonly tree = new SegmentTree();
  /** For each ring in the tree, whether it is a shell, and its part. */
  private readonly isShell: boolean[] = [];
  private readonly partOfRing: number[] = [];

  constructor(prepared: PreparedLayer) {
    this.prepared = prepared;
  }

  /** Whether the rings of a feature meet nowhere and are nested correctly. */
  isSimple(firstRing: number, endRing: number): boolean {
    const { tree, isShell, partOfRing } = this;
    if (endRing - firstRing > MOST_RINGS) return isLargeFeatureSimple(this.prepared, firstRing, endRing);
    this.addRings(firstRing, endRing);
    const doMeet = tree.doSegmentsMeet();
    if (doMeet === null) return isLargeFeatureSimple(this.prepared, firstRing, endRing);
    return !doMeet && (endRing - firstRing === 1 || areNested(tree, isShell, partOfRing));
  }

  private addRings(firstRing: number, endRing: number): void {
    const { tree, prepared: { layer: { xy, ringOffsets }, next, ringFirst, isShell, partOfRing } } = this;
    tree.clear();
    this.isShell.length = this.partOfRing.length = 0;
    for (let ring = firstRing; ring < endRing; ring++) {
      if (ringFirst[ring] < 0) continue;
      tree.addLinkedRing(xy, next, ringFirst[ring], ringOffsets[ring + 1] - ringOffsets[ring]);
      this.isShell.push(isShell[ring] === 1);
      this.partOfRing.push(partOfRing[ring]);
    }
  }
}
