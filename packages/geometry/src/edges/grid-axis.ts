import { firstAbove } from '../arrays/binary-search.ts';

/** If cells follow the density of places, an axis is divided into this many parts with equally many places. */
const PARTS = 32;
/** Widens cells, so that the last one reaches the end despite rounding. */
const WIDER = 1 + 1e-12;

/** A stretch of an axis, with cells of the same size. */
interface Part {
  readonly start: number;
  readonly length: number;
  readonly cells: number;
}

/** The rows, or the columns, of a grid. Places outside belong to the first or the last one. */
export class GridAxis {
  readonly count: number;
  readonly smallestCell: number;
  private readonly parts: readonly Part[];
  /** For each part: its start, the number of cells before it (with one more entry, the total number of cells), and the size of its cells. */
  private readonly starts: Float64Array;
  private readonly before: Int32Array;
  private readonly sizes: Float64Array;
  private readonly perUnit: Float64Array;
  /** The same for the first part. Almost all axes have only one. */
  private readonly origin: number;
  private readonly isEven: boolean;
  private readonly perUnitOfAll: number;
  /** The part of the last place. The next one usually lies in it, too. */
  private last = 0;

  /** @param parts adjacent and ascending. */
  private constructor(parts: readonly Part[]) {
    this.parts = parts;
    this.starts = Float64Array.from(parts, ({ start }) => start);
    this.sizes = Float64Array.from(parts, ({ length, cells }) => (length / cells) * WIDER);
    this.perUnit = this.sizes.map((size) => 1 / size);
    this.before = new Int32Array(parts.length + 1);
    parts.forEach(({ cells }, part) => {
      this.before[part + 1] = this.before[part] + cells;
    });
    this.count = this.before[parts.length];
    this.smallestCell = this.sizes.reduce((least, size) => Math.min(least, size));
    this.isEven = parts.length === 1;
    this.origin = this.starts[0];
    this.perUnitOfAll = this.perUnit[0];
  }

  /** @param length above zero. */
  static evenly(start: number, length: number, cells: number): GridAxis {
    return new GridAxis([{ start, length, cells }]);
  }

  /**
   * This axis with twice as many cells, of which the new half goes to where places are dense: half of the cells are spread evenly over the length,
   * the other half evenly over the places.
   *
   * @param smallest lower bound for the size of a cell.
   * @param most cells that the axis may have.
   */
  byDensity(places: Float64Array, smallest: number, most: number): GridAxis {
    const [whole] = this.parts;
    const end = whole.start + whole.length;
    const sorted = places.toSorted();
    const starts = [whole.start];
    for (let part = 1; part < PARTS; part++) {
      const place = sorted[Math.floor((part * sorted.length) / PARTS)];
      if (place - starts[starts.length - 1] > smallest && end - place > smallest) starts.push(place);
    }
    const count = Math.min(whole.cells, most / 2 - PARTS);
    return new GridAxis(starts.map((start, part) => {
      const length = (part + 1 < starts.length ? starts[part + 1] : end) - start;
      const wanted = Math.ceil((count * length) / whole.length + count / PARTS);
      return { start, length, cells: Math.max(1, Math.min(wanted, Math.floor(length / smallest))) };
    }));
  }

  /** The cell that contains a place. */
  at(place: number): number {
    if (this.isEven) {
      const cell = Math.floor((place - this.origin) * this.perUnitOfAll);
      return cell < 0 ? 0 : cell >= this.count ? this.count - 1 : cell;
    }
    const { starts, before } = this;
    const part = this.partAt(place);
    const cell = before[part] + Math.floor((place - starts[part]) * this.perUnit[part]);
    return cell < before[part] ? before[part] : cell < before[part + 1] ? cell : before[part + 1] - 1;
  }

  private partAt(place: number): number {
    const { starts, last } = this;
    const isInLast = starts[last] <= place && (last + 1 === starts.length || place < starts[last + 1]);
    if (!isInLast) this.last = Math.max(0, firstAbove(starts, place) - 1);
    return this.last;
  }

  /** The start of a cell. For the number of cells: the end of the last one. */
  start(cell: number): number {
    const part = this.isEven ? 0 : Math.min(this.starts.length, firstAbove(this.before, cell)) - 1;
    return this.starts[part] + (cell - this.before[part]) * this.sizes[part];
  }
}
