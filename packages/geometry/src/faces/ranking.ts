import { EQUAL_SHARE } from '../equal-share.ts';
import { NO_OWNER } from './owner.ts';

/** The longest entry. Ties go to the larger feature, then to the earlier one. NO_OWNER if there is no entry. */
export function longest(lengths: ReadonlyMap<number, number>, featureArea: Float64Array): number {
  let most = 0;
  for (const length of lengths.values()) if (length > most) most = length;
  let winner = NO_OWNER;
  for (const [feature, length] of lengths) {
    if (length < most * (1 - EQUAL_SHARE)) continue;
    if (winner === NO_OWNER || isLarger(feature, winner, featureArea)) winner = feature;
  }
  return winner;
}

/** The largest feature; of equal ones the earliest. NO_OWNER if there is none. */
export function largest(features: Iterable<number>, featureArea: Float64Array): number {
  return longest(new Map(Array.from(features, (feature) => [feature, 1])), featureArea);
}

/** Items by ascending value. Items whose values differ only by rounding come in the order of `compare`. */
export function rankedBy(items: readonly number[], valueOf: (item: number) => number, compare: (p: number, q: number) => number): number[] {
  const sorted = items.slice().sort((p, q) => valueOf(p) - valueOf(q));
  for (let start = 0, end = 1; start < sorted.length; start = end, end++) {
    const most = valueOf(sorted[start]) + EQUAL_SHARE * Math.abs(valueOf(sorted[start]));
    while (end < sorted.length && valueOf(sorted[end]) <= most) end++;
    if (end - start === 1) continue;
    for (const [i, item] of sorted.slice(start, end).sort(compare).entries()) sorted[start + i] = item;
  }
  return sorted;
}

function isLarger(p: number, q: number, featureArea: Float64Array): boolean {
  const tolerance = EQUAL_SHARE * Math.max(featureArea[p], featureArea[q]);
  if (Math.abs(featureArea[p] - featureArea[q]) > tolerance) return featureArea[p] > featureArea[q];
  return p < q;
}
