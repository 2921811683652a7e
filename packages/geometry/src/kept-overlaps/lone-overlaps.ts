import { addTo } from '../arrays/multimap.ts';
import type { Ground } from '../ground.ts';
import type { RepairRules } from '../land-rules.ts';
import type { Tolerances } from '../options.ts';
import type { CommonLand } from './common-land.ts';

/** Such overlaps are left while everything else in their sheet is repaired. */
export const KEPT_AS_LOTS: RepairRules = { leavesOverlaps: false, keepsOverlaps: true, maxDisplacement: Infinity, maxTransfer: Infinity, decisions: [] };

/** An overlap with a larger share of the smaller feature is one layer over another, or a copy, of which hardly more than needles would be left beside a lot. */
const LARGEST_SHARE = 1 / 2;

/**
 * The overlaps between neighbours: a smaller part of both features, and no other overlap of either comes near. Such land can be a lot, so that the two
 * stay in one sheet and are matched everywhere else.
 *
 * Where A overlaps B and C side by side, it lies over both, like a reserve over parcels. With lots, what lies between B and C would be land of A
 * alone, and neither matched nor closed. So these go to different sheets.
 */
export function loneOverlaps(kept: readonly CommonLand[], { snapDistance, maxGapWidth }: Tolerances, ground: Ground): Set<CommonLand> {
  const reach = Math.max(snapDistance, maxGapWidth);
  const lone = new Set(kept.filter(({ area, featureArea, otherArea }) => area <= LARGEST_SHARE * Math.min(featureArea, otherArea)));
  const byFeature = new Map<number, CommonLand[]>();
  for (const land of kept) {
    addTo(byFeature, land.feature, land);
    addTo(byFeature, land.other, land);
  }
  for (const lands of byFeature.values()) {
    if (lands.length < 2) continue;
    lands.sort((p, q) => p.extent[0] - q.extent[0]);
    for (const [i, land] of lands.entries()) {
      const [, minY, maxX, maxY] = land.extent;
      const marginX = reach / ground.smallestScaleX(minY, maxY);
      const marginY = reach / ground.scaleY;
      for (let next = i + 1; next < lands.length && lands[next].extent[0] <= maxX + marginX; next++) {
        const [, otherMinY, , otherMaxY] = lands[next].extent;
        if (otherMinY > maxY + marginY || otherMaxY < minY - marginY) continue;
        lone.delete(land);
        lone.delete(lands[next]);
      }
    }
  }
  return lone;
}
