import { addTo } from '../arrays/multimap.ts';
import { keptCode } from '../faces/coverage.ts';
import { NO_OWNER } from '../faces/owner.ts';
import type { ContestedLayer } from './contested-land.ts';
import { maximalGroups } from './maximal-groups.ts';
import type { Treatment } from './treatments.ts';
import type { Split } from './treated-land.ts';

/** Who has each cell of a contested layer once its land is treated: features, or lots of land that stays unchanged. */
export class CellHolders {
  /** Lots are features from this number on. */
  readonly firstLot: number;
  /** Who has each lot in the end; nobody for a gap. */
  readonly lots: (readonly number[])[] = [];
  private readonly contested: ContestedLayer;
  private readonly treatments: readonly Treatment[];
  /** For each helper, the feature to which it brings land. */
  private readonly takerOf: ReadonlyMap<number, number>;
  private readonly landsOfCell = new Map<number, number[]>();
  private readonly lotOf = new Map<string, number>();

  /** @param treatments one for each land. */
  constructor(contested: ContestedLayer, treatments: readonly Treatment[], splits: readonly Split[]) {
    this.contested = contested;
    this.treatments = treatments;
    this.firstLot = contested.arranged.prepared.changed.length;
    this.takerOf = new Map(splits.flatMap(({ helpers }) => helpers.map(({ helper, feature }) => [helper, feature])));
    contested.lands.forEach(({ cells }, land) => {
      for (const cell of cells) addTo(this.landsOfCell, cell, land);
    });
  }

  /** The lands that a cell belongs to. */
  landsAt(cell: number): readonly number[] {
    return this.landsOfCell.get(cell) ?? [];
  }

  /** The owners of a cell, ascending: features, lots, or several if the rules are to decide. */
  of(cell: number): readonly number[] {
    const { lands, claimantsOf } = this.contested;
    const claimants = claimantsOf(cell);
    const here = this.landsAt(cell);
    const taker = this.takerAt(cell);
    if (taker !== undefined && (claimants.length === 0 || claimants.includes(taker)) && claimants.length !== 1) return [taker];
    if (here.length === 0 || here.every((land) => this.treatments[land].action === 'repair')) return claimants;
    if (lands[here[0]].kind !== 'gap') return this.sharedBy(here, claimants);
    const { action, to } = this.treatments[here[0]];
    return action === 'give' ? [to] : action === 'leave' ? [this.lotFor(here.slice(0, 1), [])] : claimants;
  }

  /** The code of a cell with these owners, as in `Coverage`. */
  codeFor(holders: readonly number[]): number {
    const { featureSets } = this.contested.arranged.regions;
    return holders.length === 0 ? NO_OWNER : holders.length === 1 ? holders[0] : keptCode(featureSets.intern(Int32Array.from(holders), holders.length));
  }

  /** The feature to which a helper brings the cell. Helpers follow all features, and no two of them cover the same point. */
  private takerAt(cell: number): number | undefined {
    const { arranged: { cells, regions: { featureSets } }, claimantsOf } = this.contested;
    const set = cells.featureSet[cell];
    const claimants = claimantsOf(cell).length;
    return featureSets.sizeOf(set) === claimants ? undefined : this.takerOf.get(featureSets.items.data[featureSets.offsets.data[set] + claimants]);
  }

  /** Of those who claim a face, leaves out those who must give it away, and combines those who keep it together into a lot. */
  private sharedBy(here: readonly number[], claimants: readonly number[]): readonly number[] {
    const { treatments, contested: { lands } } = this;
    const losers = new Set(here.flatMap((land) => (treatments[land].action === 'give' ? lands[land].features.filter((feature) => feature !== treatments[land].to) : [])));
    const kept = claimants.filter((feature) => !losers.has(feature));
    const left = kept.length === 0 ? claimants : kept;
    const leaving = new Map(here.filter((land) => treatments[land].action === 'leave').map((land) => [lands[land].features.join(' '), land]));
    const landOf = (feature: number, other: number): number | undefined => leaving.get(feature < other ? `${feature} ${other}` : `${other} ${feature}`);
    // If A and B leave land to each other, and so do B and C, but not A and C, the rules decide which of the two lots gets it.
    const holders = maximalGroups(left, (feature, other) => landOf(feature, other) !== undefined).map((group) => {
      const lotLands = group.flatMap((feature, i) => group.slice(i + 1).flatMap((other) => landOf(feature, other) ?? []));
      return group.length === 1 ? group[0] : this.lotFor(lotLands, group.sort((p, q) => p - q));
    });
    return holders.sort((p, q) => p - q);
  }

  /** The lot of some lands and members, made on first use. */
  private lotFor(lands: readonly number[], members: readonly number[]): number {
    const key = `${lands.toSorted((p, q) => p - q).join(' ')}: ${members.join(' ')}`;
    const lot = this.lotOf.get(key) ?? this.firstLot + this.lots.push(members) - 1;
    this.lotOf.set(key, lot);
    return lot;
  }
}
