/** Cells along each side for each segment, in proportion to the square root of their number … */
const CELLS_PER_SEGMENT = 8;
/** … and at most. */
const MOST_ALONG = 2048;
/** A box over more cells is not looked up. */
const MOST_CELLS = 64;

/** A raster of the cells that changed segments come near: tells for most places in a few steps that none does. */
export class ChangedCells {
  private readonly minX: number;
  private readonly minY: number;
  private readonly maxX: number;
  private readonly maxY: number;
  private readonly along: number;
  private readonly isNear: Uint8Array;

  /**
   * @param segments x and y of both ends.
   * @param reachX @param reachY how near.
   */
  constructor(segments: readonly number[], reachX: number, reachY: number) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = 0; i < segments.length; i += 2) {
      if (segments[i] < minX) minX = segments[i];
      if (segments[i] > maxX) maxX = segments[i];
      if (segments[i + 1] < minY) minY = segments[i + 1];
      if (segments[i + 1] > maxY) maxY = segments[i + 1];
    }
    // Twice the reach: what rounding may add is far less.
    [this.minX, this.minY, this.maxX, this.maxY] = [minX - 2 * reachX, minY - 2 * reachY, maxX + 2 * reachX, maxY + 2 * reachY];
    this.along = Math.max(1, Math.min(MOST_ALONG, Math.ceil(CELLS_PER_SEGMENT * Math.sqrt(segments.length / 4))));
    this.isNear = new Uint8Array(this.along * this.along);
    for (let i = 0; i < segments.length; i += 4) {
      const [ax, ay, bx, by] = [segments[i], segments[i + 1], segments[i + 2], segments[i + 3]];
      const [column0, column1] = [this.column(Math.min(ax, bx) - 2 * reachX), this.column(Math.max(ax, bx) + 2 * reachX)];
      const row1 = this.row(Math.max(ay, by) + 2 * reachY);
      for (let row = this.row(Math.min(ay, by) - 2 * reachY); row <= row1; row++) this.isNear.fill(1, row * this.along + column0, row * this.along + column1 + 1);
    }
  }

  /** Whether a changed segment may be within reach of a box; if not, none is. */
  mayMeet(minX: number, minY: number, maxX: number, maxY: number): boolean {
    if (maxX < this.minX || minX > this.maxX || maxY < this.minY || minY > this.maxY) return false;
    const [column0, column1, row0, row1] = [this.column(minX), this.column(maxX), this.row(minY), this.row(maxY)];
    if ((column1 - column0 + 1) * (row1 - row0 + 1) > MOST_CELLS) return true;
    for (let row = row0; row <= row1; row++) {
      for (let column = column0; column <= column1; column++) if (this.isNear[row * this.along + column] === 1) return true;
    }
    return false;
  }

  private column(x: number): number {
    return this.place((x - this.minX) / (this.maxX - this.minX));
  }

  private row(y: number): number {
    return this.place((y - this.minY) / (this.maxY - this.minY));
  }

  /** The cell at a share of the way across the raster, or the first or last one. */
  private place(share: number): number {
    return share > 0 ? Math.min(this.along - 1, Math.floor(share * this.along)) : 0;
  }
}
