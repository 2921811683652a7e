import type { ExaminationOptions, Tolerances } from '../options.ts';
import type { ArrangedTopology } from './arranged-topology.ts';
import { NO_OWNER } from './owner.ts';
import { longest } from './ranking.ts';
import { VoidOutlines } from './void-outlines.ts';

export interface Gap {
  readonly cell: number;
  /** The features around it, at least two, and the length of border that each has with it, in metres (or coordinate units). */
  readonly neighbours: readonly number[];
  readonly lengths: readonly number[];
  /**
   * The feature with the longest border. A report names it where gaps stay. `divideGap` decides who gets a gap that is closed.
   */
  readonly longestBorder: number;
}

/** Who has the land of each cell. */
export interface LandOfCells {
  /** As in `Coverage`. */
  readonly codeOfCell: Int32Array;
  /** The features that have the land with a code, several where an overlap is kept; none for `NO_OWNER`. */
  readonly sharersOf: (code: number) => readonly number[];
  /** Area of each feature; of equal borders, that with the larger one counts as the longer. */
  readonly featureArea: Float64Array;
}

/**
 * The voids that are gaps: enclosed (cell 0 is the outside, so it is not a gap), bounded by two or more features, and narrower than the gap
 * width. The width is the diameter of the largest circle that fits inside, which 2·area/perimeter never exceeds. Corridors are not gaps if
 * the tolerances keep them, and neither are voids that land outside the layer may cover. Lots (features from `lotsFrom` on) count as
 * neighbours of a gap but get none of it.
 */
export function findGaps(arranged: ArrangedTopology, { codeOfCell, sharersOf, featureArea }: LandOfCells, { maxGapWidth, keepsCorridors }: Tolerances, { landElsewhere, lotsFrom = Infinity }: Pick<ExaminationOptions, 'landElsewhere' | 'lotsFrom'>): Gap[] {
  const { cells } = arranged;
  const narrow: Gap[] = [];
  for (let cell = 1; cell < cells.count; cell++) {
    if (codeOfCell[cell] !== NO_OWNER || cells.isBeyond[cell] === 1) continue;
    const borders = new Map<number, number>();
    let perimeter = 0;
    for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
      const code = codeOfCell[cells.borderOther[i]];
      for (const neighbour of sharersOf(code)) borders.set(neighbour, (borders.get(neighbour) ?? 0) + cells.borderLength[i]);
      perimeter += cells.borderLength[i];
    }
    if (borders.size < 2) continue;
    for (const neighbour of borders.keys()) if (neighbour >= lotsFrom) borders.delete(neighbour);
    if (borders.size === 0 || !((2 * cells.area[cell]) / perimeter < maxGapWidth)) continue;
    narrow.push({ cell, neighbours: Array.from(borders.keys()), lengths: Array.from(borders.values()), longestBorder: longest(borders, featureArea) });
  }
  if (narrow.length === 0) return narrow;
  const outlines = new VoidOutlines(arranged, narrow.map(({ cell }) => cell));
  return narrow.filter(({ cell, neighbours }) => {
    if (!outlines.isNarrower(cell, cells.area[cell], maxGapWidth)) return false;
    if (keepsCorridors === true && outlines.isCorridor(cell, cells.area[cell], maxGapWidth, neighbours.length)) return false;
    return landElsewhere === undefined || !outlines.isCovered(cell, landElsewhere);
  });
}
