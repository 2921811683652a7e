import { readSync } from 'node:fs';
import { StoredNumbers, Unusual } from './stored-numbers.ts';

/** Where the rows of a table lie in an SQLite file. */
export interface TablePlace {
  /** The number of the page at the root of its tree; the first page of a file is 1. */
  readonly root: number;
  readonly pageSize: number;
  /** The bytes of a page that SQLite uses. */
  readonly usable: number;
  /** The number of pages in the file. */
  readonly pages: number;
}

/** Bytes read at a time, if they follow each other. */
const WINDOW = 1 << 18;
/** The pages of a table are its leaves, with those of long records between them; what lies farther ahead is of another table. */
const NEAR = 1 << 16;
/** SQLite allows no more levels. */
const DEEPEST = 20;
/** A longer record is left to SQLite, which has bounds of its own. */
const LONGEST_RECORD = 1 << 22;

const INTERIOR = 0x05;
const LEAF = 0x0d;
const LEAF_HEADER = 8;
const INTERIOR_HEADER = 12;
/** The number of a page, and a key. */
const SMALLEST_INTERIOR_CELL = 5;

/** The children of a page, of which those before `at` have been read. */
interface Level {
  readonly children: readonly number[];
  at: number;
}

/**
 * The cells in the leaves of a table's tree, in the order in which SQLite would give them (SQLite file format, sections 1.5 and 1.6). Every number in the
 * file is checked before it is used, and whatever SQLite refuses is unusual here. A tree that leads back into itself ends where more pages have been read
 * than the file has.
 */
export class LeafCells {
  /** The key of the cell. */
  key = 0;
  /** The record of the cell begins at `start` in these bytes, and goes on there until `end`, until the next call. */
  bytes: Uint8Array<ArrayBuffer>;
  start = 0;
  end = 0;
  /** The bytes of the whole record, some of which may lie in other pages. */
  length = 0;
  readonly #file: number;
  readonly #place: TablePlace;
  readonly #levels: Level[];
  readonly #leaf: Uint8Array<ArrayBuffer>;
  readonly #leafView: DataView;
  #long = new Uint8Array(0);
  #cells = 0;
  #cell = 0;
  #pagesRead = 0;
  readonly #numbers = new StoredNumbers();
  #window = new Uint8Array(0);
  #windowView = new DataView(this.#window.buffer);
  #windowStart = 0;
  #windowEnd = 0;

  /** @param file a descriptor of the file, which the caller closes */
  constructor(file: number, place: TablePlace) {
    this.#file = file;
    this.#place = place;
    this.#levels = [{ children: [place.root], at: 0 }];
    this.#leaf = new Uint8Array(place.pageSize);
    this.#leafView = new DataView(this.#leaf.buffer);
    this.bytes = this.#leaf;
  }

