import type { SequenceTable } from '../arrays/sequence-table.ts';

/** For each feature the sets that contain it, ascending: those of feature f are at offsets[f] … offsets[f + 1]. */
export interface SetsOfFeatures {
  readonly offsets: Int32Array;
  readonly sets: Int32Array;
}

/**
 * Inverts sets of features. The result is flat arrays: where thousands of borders cross, there are tens of millions of members,
 * and lists of numbers would take several times the memory.
 *
 * @param isCounted which sets to include.
 */
export function setsOfFeatures(featureCount: number, featureSets: SequenceTable, isCounted: (set: number) => boolean): SetsOfFeatures {
  const members = featureSets.items.data;
  const starts = featureSets.offsets.data;
  const offsets = new Int32Array(featureCount + 1);
  for (let set = 0; set < featureSets.count; set++) {
    if (isCounted(set)) for (let i = starts[set]; i < starts[set + 1]; i++) offsets[members[i] + 1]++;
  }
  for (let feature = 0; feature < featureCount; feature++) offsets[feature + 1] += offsets[feature];
  const position = offsets.slice(0, featureCount);
  const sets = new Int32Array(offsets[featureCount]);
  for (let set = 0; set < featureSets.count; set++) {
    if (isCounted(set)) for (let i = starts[set]; i < starts[set + 1]; i++) sets[position[members[i]]++] = set;
  }
  return { offsets, sets };
}
