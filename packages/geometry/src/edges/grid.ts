import type { EdgeTable } from './edges.ts';
import { EdgeSample } from './edge-sample.ts';
import { GridAxis } from './grid-axis.ts';
import { Int32List, enlarged } from '../arrays/growable.ts';
import type { VertexTable } from './vertices.ts';

/** Cells along each side of a tile. Only tiles that edges pass through have cells. */
const TILE_BITS = 3;
const TILE = 1 << TILE_BITS;
const TILE_MASK = TILE - 1;
/** The maximum number of tiles along one side. The index of 4,096² tiles takes 64 MB. */
const LARGEST_SIDE = 4096;
/** The number of tiles allowed for a grid with few edges. */
const FEWEST_TILES = 64;
/** The number of tiles that a grid has room for before it grows. Most grids contain few edges. */
const FIRST_TILES = 4;
/** Edges per cell if edges are evenly spread over an area. */
const EDGES_IN_CELL = 2;
/** If edges follow a few lines, cells are this many times as wide as the mean edge length. */
const LENGTHS_IN_CELL = 4;
/** … and only this many times if a cell also holds the edges near it, because then a wide cell holds many that are not near a place in it. */
const LENGTHS_WITH_REACH = 1 / 2;
/** Rows, and the stretch of an edge in a row, are widened by this share of a cell: far more than their rounding error. */
const MARGIN = 1e-6;
/** A cell is no smaller than this share of the largest coordinate, so that the margin is several units in the last place. */
const SMALLEST_SHARE = 1e-9;
/** If an edge shares its cell with more others than this on average, cells are made smaller where most edges lie. */
const CROWD = 64;

/** How close an edge must come to a cell for the cell to hold it, in coordinate units. */
export interface Reach {
  readonly y: number;
  /** The reach in x between two heights. */
  readonly x: (low: number, high: number) => number;
}

/**
 * A grid over edges. A cell contains every edge that passes through it. All rows have the same height and all columns the same width, unless most
 * edges would share few cells: a farm in a network of the whole country gets narrow ones. Edges are walked row by row, so a long edge
 * costs the cells along it rather than its whole bounding box. Edges added later go to a linked list, separate from the packed
 * ones.
 *
 * Cells are numbered tile by tile, and tiles in the order in which edges reach them. So neighbours in the plane are
 * neighbours in memory, and where edges follow a few lines the cells can be as small as the edges are short.
 */
export class EdgeGrid {
  /** Number of existing cells. The entries of a cell are at offsets[cell] … offsets[cell + 1]. */
  cellCount = 0;
  offsets: Int32Array;
  readonly entries: Int32Array;
  /** The number of edges that the grid was made for, without those added later. */
  readonly memberCount: number;
  readonly addedEdge = new Int32List();
  readonly addedNext = new Int32List();
  /** Far more than the rounding error of the point where an edge enters a row. */
  readonly marginX: number;
  private readonly across: GridAxis;
  private readonly upward: GridAxis;
  private readonly marginY: number;
  /** The margin in x of each row in a grid of widened edges, else null. */
  private readonly rowMargins: Float64Array | null;
  private readonly tileColumns: number;
  /** The first cell of each tile plus one; 0 for a tile without cells. */
  private readonly tiles: Int32Array;
  private addedHead: Int32Array | null = null;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;

  /**
   * @param members the edges to hold.
   * @param smallestCell lower bound for the cell size (coordinate units).
   * @param reach if given, a cell holds every edge that comes this close to any point in it; if null, only those
   * that pass through it.
   */
  constructor(vertices: VertexTable, edges: EdgeTable, members: Int32Array, smallestCell = 0, reach: Reach | null = null) {
    this.vertices = vertices;
    this.edges = edges;
    this.memberCount = members.length;
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
    const sample = new EdgeSample(vertices, edges, members);
    [minX, maxX] = sample.withoutOutliers(sample.x, minX, maxX);
    [minY, maxY] = sample.withoutOutliers(sample.y, minY, maxY);
    const width = maxX - minX || 1;
    const height = maxY - minY || 1;
    const evenly = Math.sqrt((width * height) / Math.max(1, members.length / EDGES_IN_CELL));
    const side = Math.max(Math.min(evenly, (reach === null ? LENGTHS_IN_CELL : LENGTHS_WITH_REACH) * sample.meanLength), smallestCell, smallestSide(width, height, members.length));
    const finest = Math.max(smallestCell, SMALLEST_SHARE * Math.max(-minX, maxX, -minY, maxY));
    const evenAcross = GridAxis.evenly(minX, width, clampSide(width / Math.max(side, finest)));
    const evenUpward = GridAxis.evenly(minY, height, clampSide(height / Math.max(side, finest)));
    const isCrowded = members.length > CROWD && sample.meanCrowd(evenAcross, evenUpward) > CROWD;
    this.across = isCrowded ? evenAcross.byDensity(sample.x, finest, LARGEST_SIDE * TILE) : evenAcross;
    this.upward = isCrowded ? evenUpward.byDensity(sample.y, finest, LARGEST_SIDE * TILE) : evenUpward;
    this.marginX = MARGIN * this.across.smallestCell;
    this.marginY = MARGIN * this.upward.smallestCell + (reach?.y ?? 0);
    this.rowMargins = reach === null ? null : this.marginsOfRows(reach, lowest, highest);
    this.tileColumns = Math.ceil(this.across.count / TILE);
    this.tiles = new Int32Array(this.tileColumns * Math.ceil(this.upward.count / TILE));
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
    return this.across.at(x);
  }

