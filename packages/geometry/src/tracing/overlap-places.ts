import { DisjointSets, Int32List } from '../arrays/growable.ts';
import type { Cells } from '../faces/cells.ts';
import type { Ownership } from '../faces/overlaps.ts';
import type { FeatureRegions } from '../faces/regions.ts';

/** Where more features than this lie over each other, all land that one of them loses to another there is one place. */
const CROWD = 6;

/** Land that hangs together and that a feature loses to another. */
export interface OverlapPlace {
  readonly feature: number;
  readonly winner: number;
  /** The cell of it that comes first by place. */
  readonly cell: number;
  readonly area: number;
}

/**
 * Where features lose land, in the order of cells. Where three or more lie over each other, the borders of the others cut an
 * overlap of two into cells; it is one place all the same.
 */
export function overlapPlaces(cells: Cells, { featureSets }: FeatureRegions, { owner, featureArea }: Ownership): OverlapPlace[] {
  const { offsets, items } = featureSets;
  const cellOf = new Int32List();
  const loser = new Int32List();
  const firstOfCell = new Int32Array(cells.count + 1);
  for (let cell = 0; cell < cells.count; cell++) {
    firstOfCell[cell] = loser.length;
    const set = cells.featureSet[cell];
    if (cell === 0 || featureSets.sizeOf(set) < 2) continue;
    for (let i = offsets.data[set]; i < offsets.data[set + 1]; i++) {
      if (items.data[i] === owner[cell]) continue;
      cellOf.push(cell);
      loser.push(items.data[i]);
    }
  }
  firstOfCell[cells.count] = loser.length;
  const groups = new DisjointSets(loser.length);
  joinInCrowds();
  for (let cell = 1; cell < cells.count; cell++) joinAcrossBorders(cell);

  const placeOfGroup = new Int32Array(loser.length).fill(-1);
  const places: { feature: number; winner: number; cell: number; area: number }[] = [];
  for (let i = 0; i < loser.length; i++) {
    const cell = cellOf.data[i];
    const group = groups.find(i);
    if (placeOfGroup[group] < 0) {
      placeOfGroup[group] = places.length;
      places.push({ feature: loser.data[i], winner: owner[cell], cell, area: 0 });
    }
    const place = places[placeOfGroup[group]];
    place.area += cells.area[cell];
    if (cells.comparePlaces(cell, place.cell) < 0) place.cell = cell;
  }
  return places;

  /** Joins the losers of a cell with themselves in those beside it that have the same winner. Losers of a cell ascend. */
  function joinAcrossBorders(cell: number): void {
    const [start, end] = [firstOfCell[cell], firstOfCell[cell + 1]];
    if (start === end) return;
    for (let border = cells.borderOffsets[cell]; border < cells.borderOffsets[cell + 1]; border++) {
      const other = cells.borderOther[border];
      if (other < cell || owner[other] !== owner[cell]) continue;
      const otherEnd = firstOfCell[other + 1];
      for (let i = start, j = firstOfCell[other]; i < end && j < otherEnd; ) {
        if (loser.data[i] === loser.data[j]) groups.union(i++, j++);
        else if (loser.data[i] < loser.data[j]) i++;
        else j++;
      }
    }
  }

  function joinInCrowds(): void {
    const firstOfPair = new Map<number, number>();
    for (let i = 0; i < loser.length; i++) {
      const cell = cellOf.data[i];
      if (featureSets.sizeOf(cells.featureSet[cell]) <= CROWD) continue;
      const pair = loser.data[i] * featureArea.length + owner[cell];
      const first = firstOfPair.get(pair);
      if (first === undefined) firstOfPair.set(pair, i);
      else groups.union(first, i);
    }
  }
}
