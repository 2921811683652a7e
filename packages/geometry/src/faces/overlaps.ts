import type { Cells } from './cells.ts';
import { giveCutOffSlivers } from './cut-off-slivers.ts';
import { giveToLongestBorder, giveToLongestBorderInRounds } from './longest-border.ts';
import { majorities } from './majority.ts';
import { claimantCount, overlapClaims } from './overlap-claims.ts';
import { NO_OWNER } from './owner.ts';
import type { Ownership } from './owner.ts';
import { largest } from './ranking.ts';
import type { FeatureRegions } from './regions.ts';
import { rescueEmptied } from './rescue-emptied.ts';
import type { LeastWidth } from './wide-land.ts';

/**
 * Gives each overlap to one of its features, by these rules in order:
 *
 * 1. A feature with exactly the region of an earlier one gets nothing (`overlapClaims`).
 * 2. The land common to all claimants goes to the one that has more than half of its own land in it, if there is exactly one
 *   (`majorities`).
 * 3. A cell goes to the claimant with the longest border: first with land that only one claimant has, then, in rounds, with land
 *   already decided.
 * 4. A cell that touches no land of its claimants goes to the largest of them.
 *
 * Of equal borders the larger feature wins, of equal features the earlier one (`longest`). Finally, features that would end up empty
 * get cells of others, so that none does unless there are fewer cells than claimants (`rescueEmptied`), and slivers that an overlap cuts off go with it
 * (`giveCutOffSlivers`).
 *
 * @param leastWidth of land that counts as wide (`rescueEmptied`); null if all of it does.
 */
export function assignOverlaps(featureCount: number, cells: Cells, regions: FeatureRegions, leastWidth: LeastWidth | null): Ownership {
  const claims = overlapClaims(featureCount, cells, regions);
  const { featureSets, claimants, featureArea, duplicateOf } = claims;
  const owner = new Int32Array(cells.count).fill(NO_OWNER);
  const contested: number[] = [];
  for (let cell = 1; cell < cells.count; cell++) {
    const set = cells.featureSet[cell];
    const size = featureSets.sizeOf(set);
    if (size === 1) owner[cell] = featureSets.items.data[featureSets.offsets.data[set]];
    else if (size > 1 && claimantCount(claimants, set) === 1) owner[cell] = claimants.features[claimants.starts[set]];
    else if (size > 1) contested.push(cell);
  }
  if (contested.length === 0) return { owner, duplicateOf, featureArea };
  const uncontested = owner.slice();
  const majority = majorities(claims);
  for (const cell of contested) owner[cell] = majority[cells.featureSet[cell]];
  const withoutMajority = contested.filter((cell) => owner[cell] === NO_OWNER);
  giveToLongestBorderInRounds(claims, giveToLongestBorder(claims, withoutMajority, uncontested, owner), owner);
  for (const cell of withoutMajority) {
    const set = cells.featureSet[cell];
    if (owner[cell] === NO_OWNER) owner[cell] = largest(claimants.features.subarray(claimants.starts[set], claimants.starts[set + 1]), featureArea);
  }
  rescueEmptied(claims, contested, owner, leastWidth);
  if (leastWidth?.givesUpSlivers === true) giveCutOffSlivers(claims, contested, owner, leastWidth);
  return { owner, duplicateOf, featureArea };
}
