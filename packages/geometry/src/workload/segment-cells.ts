import type { PolygonSegments } from './polygon-segments.ts';

/** Cells along one side. */
const LARGEST_SIDE = 2048;
/** Segments per cell where they are evenly spread. */
const SEGMENTS_IN_CELL = 2;
/** Limits the entries of segments in cells: a layer with long segments gets larger cells rather than more entries. */
const FEWEST_ENTRIES = 1_000_000;
const ENTRIES_OF_SEGMENT = 3;

/** A grid of equal cells over the extent of a layer, with the segments that pass through each. */
export class SegmentCells {
  /** The segments of a cell are at offsets[cell] … offsets[cell + 1] of `entries`. */
  readonly offsets: Int32Array;
  readonly entries: Int32Array;
  readonly cellCount: number;
  private readonly columns: number;
  private readonly rows: number;
  private readonly minX: number;
  private readonly minY: number;
  private readonly perWidth: number;
  private readonly perHeight: number;

  constructor(xy: Float64Array, { count, start, end }: PolygonSegments) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    let [lengthX, lengthY] = [0, 0];
    for (let i = 0; i < count; i++) {
      const x = xy[2 * start[i]], y = xy[2 * start[i] + 1];
      // Every vertex of a ring is the start of one segment.
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      lengthX += Math.abs(xy[2 * end[i]] - x);
      lengthY += Math.abs(xy[2 * end[i] + 1] - y);
    }
    if (count === 0) [minX, minY, maxX, maxY] = [0, 0, 1, 1];
    const [width, height] = [maxX - minX || 1, maxY - minY || 1];
    const evenly = Math.sqrt(count / SEGMENTS_IN_CELL);
    const crossed = lengthX / width + lengthY / height;
    const mostCrossed = (ENTRIES_OF_SEGMENT * count + FEWEST_ENTRIES) / Math.max(crossed, 1);
    const side = Math.max(1, Math.min(LARGEST_SIDE, Math.floor(Math.min(evenly, mostCrossed))));
    this.columns = side;
    this.rows = side;
    this.cellCount = side * side;
    this.minX = minX;
    this.minY = minY;
    this.perWidth = side / width;
    this.perHeight = side / height;
    const offsets = new Int32Array(this.cellCount + 1);
    for (let i = 0; i < count; i++) this.walk(xy, start[i], end[i], (cell) => { offsets[cell + 1]++; });
    for (let cell = 0; cell < this.cellCount; cell++) offsets[cell + 1] += offsets[cell];
    const position = offsets.slice(0, this.cellCount);
    const entries = new Int32Array(offsets[this.cellCount]);
    for (let i = 0; i < count; i++) this.walk(xy, start[i], end[i], (cell) => { entries[position[cell]++] = i; });
    this.offsets = offsets;
    this.entries = entries;
  }

  cellOf(x: number, y: number): number {
    return this.row(y) * this.columns + this.column(x);
  }

  private column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((x - this.minX) * this.perWidth)));
  }

  private row(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.floor((y - this.minY) * this.perHeight)));
  }

  /** Walks row by row, so that a long segment only enters the cells along it. */
  private walk(xy: Float64Array, start: number, end: number, visit: (cell: number) => void): void {
    const isUpward = xy[2 * start + 1] <= xy[2 * end + 1];
    const [lower, upper] = isUpward ? [start, end] : [end, start];
    const x0 = xy[2 * lower], y0 = xy[2 * lower + 1], x1 = xy[2 * upper], y1 = xy[2 * upper + 1];
    const row0 = this.row(y0), row1 = this.row(y1);
    const slope = row0 === row1 ? 0 : (x1 - x0) / (y1 - y0);
    for (let row = row0; row <= row1; row++) {
      const from = row === row0 ? x0 : x0 + slope * (this.minY + row / this.perHeight - y0);
      const to = row === row1 ? x1 : x0 + slope * (this.minY + (row + 1) / this.perHeight - y0);
      const first = this.column(Math.min(from, to)), last = this.column(Math.max(from, to));
      for (let column = first; column <= last; column++) visit(row * this.columns + column);
    }
  }
}
