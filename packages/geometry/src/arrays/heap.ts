import { enlarged } from './growable.ts';

/** A binary heap of integers, from which the first of them can be taken at any time. */
export class Heap {
  /** The first `count` entries: each is before its two children, or equal to them. */
  private items: Int32Array;
  private count: number;
  private readonly isBefore: (item: number, other: number) => boolean;

  /**
   * @param isBefore whether one item comes strictly before another; of equal items, any may be taken first.
   * @param items what is in the heap from the start. They are moved within this array, which the heap keeps.
   */
  constructor(isBefore: (item: number, other: number) => boolean, items: Int32Array = new Int32Array(0)) {
    this.isBefore = isBefore;
    this.items = items;
    this.count = items.length;
    for (let at = (this.count >> 1) - 1; at >= 0; at--) this.sink(at, items[at]);
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The first item. There must be one. */
  get first(): number {
    return this.items[0];
  }

  put(item: number): void {
    if (this.count === this.items.length) this.items = enlarged(this.items, 2 * this.count + 16);
    const { items } = this;
    let at = this.count++;
    for (let parent = (at - 1) >> 1; at > 0 && this.isBefore(item, items[parent]); parent = (at - 1) >> 1) {
      items[at] = items[parent];
      at = parent;
    }
    items[at] = item;
  }

  /** Takes the first item out. There must be one. */
  take(): number {
    const first = this.items[0];
    const last = this.items[--this.count];
    if (this.count > 0) this.sink(0, last);
    return first;
  }

  /** Puts an item where it belongs below a position that is free. */
  private sink(start: number, item: number): void {
    const { items, count } = this;
    let at = start;
    for (let child = 2 * at + 1; child < count; child = 2 * at + 1) {
      if (child + 1 < count && this.isBefore(items[child + 1], items[child])) child++;
      if (!this.isBefore(items[child], item)) break;
      items[at] = items[child];
      at = child;
    }
    items[at] = item;
  }
}
