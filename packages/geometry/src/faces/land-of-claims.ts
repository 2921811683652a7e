import type { ArrangedTopology } from './arranged-topology.ts';
import type { LandOfCells } from './gaps.ts';
import { NO_OWNER } from './owner.ts';

/** Who has each cell before any land is given away: all features that claim it. */
export interface LandOfClaims extends LandOfCells {
  /** The features that claim a cell, ascending. */
  readonly claimantsOf: (cell: number) => readonly number[];
}

/** @param featureCount features from this number on are helpers, which claim nothing */
export function landOfClaims({ cells, regions: { featureSets } }: ArrangedTopology, featureCount: number): LandOfClaims {
  const { offsets, items } = featureSets;
  const claimants: readonly number[][] = Array.from({ length: featureSets.count }, (_, set) => [...items.data.subarray(offsets.data[set], offsets.data[set + 1])].filter((feature) => feature < featureCount));
  const claimantsOf = (cell: number): readonly number[] => claimants[cells.featureSet[cell]];
  const featureArea = new Float64Array(featureCount);
  for (let cell = 1; cell < cells.count; cell++) for (const feature of claimantsOf(cell)) featureArea[feature] += cells.area[cell];
  const codeOfCell = new Int32Array(cells.count).map((_, cell) => (claimantsOf(cell).length === 0 ? NO_OWNER : cells.featureSet[cell]));
  return { claimantsOf, codeOfCell, sharersOf: (set) => (set === NO_OWNER ? [] : claimants[set]), featureArea };
}
