import type { EdgeTable } from './edges.ts';
import { Int32List, enlarged } from '../arrays/growable.ts';
import type { VertexTable } from './vertices.ts';

/** Cells along each side of a tile. Only tiles that edges pass through hold cells. */
const TILE_BITS = 3;
const TILE = 1 << TILE_BITS;
const TILE_MASK = TILE - 1;
/** No more tiles than this along one side; 4,096² places are 64 MB. */
const LARGEST_SIDE = 4096;
/** Tiles that a grid of few edges may have. */
const FEWEST_TILES = 64;
/** Tiles that a grid has room for before it grows: most grids are of a few edges. */
const FIRST_TILES = 4;
/** Edges in a cell where they lie evenly spread over an area. */
const EDGES_IN_CELL = 2;
/** Where edges follow a few lines a cell is this many times as wide as an edge is long on average. */
const LENGTHS_IN_CELL = 4;
/** Places looked at to find out where most of the edges lie, and how long they are. */
const SAMPLE = 4000;
/** Widens rows, and the stretch of an edge in a row, by this share of a cell: far above the rounding of their computation. */
const MARGIN = 1e-6;
/** So that the margin is some units in the last place, a cell is no smaller than this share of the largest coordinate. */
const SMALLEST_SHARE = 1e-9;

/** How near an edge has to come to a place to be in its cell, in coordinate units. */
export interface Reach {
  readonly y: number;
  /** In x, anywhere between two heights. */
  readonly x: (low: number, high: number) => number;
}

/**
 * A uniform grid over edges. A cell holds every edge that passes through it, walked row by row, so that a long edge costs
 * the cells along it and not its bounding box. Edges that are added later go to a linked list beside the packed ones.
 *
 * Cells are numbered tile by tile, and tiles as edges come to them: neighbours in the plane are neighbours in memory, and
 * where edges follow a few lines the cells may be as small as the edges are short.
 */
export class EdgeGrid {
  readonly columns: number;
  readonly rows: number;
  /** Cells that exist; the entries of each stand at offsets[cell] … offsets[cell + 1]. */
  cellCount = 0;
  offsets: Int32Array;
  readonly entries: Int32Array;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly addedEdge = new Int32List();
  readonly addedNext = new Int32List();
  private readonly originX: number;
  private readonly originY: number;
  private readonly perWidth: number;
  private readonly perHeight: number;
  readonly marginY: number;
  private readonly marginX: number;
  /** The margin in x of each row of a grid of widened edges, else null. */
  private readonly rowMargins: Float64Array | null;
  private readonly tileColumns: number;
  /** The first cell of each tile plus one, 0 where it has none. */
  private readonly tiles: Int32Array;
  private addedHead: Int32Array | null = null;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;

