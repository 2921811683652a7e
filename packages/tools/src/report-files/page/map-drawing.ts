import { shownName } from './numbers.ts';
import { simplifyLine } from './simplify-line.ts';
import { verticesOf, type MapShapes, type Shape } from './map-shapes.ts';

/** A map in points of the page, y downwards. */
export interface MapDrawing {
  readonly width: number;
  readonly height: number;
  readonly paths: readonly DrawnPath[];
  /** For differences too small to be visible at this scale, and for findings without extent. */
  readonly marks: readonly { readonly x: number; readonly y: number }[];
  /** The row numbers of findings in their table, next to their positions. */
  readonly rows: readonly Label[];
  readonly labels: readonly Label[];
  /** Null if the length of a unit is unknown. */
  readonly scaleBar: { readonly length: number; readonly metres: number } | null;
}

export interface DrawnPath {
  readonly kind: Shape['kind'];
  /** Whether they are lines: not to be closed or filled. */
  readonly isOpen: boolean;
  /** x0, y0, x1, y1 … of each ring or line. */
  readonly rings: readonly Float64Array[];
}

export interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

/** The width of an A4 page between its margins, in points. */
export const MAP_WIDTH = 499;
const LEAST_HEIGHT = 160;
const MOST_HEIGHT = 430;
const MARGIN = 14;
/** A finding drawn smaller than this gets a mark. */
const VISIBLE = 9;
/** The maximum number of drawn vertices; with it a page stays under a megabyte. */
const MOST_DRAWN = 40_000;
const FIRST_TOLERANCE = 0.2;
const MOST_LABELS = 14;
const MOST_NUMBERS = 60;
const LONGEST_LABEL = 22;
const LABEL_HEIGHT = 9;
/** Lines below the middle of a feature at which its name may stand, the best first. */
const BESIDE_MIDDLE = [0, 1, -1, 2, -2];
const CHARACTER_WIDTH = 4.3;
const METRES_OF_DEGREE = 111_320;
const LONGEST_BAR = 120;

/** How a feature is called on the map. */
type NameOf = (label: string, position: number) => string;

/** @returns null if there is nothing to draw */
export function drawMap(shapes: MapShapes, nameOf: NameOf): MapDrawing | null {
  const bounds = boundsOf(shapes);
  if (bounds === null) return null;
  const { minX, minY, maxX, maxY } = bounds;
  // Except at the equator, a degree of longitude is shorter than a degree of latitude.
  const stretch = shapes.isGeographic ? Math.max(0.01, Math.cos((((minY + maxY) / 2) * Math.PI) / 180)) : 1;
  const [spanX, spanY] = [Math.max((maxX - minX) * stretch, 1e-9), Math.max(maxY - minY, 1e-9)];
  const inner = MAP_WIDTH - 2 * MARGIN;
  const height = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, (inner * spanY) / spanX + 2 * MARGIN));
  const scale = Math.min(inner / spanX, (height - 2 * MARGIN) / spanY);
  const [left, top] = [(MAP_WIDTH - spanX * scale) / 2, (height - spanY * scale) / 2];
  const project: Project = (x, y) => [left + (x - minX) * stretch * scale, top + (maxY - y) * scale];
  const drawn = simplified(shapes.shapes.map((shape) => ({ ...shape, rings: shape.rings.map((ring) => projected(ring, project)) })));
  const small = drawn.flatMap((shape) => (shape.row > 0 ? markOf(shape) : []));
  const places = shapes.places.map(({ x, y, row }) => ({ ...pointOf(project(x, y)), row }));
  const marks = [...small, ...places];
  const rows = rowsOf([...drawn.filter(({ row }) => row > 0).map(middleOf), ...places], height);
  return { width: MAP_WIDTH, height, paths: drawn, marks, rows: rows.map(plain), labels: labelsOf(drawn, height, rows, nameOf).map(plain), scaleBar: scaleBarOf(shapes, scale) };
}

type Project = (x: number, y: number) => [number, number];

function pointOf([x, y]: readonly [number, number]): { x: number; y: number } {
  return { x, y };
}

function boundsOf({ shapes, places }: MapShapes): { minX: number; minY: number; maxX: number; maxY: number } | null {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number): void => {
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  };
  for (const { rings } of shapes) for (const ring of rings) for (let i = 0; i < ring.length; i += 2) include(ring[i], ring[i + 1]);
  for (const { x, y } of places) include(x, y);
  return minX <= maxX && Number.isFinite(maxX - minX) && Number.isFinite(maxY - minY) ? { minX, minY, maxX, maxY } : null;
}

