/** Shorter lists double when they grow. */
const LONG_LIST = 1 << 20;

/** What a list needs from its typed array. */
interface ListArray<Value, Own> extends ArrayLike<Value> {
  set(values: ArrayLike<Value>, at: number): void;
  subarray(start: number, end: number): Own;
  slice(start: number, end: number): Own;
}

/**
 * A list in one growing typed array. `data` is replaced when it grows, so read it again after adding something. The list is what
 * comes before `length`; set `length` to truncate it.
 *
 * Each type has a `push` of its own, which is a third faster than a shared one, because the engine then sees arrays of only one
 * type in it.
 */
abstract class List<Value, Values extends ListArray<Value, Values>> {
  data: Values;
  length = 0;

  constructor(data: Values) {
    this.data = data;
  }

  protected abstract make(length: number): Values;

  pushAll(values: ArrayLike<Value>): void {
    this.reserve(this.length + values.length);
    this.data.set(values, this.length);
    this.length += values.length;
  }

  /**
   * Makes room for this many values in total; `length` stays.
   * @param expected the final number of values, as far as it can be guessed
   */
  reserve(length: number, expected?: number): void {
    const capacity = this.data.length;
    if (length <= capacity) return;
    this.resize(Math.max(length, expected === undefined ? larger(capacity) : Math.ceil(Math.max(expected, 1.125 * capacity))));
  }

  toArray(): Values {
    return this.data.slice(0, this.length);
  }

  /** Like `toArray`, for a list that is no longer needed. Does not copy if the buffer is hardly larger than its content. */
  takeArray(): Values {
    const { data, length } = this;
    this.data = this.make(4);
    this.length = 0;
    return data.length - length < length / 8 ? data.subarray(0, length) : data.slice(0, length);
  }

  protected grow(): void {
    this.resize(larger(this.length));
  }

  private resize(length: number): void {
    const data = this.make(length);
    data.set(this.data.subarray(0, this.length), 0);
    this.data = data;
  }
}

/** A list of 32-bit integers. */
export class Int32List extends List<number, Int32Array<ArrayBuffer>> {
  constructor(capacity = 16) {
    super(new Int32Array(Math.max(capacity, 4)));
  }

  push(value: number): number {
    if (this.length === this.data.length) this.grow();
    this.data[this.length] = value;
    return this.length++;
  }

  protected override make(length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(length);
  }
}

/** A list of doubles. */
export class Float64List extends List<number, Float64Array<ArrayBuffer>> {
  constructor(capacity = 16) {
    super(new Float64Array(Math.max(capacity, 4)));
  }

  push(value: number): number {
    if (this.length === this.data.length) this.grow();
    this.data[this.length] = value;
    return this.length++;
  }

  protected override make(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(length);
  }
}

/** A list of bytes. */
export class Uint8List extends List<number, Uint8Array<ArrayBuffer>> {
  constructor(capacity = 16) {
    super(new Uint8Array(Math.max(capacity, 4)));
  }

  push(value: number): number {
    if (this.length === this.data.length) this.grow();
    this.data[this.length] = value;
    return this.length++;
  }

  protected override make(length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(length);
  }
}

/** A list of 64-bit integers. */
export class BigInt64List extends List<bigint, BigInt64Array<ArrayBuffer>> {
  constructor(capacity = 16) {
    super(new BigInt64Array(Math.max(capacity, 4)));
  }

  push(value: bigint): number {
    if (this.length === this.data.length) this.grow();
    this.data[this.length] = value;
    return this.length++;
  }

  protected override make(length: number): BigInt64Array<ArrayBuffer> {
    return new BigInt64Array(length);
  }
}

/** A long list grows by less, to leave less unused. */
function larger(length: number): number {
  return length < LONG_LIST ? length * 2 : Math.ceil(length * 1.25);
}

/** The same values at the start of a longer array. */
export function enlarged<Values extends Float64Array | Int32Array | Uint8Array>(values: Values, length: number): Values;
export function enlarged(values: Float64Array | Int32Array | Uint8Array, length: number): Float64Array | Int32Array | Uint8Array {
  const longer = values instanceof Float64Array ? new Float64Array(length) : values instanceof Int32Array ? new Int32Array(length) : new Uint8Array(length);
  longer.set(values);
  return longer;
}

/** The indices of all marks that are set, ascending. */
export function markedIndices(marks: Uint8Array): Int32Array<ArrayBuffer> {
  const indices = new Int32Array(marks.reduce((sum, mark) => sum + (mark === 0 ? 0 : 1), 0));
  let count = 0;
  for (let index = 0; index < marks.length; index++) if (marks[index] !== 0) indices[count++] = index;
  return indices;
}
