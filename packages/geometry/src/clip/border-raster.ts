import { extentOfSegments } from '../segments.ts';

/** Cells along each side; the raster takes four megabytes. */
const SIDE = 1024;
/** Segments are widened by this share of a cell, which is far more than the rounding error of their course. */
const MARGIN = 1e-3;

/**
 * Tells where there are no segments without examining any: a raster of how many pass through the cells to the left of and below
 * each.
 */
export class BorderRaster {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  private readonly perX: number;
  private readonly perY: number;
  /** Sums over all cells to the left of and below a corner of the raster. */
  private readonly sums = new Int32Array((SIDE + 1) * (SIDE + 1));

  /** @param segments x0, y0, x1, y1 of each. */
  constructor(segments: Float64Array) {
    const [minX, minY, maxX, maxY] = extentOfSegments(segments);
    [this.minX, this.minY, this.maxX, this.maxY] = [minX, minY, maxX, maxY];
    this.perX = maxX > minX ? SIDE / (maxX - minX) : 0;
    this.perY = maxY > minY ? SIDE / (maxY - minY) : 0;
    for (let i = 0; i < segments.length; i += 4) this.mark(segments[i], segments[i + 1], segments[i + 2], segments[i + 3]);
    const { sums } = this;
    for (let row = 1; row <= SIDE; row++) {
      let inRow = 0;
      for (let column = 1; column <= SIDE; column++) {
        const at = row * (SIDE + 1) + column;
        inRow += sums[at];
        sums[at] = inRow + sums[at - SIDE - 1];
      }
    }
  }

  /** Whether no segment enters an extent or comes near it. False may be wrong. */
  isFree(minX: number, minY: number, maxX: number, maxY: number): boolean {
    if (maxX < this.minX || minX > this.maxX || maxY < this.minY || minY > this.maxY) return true;
    const [left, right] = [this.cell((minX - this.minX) * this.perX), this.cell((maxX - this.minX) * this.perX) + 1];
    const [low, high] = [this.cell((minY - this.minY) * this.perY), this.cell((maxY - this.minY) * this.perY) + 1];
    const { sums } = this;
    return sums[high * (SIDE + 1) + right] - sums[low * (SIDE + 1) + right] - sums[high * (SIDE + 1) + left] + sums[low * (SIDE + 1) + left] === 0;
  }

  /** The cell of a point within the extent. */
  cellAt(x: number, y: number): number {
    return this.cell((y - this.minY) * this.perY) * SIDE + this.cell((x - this.minX) * this.perX);
  }

  static readonly cellCount = SIDE * SIDE;

  private cell(at: number): number {
    return at > 0 ? Math.min(SIDE - 1, Math.floor(at)) : 0;
  }

  /** Counts a segment in the cells that it passes through, or almost does. */
  private mark(x0: number, y0: number, x1: number, y1: number): void {
    const [ax, ay, bx, by] = [(x0 - this.minX) * this.perX, (y0 - this.minY) * this.perY, (x1 - this.minX) * this.perX, (y1 - this.minY) * this.perY];
    const [lowX, lowY, highX, highY] = ay <= by ? [ax, ay, bx, by] : [bx, by, ax, ay];
    const slope = highY > lowY ? (highX - lowX) / (highY - lowY) : 0;
    const last = this.cell(highY + MARGIN);
    for (let row = this.cell(lowY - MARGIN); row <= last; row++) {
      const from = highY > lowY ? lowX + slope * (Math.max(lowY, row - MARGIN) - lowY) : lowX;
      const to = highY > lowY ? lowX + slope * (Math.min(highY, row + 1 + MARGIN) - lowY) : highX;
      const end = this.cell(Math.max(from, to) + MARGIN);
      for (let column = this.cell(Math.min(from, to) - MARGIN); column <= end; column++) this.sums[(row + 1) * (SIDE + 1) + column + 1]++;
    }
  }
}
