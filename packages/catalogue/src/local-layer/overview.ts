import { CellSums } from './cell-sums.ts';
import { Coverage } from './coverage.ts';
import { stepsOfPixel } from './mercator.ts';
import { boxOf, shapeCount, ShapesBuilder } from './shapes.ts';
import type { Shapes } from './shapes.ts';
import { Squares } from './squares.ts';
import { ShapeKind } from './store.ts';

/** Parts smaller than this many pixels become cells, which store their coverage of pixels. */
const SMALLEST_PART = 2;
const SMALLEST_HOLE = 1;
/** How far, in pixels, a line may shift when a vertex is removed. */
const FLAT = 0.2;
/** Room for a part of that size at any offset to the pixel grid, including its stroke. */
const PATCH_SIDE = 6;

export interface Level {
  readonly shapes: Shapes;
  readonly cells: CellSums;
}

/** An estimate of the number of vertices of an overview at a zoom. */
export function overviewSize(shapes: Shapes, zoom: number): number {
  const half = stepsOfPixel(zoom) / 2;
  const small = smallParts(shapes, stepsOfPixel(zoom));
  let count = 0;
  for (let shape = 0; shape < shapeCount(shapes); shape++) {
    if (small(shape)) continue;
    let column = NaN;
    let row = NaN;
    const end = shapes.offsets[shape + 1] ?? 0;
    for (let i = shapes.offsets[shape] ?? 0; i < end; i++) {
      const c = Math.floor((shapes.x[i] ?? 0) / half);
      const r = Math.floor((shapes.y[i] ?? 0) / half);
      if (c === column && r === row) continue;
      column = c;
      row = r;
      count++;
    }
  }
  return count;
}

/**
 * What can be distinguished at a zoom. All vertices within a square of half a pixel are merged into one of them, so that borders shared by
 * neighbours stay shared and corners where several meet stay one corner. Vertices on nearly straight lines are removed. Parts of
 * less than two pixels leave the shapes and become coverage of pixels, computed from their full shape, so that land in small
 * pieces keeps its weight.
 */
export function overview(finer: Level, finerZoom: number | null, full: Shapes, zoom: number): Level {
  const pixel = stepsOfPixel(zoom);
  const cells = new CellSums();
  if (finerZoom !== null) gatherCells(finer.cells, finerZoom - zoom, cells);
  const { shapes } = finer;
  const builder = new ShapesBuilder(shapes.x.length, shapeCount(shapes));
  const small = smallParts(shapes, pixel);
  const squares = new Squares(shapes, pixel / 2);
  const patch = new Patch(pixel);
  const takenPoints = new Set<number>();
  const box: [number, number, number, number] = [0, 0, 0, 0];
  for (let shape = 0; shape < shapeCount(shapes); shape++) {
    const kind = shapes.kinds[shape] ?? 0;
    if (small(shape)) {
      if (kind !== ShapeKind.Hole) addInFull(full, shapes.parts[shape] ?? 0, patch, cells);
      continue;
    }
    if (kind === ShapeKind.Points) thinPoints(shapes, shape, pixel, takenPoints, builder);
    else if (kind === ShapeKind.Line) {
      clusterLine(shapes, shape, squares, builder);
      builder.flatten({ side: pixel / 2, tolerance: FLAT * pixel, isClosed: false });
    } else {
      boxOf(shapes, shape, box);
      if (kind === ShapeKind.Hole && Math.max(box[2] - box[0], box[3] - box[1]) < SMALLEST_HOLE * pixel) continue;
      clusterRing(shapes, shape, squares, builder);
      builder.flatten({ side: pixel / 2, tolerance: FLAT * pixel, isClosed: true });
    }
    if (builder.pending > 0) builder.finishShape(kind, shapes.features[shape] ?? 0, shapes.parts[shape] ?? 0);
  }
  return { shapes: builder.finish(), cells };
}

/** The parts of the full level are numbered in their order there. */
function addInFull(full: Shapes, part: number, patch: Patch, cells: CellSums): void {
  let low = 0;
  for (let high = shapeCount(full); low < high; ) {
    const between = (low + high) >> 1;
    if ((full.parts[between] ?? 0) < part) low = between + 1;
    else high = between;
  }
  for (let shape = low; full.parts[shape] === part; shape++) patch.add(full, shape, cells);
  patch.finish(cells);
}

/** Says for each shape, asked in order, whether its part becomes cells; a hole goes with its shell. */
function smallParts(shapes: Shapes, pixel: number): (shape: number) => boolean {
  const box: [number, number, number, number] = [0, 0, 0, 0];
  let small = false;
  return (shape) => {
    const kind = shapes.kinds[shape];
    if (kind === ShapeKind.Points) return false;
    if (kind !== ShapeKind.Hole || shapes.parts[shape] !== shapes.parts[shape - 1]) {
      boxOf(shapes, shape, box);
      small = Math.max(box[2] - box[0], box[3] - box[1]) < SMALLEST_PART * pixel;
    }
    return small;
  };
}

