import type { EdgeTable } from './edges.ts';
import { Int32List } from './growable.ts';
import type { VertexTable } from './vertices.ts';

/** No more cells than this along one side; 4,096² counters are 64 MB. */
const LARGEST_SIDE = 4096;
/** Places looked at to find out where most of the edges lie. */
const OUTLIER_SAMPLE = 4000;
/** Widens the stretch of an edge in a row by this share of a cell, far above the rounding of its computation. */
const MARGIN = 1e-6;

/**
 * A uniform grid over edges. A cell holds every edge that passes through it, walked row by row, so that a long edge costs
 * the cells along it and not its bounding box. Edges that are added later go to a linked list beside the packed ones.
 */
export class EdgeGrid {
  readonly columns: number;
  readonly rows: number;
  readonly offsets: Int32Array;
  readonly entries: Int32Array;
  private readonly originX: number;
  private readonly originY: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  private addedHead: Int32Array | null = null;
  readonly addedEdge = new Int32List();
  readonly addedNext = new Int32List();
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;

  /** @param members the edges to hold; @param smallestCell cells are not made smaller than this (coordinate units). */
  constructor(vertices: VertexTable, edges: EdgeTable, members: Int32Array, smallestCell = 0) {
    this.vertices = vertices;
    this.edges = edges;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    const { x, y } = vertices;
    for (const edge of members) {
      for (const vertex of [edges.a[edge], edges.b[edge]]) {
        if (x[vertex] < minX) minX = x[vertex];
        if (x[vertex] > maxX) maxX = x[vertex];
        if (y[vertex] < minY) minY = y[vertex];
        if (y[vertex] > maxY) maxY = y[vertex];
      }
    }
    if (members.length === 0) [minX, minY, maxX, maxY] = [0, 0, 1, 1];
    [minX, maxX] = withoutOutliers(x, edges, members, minX, maxX);
    [minY, maxY] = withoutOutliers(y, edges, members, minY, maxY);
    this.originX = minX;
    this.originY = minY;
    const width = maxX - minX || 1;
    const height = maxY - minY || 1;
    const wanted = Math.max(1, members.length / 2);
    const side = Math.sqrt((width * height) / wanted);
    this.columns = clampSide(width / Math.max(side, smallestCell));
    this.rows = clampSide(height / Math.max(side, smallestCell));
    this.cellWidth = (width / this.columns) * (1 + 1e-12);
    this.cellHeight = (height / this.rows) * (1 + 1e-12);
    this.offsets = new Int32Array(this.columns * this.rows + 1);
    for (const edge of members) this.walk(edge, -1, null);
    let total = 0;
    for (let cell = 0; cell <= this.columns * this.rows; cell++) {
      const count = this.offsets[cell];
      this.offsets[cell] = total;
      total += count;
    }
    this.entries = new Int32Array(total);
    const position = this.offsets.slice();
    for (const edge of members) this.walk(edge, edge, position);
  }

  column(x: number): number {
    const column = Math.floor((x - this.originX) / this.cellWidth);
    return column < 0 ? 0 : column >= this.columns ? this.columns - 1 : column;
  }

  row(y: number): number {
    const row = Math.floor((y - this.originY) / this.cellHeight);
    return row < 0 ? 0 : row >= this.rows ? this.rows - 1 : row;
  }

  addedFirst(cell: number): number {
    return this.addedHead === null ? -1 : this.addedHead[cell];
  }

  /** Puts one more edge into the grid; places beyond its border belong to the border cells. */
  add(edge: number): void {
    this.addedHead ??= new Int32Array(this.columns * this.rows).fill(-1);
    const head = this.addedHead;
    this.forEachCell(edge, (cell) => {
      this.addedEdge.push(edge);
      this.addedNext.push(head[cell]);
      head[cell] = this.addedEdge.length - 1;
    });
  }

  /** Calls back with every cell that an edge passes through. */
  forEachCell(edge: number, visit: (cell: number) => void): void {
    const { y } = this.vertices;
    const a = this.edges.a[edge];
    const b = this.edges.b[edge];
    const lower = y[a] <= y[b] ? a : b;
    const upper = lower === a ? b : a;
    const row0 = this.row(y[lower]);
    const row1 = this.row(y[upper]);
    for (let row = row0; row <= row1; row++) {
      this.stretch(lower, upper, row, row0, row1);
      for (let column = this.from; column <= this.to; column++) visit(row * this.columns + column);
    }
  }

  private from = 0;
  private to = 0;

  /** Sets the columns `from` … `to` that the edge lower → upper touches in a row. */
  private stretch(lower: number, upper: number, row: number, row0: number, row1: number): void {
    const { x, y } = this.vertices;
    let x0 = x[lower];
    let x1 = x[upper];
    if (row0 !== row1) {
      const slope = (x1 - x0) / (y[upper] - y[lower]);
      const startX = x0;
      const startY = y[lower];
      if (row > row0) x0 = startX + slope * (this.originY + row * this.cellHeight - startY);
      if (row < row1) x1 = startX + slope * (this.originY + (row + 1) * this.cellHeight - startY);
    }
    const margin = MARGIN * this.cellWidth;
    this.from = this.column((x0 < x1 ? x0 : x1) - margin);
    this.to = this.column((x0 < x1 ? x1 : x0) + margin);
  }

  private walk(edge: number, value: number, position: Int32Array | null): void {
    const { y } = this.vertices;
    const a = this.edges.a[edge];
    const b = this.edges.b[edge];
    const lower = y[a] <= y[b] ? a : b;
    const upper = lower === a ? b : a;
    const row0 = this.row(y[lower]);
    const row1 = this.row(y[upper]);
    for (let row = row0; row <= row1; row++) {
      this.stretch(lower, upper, row, row0, row1);
      const base = row * this.columns;
      for (let column = this.from; column <= this.to; column++) {
        if (position === null) this.offsets[base + column]++;
        else this.entries[position[base + column]++] = value;
      }
    }
  }
}

/**
 * The range of a coordinate that the grid spreads over. Where a few places lie far off the rest (a feature at 0, 0, say) they
 * would leave all others in one cell; they share the cells on the border instead.
 */
function withoutOutliers(values: Float64Array, edges: EdgeTable, members: Int32Array, low: number, high: number): [number, number] {
  const stride = Math.max(1, Math.floor(members.length / OUTLIER_SAMPLE));
  const sample: number[] = [];
  for (let i = 0; i < members.length; i += stride) sample.push(values[edges.a[members[i]]]);
  if (sample.length < OUTLIER_SAMPLE / 4) return [low, high];
  sample.sort((p, q) => p - q);
  const lower = sample[Math.floor(sample.length * 0.005)];
  const upper = sample[Math.ceil(sample.length * 0.995) - 1];
  const range = upper - lower;
  if (range === 0) return [low, high];
  return [Math.max(low, lower - range / 10), Math.min(high, upper + range / 10)];
}

function clampSide(cells: number): number {
  return Math.max(1, Math.min(LARGEST_SIDE, Math.floor(cells)));
}
