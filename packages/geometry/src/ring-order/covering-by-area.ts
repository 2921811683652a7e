import { addTo } from '../arrays/multimap.ts';
import { EQUAL_SHARE } from '../equal-share.ts';
import type { LabelledTopology } from '../faces/labels.ts';

/** Most rings that are looked at, each time in a set; it takes some seconds. */
const MOST_LOOKS = 2 ** 30;
/** Most rings that are found to cover others. */
const MOST_FOUND = 2 ** 24;

/**
 * For each of some rings, the other rings of its part that wind around all of its land, except for rounding, ascending.
 *
 * @returns null if it would take too long.
 */
export function coveringByArea({ prepared: { partOfRing }, labels: { sets } }: LabelledTopology, setArea: Float64Array, ringArea: Float64Array, isAsked: (ring: number) => boolean): ReadonlyMap<number, ReadonlySet<number>> | null {
  const { offsets: { data: offsets }, items: { data: items } } = sets;
  const setsOf = new Map<number, number[]>();
  let looks = 0;
  for (let set = 0; set < sets.count; set++) {
    if (!(setArea[set] > 0)) continue;
    for (let i = offsets[set]; i < offsets[set + 1]; i += 2) {
      if (!isAsked(items[i])) continue;
      addTo(setsOf, items[i], set);
      looks += sets.sizeOf(set) / 2;
    }
    if (looks > MOST_LOOKS) return null;
  }
  const covering = new Map<number, Set<number>>();
  const common = new Float64Array(ringArea.length);
  const others: number[] = [];
  let found = 0;
  for (const [ring, own] of setsOf) {
    for (const set of own) {
      for (let i = offsets[set]; i < offsets[set + 1]; i += 2) {
        const other = items[i];
        if (other === ring || partOfRing[other] !== partOfRing[ring]) continue;
        if (common[other] === 0) others.push(other);
        common[other] += setArea[set];
      }
    }
    const coversAll = others.filter((other) => common[other] >= ringArea[ring] * (1 - EQUAL_SHARE));
    covering.set(ring, new Set(coversAll.sort((p, q) => p - q)));
    for (const other of others) common[other] = 0;
    others.length = 0;
    found += coversAll.length;
    if (found > MOST_FOUND) return null;
  }
  return covering;
}
