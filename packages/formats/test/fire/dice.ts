/** Random choices that depend only on a seed (mulberry32), so that every mutant can be recreated from its number. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed | 0, 0x9e3779b1) ^ 0x5bd1e995;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((twice ^ (twice >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)];
  }

  /** Mostly small numbers, rarely large ones; at most `most`. */
  few(most: number): number {
    return 1 + Math.floor(this.next() ** 3 * most);
  }
}
