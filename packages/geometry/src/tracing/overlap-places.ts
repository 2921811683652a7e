import { DisjointSets } from '../arrays/disjoint-sets.ts';
import { Int32List } from '../arrays/growable.ts';
import type { Cells } from '../faces/cells.ts';
import type { Ownership } from '../faces/owner.ts';
import type { FeatureRegions } from '../faces/regions.ts';

/** Where more features than this lie on top of each other, all land that one of them loses to another counts as one place. */
const CROWD = 6;

/** Land that a feature loses to another. */
export interface OverlapPlace {
  readonly feature: number;
  readonly winner: number;
  /** The first of its cells by anchor. */
  cell: number;
  area: number;
}

/**
 * Where features lose land, with each connected place once: where three or more lie on top of each other, the borders of the
 * others cut an overlap of two into cells.
 */
export function overlapPlaces(cells: Cells, { featureSets }: FeatureRegions, { owner, featureArea }: Ownership): OverlapPlace[] {
  const { offsets, items } = featureSets;
  const places: OverlapPlace[] = [];
  const placeInCrowd = new Map<number, OverlapPlace>();
  /** The losers of each cell that is not in a crowd, ascending. */
  const losers = new Int32List();
  const cellOf = new Int32List();
  const firstLoser = new Int32Array(cells.count + 1);
  for (let cell = 0; cell < cells.count; cell++) {
    firstLoser[cell] = losers.length;
    const set = cells.featureSet[cell];
    const size = featureSets.sizeOf(set);
    if (cell === 0 || size < 2) continue;
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) {
      const feature = items.data[i];
      if (feature === owner[cell]) continue;
      if (size > CROWD) {
        const pair = feature * featureArea.length + owner[cell];
        const known = placeInCrowd.get(pair);
        if (known === undefined) placeInCrowd.set(pair, begin(feature, cell));
        else add(known, cell);
      } else {
        losers.push(feature);
        cellOf.push(cell);
      }
    }
  }
  firstLoser[cells.count] = losers.length;
  const groups = new DisjointSets(losers.length);
  for (let cell = 1; cell < cells.count; cell++) joinAcrossBorders(cell);
  const placeOfGroup = new Map<number, OverlapPlace>();
  for (let i = 0; i < losers.length; i++) {
    const known = placeOfGroup.get(groups.find(i));
    if (known === undefined) placeOfGroup.set(groups.find(i), begin(losers.data[i], cellOf.data[i]));
    else add(known, cellOf.data[i]);
  }
  return places;

  function begin(feature: number, cell: number): OverlapPlace {
    const place = { feature, winner: owner[cell], cell, area: cells.area[cell] };
    places.push(place);
    return place;
  }

  function add(place: OverlapPlace, cell: number): void {
    place.area += cells.area[cell];
    if (cells.compareAnchors(cell, place.cell) < 0) place.cell = cell;
  }

  /** Joins the losers of a cell with themselves in adjacent cells that have the same winner. */
  function joinAcrossBorders(cell: number): void {
    const [start, end] = [firstLoser[cell], firstLoser[cell + 1]];
    if (start === end) return;
    for (let border = cells.borderOffsets[cell]; border < cells.borderOffsets[cell + 1]; border++) {
      const other = cells.borderOther[border];
      if (other < cell || owner[other] !== owner[cell]) continue;
      const otherEnd = firstLoser[other + 1];
      for (let i = start, j = firstLoser[other]; i < end && j < otherEnd; ) {
        if (losers.data[i] === losers.data[j]) groups.union(i++, j++);
        else if (losers.data[i] < losers.data[j]) i++;
        else j++;
      }
    }
  }
}
