import { SequenceTable } from '../arrays/sequence-table.ts';
import type { Cells } from './cells.ts';
import type { FeatureRegions } from './regions.ts';
import { setsOfFeatures } from './sets-of-features.ts';

/** The features of each shared set in their order, without duplicates of others. */
export interface Claimants {
  /** The claimants of a set are at starts[set] … starts[set + 1] of `features`. Undefined for sets that are not shared. */
  readonly starts: Int32Array;
  readonly features: Int32Array;
}

/** The land that features have in common, and which of them may get it. */
export interface OverlapClaims {
  readonly cells: Cells;
  readonly featureSets: FeatureRegions['featureSets'];
  /** Total area of all cells with the same set of features. */
  readonly setArea: Float64Array;
  /** Area of each feature before any overlap is decided. */
  readonly featureArea: Float64Array;
  /** For each feature the earlier one with exactly the same region, or -1. */
  readonly duplicateOf: Int32Array;
  /** The sets of two or more features. */
  readonly sharedSets: readonly number[];
  readonly claimants: Claimants;
}

/** Gathers the claims to all land that more than one feature has. */
export function overlapClaims(featureCount: number, cells: Cells, regions: FeatureRegions): OverlapClaims {
  const { featureSets } = regions;
  const { offsets, items } = featureSets;
  const setArea = new Float64Array(featureSets.count);
  for (let cell = 1; cell < cells.count; cell++) setArea[cells.featureSet[cell]] += cells.area[cell];
  const featureArea = new Float64Array(featureCount);
  const sharedSets: number[] = [];
  for (let set = 0; set < featureSets.count; set++) {
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) featureArea[items.data[i]] += setArea[set];
    if (featureSets.sizeOf(set) > 1) sharedSets.push(set);
  }
  const duplicateOf = findDuplicates(featureCount, regions, sharedSets);
  return { cells, featureSets, setArea, featureArea, duplicateOf, sharedSets, claimants: claimantsOf(featureSets, duplicateOf) };
}

export function claimantCount({ starts }: Claimants, set: number): number {
  return starts[set + 1] - starts[set];
}

/** If there are no duplicates, returns the sets themselves rather than a copy, as they may be large. */
function claimantsOf({ count, offsets, items }: SequenceTable, duplicateOf: Int32Array): Claimants {
  const members = { starts: offsets.data.subarray(0, count + 1), features: items.data.subarray(0, items.length) };
  if (duplicateOf.every((other) => other < 0)) return members;
  const starts = new Int32Array(count + 1);
  const features = new Int32Array(items.length);
  let kept = 0;
  for (let set = 0; set < count; set++) {
    for (let i = members.starts[set]; i < members.starts[set + 1]; i++) if (duplicateOf[members.features[i]] < 0) features[kept++] = members.features[i];
    starts[set + 1] = kept;
  }
  return { starts, features };
}

/** Features that cover exactly the same faces as an earlier one. */
function findDuplicates(featureCount: number, regions: FeatureRegions, sharedSets: readonly number[]): Int32Array {
  const { featureSets } = regions;
  const { offsets, items } = featureSets;
  const duplicateOf = new Int32Array(featureCount).fill(-1);
  if (sharedSets.length === 0) return duplicateOf;
  const hasLandAlone = new Uint8Array(featureCount);
  for (let set = 0; set < featureSets.count; set++) if (featureSets.sizeOf(set) === 1) hasLandAlone[items.data[offsets.data[set]]] = 1;
  const { offsets: starts, sets } = setsOfFeatures(featureCount, featureSets, (set) => featureSets.sizeOf(set) > 1);
  const firstWith = new Map<number, number>();
  const known = new SequenceTable();
  for (let feature = 0; feature < featureCount; feature++) {
    if (hasLandAlone[feature] === 1 || starts[feature] === starts[feature + 1]) continue;
    const own = sets.subarray(starts[feature], starts[feature + 1]);
    const id = known.intern(own, own.length);
    const first = firstWith.get(id);
    if (first === undefined) firstWith.set(id, feature);
    else duplicateOf[feature] = first;
  }
  return duplicateOf;
}
