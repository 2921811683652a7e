import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { SegmentTree } from './segment-tree.ts';
import { isStarRing } from './star-ring.ts';

/** What must be known of features to find the plain ones among them. */
export type FeatureRings = Pick<Layer, 'xy' | 'ringOffsets' | 'partOffsets' | 'featureOffsets' | 'partKinds'>;

/**
 * Tells polygons that are valid beyond doubt from those that may not be. The former are plain: their rings do not meet themselves, and each other only in vertices in which
 * they may touch (`Touches`), every hole lies in the shell of its part and in no other hole, and no part lies in another one. A vertex that is repeated at once is no
 * doubt.
 *
 * It reads each vertex a few times only, so that it can be asked of everything that is written. A feature with a vertex of one ring on a segment of another one is doubtful, and may
 * be valid: ask a library about those. It keeps its room for the next features.
 */
export class PlainPolygons {
  readonly #tree = new SegmentTree();

  /** The features that are not plain, ascending. Those without polygons are. */
  doubtfulAmong(features: FeatureRings): number[] {
    const doubtful: number[] = [];
    for (let feature = 0; feature + 1 < features.featureOffsets.length; feature++) if (!this.#isPlain(features, feature)) doubtful.push(feature);
    return doubtful;
  }

  #isPlain(features: FeatureRings, feature: number): boolean {
    const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = features;
    const part = featureOffsets[feature];
    const ring = partOffsets[part];
    const isOneRing = featureOffsets[feature + 1] === part + 1 && partOffsets[part + 1] === ring + 1 && partKinds[part] === PartKind.Polygon;
    if (isOneRing && isStarRing(xy, ringOffsets[ring], ringOffsets[ring + 1])) return true;
    const tree = this.#tree;
    tree.clear();
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) if (!tree.addRing(features, ring, part, ring === partOffsets[part])) return false;
    }
    return tree.areRingsValid() === true;
  }
}
