import { EQUAL_SHARE } from '../equal-share.ts';

/**
 * Cells by descending area. Cells whose areas differ only by rounding come in the order of `compare`. They are sorted only as far as
 * requested: thousands of cells may lie in one feature, and usually only the first is needed.
 */
export class LargestFirst {
  private readonly ordered: number[] = [];
  /** The first `left` entries are a heap: each is no smaller than its two children. */
  private readonly heap: Int32Array;
  private left: number;
  private readonly area: Float64Array;
  private readonly compare: (cell: number, other: number) => number;

  /** @param cells reused as the heap, so the caller loses them. */
  constructor(cells: Int32Array, area: Float64Array, compare: (cell: number, other: number) => number) {
    this.heap = cells;
    this.left = cells.length;
    this.area = area;
    this.compare = compare;
    for (let at = (cells.length >> 1) - 1; at >= 0; at--) this.sink(at);
  }

  /** The cell of this rank, 0 for the largest; undefined beyond the last. */
  at(rank: number): number | undefined {
    while (this.ordered.length <= rank && this.left > 0) this.takeEqual();
    return this.ordered.at(rank);
  }

  /** Takes the largest remaining cell and all that are equally large. */
  private takeEqual(): void {
    const { area, heap } = this;
    const largest = area[heap[0]];
    const least = largest - EQUAL_SHARE * Math.abs(largest);
    const equal: number[] = [];
    while (this.left > 0 && area[heap[0]] >= least) {
      equal.push(heap[0]);
      heap[0] = heap[--this.left];
      this.sink(0);
    }
    if (equal.length > 1) equal.sort(this.compare);
    for (const cell of equal) this.ordered.push(cell);
  }

  private sink(start: number): void {
    const { area, heap, left } = this;
    const cell = heap[start];
    let at = start;
    for (let child = 2 * at + 1; child < left; child = 2 * at + 1) {
      if (child + 1 < left && area[heap[child + 1]] > area[heap[child]]) child++;
      if (area[heap[child]] <= area[cell]) break;
      heap[at] = heap[child];
      at = child;
    }
    if (at < left) heap[at] = cell;
  }
}
