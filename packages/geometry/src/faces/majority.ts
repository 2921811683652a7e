import { EQUAL_SHARE } from '../equal-share.ts';
import { NO_OWNER } from './owner.ts';
import type { OverlapClaims } from './overlap-claims.ts';

/** Set members that are compared to find common regions; when so many were, each set is looked at by itself. */
const MOST_COMPARISONS = 200_000_000;

/** Words of 32 bits that the members of sets may take. */
const MOST_WORDS = 4_000_000;

/** For each set the only claimant of which the region common to all claimants is more than half, or NO_OWNER. */
export function majorities({ featureSets, setArea, featureArea, sharedSets, claimants }: OverlapClaims): Int32Array {
  const setsOfFeature = new Map<number, number[]>();
  for (const set of sharedSets) {
    for (const feature of claimants[set]) {
      const list = setsOfFeature.get(feature);
      if (list === undefined) setsOfFeature.set(feature, [set]);
      else list.push(set);
    }
  }
  const winner = new Int32Array(featureSets.count).fill(NO_OWNER);
  let work = 0;
  const isWithin = subsetTest(sharedSets, claimants, featureSets.count);
  for (const set of sharedSets) {
    let rarest = setsOfFeature.get(claimants[set][0]) ?? [];
    for (const feature of claimants[set]) {
      const list = setsOfFeature.get(feature) ?? [];
      if (list.length < rarest.length) rarest = list;
    }
    // Where thousands of sets meet in one place the common region is taken as that of the set alone.
    work += rarest.length * claimants[set].length;
    let common = work > MOST_COMPARISONS ? setArea[set] : 0;
    if (work <= MOST_COMPARISONS) for (const other of rarest) if (isWithin(set, other)) common += setArea[other];
    const above = claimants[set].filter((feature) => common > (featureArea[feature] / 2) * (1 + EQUAL_SHARE));
    if (above.length === 1) winner[set] = above[0];
  }
  return winner;
}

/** Whether all claimants of one set are claimants of another: by bits, 32 at a time, where few features meet in many sets. */
function subsetTest(sharedSets: readonly number[], claimants: OverlapClaims['claimants'], setCount: number): (part: number, whole: number) => boolean {
  const bitOf = new Map<number, number>();
  for (const set of sharedSets) for (const feature of claimants[set]) if (!bitOf.has(feature)) bitOf.set(feature, bitOf.size);
  const words = Math.ceil(bitOf.size / 32);
  if (words * sharedSets.length > MOST_WORDS) return (part, whole) => isSubset(claimants[part], claimants[whole]);
  const bits = new Uint32Array(words * sharedSets.length);
  const start = new Int32Array(setCount);
  sharedSets.forEach((set, index) => {
    start[set] = index * words;
    for (const feature of claimants[set]) {
      const bit = bitOf.get(feature) ?? 0;
      bits[start[set] + (bit >>> 5)] |= 1 << (bit & 31);
    }
  });
  return (part, whole) => {
    const [p, w] = [start[part], start[whole]];
    for (let i = 0; i < words; i++) if ((bits[p + i] & ~bits[w + i]) !== 0) return false;
    return true;
  };
}

function isSubset(part: readonly number[], whole: readonly number[]): boolean {
  if (part.length > whole.length) return false;
  let j = 0;
  for (const member of part) {
    while (j < whole.length && whole[j] < member) j++;
    if (j === whole.length || whole[j] !== member) return false;
  }
  return true;
}
