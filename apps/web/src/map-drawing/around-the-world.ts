import { extentOf } from './projected-layer.ts';
import type { Extent, ProjectedLayer } from './projected-layer.ts';
import { WORLD_WIDTH } from './web-mercator.ts';

/** Web Mercator wraps around: beyond one edge of the world, a map shows what is within the other edge. */

const HALF = WORLD_WIDTH / 2;

/** The parts of the world that a view shows; features have no coordinates in its copies. */
export function partsOfWorld([left, bottom, right, top]: Extent): Extent[] {
  if (right - left >= WORLD_WIDTH) return [[-Infinity, bottom, Infinity, top]];
  const west = withinWorld(left);
  const east = west + right - left;
  // Longitudes in files may continue past an edge.
  return [-WORLD_WIDTH, 0, WORLD_WIDTH].map((shift): Extent => [west + shift, bottom, east + shift, top]);
}

/** Where a position may be in a file whose longitudes continue past an edge. */
export function placesOnRound(x: number): number[] {
  const within = withinWorld(x);
  return [within, within - WORLD_WIDTH, within + WORLD_WIDTH];
}

/** The extent of the drawn features of all layers, across the antimeridian where that is narrower; null if nothing is drawn. */
export function extentOnRound(layers: readonly ProjectedLayer[]): Extent | null {
  const extent = extentOf(layers);
  if (extent === null || extent[2] - extent[0] <= HALF) return extent;
  let [left, right] = [Infinity, -Infinity];
  for (const [west, east] of layers.flatMap(widthsOfParts)) {
    const shift = east <= 0 ? WORLD_WIDTH : 0;
    left = Math.min(left, west + shift);
    right = Math.max(right, east + shift);
  }
  return right - left < extent[2] - extent[0] ? [left, extent[1], right, extent[3]] : extent;
}

function withinWorld(x: number): number {
  return x - Math.floor((x + HALF) / WORLD_WIDTH) * WORLD_WIDTH;
}

/** West and east of each part of the drawn features: one that is cut at the antimeridian has its parts on both sides. */
function widthsOfParts({ source: { geometry }, boxes, features }: ProjectedLayer): [number, number][] {
  const { xy, featureOffsets, partOffsets, ringOffsets } = geometry;
  const widths: [number, number][] = [];
  for (let feature = 0; feature < features; feature += 1) {
    if (Number.isNaN(boxes[feature * 4])) continue;
    for (let part = featureOffsets[feature] ?? 0; part < (featureOffsets[feature + 1] ?? 0); part += 1) {
      const start = ringOffsets[partOffsets[part] ?? 0] ?? 0;
      const end = ringOffsets[partOffsets[part + 1] ?? 0] ?? 0;
      let [west, east] = [Infinity, -Infinity];
      for (let vertex = start; vertex < end; vertex += 1) {
        west = Math.min(west, xy[vertex * 2] ?? 0);
        east = Math.max(east, xy[vertex * 2] ?? 0);
      }
      if (end > start) widths.push([west, east]);
    }
  }
  return widths;
}
