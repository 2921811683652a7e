import { TooTangledError } from '../tangled.ts';

/** Shorter lists double. */
const LONG_LIST = 1 << 20;

/** A list of 32-bit integers over one growing buffer. `data` changes identity when it grows: read it afresh after a push. */
export class Int32List {
  data: Int32Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Int32Array(Math.max(capacity, 4));
  }

  push(value: number): number {
    if (this.length === this.data.length) this.data = enlargeInt32(this.data, larger(this.length));
    this.data[this.length] = value;
    return this.length++;
  }

  pushAll(values: ArrayLike<number>): void {
    const length = this.length + values.length;
    if (length > this.data.length) this.data = enlargeInt32(this.data, Math.max(length, larger(this.length)));
    this.data.set(values, this.length);
    this.length = length;
  }

  toArray(): Int32Array {
    return this.data.slice(0, this.length);
  }

  /** As `toArray`, for a list that is done with: not copied when its buffer is hardly larger than what is in it. */
  takeArray(): Int32Array {
    const taken = isNearlyFull(this) ? this.data.subarray(0, this.length) : this.toArray();
    this.data = new Int32Array(4);
    this.length = 0;
    return taken;
  }
}

/** A list of doubles over one growing buffer; see `Int32List`. */
export class Float64List {
  data: Float64Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Float64Array(Math.max(capacity, 4));
  }

  push(value: number): number {
    if (this.length === this.data.length) this.data = enlargeFloat64(this.data, larger(this.length));
    this.data[this.length] = value;
    return this.length++;
  }

  pushAll(values: ArrayLike<number>): void {
    const length = this.length + values.length;
    if (length > this.data.length) this.data = enlargeFloat64(this.data, Math.max(length, larger(this.length)));
    this.data.set(values, this.length);
    this.length = length;
  }

  toArray(): Float64Array {
    return this.data.slice(0, this.length);
  }

  takeArray(): Float64Array {
    const taken = isNearlyFull(this) ? this.data.subarray(0, this.length) : this.toArray();
    this.data = new Float64Array(4);
    this.length = 0;
    return taken;
  }
}

/** A list of bytes over one growing buffer; see `Int32List`. */
export class Uint8List {
  data: Uint8Array;
  length = 0;

  constructor(capacity = 16) {
    this.data = new Uint8Array(Math.max(capacity, 4));
  }

  push(value: number): number {
    if (this.length === this.data.length) this.data = enlargeUint8(this.data, larger(this.length));
    this.data[this.length] = value;
    return this.length++;
  }

  pushAll(values: ArrayLike<number>): void {
    const length = this.length + values.length;
    if (length > this.data.length) this.data = enlargeUint8(this.data, Math.max(length, larger(this.length)));
    this.data.set(values, this.length);
    this.length = length;
  }
}

/** Of a long list so much less is unused. */
function larger(length: number): number {
  return length < LONG_LIST ? length * 2 : Math.ceil(length * 1.25);
}

function isNearlyFull({ data, length }: Int32List | Float64List): boolean {
  return data.length - length < length / 8;
}

/** The places at which a mark stands, ascending. */
export function markedPlaces(marks: Uint8Array): Int32Array<ArrayBuffer> {
  const places = new Int32Array(marks.reduce((sum, mark) => sum + (mark === 0 ? 0 : 1), 0));
  let count = 0;
  for (let place = 0; place < marks.length; place++) if (marks[place] !== 0) places[count++] = place;
  return places;
}

export function enlargeInt32(source: Int32Array, length: number): Int32Array {
  const target = new Int32Array(length);
  target.set(source);
  return target;
}

export function enlargeUint8(source: Uint8Array, length: number): Uint8Array {
  const target = new Uint8Array(length);
  target.set(source);
  return target;
}

export function enlargeFloat64(source: Float64Array, length: number): Float64Array {
  const target = new Float64Array(length);
  target.set(source);
  return target;
}

/** Members of all sequences together: half a gigabyte. */
const MOST_ITEMS = 2 ** 27;

/** Interns sequences of integers: equal sequences get one id. Stored end to end, found by an open-addressing hash. */
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

  /** Whether a sequence of ascending integers has one. */
  hasInAscending(id: number, item: number): boolean {
    const items = this.items.data;
    let low = this.offsets.data[id];
    let high = this.offsets.data[id + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (items[middle] < item) low = middle + 1;
      else high = middle;
    }
    return low < this.offsets.data[id + 1] && items[low] === item;
  }

  /** The id of the sequence in the first `length` places of `buffer`. */
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

/** Disjoint sets over 0 … count − 1; the representative is always the smallest member. */
export class DisjointSets {
  readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = new Int32Array(count);
    for (let i = 0; i < count; i++) this.parent[i] = i;
  }

  find(member: number): number {
    const parent = this.parent;
    let at = member;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  union(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else if (rootB < rootA) this.parent[rootA] = rootB;
  }
}
