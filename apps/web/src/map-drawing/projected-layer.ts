import type { ToWgs84 } from '@geoinsights/crs/transformation';
import type { DatasetLayer } from '@geoinsights/formats/shapefile';
import { goTheShorterWay } from './shorter-way.ts';
import { isGeographic, projectToWebMercator } from './web-mercator.ts';

export type { DatasetLayer };

/** Left, bottom, right, top. */
export type Extent = [number, number, number, number];

/** The drawn part of a layer, and the names of its features. */
export type DrawnSource = Pick<DatasetLayer, 'geometry' | 'label'>;

/** A layer of a file in map coordinates, with values that are needed again and again. */
export interface ProjectedLayer {
  readonly source: DrawnSource;
  /** Left, bottom, right, top of each feature; NaN for a feature that cannot be drawn. */
  readonly boxes: Float64Array;
  readonly features: number;
  readonly drawn: number;
  readonly vertices: number;
  /** Features left out because one of their positions is not on Earth, or in planar coordinates not finite. */
  readonly outside: number;
  /** Positions moved to the edge of the map. */
  readonly moved: number;
}

/**
 * Projects a layer in place: afterwards its coordinates are EPSG:3857. A feature that is not geographic is left out as a whole.
 * @param toWgs84 from the coordinates of the layer to degrees; null if they are degrees.
 * @param isShorterWay whether edges go the shorter way around the world; otherwise all stay on this side of the antimeridian.
 */
export function projectLayer(source: DrawnSource, { toWgs84 = null, isShorterWay = false }: { readonly toWgs84?: ToWgs84; readonly isShorterWay?: boolean } = {}): ProjectedLayer {
  return layerOf(source, (xy, start, end, feature) => {
    if (toWgs84 !== null) transform(xy, start, end, toWgs84);
    if (!areGeographic(xy, start, end)) return null;
    if (isShorterWay) goTheShorterWay(source.geometry, feature);
    return projectToWebMercator(xy, start, end);
  });
}

/** A layer drawn in its own planar coordinates, unprojected; a feature with a position that is not finite is left out as a whole. */
export function layerAsItStands(source: DrawnSource): ProjectedLayer {
  return layerOf(source, (xy, start, end) => (areFinite(xy, start, end) ? 0 : null));
}

/** @param project takes the coordinates of a feature to the map, in place; it returns how many were moved to its edge, or null if the feature is not drawn. */
function layerOf(source: DrawnSource, project: (xy: Float64Array, start: number, end: number, feature: number) => number | null): ProjectedLayer {
  const { xy, ringOffsets, partOffsets, featureOffsets } = source.geometry;
  const features = featureOffsets.length - 1;
  const boxes = new Float64Array(features * 4).fill(Number.NaN);
  const counts = { drawn: 0, vertices: 0, outside: 0, moved: 0 };
  for (let feature = 0; feature < features; feature += 1) {
    const firstRing = partOffsets[featureOffsets[feature] ?? 0] ?? 0;
    const endRing = partOffsets[featureOffsets[feature + 1] ?? 0] ?? 0;
    const start = (ringOffsets[firstRing] ?? 0) * 2;
    const end = (ringOffsets[endRing] ?? 0) * 2;
    if (start === end) continue;
    const moved = project(xy, start, end, feature);
    if (moved === null) {
      counts.outside += 1;
      continue;
    }
    counts.moved += moved;
    counts.drawn += 1;
    counts.vertices += (end - start) / 2;
    writeBox(xy, start, end, boxes, feature * 4);
  }
  return { source, boxes, features, ...counts };
}

function areFinite(xy: Float64Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (!Number.isFinite(xy[at])) return false;
  return true;
}

function transform(xy: Float64Array, start: number, end: number, toWgs84: NonNullable<ToWgs84>): void {
  for (let at = start; at < end; at += 2) {
    const [longitude, latitude] = toWgs84(xy[at] ?? Number.NaN, xy[at + 1] ?? Number.NaN);
    xy[at] = longitude;
    xy[at + 1] = latitude;
  }
}

function areGeographic(xy: Float64Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 2) {
    // False for NaN as well.
    if (!isGeographic(xy[at] ?? Number.NaN, xy[at + 1] ?? Number.NaN)) return false;
  }
  return true;
}

function writeBox(xy: Float64Array, start: number, end: number, boxes: Float64Array, at: number): void {
  let left = Infinity;
  let bottom = Infinity;
  let right = -Infinity;
  let top = -Infinity;
  for (let index = start; index < end; index += 2) {
    const x = xy[index] ?? 0;
    const y = xy[index + 1] ?? 0;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  boxes.set([left, bottom, right, top], at);
}

/** The total of a count over all layers. */
export function sumOf(layers: readonly ProjectedLayer[], field: 'drawn' | 'vertices' | 'outside' | 'moved'): number {
  return layers.reduce((total, layer) => total + layer[field], 0);
}

/** The extent of the drawn features of all layers; null if nothing is drawn. */
export function extentOf(layers: readonly ProjectedLayer[]): Extent | null {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { boxes } of layers) {
    for (let at = 0; at < boxes.length; at += 4) {
      left = smaller(left, boxes[at]);
      bottom = smaller(bottom, boxes[at + 1]);
      right = greater(right, boxes[at + 2]);
      top = greater(top, boxes[at + 3]);
    }
  }
  return left <= right ? [left, bottom, right, top] : null;
}

function smaller(known: number, value: number | undefined): number {
  return value !== undefined && value < known ? value : known;
}

function greater(known: number, value: number | undefined): number {
  return value !== undefined && value > known ? value : known;
}