  /**
   * @param members the edges to hold.
   * @param smallestCell cells are not made smaller than this (coordinate units).
   * @param reach a cell holds every edge that comes so near to any place in it; null: those that pass through it.
   */
  constructor(vertices: VertexTable, edges: EdgeTable, members: Int32Array, smallestCell = 0, reach: Reach | null = null) {
    this.vertices = vertices;
    this.edges = edges;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    const { x, y } = vertices;
    const { a, b } = edges;
    for (let i = 0; i < members.length; i++) {
      const ax = x[a[members[i]]], ay = y[a[members[i]]], bx = x[b[members[i]]], by = y[b[members[i]]];
      if (ax < minX) minX = ax;
      if (ax > maxX) maxX = ax;
      if (bx < minX) minX = bx;
      if (bx > maxX) maxX = bx;
      if (ay < minY) minY = ay;
      if (ay > maxY) maxY = ay;
      if (by < minY) minY = by;
      if (by > maxY) maxY = by;
    }
    if (members.length === 0) [minX, minY, maxX, maxY] = [0, 0, 1, 1];
    const [lowest, highest] = [minY, maxY];
    [minX, maxX] = withoutOutliers(x, edges, members, minX, maxX);
    [minY, maxY] = withoutOutliers(y, edges, members, minY, maxY);
    this.originX = minX;
    this.originY = minY;
    const width = maxX - minX || 1;
    const height = maxY - minY || 1;
    const evenly = Math.sqrt((width * height) / Math.max(1, members.length / EDGES_IN_CELL));
    const side = Math.max(Math.min(evenly, LENGTHS_IN_CELL * meanLength(vertices, edges, members)), smallestCell, smallestSide(width, height, members.length));
    const finest = SMALLEST_SHARE * Math.max(-minX, maxX, -minY, maxY);
    this.columns = clampSide(width / Math.max(side, finest));
    this.rows = clampSide(height / Math.max(side, finest));
    this.cellWidth = (width / this.columns) * (1 + 1e-12);
    this.cellHeight = (height / this.rows) * (1 + 1e-12);
    this.perWidth = 1 / this.cellWidth;
    this.perHeight = 1 / this.cellHeight;
    this.marginX = MARGIN * this.cellWidth;
    this.marginY = MARGIN * this.cellHeight + (reach?.y ?? 0);
    this.rowMargins = reach === null ? null : this.marginsOfRows(reach, lowest, highest);
    this.tileColumns = Math.ceil(this.columns / TILE);
    this.tiles = new Int32Array(this.tileColumns * Math.ceil(this.rows / TILE));
    this.offsets = new Int32Array(TILE * TILE * FIRST_TILES + 1);
    /** The cell of each member that lies in one cell only, -1 for the others. */
    const onlyCell = new Int32Array(members.length);
    for (let i = 0; i < members.length; i++) onlyCell[i] = this.count(members[i]);
    let total = 0;
    for (let cell = 0; cell <= this.cellCount; cell++) {
      const count = this.offsets[cell];
      this.offsets[cell] = total;
      total += count;
    }
    this.entries = new Int32Array(total);
    const position = this.offsets.slice(0, this.cellCount);
    for (let i = 0; i < members.length; i++) {
      if (onlyCell[i] >= 0) this.entries[position[onlyCell[i]]++] = members[i];
      else this.put(members[i], position);
    }
  }

  column(x: number): number {
    const column = Math.floor((x - this.originX) * this.perWidth);
    return column < 0 ? 0 : column >= this.columns ? this.columns - 1 : column;
  }

  row(y: number): number {
    const row = Math.floor((y - this.originY) * this.perHeight);
    return row < 0 ? 0 : row >= this.rows ? this.rows - 1 : row;
  }

  /** The number of a cell, -1 where no edge is near. */
  cellAt(row: number, column: number): number {
    const first = this.tiles[(row >> TILE_BITS) * this.tileColumns + (column >> TILE_BITS)];
    return first === 0 ? -1 : first - 1 + ((row & TILE_MASK) << TILE_BITS) + (column & TILE_MASK);
  }

  addedFirst(cell: number): number {
    return this.addedHead === null || cell >= this.addedHead.length ? -1 : this.addedHead[cell];
  }

  /** Puts one more edge into the grid; places beyond its border belong to the border cells. The cells that it comes to are told. */
  add(edge: number, cells: Int32List | null = null): void {
    this.addedHead ??= new Int32Array(this.cellCount).fill(-1);
    this.span(edge);
    for (let row = this.row0; row <= this.row1; row++) {
      this.stretch(row);
      for (let column = this.from; column <= this.to; column++) {
        const cell = this.makeCell(row, column);
        if (cell >= this.addedHead.length) {
          const length: number = this.addedHead.length;
          this.addedHead = enlarged(this.addedHead, Math.max(2 * length, cell + 1));
          this.addedHead.fill(-1, length);
        }
        this.addedEdge.push(edge);
        this.addedNext.push(this.addedHead[cell]);
        this.addedHead[cell] = this.addedEdge.length - 1;
        cells?.push(cell);
      }
    }
  }

