import type { BatchFaces } from './batch-faces.ts';

/** Areas below this many square metres come and go with the rounding of crossings and are not reported: one square millimetre. */
const ROUNDING = 1e-6;

/** What each changed feature had, has, gave and received, in square metres. Entry i of every column belongs to `features[i]`. */
export interface Balance {
  /** Ascending. */
  readonly features: Int32Array;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly lost: Float64Array;
  readonly gained: Float64Array;
  /** The land it lost that no feature has now, and the land it gained that no feature claimed before. */
  readonly toNobody: Float64Array;
  readonly fromNobody: Float64Array;
  /** The largest distance that its border moved, in metres. */
  readonly displacement: Float64Array;
  /** 0 for a feature whose balance could not be computed. */
  readonly isReported: Uint8Array;
  /** To whom each feature gave land, the largest share first: those of entry i are at offsets[i] … offsets[i + 1]. */
  readonly gave: Shares;
  readonly received: Shares;
  /**
   * Land that was in one feature before and is in another now, each piece counted once; land that nobody has now; land that nobody
   * claimed before.
   */
  readonly totals: { readonly changedHands: number; readonly toNobody: number; readonly fromNobody: number };
}

export interface Shares {
  readonly offsets: Int32Array;
  readonly features: Int32Array;
  readonly areas: Float64Array;
}

/** Adds up, batch by batch, the land that was transferred. Each batch contributes only what its core gave and received. */
export class BalanceBuilder {
  readonly #features: Int32Array;
  readonly #featureCount: number;
  readonly #columns: Record<'before' | 'after' | 'lost' | 'gained' | 'toNobody' | 'fromNobody' | 'displacement', Float64Array>;
  readonly #isReported: Uint8Array;
  /** Square metres, by giver · number of features + receiver. */
  readonly #pairs = new Map<number, number>();
  readonly #totals = { changedHands: 0, toNobody: 0, fromNobody: 0 };

  /** @param features that changed. @param featureCount of the whole layer. */
  constructor(features: Int32Array, featureCount: number) {
    this.#features = features;
    this.#featureCount = featureCount;
    const column = (): Float64Array => new Float64Array(features.length);
    this.#columns = { before: column(), after: column(), lost: column(), gained: column(), toNobody: column(), fromNobody: column(), displacement: column() };
    this.#isReported = new Uint8Array(features.length);
  }

  setDisplacement(entry: number, metres: number): void {
    this.#columns.displacement[entry] = metres;
  }

  /** @param entryOfMember for each member in the core that changed, its index among the changed features; else -1. */
  add(faces: BatchFaces, entryOfMember: Int32Array): void {
    const { regions: { featureSets }, facesOfSet, areaOfFace, members, afterOf, memberOf } = faces;
    const { before, after, lost, gained, toNobody, fromNobody } = this.#columns;
    for (const entry of entryOfMember) if (entry >= 0) this.#isReported[entry] = 1;
    for (let set = 1; set < featureSets.count; set++) {
      let area = 0;
      for (let i = facesOfSet.offsets[set]; i < facesOfSet.offsets[set + 1]; i++) if (facesOfSet.items[i] > 0) area += areaOfFace[facesOfSet.items[i]];
      if (area === 0) continue;
      const numbers = featureSets.items.data.subarray(featureSets.offsets.data[set], featureSets.offsets.data[set + 1]);
      const hasAfter = (member: number): boolean => featureSets.hasInAscending(set, afterOf[member]);
      const claimants = numbers.filter((number) => number < members.length);
      const owners = numbers.filter((number) => afterOf[memberOf[number]] === number).map((number) => memberOf[number]);
      // If overlaps are kept there may be several owners; land lost there goes to the first.
      const owner = owners.length === 0 ? -1 : owners.reduce((first, other) => Math.min(first, other));
      let isCounted = false;
      for (const member of claimants) {
        const entry = entryOfMember[member];
        const isLost = !hasAfter(member);
        // Each piece of land is counted once: by the first feature that lost it, whose batch
        // contains all of it.
        if (isLost && !isCounted) {
          isCounted = true;
          if (entry >= 0) this.#totals[owner < 0 ? 'toNobody' : 'changedHands'] += area;
        }
        if (entry < 0) continue;
        before[entry] += area;
        if (!isLost) continue;
        lost[entry] += area;
        if (owner < 0) toNobody[entry] += area;
        else this.#give(members[member], members[owner], area);
      }
      for (const member of owners) {
        const entry = entryOfMember[member];
        if (entry < 0) continue;
        after[entry] += area;
        if (featureSets.hasInAscending(set, member)) continue;
        gained[entry] += area;
        if (claimants.length > 0) continue;
        fromNobody[entry] += area;
        if (member === owner) this.#totals.fromNobody += area;
      }
    }
  }

  #give(from: number, to: number, area: number): void {
    const key = from * this.#featureCount + to;
    this.#pairs.set(key, (this.#pairs.get(key) ?? 0) + area);
  }

  finish(): Balance {
    const pairs = Array.from(this.#pairs).filter(([, area]) => area > ROUNDING).map(([key, area]) => ({ from: Math.floor(key / this.#featureCount), to: key % this.#featureCount, area }));
    this.#pairs.clear();
    for (const column of Object.values(this.#columns)) for (let i = 0; i < column.length; i++) if (Math.abs(column[i]) < ROUNDING) column[i] = 0;
    return {
      features: this.#features,
      ...this.#columns,
      isReported: this.#isReported,
      gave: sharesOf(this.#features, pairs.map(({ from, to, area }) => ({ of: from, with: to, area }))),
      received: sharesOf(this.#features, pairs.map(({ from, to, area }) => ({ of: to, with: from, area }))),
      totals: this.#totals,
    };
  }
}

function sharesOf(features: Int32Array, shares: { of: number; with: number; area: number }[]): Shares {
  shares.sort((p, q) => p.of - q.of || q.area - p.area || p.with - q.with);
  const offsets = new Int32Array(features.length + 1);
  const kept: typeof shares = [];
  let next = 0;
  for (const [entry, feature] of features.entries()) {
    while (next < shares.length && shares[next].of < feature) next++;
    for (; next < shares.length && shares[next].of === feature; next++) kept.push(shares[next]);
    offsets[entry + 1] = kept.length;
  }
  return { offsets, features: Int32Array.from(kept, (share) => share.with), areas: Float64Array.from(kept, (share) => share.area) };
}
