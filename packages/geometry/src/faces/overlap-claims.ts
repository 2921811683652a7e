import { Int32List, SequenceTable } from '../arrays/growable.ts';
import type { Cells } from './cells.ts';
import type { FeatureRegions } from './regions.ts';

/** What features have in common, and which of them may get it. */
export interface OverlapClaims {
  readonly cells: Cells;
  readonly featureSets: FeatureRegions['featureSets'];
  /** Of all cells together that have the same set of features. */
  readonly setArea: Float64Array;
  /** Area of each feature before anything is decided. */
  readonly featureArea: Float64Array;
  /** For each feature the earlier one with exactly the same region, or -1. */
  readonly duplicateOf: Int32Array;
  /** The sets of two features and more. */
  readonly sharedSets: readonly number[];
  /** For each of these its features, in their order, without duplicates of others. */
  readonly claimants: readonly (readonly number[])[];
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
  const claimants: number[][] = [];
  for (const set of sharedSets) {
    const list: number[] = [];
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) if (duplicateOf[items.data[i]] < 0) list.push(items.data[i]);
    claimants[set] = list;
  }
  return { cells, featureSets, setArea, featureArea, duplicateOf, sharedSets, claimants };
}

/** Features that cover exactly the same faces as an earlier one. */
function findDuplicates(featureCount: number, regions: FeatureRegions, sharedSets: readonly number[]): Int32Array {
  const { featureSets } = regions;
  const { offsets, items } = featureSets;
  const duplicateOf = new Int32Array(featureCount).fill(-1);
  if (sharedSets.length === 0) return duplicateOf;
  const hasLandAlone = new Uint8Array(featureCount);
  for (let set = 0; set < featureSets.count; set++) if (featureSets.sizeOf(set) === 1) hasLandAlone[items.data[offsets.data[set]]] = 1;
  const setsOfFeature = new Map<number, Int32List>();
  for (const set of sharedSets) {
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) {
      const feature = items.data[i];
      if (hasLandAlone[feature] === 1) continue;
      let list = setsOfFeature.get(feature);
      if (list === undefined) setsOfFeature.set(feature, (list = new Int32List(4)));
      list.push(set);
    }
  }
  const firstWith = new Map<number, number>();
  const known = new SequenceTable();
  for (const feature of [...setsOfFeature.keys()].sort((p, q) => p - q)) {
    const list = setsOfFeature.get(feature);
    if (list === undefined) continue;
    const id = known.intern(list.data, list.length);
    const first = firstWith.get(id);
    if (first === undefined) firstWith.set(id, feature);
    else duplicateOf[feature] = first;
  }
  return duplicateOf;
}