  forEachEdgeIn(row: number, column: number, visit: (edge: number) => void): void {
    const cell = this.cellAt(row, column);
    if (cell < 0) return;
    for (let k = this.offsets[cell]; k < this.offsets[cell + 1]; k++) visit(this.entries[k]);
    for (let k = this.addedFirst(cell); k >= 0; k = this.addedNext.data[k]) visit(this.addedEdge.data[k]);
  }

  /** Fills a list with the cells that exist and that an edge passes through; with `times` so many times as wide. */
  cellsOf(edge: number, cells: Int32List, times = 1): void {
    cells.length = 0;
    this.span(edge, times);
    for (let row = this.row0; row <= this.row1; row++) {
      this.stretch(row, times);
      for (let column = this.from; column <= this.to; column++) {
        const cell = this.cellAt(row, column);
        if (cell >= 0) cells.push(cell);
      }
    }
  }

  /** How far from an edge in x a place may lie that is in its cell. */
  marginOfRow(row: number): number {
    return this.rowMargins === null ? this.marginX : this.rowMargins[row];
  }

  /** Rows on the border hold what lies beyond it as well. */
  private marginsOfRows(reach: Reach, lowest: number, highest: number): Float64Array {
    const margins = new Float64Array(this.rows);
    for (let row = 0; row < this.rows; row++) {
      const below = this.originY + row * this.cellHeight;
      const low = row === 0 ? Math.min(lowest, below) : below;
      const high = row === this.rows - 1 ? Math.max(highest, below + this.cellHeight) : below + this.cellHeight;
      margins[row] = this.marginX + reach.x(low - this.marginY, high + this.marginY);
    }
    return margins;
  }

  /** The edge that is walked: its ends from below, the rows of both, and the columns in the row at hand. */
  private lowerX = 0;
  private lowerY = 0;
  private upperX = 0;
  private upperY = 0;
  private row0 = 0;
  private row1 = 0;
  private from = 0;
  private to = 0;

  private span(edge: number, times = 1): void {
    const { x, y } = this.vertices;
    const a = this.edges.a[edge];
    const b = this.edges.b[edge];
    const isUpward = y[a] <= y[b];
    const lower = isUpward ? a : b;
    const upper = isUpward ? b : a;
    this.lowerX = x[lower];
    this.lowerY = y[lower];
    this.upperX = x[upper];
    this.upperY = y[upper];
    this.row0 = this.row(this.lowerY - times * this.marginY);
    this.row1 = this.row(this.upperY + times * this.marginY);
  }

  /** Sets the columns `from` … `to` that the edge touches in a row. */
  private stretch(row: number, times = 1): void {
    const marginX = times * this.marginOfRow(row);
    const marginY = times * this.marginY;
    let x0 = this.lowerX;
    let x1 = this.upperX;
    if (this.row0 !== this.row1) {
      const slope = (x1 - x0) / (this.upperY - this.lowerY);
      const startX = x0;
      const below = this.originY + row * this.cellHeight - marginY;
      const above = this.originY + (row + 1) * this.cellHeight + marginY;
      if (row > this.row0 && below > this.lowerY) x0 = startX + slope * (below - this.lowerY);
      if (row < this.row1 && above < this.upperY) x1 = startX + slope * (above - this.lowerY);
    }
    this.from = this.column((x0 < x1 ? x0 : x1) - marginX);
    this.to = this.column((x0 < x1 ? x1 : x0) + marginX);
  }

