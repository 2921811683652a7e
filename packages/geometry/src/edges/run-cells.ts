import type { RayGrid } from './ray.ts';

/** Runs in a cell where they are spread evenly. */
const RUNS_IN_CELL = 2;
/** A grid may hold so many times what is put into it, and what lies in one cell at most this share of it. */
const MOST_COPIES = 12;
const MOST_IN_CELL = 1 / 2;
/** Widens rows, and the stretch of an edge in a row, by this share of a cell: far above the rounding of their computation. */
const MARGIN = 1e-6;
/** So that the margin is some units in the last place, a cell is no smaller than this share of the largest coordinate. */
const SMALLEST_SHARE = 1e-9;

/** The edges that runs are made of: ends by vertex, the first edge of each run, and minX, minY, maxX, maxY of each. */
export interface RunSource {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly firstEdge: Int32Array;
  readonly boxes: Float64Array;
}

/** Where runs lie, on a grid over a box. What lies outside belongs to the cells on its border. */
export class RunCells implements RayGrid {
  readonly columns: number;
  readonly rows: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly offsets: Int32Array;
  readonly entries: Int32Array;
  /** Whether dividing the runs was worth it; if not there are no entries. */
  readonly isSpread: boolean;
  /** Runs in the fullest cell. */
  readonly fullest: number;
  private readonly minX: number;
  private readonly minY: number;
  private readonly perWidth: number;
  private readonly perHeight: number;
  private readonly source: RunSource;

  constructor(source: RunSource, runs: Int32Array, minX: number, minY: number, maxX: number, maxY: number) {
    this.source = source;
    this.minX = minX;
    this.minY = minY;
    const width = maxX - minX;
    const height = maxY - minY;
    const cellCount = runs.length / RUNS_IN_CELL;
    const finest = SMALLEST_SHARE * Math.max(-minX, maxX, -minY, maxY);
    const side = Math.max(Math.sqrt((width / cellCount) * height), width / cellCount, height / cellCount, finest);
    this.columns = Math.max(1, Math.floor(width / side)) || 1;
    this.rows = Math.max(1, Math.floor(height / side)) || 1;
    this.cellWidth = width / this.columns;
    this.cellHeight = height / this.rows;
    this.perWidth = perUnit(this.cellWidth);
    this.perHeight = perUnit(this.cellHeight);
    this.offsets = new Int32Array(this.columns * this.rows + 1);
    const { offsets } = this;
    const most = MOST_COPIES * runs.length;
    let total = 0;
    for (let i = 0; i < runs.length && total <= most; i++) total += this.visitCells(runs[i], null, null);
    let fullest = 0;
    let sum = 0;
    for (let cell = 0; cell < offsets.length; cell++) {
      const here = offsets[cell];
      if (here > fullest) fullest = here;
      offsets[cell] = sum;
      sum += here;
    }
    this.fullest = fullest;
    this.isSpread = total <= most && fullest <= MOST_IN_CELL * runs.length;
    this.entries = new Int32Array(this.isSpread ? total : 0);
    if (!this.isSpread) return;
    const position = offsets.slice();
    for (let i = 0; i < runs.length; i++) this.visitCells(runs[i], position, this.entries);
  }

  cellOf(x: number, y: number): number {
    return this.row(y) * this.columns + this.column(x);
  }

  boxOf(cell: number): { minX: number; minY: number; maxX: number; maxY: number } {
    const minX = this.minX + (cell % this.columns) * this.cellWidth;
    const minY = this.minY + Math.floor(cell / this.columns) * this.cellHeight;
    return { minX, minY, maxX: minX + this.cellWidth, maxY: minY + this.cellHeight };
  }

  forEachEdgeIn(row: number, column: number, visit: (edge: number) => void): void {
    const { firstEdge } = this.source;
    const cell = row * this.columns + column;
    for (let k = this.offsets[cell]; k < this.offsets[cell + 1]; k++) {
      for (let edge = firstEdge[this.entries[k]]; edge < firstEdge[this.entries[k] + 1]; edge++) visit(edge);
    }
  }

  /** Whether a run is a single edge over several rows, which is not in all the cells of its box. */
  isLong(run: number): boolean {
    const { firstEdge, boxes } = this.source;
    return firstEdge[run + 1] - firstEdge[run] === 1 && this.row(boxes[4 * run + 1]) !== this.row(boxes[4 * run + 3]);
  }

  column(x: number): number {
    const column = Math.floor((x - this.minX) * this.perWidth);
    return column > 0 ? (column < this.columns ? column : this.columns - 1) : 0;
  }

  row(y: number): number {
    const row = Math.floor((y - this.minY) * this.perHeight);
    return row > 0 ? (row < this.rows ? row : this.rows - 1) : 0;
  }

  /** Counts a run in each of its cells or, where there is a place for it, puts it there. @returns how many cells it has. */
  private visitCells(run: number, position: Int32Array | null, entries: Int32Array | null): number {
    const { boxes } = this.source;
    const at = 4 * run;
    const isLong = this.isLong(run);
    const marginY = isLong ? MARGIN * this.cellHeight : 0;
    const row0 = this.row(boxes[at + 1] - marginY);
    const row1 = this.row(boxes[at + 3] + marginY);
    let column0 = this.column(boxes[at]);
    let column1 = this.column(boxes[at + 2]);
    let cells = 0;
    for (let row = row0; row <= row1; row++) {
      if (isLong) [column0, column1] = this.stretch(run, row);
      for (let column = column0; column <= column1; column++) {
        const cell = row * this.columns + column;
        if (position !== null && entries !== null) entries[position[cell]++] = run;
        else this.offsets[cell]++;
        cells++;
      }
    }
    return cells;
  }

  /** The columns that the one edge of a run touches in a row. */
  private stretch(run: number, row: number): [number, number] {
    const { x, y, a, b, firstEdge } = this.source;
    const edge = firstEdge[run];
    const lower = y[a[edge]] <= y[b[edge]] ? a[edge] : b[edge];
    const upper = lower === a[edge] ? b[edge] : a[edge];
    const slope = (x[upper] - x[lower]) / (y[upper] - y[lower]);
    const below = this.minY + row * this.cellHeight - MARGIN * this.cellHeight;
    const above = this.minY + (row + 1) * this.cellHeight + MARGIN * this.cellHeight;
    const from = row > 0 && below > y[lower] ? x[lower] + slope * (below - y[lower]) : x[lower];
    const to = row + 1 < this.rows && above < y[upper] ? x[lower] + slope * (above - y[lower]) : x[upper];
    const marginX = MARGIN * this.cellWidth;
    return [this.column(Math.min(from, to) - marginX), this.column(Math.max(from, to) + marginX)];
  }
}

/** Cells in one unit of a coordinate; 0 (all in one cell) where the extent is nil or no number. */
function perUnit(size: number): number {
  return size > 0 && Number.isFinite(1 / size) ? 1 / size : 0;
}
