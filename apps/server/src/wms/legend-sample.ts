import { ShapeKind } from '@geoinsights/catalogue/local-layer';
import type { LocalLayer, Picture } from '@geoinsights/catalogue/local-layer';

/** As on the map. */
const LINE_STROKE = 1.6;
const POINT_RADIUS = 3.5;
/** A bend shows that it is a line and not a border. Shares of the width and height. */
const SAMPLE_LINE = [[0, 0.8], [0.35, 0.3], [0.65, 0.7], [1, 0.2]] as const;

export interface GeometryKinds {
  readonly areas: boolean;
  readonly lines: boolean;
  readonly points: boolean;
}

export function kindsOf(layer: LocalLayer): GeometryKinds {
  const { kinds } = layer.fullLevel();
  return { areas: kinds.includes(ShapeKind.Shell), lines: kinds.includes(ShapeKind.Line), points: kinds.includes(ShapeKind.Points) };
}

/** A square for areas, a line for lines, a dot for points; of a mixed layer all that it has, the smaller upon the larger. */
export function drawSample({ areas, lines, points }: GeometryKinds, width: number, height: number): Picture {
  const picture = { width, height, fill: new Float32Array(width * height), stroke: new Float32Array(width * height) };
  if (areas) addEach(picture, (x, y) => areaAt(x, y, width, height));
  if (lines) addEach(picture, (x, y) => ({ fill: 0, stroke: within(LINE_STROKE / 2, distanceToLine(x, y, width, height)) }));
  if (points) addEach(picture, (x, y) => pointAt(Math.hypot(x - width / 2, y - height / 2), Math.max(0.5, Math.min(POINT_RADIUS, (Math.min(width, height) - 1) / 2))));
  return picture;
}

interface Sample {
  readonly fill: number;
  readonly stroke: number;
}

/** @param sampleAt the coverage of a pixel, by its centre */
function addEach({ width, height, fill, stroke }: Picture, sampleAt: (x: number, y: number) => Sample): void {
  for (let at = 0; at < width * height; at++) {
    const sample = sampleAt((at % width) + 0.5, Math.floor(at / width) + 0.5);
    fill[at] = Math.max(fill[at] ?? 0, sample.fill);
    // What is filled hides the lines below it.
    stroke[at] = Math.max((stroke[at] ?? 0) * (1 - sample.fill), sample.stroke);
  }
}

/** With a border of one pixel, and one pixel of margin, if there is room. */
function areaAt(x: number, y: number, width: number, height: number): Sample {
  const toEdge = Math.floor(Math.min(x, y, height - y, width - x));
  const margin = Math.min(width, height) > 4 ? 1 : 0;
  return toEdge < margin ? { fill: 0, stroke: 0 } : { fill: 1, stroke: toEdge === margin ? 1 : 0 };
}

function pointAt(distance: number, radius: number): Sample {
  return { fill: within(radius, distance), stroke: within(0.5, Math.abs(distance - radius)) };
}

/** The coverage of a pixel at this distance from what extends to `reach`. */
function within(reach: number, distance: number): number {
  return Math.min(1, Math.max(0, reach + 0.5 - distance));
}

function distanceToLine(x: number, y: number, width: number, height: number): number {
  // A margin, so that its ends are not cut off.
  const margin = Math.min(2, width / 4, height / 4);
  const vertices = SAMPLE_LINE.map(([across, down]) => ({ x: margin + across * (width - 2 * margin), y: margin + down * (height - 2 * margin) }));
  return Math.min(...vertices.slice(1).map((to, index) => distanceToSegment(x, y, vertices[index] ?? to, to)));
}

interface Vertex {
  readonly x: number;
  readonly y: number;
}

function distanceToSegment(x: number, y: number, from: Vertex, to: Vertex): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const squaredLength = dx * dx + dy * dy;
  const along = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / squaredLength));
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}
