import { sampleOf } from './sample.ts';

/** Number of points sampled to find the extent and the distances between points. */
const EXTENT_SAMPLE = 1024;
/** Where points follow a few lines, a bucket is this many times as wide as the distance between them … */
const STEPS_IN_BUCKET = 2.5;
/** … which is the case if buckets spread over the extent would be this many times as wide as that. */
const SPARSE = 4;
/** Such buckets are grouped into tiles with this many along each side (as a power of two); the tiles are scattered. */
const TILE_BITS = 2;
const TILE_MASK = 2 ** TILE_BITS - 1;

/** Bits of a place in a bucket: half of them tell how far along each axis. */
export const PLACE_BITS = 8;
const STEPS_IN_PLACE = 2 ** (PLACE_BITS / 2);

/**
 * Buckets by location, for tables of what lies at points. A bucket is a cell of the extent, so neighbours in the plane are
 * neighbours in memory. Rings are walked from point to point, so most lookups hit the cache.
 */
export class PlaceBuckets {
  /** A power of two. */
  readonly count: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly originX: number;
  private readonly originY: number;
  /** Buckets per coordinate unit. */
  private readonly scaleX: number;
  private readonly scaleY: number;
  /** Whether points follow a few lines. */
  private readonly isSparse: boolean;

  /**
   * @param least the minimum number of buckets.
   * @param xy points as x0, y0, x1, y1 …; the buckets are spread over their extent.
   */
  constructor(least: number, xy: Float64Array) {
    let bits = 0;
    while (2 ** bits < least) bits++;
    this.columns = 2 ** (bits >> 1);
    this.rows = 2 ** (bits - (bits >> 1));
    this.count = this.columns * this.rows;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    const sample = sampleOf(Math.floor(xy.length / 2), EXTENT_SAMPLE);
    const steps = new Float64Array(sample.length);
    let count = 0;
    for (const point of sample) {
      const i = 2 * point;
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

  /** The bucket of a point. Points outside the extent go to a bucket at its edge. */
  at(x: number, y: number): number {
    const column = Math.floor((x - this.originX) * this.scaleX);
    const row = Math.floor((y - this.originY) * this.scaleY);
    if (this.isSparse) return this.scatter(column | 0, row | 0);
    const inColumn = column > 0 ? (column < this.columns ? column : this.columns - 1) : 0;
    const inRow = row > 0 ? (row < this.rows ? row : this.rows - 1) : 0;
    return inRow * this.columns + inColumn;
  }

  /** Where a point lies in its bucket, in `PLACE_BITS` bits. Points that differ in it are different. */
  placeInBucket(x: number, y: number): number {
    const column = (x - this.originX) * this.scaleX;
    const row = (y - this.originY) * this.scaleY;
    const along = ((column - Math.floor(column)) * STEPS_IN_PLACE) | 0;
    const up = ((row - Math.floor(row)) * STEPS_IN_PLACE) | 0;
    return along * STEPS_IN_PLACE + up;
  }

  private scatter(column: number, row: number): number {
    let tile = Math.imul(column >> TILE_BITS, 0x9e3779b1) ^ Math.imul(row >> TILE_BITS, 0x85ebca6b);
    tile = Math.imul(tile ^ (tile >>> 15), 0x2c1b3c6d);
    tile ^= tile >>> 13;
    return ((tile << (2 * TILE_BITS)) | ((row & TILE_MASK) << TILE_BITS) | (column & TILE_MASK)) & (this.count - 1);
  }
}

/** Cells per coordinate unit; 0 (everything in one cell) if the extent is zero or not a number. */
function scaleOf(cells: number, size: number): number {
  const scale = cells / size;
  return Number.isFinite(scale) && scale > 0 ? scale : 0;
}
