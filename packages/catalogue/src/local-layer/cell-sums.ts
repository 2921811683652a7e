const COLUMN_BIAS = 2 ** 25;
const COLUMNS = 2 ** 26;
const ROW_BIAS = 2 ** 26;
const EMPTY = -1;
/** The finest zoom at which every cell of the stored world has a unique key in 53 bits. */
export const FINEST_CELL_ZOOM = 17;

/** The coverage of single pixels of a zoom by fills and strokes of features too small to be drawn: a hash table by cell. */
export class CellSums {
  #keys = new Float64Array(1024).fill(EMPTY);
  #fills = new Float32Array(1024);
  #strokes = new Float32Array(1024);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  add(column: number, row: number, fill: number, stroke: number): void {
    if (this.#count * 2 >= this.#keys.length) this.#grow();
    const key = (row + ROW_BIAS) * COLUMNS + column + COLUMN_BIAS;
    const slot = this.#slot(key, column, row);
    if (this.#keys[slot] === EMPTY) {
      this.#keys[slot] = key;
      this.#count++;
    }
    this.#fills[slot] = (this.#fills[slot] ?? 0) + fill;
    this.#strokes[slot] = (this.#strokes[slot] ?? 0) + stroke;
  }

  forEach(visit: (column: number, row: number, fill: number, stroke: number) => void): void {
    for (const [slot, key] of this.#keys.entries()) {
      if (key === EMPTY) continue;
      visit((key % COLUMNS) - COLUMN_BIAS, Math.floor(key / COLUMNS) - ROW_BIAS, this.#fills[slot] ?? 0, this.#strokes[slot] ?? 0);
    }
  }

  #slot(key: number, column: number, row: number): number {
    const mask = this.#keys.length - 1;
    let slot = (Math.imul(column, 73_856_093) ^ Math.imul(row, 19_349_663)) & mask;
    while (this.#keys[slot] !== EMPTY && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const old = { keys: this.#keys, fills: this.#fills, strokes: this.#strokes };
    this.#keys = new Float64Array(old.keys.length * 2).fill(EMPTY);
    this.#fills = new Float32Array(this.#keys.length);
    this.#strokes = new Float32Array(this.#keys.length);
    for (const [from, key] of old.keys.entries()) {
      if (key === EMPTY) continue;
      const slot = this.#slot(key, (key % COLUMNS) - COLUMN_BIAS, Math.floor(key / COLUMNS) - ROW_BIAS);
      this.#keys[slot] = key;
      this.#fills[slot] = old.fills[from] ?? 0;
      this.#strokes[slot] = old.strokes[from] ?? 0;
    }
  }
}
