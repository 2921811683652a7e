import { PartKind } from '@geoinsights/geometry';
import { Coordinates } from './coordinates.ts';
import type { ProjectedLayer } from './projected-layer.ts';

/**
 * What to draw for one view, in map coordinates, all features together. Shells run clockwise and holes counter-clockwise (y upwards), which is
 * how a renderer distinguishes them.
 */
export interface Drawing {
  /** x0, y0, x1, y1 …; polygons, then lines, then points. */
  readonly polygons: Float64Array<ArrayBuffer>;
  /** Where each ring ends in `polygons`, counted in numbers. */
  readonly ringEnds: Int32Array<ArrayBuffer>;
  /** Where each bundle of polygons ends, counted in rings: many small paths are filled faster than a single one. */
  readonly bundleEnds: Int32Array<ArrayBuffer>;
  readonly lines: Float64Array<ArrayBuffer>;
  readonly lineEnds: Int32Array<ArrayBuffer>;
  readonly points: Float64Array<ArrayBuffer>;
}

/** The memory of a drawing, to be handed over with it to another thread rather than copied. */
export function buffersOf({ polygons, ringEnds, bundleEnds, lines, lineEnds, points }: Drawing): ArrayBuffer[] {
  return [polygons, ringEnds, bundleEnds, lines, lineEnds, points].map(({ buffer }) => buffer);
}

export interface DrawnView {
  /** Left, bottom, right, top each: features outside all of them are left out. */
  readonly extents: readonly (readonly [number, number, number, number])[];
  /** Metres per pixel. */
  readonly resolution: number;
  /** The renderer gets no more than this: the tolerance is doubled until they fit. */
  readonly mostVertices: number;
}

/** Views with fewer vertices are drawn with their true vertices. */
export const FEW_VERTICES = 50_000;

/** Numbers in a bundle of polygons, unless one polygon alone has more. */
const BUNDLE = 600;

/** Cells of a thinned drawing in each direction that have keys of their own. */
const CELLS = 2 ** 26;

/** The drawing of everything with every vertex. */
export function drawAll(layers: readonly ProjectedLayer[]): Drawing {
  const pen = new Pen(0);
  for (const layer of layers) drawLayer(layer, EVERYWHERE, pen);
  return pen.finish();
}

const EVERYWHERE = { extents: [[-Infinity, -Infinity, Infinity, Infinity]] } as const;

/** Makes the drawing of a view: with true vertices if there are few, otherwise without details smaller than about a pixel. */
export function draw(layers: readonly ProjectedLayer[], view: DrawnView): Drawing {
  const trueVertices = layers.reduce((sum, layer) => sum + verticesIn(layer, view), 0);
  let tolerance = trueVertices <= Math.min(FEW_VERTICES, view.mostVertices) ? 0 : view.resolution * 0.75;
  for (;;) {
    const pen = new Pen(tolerance);
    for (const layer of layers) drawLayer(layer, view, pen);
    if (pen.vertices <= view.mostVertices || tolerance > view.resolution * 64) return pen.finish();
    tolerance = Math.max(tolerance, view.resolution * 0.5) * 2;
  }
}

function verticesIn(layer: ProjectedLayer, view: DrawnView): number {
  const { featureOffsets, partOffsets, ringOffsets } = layer.source.geometry;
  let vertices = 0;
  for (let feature = 0; feature < layer.features; feature += 1) {
    if (!reaches(layer, feature, view)) continue;
    const first = ringOffsets[partOffsets[featureOffsets[feature] ?? 0] ?? 0] ?? 0;
    vertices += (ringOffsets[partOffsets[featureOffsets[feature + 1] ?? 0] ?? 0] ?? 0) - first;
  }
  return vertices;
}

/** Whether a feature comes into a view. */
export function reaches({ boxes }: ProjectedLayer, feature: number, { extents }: Pick<DrawnView, 'extents'>): boolean {
  const at = feature * 4;
  // A box of NaN intersects nothing.
  return extents.some(([left, bottom, right, top]) => (boxes[at] ?? NaN) <= right && (boxes[at + 2] ?? NaN) >= left && (boxes[at + 1] ?? NaN) <= top && (boxes[at + 3] ?? NaN) >= bottom);
}

function drawLayer(layer: ProjectedLayer, view: Pick<DrawnView, 'extents'>, pen: Pen): void {
  const { xy, featureOffsets, partOffsets, ringOffsets, partKinds } = layer.source.geometry;
  for (let feature = 0; feature < layer.features; feature += 1) {
    if (!reaches(layer, feature, view)) continue;
    const at = feature * 4;
    const size = Math.max((layer.boxes[at + 2] ?? 0) - (layer.boxes[at] ?? 0), (layer.boxes[at + 3] ?? 0) - (layer.boxes[at + 1] ?? 0));
    const isTiny = size < pen.tolerance;
    const endPart = featureOffsets[feature + 1] ?? 0;
    for (let part = featureOffsets[feature] ?? 0; part < endPart; part += 1) {
      const kind = partKinds[part];
      const firstRing = partOffsets[part] ?? 0;
      const endRing = partOffsets[part + 1] ?? 0;
      if (isTiny && kind !== PartKind.Point) {
        pen.speck(layer.boxes[at] ?? 0, layer.boxes[at + 1] ?? 0);
        break;
      }
      for (let ring = firstRing; ring < endRing; ring += 1) {
        const start = (ringOffsets[ring] ?? 0) * 2;
        const end = (ringOffsets[ring + 1] ?? 0) * 2;
        if (kind === PartKind.Polygon) {
          // If a shell is too small to see, so are its holes.
          if (!pen.ring(xy, start, end, ring === firstRing) && ring === firstRing) break;
        } else if (kind === PartKind.Line) pen.line(xy, start, end);
        else pen.dots(xy, start, end);
      }
    }
  }
}

