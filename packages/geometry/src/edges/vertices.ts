import { enlargeFloat64, enlargeInt32 } from '../arrays/growable.ts';
import { hashPlace } from '../arrays/hash-place.ts';

/** Places of one bucket; a bucket is a cell of the extent, so that what lies near stands near in memory. */
const BUCKET = 8;
/** Vertices looked at to find out where they lie. */
const EXTENT_SAMPLE = 4096;
/** Where vertices follow a few lines a bucket is so many times as wide as they are apart … */
const STEPS_IN_BUCKET = 2.5;
/** … which is when buckets spread over the extent would be so many times as wide as that. */
const SPARSE = 4;
/** Such buckets stand together by tiles of so many along each side (as a power of two), and the tiles anywhere. */
const TILE_BITS = 2;
const TILE_MASK = 2 ** TILE_BITS - 1;

/**
 * The vertices of a layer by exact coordinates: equal places have one id. Negative zero is zero.
 *
 * Ids lie in buckets by place: rings are walked from place to place, so that most looks hit what is in the cache. What does
 * not fit into its bucket (places are never spread evenly) goes to a table by hash.
 */
export class VertexTable {
  x: Float64Array;
  y: Float64Array;
  count = 0;
  private readonly buckets: Int32Array;
  private readonly columns: number;
  private readonly rows: number;
  private readonly originX: number;
  private readonly originY: number;
  /** Buckets in one unit of a coordinate. */
  private readonly scaleX: number;
  private readonly scaleY: number;
  /** Whether vertices follow a few lines. */
  private readonly isSparse: boolean;
  private slots = new Int32Array(64).fill(-1);
  private slotCount = 0;

  /** @param xy places of which most will be interned, as x0, y0, x1, y1 …: the buckets are spread over their extent. */
  constructor(expected: number, xy: Float64Array = new Float64Array(0)) {
    this.x = new Float64Array(Math.max(expected, 16));
    this.y = new Float64Array(Math.max(expected, 16));
    let bits = 0;
    // Most places are met twice, so that the buckets are about a third full.
    while (BUCKET * 2 ** bits < expected * 1.25) bits++;
    this.columns = 2 ** (bits >> 1);
    this.rows = 2 ** (bits - (bits >> 1));
    this.buckets = new Int32Array(BUCKET * this.columns * this.rows);
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    const stride = 2 * Math.max(1, Math.floor(xy.length / 2 / EXTENT_SAMPLE));
    const steps = new Float64Array(Math.ceil(xy.length / stride));
    let count = 0;
    for (let i = 0; i + 1 < xy.length; i += stride) {
      const [x, y] = [xy[i], xy[i + 1]];
      const step = Math.max(Math.abs(xy[i + 2] - x), Math.abs(xy[i + 3] - y));
      if (step > 0 && step < Infinity) steps[count++] = step;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    this.originX = minX;
    this.originY = minY;
    const perStep = scaleOf(1, STEPS_IN_BUCKET * (steps.subarray(0, count).sort()[count >> 1] ?? 0));
    const spreadX = scaleOf(this.columns, maxX - minX);
    const spreadY = scaleOf(this.rows, maxY - minY);
    this.isSparse = Math.min(spreadX, spreadY) > 0 && perStep > SPARSE * Math.max(spreadX, spreadY);
    this.scaleX = this.isSparse ? perStep : spreadX;
    this.scaleY = this.isSparse ? perStep : spreadY;
  }

  intern(x: number, y: number): number {
    const px = x + 0;
    const py = y + 0;
    const { buckets } = this;
    const start = this.bucketOf(px, py);
    const end = start + BUCKET;
    let place = start;
    for (; place < end; place++) {
      // Stored plus one, so that fresh memory is empty.
      const id = buckets[place] - 1;
      if (id < 0) break;
      if (this.x[id] === px && this.y[id] === py) return id;
    }
    if (place < end) {
      const id = this.add(px, py);
      buckets[place] = id + 1;
      return id;
    }
    const mask = this.slots.length - 1;
    let slot = hashPlace(px, py) & mask;
    for (;;) {
      const id = this.slots[slot];
      if (id < 0) break;
      if (this.x[id] === px && this.y[id] === py) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.add(px, py);
    this.slots[slot] = id;
    if (++this.slotCount * 2 > this.slots.length) this.rehash();
    return id;
  }

  private bucketOf(x: number, y: number): number {
    const column = Math.floor((x - this.originX) * this.scaleX);
    const row = Math.floor((y - this.originY) * this.scaleY);
    if (this.isSparse) return BUCKET * this.scatter(column | 0, row | 0);
    const inColumn = column > 0 ? (column < this.columns ? column : this.columns - 1) : 0;
    const inRow = row > 0 ? (row < this.rows ? row : this.rows - 1) : 0;
    return BUCKET * (inRow * this.columns + inColumn);
  }

  private scatter(column: number, row: number): number {
    let tile = Math.imul(column >> TILE_BITS, 0x9e3779b1) ^ Math.imul(row >> TILE_BITS, 0x85ebca6b);
    tile = Math.imul(tile ^ (tile >>> 15), 0x2c1b3c6d);
    tile ^= tile >>> 13;
    return ((tile << (2 * TILE_BITS)) | ((row & TILE_MASK) << TILE_BITS) | (column & TILE_MASK)) & (this.columns * this.rows - 1);
  }

  private add(x: number, y: number): number {
    const id = this.count++;
    if (id === this.x.length) {
      this.x = enlargeFloat64(this.x, id * 2);
      this.y = enlargeFloat64(this.y, id * 2);
    }
    this.x[id] = x;
    this.y[id] = y;
    return id;
  }

  private rehash(): void {
    const old = this.slots;
    const slots = new Int32Array(old.length * 4).fill(-1);
    const mask = slots.length - 1;
    for (const id of old) {
      if (id < 0) continue;
      let slot = hashPlace(this.x[id], this.y[id]) & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}

/** Cells in one unit of a coordinate; 0 (all in one cell) where the extent is nil or no number. */
function scaleOf(cells: number, size: number): number {
  const scale = cells / size;
  return Number.isFinite(scale) && scale > 0 ? scale : 0;
}

/** Where each vertex went when vertices were merged: chains of `target` end at the vertex that stays. */
export class VertexMoves {
  private target: Int32Array;
  moved = 0;

  constructor(count: number) {
    this.target = new Int32Array(count).fill(-1);
  }

  move(vertex: number, onto: number): void {
    if (vertex >= this.target.length) {
      const length = this.target.length;
      this.target = enlargeInt32(this.target, Math.max(vertex + 1, length * 2));
      this.target.fill(-1, length);
    }
    this.target[vertex] = onto;
    this.moved++;
  }

  resolve(vertex: number): number {
    let at = vertex;
    while (at < this.target.length && this.target[at] >= 0) at = this.target[at];
    return at;
  }
}
