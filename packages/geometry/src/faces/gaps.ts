import type { Cells } from './cells.ts';
import { NO_OWNER, longest } from './overlaps.ts';

export interface Gap {
  readonly cell: number;
  /** The features around it, at least two, and for each how many metres (or coordinate units) of border. */
  readonly neighbours: readonly number[];
  readonly lengths: readonly number[];
  /** The feature with the longest border. */
  readonly taker: number;
}

/**
 * The voids that are gaps: enclosed (no outside, so cell 0 is none), bounded by two features or more, and narrower than
 * `maxGapWidth` by 2·area/perimeter.
 */
export function findGaps(cells: Cells, codeOfCell: Int32Array, featureArea: Float64Array, maxGapWidth: number, firstOfKept: (code: number) => number): Gap[] {
  const gaps: Gap[] = [];
  for (let cell = 1; cell < cells.count; cell++) {
    if (codeOfCell[cell] !== NO_OWNER || cells.isBeyond[cell] === 1) continue;
    const borders = new Map<number, number>();
    let perimeter = 0;
    for (let i = cells.borderOffsets[cell]; i < cells.borderOffsets[cell + 1]; i++) {
      const code = codeOfCell[cells.borderOther[i]];
      const neighbour = code < NO_OWNER ? firstOfKept(code) : code;
      borders.set(neighbour, (borders.get(neighbour) ?? 0) + cells.borderLength[i]);
      perimeter += cells.borderLength[i];
    }
    borders.delete(NO_OWNER);
    if (borders.size < 2 || !((2 * cells.area[cell]) / perimeter < maxGapWidth)) continue;
    gaps.push({ cell, neighbours: Array.from(borders.keys()), lengths: Array.from(borders.values()), taker: longest(borders, featureArea) });
  }
  return gaps;
}
