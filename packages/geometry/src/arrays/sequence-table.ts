import { TooTangledError } from '../tangled.ts';
import { firstAtLeast } from './binary-search.ts';
import { Int32List } from './growable.ts';

/** Maximum number of members of all sequences together: half a gigabyte. */
const MOST_ITEMS = 2 ** 27;
/** How many sequences are asked before all are. */
const ASKED_FIRST = 64;

/** Interns sequences of integers: equal sequences get one id. They are stored end to end and found by an open-addressing hash. */
export class SequenceTable {
  readonly offsets = new Int32List();
  readonly items = new Int32List();
  private slots = new Int32Array(32).fill(-1);

  constructor() {
    this.offsets.push(0);
  }

  get count(): number {
    return this.offsets.length - 1;
  }

  sizeOf(id: number): number {
    return this.offsets.data[id + 1] - this.offsets.data[id];
  }

  /** Whether a sequence of ascending integers contains an item. */
  hasInAscending(id: number, item: number): boolean {
    const end = this.offsets.data[id + 1];
    const index = firstAtLeast(this.items.data, item, this.offsets.data[id], end);
    return index < end && this.items.data[index] === item;
  }

  /**
   * Whether all of some sequences of ascending integers contain an item. Those that follow each other often come from the same place, so some of all
   * are asked first: mostly one of them tells that not all do.
   */
  allHaveInAscending(ids: Int32Array, item: number): boolean {
    const stride = Math.ceil(ids.length / ASKED_FIRST);
    for (let i = 0; i < ids.length; i += stride) if (!this.hasInAscending(ids[i], item)) return false;
    return stride <= 1 || ids.every((id) => this.hasInAscending(id, item));
  }

  /** The id of the sequence in the first `length` entries of `buffer`. */
  intern(buffer: Int32Array, length: number): number {
    const mask = this.slots.length - 1;
    let slot = hashSequence(buffer, 0, length) & mask;
    for (;;) {
      const id = this.slots[slot];
      if (id < 0) break;
      if (this.equals(id, buffer, length)) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.count;
    if (this.items.length + length > MOST_ITEMS) throw new TooTangledError(MOST_ITEMS);
    for (let i = 0; i < length; i++) this.items.push(buffer[i]);
    this.offsets.push(this.items.length);
    this.slots[slot] = id;
    if (this.count * 2 > this.slots.length) this.rehash();
    return id;
  }

  private equals(id: number, buffer: Int32Array, length: number): boolean {
    const start = this.offsets.data[id];
    if (this.offsets.data[id + 1] - start !== length) return false;
    const items = this.items.data;
    for (let i = 0; i < length; i++) if (items[start + i] !== buffer[i]) return false;
    return true;
  }

  private rehash(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = hashSequence(this.items.data, this.offsets.data[id], this.offsets.data[id + 1]) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

function hashSequence(items: Int32Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ items[i], 0x01000193);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