/** A fill weighs by its area, and a stroke by its length, since it stays one pixel wide. */
function gatherCells(finer: CellSums, zooms: number, into: CellSums): void {
  const factor = 2 ** zooms;
  finer.forEach((column, row, fill, stroke) => {
    into.add(Math.floor(column / factor), Math.floor(row / factor), Math.min(1, fill) / factor ** 2, Math.min(1, stroke) / factor);
  });
}

function clusterRing({ x, y, offsets }: Shapes, shape: number, squares: Squares, builder: ShapesBuilder): void {
  const end = offsets[shape + 1] ?? 0;
  for (let i = offsets[shape] ?? 0; i < end; i++) {
    const at = squares.representative(i);
    builder.add(x[at] ?? 0, y[at] ?? 0);
  }
  builder.openRing();
}

/** Like `clusterRing`, but the ends stay where they are. */
function clusterLine({ x, y, offsets }: Shapes, shape: number, squares: Squares, builder: ShapesBuilder): void {
  const first = offsets[shape] ?? 0;
  const last = (offsets[shape + 1] ?? 0) - 1;
  for (let i = first; i <= last; i++) {
    const at = i === first || i === last ? i : squares.representative(i);
    builder.add(x[at] ?? 0, y[at] ?? 0);
  }
}

/** Of several points in one pixel the first stays. */
function thinPoints({ x, y, offsets }: Shapes, shape: number, pixel: number, taken: Set<number>, builder: ShapesBuilder): void {
  const end = offsets[shape + 1] ?? 0;
  for (let i = offsets[shape] ?? 0; i < end; i++) {
    const key = Math.floor((y[i] ?? 0) / pixel) * 2 ** 26 + Math.floor((x[i] ?? 0) / pixel);
    if (taken.has(key)) continue;
    taken.add(key);
    builder.add(x[i] ?? 0, y[i] ?? 0);
  }
}

/** The few pixels around one small part. */
class Patch {
  readonly #pixel: number;
  readonly #fill = new Coverage(PATCH_SIDE, PATCH_SIDE);
  readonly #stroke = new Coverage(PATCH_SIDE, PATCH_SIDE);
  readonly #fills = new Float32Array(PATCH_SIDE * PATCH_SIDE);
  readonly #strokes = new Float32Array(PATCH_SIDE * PATCH_SIDE);
  readonly #box: [number, number, number, number] = [0, 0, 0, 0];
  #column = 0;
  #row = 0;

  constructor(pixel: number) {
    this.#pixel = pixel;
  }

  add(shapes: Shapes, shape: number, cells: CellSums): void {
    const { x, y, offsets, kinds } = shapes;
    const kind = kinds[shape];
    const first = offsets[shape] ?? 0;
    const end = offsets[shape + 1] ?? 0;
    if (kind !== ShapeKind.Hole) {
      boxOf(shapes, shape, this.#box);
      this.#column = Math.floor(this.#box[0] / this.#pixel) - 1;
      this.#row = Math.floor(-this.#box[3] / this.#pixel) - 1;
    }
    if (end - first === 1) {
      cells.add(Math.floor((x[first] ?? 0) / this.#pixel), Math.floor(-(y[first] ?? 0) / this.#pixel), 0, 1);
      return;
    }
    const isLine = kind === ShapeKind.Line;
    for (let i = first; i < (isLine ? end - 1 : end); i++) {
      const next = i + 1 === end ? first : i + 1;
      const x0 = (x[i] ?? 0) / this.#pixel - this.#column;
      const y0 = -(y[i] ?? 0) / this.#pixel - this.#row;
      const x1 = (x[next] ?? 0) / this.#pixel - this.#column;
      const y1 = -(y[next] ?? 0) / this.#pixel - this.#row;
      if (!isLine) this.#fill.addEdge(x0, y0, x1, y1);
      this.#stroke.addStroke(x0, y0, x1, y1, 1);
    }
  }

  /** Delivers the coverage by the shapes of one part. */
  finish(cells: CellSums): void {
    this.#fill.resolve(this.#fills);
    this.#stroke.resolve(this.#strokes);
    for (let row = 0; row < PATCH_SIDE; row++) {
      for (let column = 0; column < PATCH_SIDE; column++) {
        const fill = this.#fills[row * PATCH_SIDE + column] ?? 0;
        const stroke = this.#strokes[row * PATCH_SIDE + column] ?? 0;
        if (fill > 0.002 || stroke > 0.002) cells.add(this.#column + column, this.#row + row, fill, stroke);
      }
    }
  }
}
