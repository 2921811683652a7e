import { EQUAL_SHARE } from '../equal-share.ts';
import { NO_OWNER } from './owner.ts';
import { claimantCount } from './overlap-claims.ts';
import type { Claimants, OverlapClaims } from './overlap-claims.ts';
import { setsOfFeatures } from './sets-of-features.ts';

/** Most set members compared to find common regions. Beyond this number, each set is examined on its own. */
const MOST_COMPARISONS = 200_000_000;

/** Most 32-bit words that the members of sets may take. */
const MOST_WORDS = 4_000_000;

/** For each set, the only claimant with more than half of its land in the region common to all claimants, or NO_OWNER. */
export function majorities({ featureSets, setArea, featureArea, sharedSets, claimants }: OverlapClaims): Int32Array {
  const { starts, features } = claimants;
  const { offsets, sets } = setsOfFeatures(featureArea.length, featureSets, (set) => featureSets.sizeOf(set) > 1);
  const winner = new Int32Array(featureSets.count).fill(NO_OWNER);
  let work = 0;
  const isWithin = subsetTest(sharedSets, claimants, featureArea.length, featureSets.count);
  for (const set of sharedSets) {
    let [rarest, fewest] = [-1, Infinity];
    for (let i = starts[set]; i < starts[set + 1]; i++) {
      const count = offsets[features[i] + 1] - offsets[features[i]];
      if (count < fewest) [rarest, fewest] = [features[i], count];
    }
    if (rarest < 0) continue;
    // Where thousands of sets meet in one place, the common region is taken to be that of the set
    // alone.
    work += fewest * claimantCount(claimants, set);
    let common = work > MOST_COMPARISONS ? setArea[set] : 0;
    if (work <= MOST_COMPARISONS) for (let i = offsets[rarest]; i < offsets[rarest + 1]; i++) if (isWithin(set, sets[i])) common += setArea[sets[i]];
    let [above, only] = [0, NO_OWNER];
    for (let i = starts[set]; i < starts[set + 1]; i++) {
      if (common <= (featureArea[features[i]] / 2) * (1 + EQUAL_SHARE)) continue;
      above++;
      only = features[i];
    }
    if (above === 1) winner[set] = only;
  }
  return winner;
}

/**
 * Whether all claimants of one set are claimants of another. Where few features occur in many sets, it compares bits, 32 at a
 * time.
 */
function subsetTest(sharedSets: readonly number[], claimants: Claimants, featureCount: number, setCount: number): (part: number, whole: number) => boolean {
  const { starts, features } = claimants;
  const bitOf = new Int32Array(featureCount).fill(-1);
  let count = 0;
  for (const set of sharedSets) for (let i = starts[set]; i < starts[set + 1]; i++) if (bitOf[features[i]] < 0) bitOf[features[i]] = count++;
  const words = Math.ceil(count / 32);
  if (words * sharedSets.length > MOST_WORDS) return (part, whole) => isSubset(claimants, part, whole);
  const bits = new Uint32Array(words * sharedSets.length);
  const start = new Int32Array(setCount);
  for (const [index, set] of sharedSets.entries()) {
    start[set] = index * words;
    for (let i = starts[set]; i < starts[set + 1]; i++) bits[start[set] + (bitOf[features[i]] >>> 5)] |= 1 << (bitOf[features[i]] & 31);
  }
  return (part, whole) => {
    const [p, w] = [start[part], start[whole]];
    for (let i = 0; i < words; i++) if ((bits[p + i] & ~bits[w + i]) !== 0) return false;
    return true;
  };
}

function isSubset({ starts, features }: Claimants, part: number, whole: number): boolean {
  const [end, wholeEnd] = [starts[part + 1], starts[whole + 1]];
  if (end - starts[part] > wholeEnd - starts[whole]) return false;
  for (let i = starts[part], j = starts[whole]; i < end; i++, j++) {
    while (j < wholeEnd && features[j] < features[i]) j++;
    if (j === wholeEnd || features[j] !== features[i]) return false;
  }
  return true;
}
