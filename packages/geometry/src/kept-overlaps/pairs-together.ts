import type { Int32List } from '../arrays/growable.ts';
import { addTo } from '../arrays/multimap.ts';
import { doExtentsMeet } from '../layer/extent.ts';

/** Groups of one feature that are open at a time. */
const MOST_OPEN = 16;
/** Features in a group. */
const LARGEST = 64;

/** A feature with others that it may overlap, of which no two overlap each other. */
export interface PairsTogether {
  readonly feature: number;
  readonly others: readonly number[];
}

/**
 * Puts pairs together that can be examined in one arrangement without land that three features share: those of one feature with others that are apart, by
 * their extents. Of two features the one with the larger extent is taken with others, as more of them fit beside each other into a large one.
 * Most of what a pair of small features takes is what any arrangement takes.
 *
 * @param pairs feature, other, feature, other …
 * @param extents minX, minY, maxX, maxY of each feature of the layer.
 */
export function* pairsTogether(pairs: Int32List, extents: Float64Array): Generator<PairsTogether> {
  const othersOf = new Map<number, number[]>();
  for (let i = 0; i < pairs.length; i += 2) {
    const [one, other] = [pairs.data[i], pairs.data[i + 1]];
    if (sizeOf(extents, other) > sizeOf(extents, one)) addTo(othersOf, other, one);
    else addTo(othersOf, one, other);
  }
  for (const [feature, others] of othersOf) for (const group of groupsApart(others, extents)) yield { feature, others: group };
}

/** Each feature goes to the first open group with room for it. As only a few are open, this takes time in proportion to the features. */
function groupsApart(features: readonly number[], extents: Float64Array): number[][] {
  const groups: number[][] = [];
  for (const feature of features) {
    const group = groups.slice(-MOST_OPEN).find((members) => members.length < LARGEST && members.every((other) => !doExtentsMeet(extents, feature, extents, other)));
    if (group === undefined) groups.push([feature]);
    else group.push(feature);
  }
  return groups;
}

function sizeOf(extents: Float64Array, feature: number): number {
  return (extents[4 * feature + 2] - extents[4 * feature]) * (extents[4 * feature + 3] - extents[4 * feature + 1]);
}
