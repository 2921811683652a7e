import { Heap } from '../arrays/heap.ts';
import { EQUAL_SHARE } from '../equal-share.ts';

/**
 * Cells by descending area. Cells whose areas differ only by rounding come in the order of `compare`. They are sorted only as far as
 * requested: thousands of cells may lie in one feature, and usually only the first is needed.
 */
export class LargestFirst {
  private readonly ordered: number[] = [];
  private readonly left: Heap;
  private readonly area: Float64Array;
  private readonly compare: (cell: number, other: number) => number;

  /** @param cells reused, so the caller loses them. */
  constructor(cells: Int32Array, area: Float64Array, compare: (cell: number, other: number) => number) {
    this.left = new Heap((cell, other) => area[cell] > area[other], cells);
    this.area = area;
    this.compare = compare;
  }

  /** The cell of this rank, 0 for the largest; undefined beyond the last. */
  at(rank: number): number | undefined {
    while (this.ordered.length <= rank && !this.left.isEmpty) this.takeEqual();
    return this.ordered.at(rank);
  }

  /** Takes the largest remaining cell and all that are equally large. */
  private takeEqual(): void {
    const { area, left } = this;
    const largest = area[left.first];
    const least = largest - EQUAL_SHARE * Math.abs(largest);
    const equal: number[] = [];
    while (!left.isEmpty && area[left.first] >= least) equal.push(left.take());
    if (equal.length > 1) equal.sort(this.compare);
    for (const cell of equal) this.ordered.push(cell);
  }
}
