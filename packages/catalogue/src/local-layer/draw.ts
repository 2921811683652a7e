import { Coverage } from './coverage.ts';
import { drawCells } from './draw-cells.ts';
import type { LocalLayer, OpenLevel } from './open.ts';
import type { Picture } from './picture.ts';
import { columnOf, placementOf, reachOf, rowOf, WORLD_STEPS } from './placement.ts';
import type { Placement, View } from './placement.ts';
import { ShapeKind } from './store.ts';

const POLYGON_STROKE = 1;
const LINE_STROKE = 1.6;
const POINT_RADIUS = 3.5;
/** Up to this many unneeded vertices between two ranges are read as well: one long read is faster than two. */
const READ_GAP = 512;
const READ_AT_ONCE = 131_072;

/** Draws pictures of one size and keeps its rasters from one to the next. Not for concurrent use. */
export class Drawing {
  readonly #fill: Coverage;
  readonly #stroke: Coverage;
  readonly #picture: Picture;
  #vertices = new Int32Array(2 * READ_AT_ONCE);

  constructor(width: number, height: number) {
    this.#fill = new Coverage(width, height);
    this.#stroke = new Coverage(width, height);
    this.#picture = { width, height, fill: new Float32Array(width * height), stroke: new Float32Array(width * height) };
  }

  /** The layer as the view shows it. The next call overwrites the picture. */
  draw(layer: LocalLayer, view: View): Picture {
    const placement = placementOf(view);
    const level = layer.levelFor(placement.pixel);
    const points: number[] = [];
    // A map may extend over the antimeridian, where the world repeats.
    for (const world of [-WORLD_STEPS, 0, WORLD_STEPS]) this.#addShapes(level, { ...placement, originX: placement.originX + world }, points);
    this.#fill.resolve(this.#picture.fill);
    this.#stroke.resolve(this.#picture.stroke);
    if (level.zoom !== null) {
      for (const world of [-WORLD_STEPS, 0, WORLD_STEPS]) drawCells(level, level.zoom, { ...placement, originX: placement.originX + world }, this.#picture);
    }
    for (let i = 0; i < points.length; i += 2) stampPoint(this.#picture, points[i] ?? 0, points[i + 1] ?? 0, placement.density);
    return this.#picture;
  }

  #addShapes(level: OpenLevel, placement: Placement, points: number[]): void {
    if (level.index === null) return;
    const reach = reachOf(placement, this.#picture);
    const [west, south, east, north] = reach;
    const shapes = Uint32Array.from(level.index.search(west, south, east, north)).sort();
    for (let from = 0; from < shapes.length; ) {
      const first = level.offsets[shapes[from] ?? 0] ?? 0;
      let end = level.offsets[(shapes[from] ?? 0) + 1] ?? 0;
      let to = from + 1;
      for (; to < shapes.length; to++) {
        const shape = shapes[to] ?? 0;
        const shapeEnd = level.offsets[shape + 1] ?? 0;
        if ((level.offsets[shape] ?? 0) - end > READ_GAP || shapeEnd - first > READ_AT_ONCE) break;
        end = shapeEnd;
      }
      if (this.#vertices.length < 2 * (end - first)) this.#vertices = new Int32Array(2 * (end - first));
      level.readVertices(first, end, this.#vertices);
      for (const shape of shapes.subarray(from, to)) {
        const kind = level.kinds[shape] ?? 0;
        const start = (level.offsets[shape] ?? 0) - first;
        const stop = (level.offsets[shape + 1] ?? 0) - first;
        if (kind === ShapeKind.Points) this.#collectPoints(start, stop, placement, points);
        else if (kind === ShapeKind.Line) this.#addLine(start, stop, placement);
        else this.#addRing(start, stop, placement, reach);
      }
      from = to;
    }
  }

  /** Edges above, below and to the right of `reach` leave no trace: for rings much larger than the picture, that is most of them. */
  #addRing(start: number, stop: number, placement: Placement, [, south, east, north]: readonly [number, number, number, number]): void {
    const vertices = this.#vertices;
    const { originX, originY, scaleX, scaleY, geographic, density } = placement;
    const strokeWidth = POLYGON_STROKE * density;
    let marked = vertices[2 * (stop - 1)] ?? 0;
    let lastY = vertices[2 * stop - 1] ?? 0;
    let x0 = 0;
    let y0 = 0;
    let isPlaced = false;
    for (let i = start; i < stop; i++) {
      const next = vertices[2 * i] ?? 0;
      const y = vertices[2 * i + 1] ?? 0;
      if ((y > north && lastY > north) || (y < south && lastY < south) || (next >> 1 > east && marked >> 1 > east)) {
        marked = next;
        lastY = y;
        isPlaced = false;
        continue;
      }
      if (!isPlaced) {
        x0 = ((marked >> 1) - originX) * scaleX;
        y0 = geographic ? rowOf(lastY, placement) : (originY - lastY) * scaleY;
        isPlaced = true;
      }
      const x1 = ((next >> 1) - originX) * scaleX;
      const y1 = geographic ? rowOf(y, placement) : (originY - y) * scaleY;
      this.#fill.addEdge(x0, y0, x1, y1);
      if ((marked & 1) === 0) this.#stroke.addStroke(x0, y0, x1, y1, strokeWidth);
      marked = next;
      lastY = y;
      x0 = x1;
      y0 = y1;
    }
  }

  #addLine(start: number, stop: number, placement: Placement): void {
    const vertices = this.#vertices;
    let x0 = NaN;
    let y0 = NaN;
    for (let i = start; i < stop; i++) {
      const x1 = columnOf((vertices[2 * i] ?? 0) >> 1, placement);
      const y1 = rowOf(vertices[2 * i + 1] ?? 0, placement);
      if (i > start) this.#stroke.addStroke(x0, y0, x1, y1, LINE_STROKE * placement.density);
      x0 = x1;
      y0 = y1;
    }
  }

  #collectPoints(start: number, stop: number, placement: Placement, points: number[]): void {
    for (let i = start; i < stop; i++) points.push(columnOf((this.#vertices[2 * i] ?? 0) >> 1, placement), rowOf(this.#vertices[2 * i + 1] ?? 0, placement));
  }
}

/** A disc with a border and smooth edges; overlapping discs do not add up. */
function stampPoint({ width, height, fill, stroke }: Picture, x: number, y: number, density: number): void {
  const radius = POINT_RADIUS * density;
  const reach = Math.ceil(radius + density);
  const lastRow = Math.min(height - 1, Math.floor(y) + reach);
  const lastColumn = Math.min(width - 1, Math.floor(x) + reach);
  for (let row = Math.max(0, Math.floor(y) - reach); row <= lastRow; row++) {
    for (let column = Math.max(0, Math.floor(x) - reach); column <= lastColumn; column++) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y);
      const at = row * width + column;
      fill[at] = Math.max(fill[at] ?? 0, Math.min(1, Math.max(0, radius + 0.5 - distance)));
      stroke[at] = Math.max(stroke[at] ?? 0, Math.min(1, Math.max(0, (density + 1) / 2 - Math.abs(distance - radius))));
    }
  }
}