function projected(ring: Float64Array, project: Project): Float64Array {
  const result = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) [result[i], result[i + 1]] = project(ring[i], ring[i + 1]);
  return result;
}

/** As accurate as the page can show, or as the limit of vertices allows. */
function simplified(shapes: readonly Shape[]): Shape[] {
  let drawn = [...shapes];
  for (let tolerance = FIRST_TOLERANCE; ; tolerance *= 2) {
    drawn = drawn.map((shape) => ({ ...shape, rings: shape.rings.map((ring) => simplifyLine(ring, tolerance)) }));
    if (verticesOf(drawn) <= MOST_DRAWN || tolerance > 16) return fewest(drawn);
  }
}

/** With too many shapes, keeps the first ones, which are the most serious. */
function fewest(shapes: readonly Shape[]): Shape[] {
  let vertices = 0;
  return shapes.filter((shape) => {
    vertices += verticesOf([shape]);
    return vertices <= 2 * MOST_DRAWN;
  });
}

function extentOf(rings: readonly Float64Array[]): { minX: number; minY: number; maxX: number; maxY: number } {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      minX = Math.min(minX, ring[i]);
      maxX = Math.max(maxX, ring[i]);
      minY = Math.min(minY, ring[i + 1]);
      maxY = Math.max(maxY, ring[i + 1]);
    }
  }
  return { minX, minY, maxX, maxY };
}

function markOf(shape: Shape): { x: number; y: number }[] {
  const { minX, minY, maxX, maxY } = extentOf(shape.rings);
  return maxX - minX < VISIBLE && maxY - minY < VISIBLE ? [middleOf(shape)] : [];
}

function middleOf({ rings, row }: Shape): { x: number; y: number; row: number } {
  const { minX, minY, maxX, maxY } = extentOf(rings);
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2, row };
}

interface PlacedLabel extends Label {
  /** Half its width. */
  readonly half: number;
}

function plain({ text, x, y }: PlacedLabel): Label {
  return { text, x, y };
}

function isFree(x: number, y: number, half: number, placed: readonly PlacedLabel[]): boolean {
  return placed.every((other) => Math.abs(other.y - y) > LABEL_HEIGHT || Math.abs(other.x - x) > other.half + half);
}

/** The numbers of the first findings, above and to the right of their positions, as far as they do not overlap. */
function rowsOf(findings: readonly { readonly x: number; readonly y: number; readonly row: number }[], height: number): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  for (const { x: middle, y: center, row } of findings.toSorted((a, b) => a.row - b.row)) {
    if (placed.length >= MOST_NUMBERS) break;
    const text = String(row);
    const half = (text.length * CHARACTER_WIDTH) / 2 + 1;
    const x = Math.min(middle + 8 + half, MAP_WIDTH - half - 2);
    const y = Math.min(Math.max(center - 7, LABEL_HEIGHT), height - LABEL_HEIGHT);
    if (isFree(x, y, half, placed)) placed.push({ text, x, y, half });
  }
  return placed;
}

/** The first features in the order of the report, those with the most land at stake, as far as their names do not overlap. */
function labelsOf(drawn: readonly Shape[], height: number, rows: readonly PlacedLabel[], nameOf: NameOf): PlacedLabel[] {
  const placed: PlacedLabel[] = [];
  const named = new Set<string>();
  for (const { kind, label, position, rings } of drawn) {
    if (placed.length >= MOST_LABELS) break;
    if ((kind !== 'after' && kind !== 'before') || named.has(label)) continue;
    const text = shownName(nameOf(label, position), LONGEST_LABEL);
    const { minX, minY, maxX, maxY } = extentOf(rings);
    const half = (text.length * CHARACTER_WIDTH) / 2 + 2;
    const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2];
    const isPossible = (at: number) => x - half > 0 && x + half < MAP_WIDTH && at > LABEL_HEIGHT && at < height - LABEL_HEIGHT && isFree(x, at, half, [...rows, ...placed]);
    const place = BESIDE_MIDDLE.map((step) => y + step * (LABEL_HEIGHT + 1)).find(isPossible);
    if (text === '' || place === undefined) continue;
    named.add(label);
    placed.push({ text, x, y: place, half });
  }
  return placed;
}

function scaleBarOf({ isGeographic, metresPerUnit }: MapShapes, scale: number): MapDrawing['scaleBar'] {
  const metresOfUnit = isGeographic ? METRES_OF_DEGREE : metresPerUnit;
  if (metresOfUnit === null || metresOfUnit <= 0) return null;
  const metresOfPoint = metresOfUnit / scale;
  const most = LONGEST_BAR * metresOfPoint;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((digit) => digit * power).find((length) => length <= most) ?? power;
  return { length: metres / metresOfPoint, metres };
}
