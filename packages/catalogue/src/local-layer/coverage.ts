/** Rows have two cells more than pixels, for the spill-over of an edge at the right border. */
const SPILL = 2;
/** Strokes one pixel wide and at most this long are drawn as spots. */
const SHORT_STROKE = 5;
/** The maximum distance between two spots of a stroke, in pixels. */
const SPOT_STEP = 0.5;

/**
 * The coverage of every pixel of a raster by shapes, computed exactly from their edges: each edge adds the signed area to its right within
 * the pixels that it crosses, and summing along a row gives the winding of each pixel (the accumulation method of font
 * rasterisers). Edges shared by two neighbours run in opposite directions and cancel exactly, so no seam shows between them.
 * Shells must wind one way and holes the other.
 */
export class Coverage {
  readonly width: number;
  readonly height: number;
  readonly #stride: number;
  readonly #sums: Float32Array;
  /** Rows touched by an edge: in pictures of strokes there are mostly few. */
  readonly #touched: Uint8Array;
  /** Coverage by spots, pixel by pixel; null until there is one. */
  #spots: Float32Array | null = null;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#stride = width + SPILL;
    this.#sums = new Float32Array(this.#stride * height);
    this.#touched = new Uint8Array(height);
  }

  /** An edge in pixels, y downwards. The part outside the raster counts as far as it affects the inside. */
  addEdge(fromX: number, fromY: number, toX: number, toY: number): void {
    if (fromY === toY) return;
    const down = fromY < toY;
    let x0 = down ? fromX : toX;
    let y0 = down ? fromY : toY;
    let x1 = down ? toX : fromX;
    let y1 = down ? toY : fromY;
    if (y1 <= 0 || y0 >= this.height || (x0 >= this.width && x1 >= this.width)) return;
    const direction = down ? 1 : -1;
    const slope = (x1 - x0) / (y1 - y0);
    if (y0 < 0) {
      x0 -= y0 * slope;
      y0 = 0;
    }
    if (y1 > this.height) {
      x1 -= (y1 - this.height) * slope;
      y1 = this.height;
    }
    if (x0 <= 0 && x1 <= 0) this.#addInside(0, y0, 0, y1, 0, direction);
    else if (x0 < 0 || x1 < 0 || x0 > this.width || x1 > this.width) this.#addCut(x0, y0, x1, y1, slope, direction);
    else this.#addInside(x0, y0, x1, y1, slope, direction);
  }

  /** Clips an edge at the left and right borders; the part left of the raster acts along its left border. */
  #addCut(x0: number, y0: number, x1: number, y1: number, slope: number, direction: number): void {
    const near = x0 < x1 ? 0 : this.width;
    const far = this.width - near;
    const nearCut = x0 < near === x1 < near ? y0 : Math.min(y1, Math.max(y0, y0 + (near - x0) / slope));
    const farCut = x0 < far === x1 < far ? y1 : Math.min(y1, Math.max(nearCut, y0 + (far - x0) / slope));
    const at = (y: number) => (y === y0 ? x0 : y === y1 ? x1 : x0 + (y - y0) * slope);
    this.#addPiece(x0, y0, at(nearCut), nearCut, direction);
    this.#addPiece(at(nearCut), nearCut, at(farCut), farCut, direction);
    this.#addPiece(at(farCut), farCut, x1, y1, direction);
  }

  #addPiece(x0: number, y0: number, x1: number, y1: number, direction: number): void {
    if (y0 >= y1) return;
    const { width } = this;
    const middle = (x0 + x1) / 2;
    if (middle >= width) return;
    if (middle <= 0) this.#addInside(0, y0, 0, y1, 0, direction);
    else {
      // A clipped end lies on the border, except for rounding.
      const from = Math.min(width, Math.max(0, x0));
      const to = Math.min(width, Math.max(0, x1));
      this.#addInside(from, y0, to, y1, (to - from) / (y1 - y0), direction);
    }
  }

  #addInside(x0: number, y0: number, x1: number, y1: number, slope: number, direction: number): void {
    const sums = this.#sums;
    const { width } = this;
    const lastRow = Math.min(this.height, Math.ceil(y1));
    let x = x0;
    for (let row = Math.floor(y0); row < lastRow; row++) {
      const bottom = row + 1 < y1 ? row + 1 : y1;
      const dy = bottom - (row > y0 ? row : y0);
      // Rounding may carry the end of the edge slightly past the border.
      const next = Math.min(width, Math.max(0, bottom === y1 ? x1 : x + slope * dy));
      const area = dy * direction;
      const left = x < next ? x : next;
      const right = x < next ? next : x;
      const first = Math.floor(left);
      const end = Math.ceil(right);
      const base = row * this.#stride + first;
      this.#touched[row] = 1;
      if (end <= first + 1) {
        const share = ((left + right) / 2 - first) * area;
        sums[base] = (sums[base] ?? 0) + area - share;
        sums[base + 1] = (sums[base + 1] ?? 0) + share;
      } else {
        this.#addAcross(base, end - first, left - first, right - first, area);
      }
      x = next;
    }
  }

  /** An edge that crosses several pixels of one row: `columns` of them, from `left` to `right`, relative to the first. */
  #addAcross(base: number, columns: number, left: number, right: number, area: number): void {
    const sums = this.#sums;
    const perPixel = area / (right - left);
    let covered = 0;
    let before = 0;
    for (let column = 0; column < columns; column++) {
      // The area right of the edge in this pixel: all of its pieces in earlier pixels, and part of the piece within this one.
      const from = column > left ? column : left;
      const to = column + 1 < right ? column + 1 : right;
      const inPixel = perPixel * (to - from);
      const total = covered + inPixel * (column + 1 - (from + to) / 2);
      sums[base + column] = (sums[base + column] ?? 0) + total - before;
      before = total;
      covered += inPixel;
    }
    sums[base + columns] = (sums[base + columns] ?? 0) + area - before;
  }

  /** A straight stroke with square ends. All strokes wind the same way, so that they add up. */
  addStroke(fromX: number, fromY: number, toX: number, toY: number, width: number): void {
    const reach = width / 2;
    if (Math.max(fromY, toY) < -reach || Math.min(fromY, toY) > this.height + reach) return;
    if (Math.max(fromX, toX) < -reach || Math.min(fromX, toX) > this.width + reach) return;
    const dx = toX - fromX;
    const dy = toY - fromY;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length === 0) return;
    if (width === 1 && length <= SHORT_STROKE) {
      this.#addShortStroke(fromX, fromY, dx, dy, length);
      return;
    }
    const acrossX = (-dy / length) * reach;
    const acrossY = (dx / length) * reach;
    this.addEdge(fromX + acrossX, fromY + acrossY, toX + acrossX, toY + acrossY);
    this.addEdge(toX + acrossX, toY + acrossY, toX - acrossX, toY - acrossY);
    this.addEdge(toX - acrossX, toY - acrossY, fromX - acrossX, fromY - acrossY);
    this.addEdge(fromX - acrossX, fromY - acrossY, fromX + acrossX, fromY + acrossY);
  }

  /**
   * Borders mostly consist of steps shorter than a pixel, for which four edges each are too much work. The coverage of a straight line
   * one pixel wide falls off linearly to both sides; spots that fall off linearly in both directions add up to the same line.
   */
  #addShortStroke(fromX: number, fromY: number, dx: number, dy: number, length: number): void {
    const count = Math.ceil(length / SPOT_STEP);
    for (let spot = 0; spot < count; spot++) {
      const along = (spot + 0.5) / count;
      this.#addSpot(fromX + along * dx - 0.5, fromY + along * dy - 0.5, length / count);
    }
  }

  /** Spreads an area over the four pixels whose centres surround a point; `x` and `y` are relative to the centre of the first pixel. */
  #addSpot(x: number, y: number, area: number): void {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const { width, height } = this;
    if (column < -1 || row < -1 || column >= width || row >= height) return;
    const spots = (this.#spots ??= new Float32Array(width * height));
    const right = (x - column) * area;
    const left = area - right;
    const lower = y - row;
    const at = row * width + column;
    if (row >= 0) {
      this.#touched[row] = 1;
      if (column >= 0) spots[at] = (spots[at] ?? 0) + left * (1 - lower);
      if (column + 1 < width) spots[at + 1] = (spots[at + 1] ?? 0) + right * (1 - lower);
    }
    if (row + 1 < height) {
      this.#touched[row + 1] = 1;
      const below = at + width;
      if (column >= 0) spots[below] = (spots[below] ?? 0) + left * lower;
      if (column + 1 < width) spots[below + 1] = (spots[below + 1] ?? 0) + right * lower;
    }
  }

  /** Writes the coverage of each pixel, 0 to 1, row by row, and clears the raster. */
  resolve(into: Float32Array): void {
    const sums = this.#sums;
    const { width } = this;
    for (let row = 0; row < this.height; row++) {
      const first = row * width;
      if (this.#touched[row] === 0) {
        into.fill(0, first, first + width);
        continue;
      }
      let sum = 0;
      let covered = 0;
      let from = row * this.#stride;
      for (let to = first; to < first + width; to++, from++) {
        const change = sums[from] ?? 0;
        if (change !== 0) {
          sum += change;
          covered = sum < 0 ? -sum : sum;
          if (covered > 1) covered = 1;
        }
        into[to] = covered;
      }
      sums.fill(0, row * this.#stride, (row + 1) * this.#stride);
      if (this.#spots !== null) addSpots(this.#spots, into, first, first + width);
    }
    this.#touched.fill(0);
  }
}

/** Adds the spots of a row to the coverage by edges, and clears them. */
function addSpots(spots: Float32Array, into: Float32Array, first: number, end: number): void {
  for (let at = first; at < end; at++) {
    const spot = spots[at] ?? 0;
    if (spot === 0) continue;
    const covered = (into[at] ?? 0) + spot;
    into[at] = covered > 1 ? 1 : covered;
    spots[at] = 0;
  }
}
