import { sampleOf } from '../arrays/sample.ts';
import type { Ground } from '../ground.ts';
import { FeatureExtents } from '../layer/feature-extents.ts';
import type { Tolerances } from '../options.ts';

/** Features are looked at first to see whether any are apart; in a coverage hardly one is. */
const SAMPLE = 256;
/** Of fewer than this share, to leave them out saves less than to find them. */
const WORTH_IT = 1 / 8;

/**
 * 1 for each feature whose extent no other one comes near, so that it has no fault with another one; null if there are few or none.
 *
 * It overlaps and touches none, and its borders are near none. Nor does it change which gaps there are: all around it there is a void that holds a circle of the gap
 * width, so a void around such a feature is none, with it or without it.
 *
 * @param extents minX, minY, maxX, maxY of each feature; minX > maxX for a feature without coordinates.
 */
export function featuresApart(extents: Float64Array, tolerances: Pick<Tolerances, 'snapDistance' | 'maxGapWidth'>, ground: Ground): Uint8Array | null {
  const near = new FeatureExtents(extents, tolerances, ground);
  const isApart = (feature: number): boolean => near.nearFeature(feature, (other) => other !== feature).length === 0;
  const featureCount = extents.length / 4;
  const sample = Array.from(sampleOf(featureCount, SAMPLE));
  if (sample.filter(isApart).length < WORTH_IT * sample.length) return null;
  return Uint8Array.from({ length: featureCount }, (_, feature) => (isApart(feature) ? 1 : 0));
}