  /** Counts the edge in each of its cells. @returns the cell when it is only one, else -1. */
  private count(edge: number): number {
    const { x, y } = this.vertices;
    const ax = x[this.edges.a[edge]], bx = x[this.edges.b[edge]], ay = y[this.edges.a[edge]], by = y[this.edges.b[edge]];
    const row = this.row((ay < by ? ay : by) - this.marginY);
    if (row === this.row((ay < by ? by : ay) + this.marginY)) {
      // Most edges by far are as short as this.
      const marginX = this.marginOfRow(row);
      const column = this.column((ax < bx ? ax : bx) - marginX);
      if (column === this.column((ax < bx ? bx : ax) + marginX)) {
        const cell = this.makeCell(row, column);
        this.offsets[cell]++;
        return cell;
      }
    }
    this.span(edge);
    for (let at = this.row0; at <= this.row1; at++) {
      this.stretch(at);
      for (let column = this.from; column <= this.to; column++) {
        const cell = this.makeCell(at, column);
        this.offsets[cell]++;
      }
    }
    return -1;
  }

  private put(edge: number, position: Int32Array): void {
    this.span(edge);
    for (let row = this.row0; row <= this.row1; row++) {
      this.stretch(row);
      for (let column = this.from; column <= this.to; column++) this.entries[position[this.cellAt(row, column)]++] = edge;
    }
  }

  /** As `cellAt`, and makes the tile when it has no cells yet. */
  private makeCell(row: number, column: number): number {
    const tile = (row >> TILE_BITS) * this.tileColumns + (column >> TILE_BITS);
    if (this.tiles[tile] === 0) {
      this.tiles[tile] = this.cellCount + 1;
      const before = this.cellCount;
      this.cellCount += TILE * TILE;
      if (this.cellCount + 1 > this.offsets.length) this.offsets = enlarged(this.offsets, 2 * this.offsets.length);
      // A tile that comes after the packing has no packed entries.
      if (before > 0 && this.offsets[before] > 0) this.offsets.fill(this.offsets[before], before, this.cellCount + 1);
    }
    return this.tiles[tile] - 1 + ((row & TILE_MASK) << TILE_BITS) + (column & TILE_MASK);
  }
}

/**
 * The range of a coordinate that the grid spreads over. Where a few places lie far off the rest (a feature at 0, 0, say) they
 * would leave all others in one cell; they share the cells on the border instead.
 */
function withoutOutliers(values: Float64Array, edges: EdgeTable, members: Int32Array, low: number, high: number): [number, number] {
  const stride = Math.max(1, Math.floor(members.length / SAMPLE));
  const sample = new Float64Array(Math.ceil(members.length / stride));
  for (let i = 0; i < sample.length; i++) sample[i] = values[edges.a[members[i * stride]]];
  if (sample.length < SAMPLE / 4) return [low, high];
  sample.sort();
  const lower = sample[Math.floor(sample.length * 0.005)];
  const upper = sample[Math.ceil(sample.length * 0.995) - 1];
  const range = upper - lower;
  if (range === 0) return [low, high];
  return [Math.max(low, lower - range / 10), Math.min(high, upper + range / 10)];
}

/** The mean extent of edges in x or y, whichever is larger, of a sample. */
function meanLength({ x, y }: VertexTable, { a, b }: EdgeTable, members: Int32Array): number {
  const stride = Math.max(1, Math.floor(members.length / SAMPLE));
  let [sum, count] = [0, 0];
  for (let i = 0; i < members.length; i += stride) {
    const [p, q] = [a[members[i]], b[members[i]]];
    sum += Math.max(Math.abs(x[p] - x[q]), Math.abs(y[p] - y[q]));
    count++;
  }
  return count === 0 ? Infinity : sum / count;
}

/** The cell side with which there are no more tiles than edges are worth. */
function smallestSide(width: number, height: number, edgeCount: number): number {
  const tiles = Math.max(FEWEST_TILES, edgeCount);
  // A layer far longer than high has its tiles in one row.
  return Math.max(Math.sqrt((width * height) / tiles) / TILE, Math.max(width, height) / (Math.min(LARGEST_SIDE, tiles) * TILE));
}

function clampSide(cells: number): number {
  return Math.max(1, Math.min(LARGEST_SIDE * TILE, Math.floor(cells)));
}
