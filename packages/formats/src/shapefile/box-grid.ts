import { EMPTY_EXTENT, unitedExtent } from '../extent.ts';
import type { Extent } from '../extent.ts';

/** A cell with more boxes is divided again: one box far away from all others makes every cell of the grid too wide for them. */
const CROWDED = 64;
/** How often a cell is divided, and its parts again. */
const DEPTH = 3;
/** How many entries of its cells a grid has at most for each box: the whole grid, and one within a cell. */
const ENTRIES_PER_BOX = 16;
const ENTRIES_PER_BOX_WITHIN = 4;

/** The boxes of rings that reach into each cell of a grid over all of them; every cell keeps them in the given order. */
export class BoxGrid {
  readonly #boxes: readonly Extent[];
  readonly #extent: Extent;
  readonly #depth: number;
  readonly #side: number;
  readonly #cellOffsets: Int32Array;
  readonly #cells: Int32Array;
  /** The grids within crowded cells, each made when it is first asked for; null if dividing the cell is of no use. */
  readonly #within = new Map<number, BoxGrid | null>();

  /** @param frame boxes that reach beyond it are only looked at within; for a whole grid, null */
  constructor(rings: Int32Array, boxes: readonly Extent[], frame: Extent | null = null, depth: number = DEPTH) {
    this.#boxes = boxes;
    this.#depth = depth;
    this.#extent = extentWithin(rings, boxes, frame);
    let side = Math.min(512, Math.ceil(Math.sqrt(rings.length)));
    const most = (frame === null ? ENTRIES_PER_BOX : ENTRIES_PER_BOX_WITHIN) * rings.length;
    const entries = (): number => rings.reduce((sum, ring) => sum + this.#cellCount(boxes[ring], side), 0);
    while (side > 1 && entries() > most) side >>= 1;
    this.#side = side;
    this.#cellOffsets = new Int32Array(side * side + 1);
    for (const ring of rings) this.#eachCell(boxes[ring], (cell) => this.#cellOffsets[cell + 1]++);
    for (let cell = 0; cell < side * side; cell++) this.#cellOffsets[cell + 1] += this.#cellOffsets[cell];
    const filled = this.#cellOffsets.slice();
    this.#cells = new Int32Array(this.#cellOffsets[side * side]);
    for (const ring of rings) this.#eachCell(boxes[ring], (cell) => (this.#cells[filled[cell]++] = ring));
  }

  /** @param mayDivide whether a cell with so many rings may be divided; it then is, once */
  ringsAt(x: number, y: number, mayDivide: (rings: number) => boolean): Int32Array {
    const cell = this.#row(y, this.#side) * this.#side + this.#column(x, this.#side);
    const rings = this.#cells.subarray(this.#cellOffsets[cell], this.#cellOffsets[cell + 1]);
    if (rings.length <= CROWDED || this.#depth === 0) return rings;
    let within = this.#within.get(cell);
    if (within === undefined) {
      within = mayDivide(rings.length) ? new BoxGrid(rings, this.#boxes, this.#frameOf(cell), this.#depth - 1) : null;
      if (within !== null && within.#side === 1) within = null;
      this.#within.set(cell, within);
    }
    return within === null ? rings : within.ringsAt(x, y, mayDivide);
  }

  /** Where a cell lies. It need not be exact: every place lies in some cell of the grid within it, and so does every box. */
  #frameOf(cell: number): Extent {
    const { minX, minY, maxX, maxY } = this.#extent;
    const [row, column] = [Math.floor(cell / this.#side), cell % this.#side];
    const [width, height] = [(maxX - minX) / this.#side, (maxY - minY) / this.#side];
    return { minX: minX + column * width, minY: minY + row * height, maxX: minX + (column + 1) * width, maxY: minY + (row + 1) * height };
  }

  #column(x: number, side: number): number {
    return place(x, this.#extent.minX, this.#extent.maxX, side);
  }

  #row(y: number, side: number): number {
    return place(y, this.#extent.minY, this.#extent.maxY, side);
  }

  #cellCount(box: Extent, side: number): number {
    return (this.#column(box.maxX, side) - this.#column(box.minX, side) + 1) * (this.#row(box.maxY, side) - this.#row(box.minY, side) + 1);
  }

  #eachCell(box: Extent, visit: (cell: number) => void): void {
    const right = this.#column(box.maxX, this.#side);
    const top = this.#row(box.maxY, this.#side);
    for (let row = this.#row(box.minY, this.#side); row <= top; row++) {
      for (let column = this.#column(box.minX, this.#side); column <= right; column++) visit(row * this.#side + column);
    }
  }
}

function extentWithin(rings: Int32Array, boxes: readonly Extent[], frame: Extent | null): Extent {
  let extent = EMPTY_EXTENT;
  for (const ring of rings) extent = unitedExtent(extent, boxes[ring]);
  if (frame === null) return extent;
  return { minX: Math.max(extent.minX, frame.minX), minY: Math.max(extent.minY, frame.minY), maxX: Math.min(extent.maxX, frame.maxX), maxY: Math.min(extent.maxY, frame.maxY) };
}

/** Which of `count` equal pieces of [min, max] a value lies in; always a valid piece, whatever the value. */
export function place(value: number, min: number, max: number, count: number): number {
  if (!(max > min)) return 0;
  const share = Math.floor(((value - min) / (max - min)) * count);
  if (!(share > 0)) return 0;
  return share < count ? share : count - 1;
}
