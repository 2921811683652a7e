import { EQUAL_SHARE } from '../equal-share.ts';

/**
 * Cells, the largest first; those of areas that differ by rounding only, in the order of `compare`. They are put in order as far as they
 * are asked for: thousands of cells may lie in one feature, and mostly only the first is wanted.
 */
export class LargestFirst {
  private readonly ordered: number[] = [];
  /** The first `left` of these are a heap: each no smaller than the two at twice its place. */
  private readonly heap: Int32Array;
  private left: number;
  private readonly area: Float64Array;
  private readonly compare: (cell: number, other: number) => number;

  /** @param cells used up by this. */
  constructor(cells: Int32Array, area: Float64Array, compare: (cell: number, other: number) => number) {
    this.heap = cells;
    this.left = cells.length;
    this.area = area;
    this.compare = compare;
    for (let at = (cells.length >> 1) - 1; at >= 0; at--) this.sink(at);
  }

  /** Undefined behind the last. */
  at(place: number): number | undefined {
    while (this.ordered.length <= place && this.left > 0) this.takeEqual();
    return this.ordered.at(place);
  }

  /** Takes the largest that is left, and all that are as large. */
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
