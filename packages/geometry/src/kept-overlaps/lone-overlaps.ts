import Flatbush from 'flatbush';
import { addTo } from '../arrays/multimap.ts';
import { range } from '../arrays/range.ts';
import type { Ground } from '../ground.ts';
import type { RepairRules } from '../land-rules.ts';
import type { Tolerances } from '../options.ts';
import type { CommonLand } from './common-land.ts';

/** Such overlaps are left while everything else in their sheet is repaired. */
export const KEPT_AS_LOTS: RepairRules = { leavesOverlaps: false, keepsOverlaps: true, maxDisplacement: Infinity, maxTransfer: Infinity, decisions: [] };

/** An overlap with a larger share of the smaller feature is one layer over another, or a copy, of which hardly more than needles would be left beside a lot. */
const LARGEST_SHARE = 1 / 2;

/** Of so few, each is compared with all others. */
const FEW = 16;

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
  for (const lands of byFeature.values()) if (lands.length > 1) removeNeighbours(lone, lands, reach, ground);
  return lone;
}

/** Removes all of the lands of one feature that come near another of them. */
function removeNeighbours(lone: Set<CommonLand>, lands: CommonLand[], reach: number, ground: Ground): void {
  lands.sort((p, q) => p.extent[0] - q.extent[0]);
  const marginsX = lands.map(({ extent: [, minY, , maxY] }) => reach / ground.smallestScaleX(minY, maxY));
  const marginY = reach / ground.scaleY;
  // The margin is that of the land that begins further west.
  const areNear = (west: number, east: number): boolean => {
    const [, minY, maxX, maxY] = lands[west].extent;
    const [otherMinX, otherMinY, , otherMaxY] = lands[east].extent;
    return otherMinX <= maxX + marginsX[west] && otherMinY <= maxY + marginY && otherMaxY >= minY - marginY;
  };
  const candidates = candidatesAmong(lands, Math.max(...marginsX), marginY);
  for (const [i, land] of lands.entries()) {
    // Every land that is still lone looks for itself, so that the others need not.
    if (!lone.has(land)) continue;
    const near = candidates(i).filter((other) => other !== i && areNear(Math.min(i, other), Math.max(i, other)));
    if (near.length > 0) lone.delete(land);
    for (const other of near) lone.delete(lands[other]);
  }
}

/** Of each land, those that may come near it. One feature may have thousands side by side. */
function candidatesAmong(lands: readonly CommonLand[], marginX: number, marginY: number): (land: number) => readonly number[] {
  if (lands.length <= FEW) {
    const all = Array.from(range(lands.length));
    return () => all;
  }
  const index = new Flatbush(lands.length);
  for (const { extent } of lands) index.add(...extent);
  index.finish();
  return (land) => {
    const [minX, minY, maxX, maxY] = lands[land].extent;
    return index.search(minX - marginX, minY - marginY, maxX + marginX, maxY + marginY);
  };
}
