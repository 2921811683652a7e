const BLOCK = 1 << 15;

/** Any number of file ranges, 16 bytes each, in blocks, so that growing copies nothing. */
export class RangeList {
  length = 0;
  readonly #blocks: Float64Array[] = [];

  add(start: number, end: number): void {
    const block = Math.floor(this.length / BLOCK);
    if (block === this.#blocks.length) this.#blocks.push(new Float64Array(2 * BLOCK));
    const at = 2 * (this.length % BLOCK);
    this.#blocks[block][at] = start;
    this.#blocks[block][at + 1] = end;
    this.length++;
  }

  start(index: number): number {
    return this.#blocks[Math.floor(index / BLOCK)][2 * (index % BLOCK)];
  }

  end(index: number): number {
    return this.#blocks[Math.floor(index / BLOCK)][2 * (index % BLOCK) + 1];
  }
}