  row(y: number): number {
    return this.upward.at(y);
  }

  /** The number of a cell, or -1 if no edge has come near it. */
  cellAt(row: number, column: number): number {
    const first = this.tiles[(row >> TILE_BITS) * this.tileColumns + (column >> TILE_BITS)];
    return first === 0 ? -1 : first - 1 + ((row & TILE_MASK) << TILE_BITS) + (column & TILE_MASK);
  }

  addedFirst(cell: number): number {
    return this.addedHead === null || cell >= this.addedHead.length ? -1 : this.addedHead[cell];
  }

  /** Adds one more edge. Points outside the grid belong to its border cells. The edge's cells are appended to `cells`. */
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

  /** Fills `cells` with the existing cells that an edge passes through. `times` multiplies the margins. */
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

  /** The margin in x for a row: an edge is in every cell of the row that it comes this close to. */
  private marginOfRow(row: number): number {
    return this.rowMargins === null ? this.marginX : this.rowMargins[row];
  }

  /** Border rows also cover everything beyond the grid. */
  private marginsOfRows(reach: Reach, lowest: number, highest: number): Float64Array {
    const { upward } = this;
    const margins = new Float64Array(upward.count);
    for (let row = 0; row < upward.count; row++) {
      const low = row === 0 ? Math.min(lowest, upward.start(0)) : upward.start(row);
      const high = row === upward.count - 1 ? Math.max(highest, upward.start(row + 1)) : upward.start(row + 1);
      margins[row] = this.marginX + reach.x(low - this.marginY, high + this.marginY);
    }
    return margins;
  }

  /** The edge being walked: its ends from bottom to top, their rows, and the columns in the current row. */
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

  /** Sets `from` … `to` to the columns that the edge touches in a row. */
  private stretch(row: number, times = 1): void {
    const marginX = times * this.marginOfRow(row);
    const marginY = times * this.marginY;
    let x0 = this.lowerX;
    let x1 = this.upperX;
    if (this.row0 !== this.row1) {
      const slope = (x1 - x0) / (this.upperY - this.lowerY);
      const startX = x0;
      const below = this.upward.start(row) - marginY;
      const above = this.upward.start(row + 1) + marginY;
      if (row > this.row0 && below > this.lowerY) x0 = startX + slope * (below - this.lowerY);
      if (row < this.row1 && above < this.upperY) x1 = startX + slope * (above - this.lowerY);
    }
    this.from = this.column((x0 < x1 ? x0 : x1) - marginX);
    this.to = this.column((x0 < x1 ? x1 : x0) + marginX);
  }

  /** Counts the edge in each of its cells. @returns the cell if there is only one, else -1. */
  private count(edge: number): number {
    const { x, y } = this.vertices;
    const ax = x[this.edges.a[edge]], bx = x[this.edges.b[edge]], ay = y[this.edges.a[edge]], by = y[this.edges.b[edge]];
    const row = this.row((ay < by ? ay : by) - this.marginY);
    if (row === this.row((ay < by ? by : ay) + this.marginY)) {
      // The vast majority of edges are this short.
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

  /** Like `cellAt`, but creates the tile's cells if it has none yet. */
  private makeCell(row: number, column: number): number {
    const tile = (row >> TILE_BITS) * this.tileColumns + (column >> TILE_BITS);
    if (this.tiles[tile] === 0) {
      this.tiles[tile] = this.cellCount + 1;
      const before = this.cellCount;
      this.cellCount += TILE * TILE;
      if (this.cellCount + 1 > this.offsets.length) this.offsets = enlarged(this.offsets, 2 * this.offsets.length);
      // A tile created after packing has no packed entries.
      if (before > 0 && this.offsets[before] > 0) this.offsets.fill(this.offsets[before], before, this.cellCount + 1);
    }
    return this.tiles[tile] - 1 + ((row & TILE_MASK) << TILE_BITS) + (column & TILE_MASK);
  }
}

/** The smallest cell side that keeps the number of tiles in proportion to the number of edges. */
function smallestSide(width: number, height: number, edgeCount: number): number {
  const tiles = Math.max(FEWEST_TILES, edgeCount);
  // A layer that is much longer than it is high has all its tiles in one row.
  return Math.max(Math.sqrt((width * height) / tiles) / TILE, Math.max(width, height) / (Math.min(LARGEST_SIDE, tiles) * TILE));
}

function clampSide(cells: number): number {
  return Math.max(1, Math.min(LARGEST_SIDE * TILE, Math.floor(cells)));
}
