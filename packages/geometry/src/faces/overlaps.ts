import type { Cells } from './cells.ts';
import { Int32List, SequenceTable } from '../arrays/growable.ts';
import { EQUAL_SHARE } from '../equal-share.ts';
import type { FeatureRegions } from './regions.ts';

export const NO_OWNER = -1;

/** Comparisons of set members that are spent on finding common regions. */
const MOST_COMPARISONS = 200_000_000;

/** Words of 32 bits that the members of sets may take. */
const MOST_WORDS = 4_000_000;

export interface Ownership {
  /** The feature that has each cell, or NO_OWNER. */
  readonly owner: Int32Array;
  /** For each feature the earlier one with exactly the same region, or -1. */
  readonly duplicateOf: Int32Array;
  /** Area of each feature before anything is decided. */
  readonly featureArea: Float64Array;
}

/**
 * Gives each overlap to one of its features: to the one of which the common region is more than half, if it is the only one;
 * else to the longest common border, in rounds; and sees that no feature ends empty unless cells are fewer than claimants.
 */
export function assignOverlaps(featureCount: number, cells: Cells, regions: FeatureRegions): Ownership {
  const { featureSets } = regions;
  const { offsets, items } = featureSets;
  const setArea = new Float64Array(featureSets.count);
  for (let cell = 1; cell < cells.count; cell++) setArea[cells.featureSet[cell]] += cells.area[cell];
  const featureArea = new Float64Array(featureCount);
  const isMultiple = new Uint8Array(featureSets.count);
  const multipleSets: number[] = [];
  for (let set = 0; set < featureSets.count; set++) {
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) featureArea[items.data[i]] += setArea[set];
    if (featureSets.sizeOf(set) > 1) {
      isMultiple[set] = 1;
      multipleSets.push(set);
    }
  }
  const duplicateOf = findDuplicates(featureCount, regions, multipleSets);
  const owner = new Int32Array(cells.count).fill(NO_OWNER);
  const claimants = multipleSets.length === 0 ? [] : claimantsOf();
  const open: number[] = [];
  for (let cell = 1; cell < cells.count; cell++) {
    const set = cells.featureSet[cell];
    if (featureSets.sizeOf(set) === 1) owner[cell] = items.data[offsets.data[set]];
    else if (isMultiple[set] === 1) {
      if (claimants[set].length === 1) owner[cell] = claimants[set][0];
      else open.push(cell);
    }
  }
  if (open.length > 0) {
    const alone = owner.slice();
    const majority = majorityOf(claimants);
    const rest = open.filter((cell) => {
      owner[cell] = majority[cells.featureSet[cell]];
      return owner[cell] === NO_OWNER;
    });
    // The first round measures against land that one feature alone covers, the later ones against all that is decided.
    decide(rest, alone);
    decide(rest.filter((cell) => owner[cell] === NO_OWNER), owner);
    for (const cell of rest) if (owner[cell] === NO_OWNER) owner[cell] = largest(claimants[cells.featureSet[cell]]);
    feedEmpty(claimants, open);
  }
  return { owner, duplicateOf, featureArea };

  function claimantsOf(): number[][] {
    const result: number[][] = [];
    for (const set of multipleSets) {
      const list: number[] = [];
      for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) if (duplicateOf[items.data[i]] < 0) list.push(items.data[i]);
      result[set] = list;
    }
    return result;
  }

  /** For each set the only claimant of which the region common to all claimants is more than half, or NO_OWNER. */
  function majorityOf(sets: number[][]): Int32Array {
    const setsOfFeature = new Map<number, number[]>();
    for (const set of multipleSets) {
      for (const feature of sets[set]) {
        const list = setsOfFeature.get(feature);
        if (list === undefined) setsOfFeature.set(feature, [set]);
        else list.push(set);
      }
    }
    const winner = new Int32Array(featureSets.count).fill(NO_OWNER);
    let work = 0;
    const isWithin = subsetTest(sets);
    for (const set of multipleSets) {
      let rarest = setsOfFeature.get(sets[set][0]) ?? [];
      for (const feature of sets[set]) {
        const list = setsOfFeature.get(feature) ?? [];
        if (list.length < rarest.length) rarest = list;
      }
      // Where thousands of sets meet in one place the common region is taken as that of the set alone.
      work += rarest.length * sets[set].length;
      let common = work > MOST_COMPARISONS ? setArea[set] : 0;
      if (work <= MOST_COMPARISONS) for (const other of rarest) if (isWithin(set, other)) common += setArea[other];
      const above = sets[set].filter((feature) => common > (featureArea[feature] / 2) * (1 + EQUAL_SHARE));
      if (above.length === 1) winner[set] = above[0];
    }
    return winner;
  }

  /** Whether all claimants of one set are claimants of another: by bits, 32 at a time, where few features meet in many sets. */
  function subsetTest(sets: number[][]): (part: number, whole: number) => boolean {
    const bitOf = new Map<number, number>();
    for (const set of multipleSets) for (const feature of sets[set]) if (!bitOf.has(feature)) bitOf.set(feature, bitOf.size);
    const words = Math.ceil(bitOf.size / 32);
    if (words * multipleSets.length > MOST_WORDS) return (part, whole) => isSubset(sets[part], sets[whole]);
    const bits = new Uint32Array(words * multipleSets.length);
    const start = new Int32Array(featureSets.count);
    multipleSets.forEach((set, index) => {
      start[set] = index * words;
      for (const feature of sets[set]) {
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

  /**
   * Gives cells to their longest borders, in rounds: what one round decides the next measures against, when it is `owner` that
   * borders are measured against. From the second round on only cells beside those just decided can have an answer.
   */
  function decide(undecided: readonly number[], known: Int32Array): void {
    for (let round = undecided; round.length > 0; ) {
      const winners = round.map((cell) => longestBorder(cell, known, claimants[cells.featureSet[cell]]));
      const decided = round.filter((_, i) => winners[i] !== NO_OWNER);
      round.forEach((cell, i) => (owner[cell] = winners[i]));
      round = known === owner ? openBeside(decided) : [];
    }
  }

  /** The undecided cells that border on any of these, each once. */
  function openBeside(decided: readonly number[]): number[] {
    const found = new Set<number>();
    for (const cell of decided) {
      for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
        const other = cells.borderOther[i];
        if (owner[other] === NO_OWNER && isMultiple[cells.featureSet[other]] === 1) found.add(other);
      }
    }
    return Array.from(found);
  }

  function longestBorder(cell: number, known: Int32Array, candidates: readonly number[]): number {
    const lengths = new Map<number, number>();
    for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
      const neighbour = known[cells.borderOther[i]];
      if (neighbour === NO_OWNER || !candidates.includes(neighbour)) continue;
      lengths.set(neighbour, (lengths.get(neighbour) ?? 0) + cells.borderLength[i]);
    }
    return longest(lengths, featureArea);
  }

  function largest(candidates: readonly number[]): number {
    return longest(new Map(candidates.map((feature) => [feature, 1])), featureArea);
  }

  /**
   * Moves single cells to features that have none, along augmenting paths. Every claimant is served in its turn, the smallest
   * first, then the earliest; where cells are fewer than claimants, one that comes later gives up its last cell. This order
   * is a greedy choice in a transversal matroid, so no other choice of who ends empty spares a smaller feature.
   */
  function feedEmpty(sets: number[][], disputed: readonly number[]): void {
    const held = new Int32Array(featureCount);
    for (let cell = 1; cell < cells.count; cell++) if (owner[cell] !== NO_OWNER) held[owner[cell]]++;
    const claims = new Map<number, number[]>();
    for (const cell of disputed) {
      for (const feature of sets[cells.featureSet[cell]]) {
        const list = claims.get(feature);
        if (list === undefined) claims.set(feature, [cell]);
        else list.push(cell);
      }
    }
    const turns = rankedBy([...claims.keys()], (feature) => featureArea[feature], (p, q) => p - q);
    const turnOf = new Map(turns.map((feature, turn) => [feature, turn]));
    const servedBefore = (p: number, q: number): number => (turnOf.get(p) ?? -1) - (turnOf.get(q) ?? -1);
    const sortedOffers = new Map<number, readonly number[]>();
    for (const feature of turns) if (held[feature] === 0) feed(feature);

    /** The disputed cells that a feature claims, the largest first. */
    function offersOf(taker: number): readonly number[] {
      let offers = sortedOffers.get(taker);
      if (offers === undefined) {
        offers = rankedBy(claims.get(taker) ?? [], (cell) => -cells.area[cell], cells.comparePlaces);
        sortedOffers.set(taker, offers);
      }
      return offers;
    }

    /** Breadth-first over "who could give a cell, and from whom could that one take another". */
    function feed(start: number): void {
      const cameFrom = new Map<number, { readonly taker: number; readonly cell: number }>();
      const queue = [start];
      const seen = new Set(queue);
      let last = start;
      for (const taker of queue) {
        for (const cell of offersOf(taker)) {
          const giver = owner[cell];
          if (seen.has(giver)) continue;
          seen.add(giver);
          cameFrom.set(giver, { taker, cell });
          if (held[giver] > 1) {
            handDown(giver);
            return;
          }
          if (servedBefore(last, giver) < 0) last = giver;
          queue.push(giver);
        }
      }
      if (last !== start) handDown(last);

      /** The giver loses a cell, all between lose one and gain one, the first gains one. */
      function handDown(giver: number): void {
        held[giver]--;
        held[start]++;
        for (let at = cameFrom.get(giver); at !== undefined; at = cameFrom.get(at.taker)) owner[at.cell] = at.taker;
      }
    }
  }
}

/** The longest entry; equal ones go to the larger feature, then to the earlier. NO_OWNER when there is none. */
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

/** Items by value, ascending; those of values that differ by rounding only, in the order of `compare`. */
function rankedBy(items: readonly number[], valueOf: (item: number) => number, compare: (p: number, q: number) => number): number[] {
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

function isSubset(part: readonly number[], whole: readonly number[]): boolean {
  if (part.length > whole.length) return false;
  let j = 0;
  for (const member of part) {
    while (j < whole.length && whole[j] < member) j++;
    if (j === whole.length || whole[j] !== member) return false;
  }
  return true;
}

/** Features that cover exactly the same faces as an earlier one. */
function findDuplicates(featureCount: number, regions: FeatureRegions, multipleSets: readonly number[]): Int32Array {
  const { featureSets } = regions;
  const { offsets, items } = featureSets;
  const duplicateOf = new Int32Array(featureCount).fill(-1);
  if (multipleSets.length === 0) return duplicateOf;
  const hasLandAlone = new Uint8Array(featureCount);
  for (let set = 0; set < featureSets.count; set++) if (featureSets.sizeOf(set) === 1) hasLandAlone[items.data[offsets.data[set]]] = 1;
  const setsOfFeature = new Map<number, Int32List>();
  for (const set of multipleSets) {
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
