import { featureExtents } from '../layer/feature-extents.ts';
import type { Layer } from '../layer/layer.ts';
import type { Area } from './area.ts';

/** How a feature, or a piece of one, relates to an area, as bits: some of it inside, some outside, some on the border. */
export const INSIDE = 1;
export const OUTSIDE = 2;
export const ON_BORDER = 4;

/** An extent is widened by 16 units in the last place: noding routes borders through vertices up to half as far away. */
const MARGIN = 16 * Number.EPSILON;

export interface Placements {
  /** Bits by feature; not set for undecided ones. */
  readonly bits: Uint8Array;
  /** Features that the border of the area may come near, ascending. */
  readonly undecided: Int32Array;
}

/**
 * Places the features by their extents. This decides all except those along the border of the area. Features without coordinates lie
 * nowhere.
 */
export function placeByExtents(layer: Layer, area: Area): Placements {
  const extents = featureExtents(layer);
  const bits = new Uint8Array(extents.length / 4);
  const undecided: number[] = [];
  for (let feature = 0; feature < bits.length; feature++) {
    const [minX, minY, maxX, maxY] = extents.subarray(4 * feature, 4 * feature + 4);
    if (minX > maxX) continue;
    const margin = MARGIN * Math.max(Math.abs(minX), Math.abs(minY), Math.abs(maxX), Math.abs(maxY));
    if (!area.isClearOfBorder(minX - margin, minY - margin, maxX + margin, maxY + margin)) undecided.push(feature);
    else bits[feature] = area.contains(minX, minY) ? INSIDE : OUTSIDE;
  }
  return { bits, undecided: Int32Array.from(undecided) };
}
