import type { SQLInputValue } from 'node:sqlite';
import { quoted } from '../connection.ts';
import type { NewDatabase } from './new-database.ts';

/**
 * Fills an empty SQLite R-tree all at once by writing its underlying tables: several times faster than entry by entry, and the
 * tree is better packed. Source: rtree.c of SQLite, "Database Format of R-Tree Tables".
 */

const CELL_BYTES = 24;
const NODE_HEADER_BYTES = 4;
/** The capacity of a node in cells, and how many it gets: some room is left for later entries. */
const MOST_CELLS = 51;
const CELLS = 46;
const NODE_BYTES = NODE_HEADER_BYTES + MOST_CELLS * CELL_BYTES;
const ROOT = 1;
/** Rows per statement. */
const ROWS_AT_A_TIME = 64;

/** Boxes with their keys, in order of insertion. */
interface Boxes {
  readonly count: number;
  readonly keys: readonly (number | bigint)[];
  /** minx, maxx, miny, maxy of each, in single precision and rounded outward. */
  readonly bounds: Float32Array;
}

/** The maximum number of boxes sorted at a time: about 80 MB. Their indices take the lowest 21 bits of the sort keys, and the places on the curve the 32 above them: more would not fit a double. */
export const MOST_BOXES = 1 << 21;

/** @param index an empty two-dimensional R-tree in a database with 4096-byte pages */
export function fillTree(database: NewDatabase, index: string, boxes: Boxes): void {
  if (boxes.count === 0) return;
  const nodes = database.prepare(`INSERT OR REPLACE INTO ${quoted(`${index}_node`)} VALUES (?, ?)`);
  const parents = new RowInserter(database, `${index}_parent`);
  const order = alongCurve(boxes);
  const leafOf = new Uint32Array(boxes.count);
  let next = ROOT + 1;
  let level: Level = { bounds: boxes.bounds, keyOf: (place) => boxes.keys[order[place]], boundsOf: (place) => order[place] * 4, count: boxes.count };
  for (let depth = 0; ; depth++) {
    const nodeCount = Math.ceil(level.count / CELLS);
    const isRoot = nodeCount === 1;
    const bounds = new Float32Array(nodeCount * 4);
    const first = isRoot ? ROOT : next;
    for (let node = 0; node < nodeCount; node++) {
      // Even shares, so that no node is left with a handful.
      const from = Math.floor((node * level.count) / nodeCount);
      const to = Math.floor(((node + 1) * level.count) / nodeCount);
      nodes.run(first + node, nodeData(level, from, to, isRoot ? depth : 0, bounds.subarray(node * 4, node * 4 + 4)));
      for (let place = from; place < to; place++) {
        if (depth === 0) leafOf[order[place]] = first + node;
        else parents.add(level.keyOf(place), first + node);
      }
    }
    if (isRoot) break;
    next += nodeCount;
    level = { bounds, keyOf: (place) => first + place, boundsOf: (place) => place * 4, count: nodeCount };
  }
  parents.finish();
  const rows = new RowInserter(database, `${index}_rowid`);
  for (let entry = 0; entry < boxes.count; entry++) rows.add(boxes.keys[entry], leafOf[entry]);
  rows.finish();
}

/** The cells of one level: entries, or the nodes beneath. */
interface Level {
  readonly bounds: Float32Array;
  readonly count: number;
  keyOf(place: number): number | bigint;
  boundsOf(place: number): number;
}

/** @param united receives the box around all cells */
function nodeData(level: Level, from: number, to: number, depth: number, united: Float32Array): Uint8Array {
  const data = new Uint8Array(NODE_BYTES);
  const view = new DataView(data.buffer);
  view.setUint16(0, depth);
  view.setUint16(2, to - from);
  united.set([Infinity, -Infinity, Infinity, -Infinity]);
  let at = NODE_HEADER_BYTES;
  for (let place = from; place < to; place++) {
    view.setBigInt64(at, BigInt(level.keyOf(place)));
    const first = level.boundsOf(place);
    for (let side = 0; side < 4; side++) {
      const bound = level.bounds[first + side];
      view.setFloat32(at + 8 + side * 4, bound);
      united[side] = side % 2 === 0 ? Math.min(united[side], bound) : Math.max(united[side], bound);
    }
    at += CELL_BYTES;
  }
  return data;
}

const SIDE = (1 << 16) - 1;
const PLACES = MOST_BOXES;

/** Indices of the boxes along a Hilbert curve through their centres, so that neighbours share a node. */
export function alongCurve({ count, bounds }: Pick<Boxes, 'count' | 'bounds'>): Uint32Array {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < count * 4; at += 4) {
    minX = Math.min(minX, bounds[at]);
    maxX = Math.max(maxX, bounds[at + 1]);
    minY = Math.min(minY, bounds[at + 2]);
    maxY = Math.max(maxY, bounds[at + 3]);
  }
  const [scaleX, scaleY] = [SIDE / (maxX - minX || 1), SIDE / (maxY - minY || 1)];
  // Position on the curve and index of the box in one double, so that a numeric sort works.
  const keys = new Float64Array(count);
  for (let box = 0; box < count; box++) {
    const at = box * 4;
    keys[box] = curvePlace(onGrid((bounds[at] + bounds[at + 1]) / 2 - minX, scaleX), onGrid((bounds[at + 2] + bounds[at + 3]) / 2 - minY, scaleY)) * PLACES + box;
  }
  keys.sort();
  const order = new Uint32Array(count);
  for (let place = 0; place < count; place++) order[place] = keys[place] % PLACES;
  return order;
}

/** Infinities have no position of their own. */
function onGrid(distance: number, scale: number): number {
  const place = Math.floor(distance * scale);
  return place >= 0 && place <= SIDE ? place : 0;
}

/** The position of a grid cell on the Hilbert curve of order 16. */
function curvePlace(column: number, row: number): number {
  let [x, y, place] = [column, row, 0];
  for (let half = 1 << 15; half > 0; half >>= 1) {
    const right = (x & half) > 0 ? 1 : 0;
    const upper = (y & half) > 0 ? 1 : 0;
    place = place * 4 + ((3 * right) ^ upper);
    if (upper === 1) continue;
    if (right === 1) {
      x = SIDE - x;
      y = SIDE - y;
    }
    [x, y] = [y, x];
  }
  return place;
}

/** Inserts rows of two values, many per statement. */
class RowInserter {
  readonly #database: NewDatabase;
  readonly #table: string;
  readonly #many;
  readonly #values: SQLInputValue[] = [];

  constructor(database: NewDatabase, table: string) {
    this.#database = database;
    this.#table = table;
    this.#many = this.#prepare(ROWS_AT_A_TIME);
  }

  add(key: number | bigint, value: number): void {
    this.#values.push(key, value);
    if (this.#values.length < ROWS_AT_A_TIME * 2) return;
    this.#many.run(...this.#values);
    this.#values.length = 0;
  }

  finish(): void {
    if (this.#values.length > 0) this.#prepare(this.#values.length / 2).run(...this.#values);
    this.#values.length = 0;
  }

  #prepare(rows: number) {
    return this.#database.prepare(`INSERT OR REPLACE INTO ${quoted(this.#table)} VALUES ${Array.from({ length: rows }, () => '(?, ?)').join(', ')}`);
  }
}
