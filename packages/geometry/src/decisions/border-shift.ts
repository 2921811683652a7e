import { featureOfUse } from '../edges/ring-owners.ts';
import type { ArrangedTopology } from '../faces/arranged-topology.ts';
import { furthest, shiftBetween } from '../faces/furthest.ts';
import type { ContestedLand } from './contested-land.ts';

/** A feature with more than this share of its land in an overlap keeps the overlap (`majorities`). */
const MAJORITY = 1 / 2;

/**
 * How far a border moves if land changes hands by the rules, on the ground: how far the new border lies from the old one, and
 * the old one from the new one. If either of two features may lose an overlap, the larger of the two shifts counts; a feature
 * with more than half of its land in it keeps it. A feature that would end up empty moves by Infinity.
 *
 * @param snapDistance borders closer than this are matched before land is given to anybody.
 */
export function borderShift(arranged: ArrangedTopology, land: ContestedLand, snapDistance: number): number {
  const { edges, prepared } = arranged;
  const runsOver = (half: number, feature: number): boolean => {
    for (let use = edges.firstUse[half >> 1]; use >= 0; use = edges.useNext[use]) if (featureOfUse(prepared, edges, use) === feature) return true;
    return false;
  };
  const [first, second] = land.features;
  if (land.kind === 'gap') {
    const toOthers = Math.max(...land.features.map((feature) => furthest(arranged, land, land.border.filter((half) => runsOver(half, feature)), land.border.filter((half) => !runsOver(half, feature)))));
    // Matching closes it, and each border moves to the one across. If it lies between several features, nobody's border has to move along its whole length.
    if (toOthers <= snapDistance) return toOthers;
    // Filling a bay of one feature moves its border as far as the bay is deep, although its mouth may be narrow.
    return shiftBetween(arranged, land, land.border.filter((half) => runsOver(half, first)), land.border.filter((half) => !runsOver(half, first)));
  }
  const shiftOf = (loser: number, keeper: number, isEmptied: boolean): number => {
    if (isEmptied) return Infinity;
    const lost = land.border.filter((half) => runsOver(half, loser) && !runsOver(half, keeper));
    const gained = land.border.filter((half) => runsOver(half, keeper) && !runsOver(half, loser));
    // A new hole is as far from the border as its furthest point.
    const old = lost.length > 0 ? lost : wholeBorder(arranged, loser);
    return Math.max(furthest(arranged, land, gained, old), furthest(arranged, land, lost, gained));
  };
  const shares = land.featureAreas.map((area) => land.area / area);
  const isMajority = shares.map((share) => share > MAJORITY);
  const shifts = [shiftOf(first, second, isEqualShare(shares[0])), shiftOf(second, first, isEqualShare(shares[1]))];
  if (isMajority[0] !== isMajority[1]) return isMajority[0] ? shifts[1] : shifts[0];
  return Math.max(...shifts);
}

function isEqualShare(share: number): boolean {
  return share > 1 - 1e-9;
}

function wholeBorder({ edges, prepared }: ArrangedTopology, feature: number): number[] {
  const halves: number[] = [];
  for (let edge = 0; edge < edges.count; edge++) {
    if (edges.isDead(edge)) continue;
    for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
      if (featureOfUse(prepared, edges, use) !== feature) continue;
      halves.push(2 * edge);
      break;
    }
  }
  return halves;
}