/** Collects simplified coordinates. */
class Pen {
  /** Metres; 0 keeps every vertex. */
  readonly tolerance: number;
  readonly #polygons = new Coordinates();
  readonly #ringEnds: number[] = [];
  readonly #bundleEnds: number[] = [];
  /** Length of the polygons at the start of the current bundle. */
  #bundleStart = 0;
  readonly #lines = new Coordinates();
  readonly #lineEnds: number[] = [];
  readonly #points = new Coordinates();
  /** Cells of the size of the tolerance that contain something too small to be drawn on its own, or a point. */
  readonly #cells = new Set<number>();

  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  get vertices(): number {
    return (this.#polygons.length + this.#lines.length + this.#points.length) / 2;
  }

  /** @returns false if nothing of the ring is left. */
  ring(xy: Float64Array, start: number, end: number, isShell: boolean): boolean {
    const isClosed = end - start >= 4 && xy[start] === xy[end - 2] && xy[start + 1] === xy[end - 1];
    const last = isClosed ? end - 2 : end;
    const before = this.#polygons.length;
    const clockwise = doubleArea(xy, start, last) < 0;
    this.#simplified(this.#polygons, xy, start, last, clockwise === isShell);
    if (this.#polygons.length - before < 6) {
      this.#polygons.length = before;
      if (isShell && end > start) this.speck(xy[start] ?? 0, xy[start + 1] ?? 0);
      return false;
    }
    if (isShell) this.#beginPolygon(before);
    this.#polygons.push(this.#polygons.at(before), this.#polygons.at(before + 1));
    this.#ringEnds.push(this.#polygons.length);
    return true;
  }

  line(xy: Float64Array, start: number, end: number): void {
    const before = this.#lines.length;
    this.#simplified(this.#lines, xy, start, end, true);
    if (end > start && this.tolerance > 0) this.#lines.push(xy[end - 2] ?? 0, xy[end - 1] ?? 0);
    if (this.#lines.length - before < 4) this.#lines.length = before;
    else this.#lineEnds.push(this.#lines.length);
  }

  dots(xy: Float64Array, start: number, end: number): void {
    for (let at = start; at < end; at += 2) {
      const x = xy[at] ?? 0;
      const y = xy[at + 1] ?? 0;
      if (this.tolerance === 0 || this.#isNewCell(x, y)) this.#points.push(x, y);
    }
  }

  /** Something smaller than the tolerance: one small square per cell, however many there are. */
  speck(x: number, y: number): void {
    if (this.tolerance === 0 || !this.#isNewCell(x, y)) return;
    this.#beginPolygon(this.#polygons.length);
    const side = this.tolerance;
    for (const [dx, dy] of [[0, 0], [0, side], [side, side], [side, 0], [0, 0]] as const) this.#polygons.push(x + dx, y + dy);
    this.#ringEnds.push(this.#polygons.length);
  }

  finish(): Drawing {
    if (this.#ringEnds.length > 0) this.#bundleEnds.push(this.#ringEnds.length);
    return {
      bundleEnds: Int32Array.from(this.#bundleEnds),
      polygons: this.#polygons.finish(),
      ringEnds: Int32Array.from(this.#ringEnds),
      lines: this.#lines.finish(),
      lineEnds: Int32Array.from(this.#lineEnds),
      points: this.#points.finish(),
    };
  }

  /** A bundle ends only between two polygons. */
  #beginPolygon(start: number): void {
    if (start - this.#bundleStart < BUNDLE) return;
    this.#bundleEnds.push(this.#ringEnds.length);
    this.#bundleStart = start;
  }

  /** Leaves out every vertex within the tolerance of the last one kept. */
  #simplified(to: Coordinates, xy: Float64Array, start: number, end: number, isForward: boolean): void {
    const step = isForward ? 2 : -2;
    const stop = isForward ? end : start - 2;
    let lastX = NaN;
    let lastY = NaN;
    for (let at = isForward ? start : end - 2; at !== stop; at += step) {
      const x = xy[at] ?? 0;
      const y = xy[at + 1] ?? 0;
      if (Math.abs(x - lastX) < this.tolerance && Math.abs(y - lastY) < this.tolerance) continue;
      to.push(x, y);
      lastX = x;
      lastY = y;
    }
  }

  #isNewCell(x: number, y: number): boolean {
    // Counted modulo 2^26 each, so that the key stays an exact integer; cells that far apart are never in one view.
    const cell = (Math.floor(x / this.tolerance) % CELLS) * CELLS + (Math.floor(y / this.tolerance) % CELLS);
    if (this.#cells.has(cell)) return false;
    this.#cells.add(cell);
    return true;
  }
}

/** Twice the signed area; positive if counter-clockwise. */
function doubleArea(xy: Float64Array, start: number, end: number): number {
  if (end <= start) return 0;
  // Relative to the first vertex, so that small rings do not vanish in the rounding of large coordinates.
  const originX = xy[start] ?? 0;
  const originY = xy[start + 1] ?? 0;
  let sum = 0;
  let beforeX = (xy[end - 2] ?? 0) - originX;
  let beforeY = (xy[end - 1] ?? 0) - originY;
  for (let at = start; at < end; at += 2) {
    const x = (xy[at] ?? 0) - originX;
    const y = (xy[at + 1] ?? 0) - originY;
    sum += beforeX * y - x * beforeY;
    beforeX = x;
    beforeY = y;
  }
  return sum;
}