  /** Goes on to the next cell. @returns false after the last one. @throws Unusual; `key` is then that of the last cell that was read */
  next(): boolean {
    while (this.#cell === this.#cells) if (!this.#nextLeaf()) return false;
    const { usable } = this.#place;
    const numbers = this.#numbers;
    numbers.at = this.#leafView.getUint16(LEAF_HEADER + 2 * this.#cell);
    if (numbers.at < LEAF_HEADER + 2 * this.#cells) throw new Unusual('a cell in the list of cells');
    const length = numbers.next(this.#leaf, usable);
    const key = numbers.next(this.#leaf, usable);
    if (length > LONGEST_RECORD) throw new Unusual('a long record');
    const local = localBytes(length, usable);
    const start = numbers.at;
    if (start + local + (local < length ? 4 : 0) > usable) throw new Unusual('a cell does not fit its page');
    this.bytes = this.#leaf;
    this.start = start;
    this.end = start + local;
    this.length = length;
    this.key = key;
    this.#cell++;
    return true;
  }

  #nextLeaf(): boolean {
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      if (level.at === level.children.length) {
        this.#levels.pop();
        continue;
      }
      if (this.#enter(this.#pageAt(level.children[level.at++]))) return true;
    }
    return false;
  }

  /** @param start of the page in the window. @returns whether it is a leaf */
  #enter(start: number): boolean {
    const { pageSize, usable } = this.#place;
    const type = this.#window[start];
    const cells = this.#windowView.getUint16(start + 3);
    const isEmptyRoot = cells === 0 && type === LEAF && this.#pagesRead === 1;
    if ((type !== LEAF && type !== INTERIOR) || (cells === 0 && !isEmptyRoot)) throw new Unusual('a page of another kind');
    const listEnd = (type === LEAF ? LEAF_HEADER : INTERIOR_HEADER) + 2 * cells;
    if (listEnd > usable) throw new Unusual('a page with too many cells');
    if (type === LEAF) {
      // The window may move on while long records are read.
      this.#leaf.set(this.#window.subarray(start, start + pageSize));
      this.#cells = cells;
      this.#cell = 0;
      return true;
    }
    if (this.#levels.length > DEEPEST) throw new Unusual('a tree that is too deep');
    const children: number[] = [];
    for (let cell = 0; cell < cells; cell++) {
      const at = this.#windowView.getUint16(start + INTERIOR_HEADER + 2 * cell);
      if (at < listEnd || at + SMALLEST_INTERIOR_CELL > usable) throw new Unusual('a cell does not fit its page');
      children.push(this.#windowView.getUint32(start + at));
    }
    children.push(this.#windowView.getUint32(start + 8));
    this.#levels.push({ children, at: 0 });
    return false;
  }

  /** Joins the record if it goes on in other pages. @throws Unusual */
  takeWhole(): void {
    const { start, length } = this;
    const local = this.end - start;
    if (local === length) return;
    const { usable } = this.#place;
    if (this.#long.length < length) this.#long = new Uint8Array(2 * length);
    this.bytes = this.#long;
    this.bytes.set(this.#leaf.subarray(start, start + local));
    let page = this.#leafView.getUint32(start + local);
    for (let filled = local; filled < length; ) {
      const from = this.#pageAt(page);
      const count = Math.min(length - filled, usable - 4);
      this.bytes.set(this.#window.subarray(from + 4, from + 4 + count), filled);
      filled += count;
      page = this.#windowView.getUint32(from);
    }
    this.start = 0;
    this.end = length;
  }

  /** @returns where the page begins in the window */
  #pageAt(page: number): number {
    const { pageSize, pages } = this.#place;
    // The first page begins with the header of the file, and is the root of no feature table.
    if (page < 2 || page > pages || ++this.#pagesRead > pages) throw new Unusual('no page of the table');
    const start = (page - 1) * pageSize;
    // A small table is one page, and there may be a thousand of them.
    const isNext = this.#windowEnd > 0 && start >= this.#windowStart && start < this.#windowEnd + NEAR;
    if (start < this.#windowStart || start + pageSize > this.#windowEnd) this.#load(start, isNext ? Math.max(WINDOW, pageSize) : pageSize);
    return start - this.#windowStart;
  }

  #load(start: number, bytes: number): void {
    if (this.#window.length < bytes) {
      this.#window = new Uint8Array(bytes);
      this.#windowView = new DataView(this.#window.buffer);
    }
    let filled = 0;
    while (filled < bytes) {
      const count = readSync(this.#file, this.#window, filled, bytes - filled, start + filled);
      if (count === 0) break;
      filled += count;
    }
    this.#windowStart = start;
    this.#windowEnd = start + filled;
    if (filled < this.#place.pageSize) throw new Unusual('a page is not whole');
  }
}

/** How many bytes of a record lie in the leaf; the others are in pages of their own. */
function localBytes(length: number, usable: number): number {
  const most = usable - 35;
  if (length <= most) return length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  return fitting <= most ? fitting : least;
}
