import { BATCH_VERTICES, extentOf, type Extent, type FeatureBatch, type FeatureLayer } from '@geoinsights/formats';
import { selectWithin, type Layer } from '@geoinsights/geometry';
import { chosenFrom } from '../features/derived-layers.ts';
import { joinLayers } from '../features/join-layers.ts';
import { pickFeatures } from '../features/pick-features.ts';

/** The features whose extents meet that of an area: all that touch it, and some near it. */
export function near(layer: FeatureLayer, area: Layer): FeatureLayer {
  const extent = extentOf(area.xy);
  return chosenFrom(layer, {}, (batch, first) => pickFeatures(batch, marked(batch, (from, to) => meets(extent, batch.geometry.xy, from, to)), first));
}

/** For each vertex of the area, this many vertices of features are processed at once: the kernel arranges the whole area again each time. */
const VERTICES_AT_A_TIME = 4;
/** Beyond these limits, the geometries and attributes held in memory cost more than the time they save. */
const MOST_VERTICES = 1 << 20;
const MOST_FEATURES = 1 << 16;

/** The features that touch an area, whole. */
export function touching(layer: FeatureLayer, area: Layer): FeatureLayer {
  const rectangle = rectangleOf(area);
  return {
    ...layer,
    async *read() {
      let first = 0;
      for await (const group of groupsOf(near(layer, area), Math.min(MOST_VERTICES, Math.max(BATCH_VERTICES, (VERTICES_AT_A_TIME * area.xy.length) / 2)))) {
        const kept = group.map((batch) => (rectangle === null ? new Uint8Array(batch.rows.length) : marked(batch, (from, to) => hasVertexIn(rectangle, batch.geometry.xy, from, to))));
        addSelected(group, kept, area, layer);
        for (const [position, batch] of group.entries()) {
          const chosen = pickFeatures(batch, kept[position], first);
          if (chosen === null) continue;
          first += chosen.rows.length;
          yield chosen;
        }
      }
    },
  };
}

/** Marks the features that are not kept yet and touch the area. */
function addSelected(group: readonly FeatureBatch[], kept: readonly Uint8Array[], area: Layer, { crs }: FeatureLayer): void {
  const open = group.map((batch, position) => pickFeatures(batch, kept[position].map((isKept) => 1 - isKept), 0)?.geometry).filter((geometry) => geometry !== undefined);
  if (open.length === 0) return;
  const selected = selectWithin(joinLayers(open), area, 'intersects', { units: crs.units }).values();
  for (const marks of kept) for (let feature = 0; feature < marks.length; feature++) if (marks[feature] === 0) marks[feature] = selected.next().value ?? 0;
}

/** Consecutive batches that together have this many vertices, or as many features as may be held at a time. */
async function* groupsOf(layer: FeatureLayer, vertices: number): AsyncGenerator<readonly FeatureBatch[], void, undefined> {
  let group: FeatureBatch[] = [];
  let [held, features] = [0, 0];
  for await (const batch of layer.read()) {
    group.push(batch);
    held += batch.geometry.xy.length / 2;
    features += batch.rows.length;
    if (held < vertices && features < MOST_FEATURES) continue;
    yield group;
    group = [];
    held = features = 0;
  }
  if (group.length > 0) yield group;
}

/** 1 for each feature whose ordinates [from, to) pass a test. */
function marked({ geometry: { featureOffsets, partOffsets, ringOffsets } }: FeatureBatch, test: (from: number, to: number) => boolean): Uint8Array {
  const ordinateOf = (feature: number): number => 2 * ringOffsets[partOffsets[featureOffsets[feature]]];
  return Uint8Array.from({ length: featureOffsets.length - 1 }, (_, feature) => (test(ordinateOf(feature), ordinateOf(feature + 1)) ? 1 : 0));
}

/** A coordinate that is NaN is ignored; an infinite one counts as infinitely far out. */
function meets({ minX, minY, maxX, maxY }: Extent, xy: Float64Array, from: number, to: number): boolean {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = from; at < to; at += 2) {
    if (xy[at] < west) west = xy[at];
    if (xy[at + 1] < south) south = xy[at + 1];
    if (xy[at] > east) east = xy[at];
    if (xy[at + 1] > north) north = xy[at + 1];
  }
  return west <= maxX && east >= minX && south <= maxY && north >= minY;
}

/** A feature with a vertex in the rectangle touches it, whatever else it has. */
function hasVertexIn({ minX, minY, maxX, maxY }: Extent, xy: Float64Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 2) if (xy[at] >= minX && xy[at] <= maxX && xy[at + 1] >= minY && xy[at + 1] <= maxY) return true;
  return false;
}

/** The extent of an area that is one rectangle along the axes; null for any other. */
function rectangleOf({ xy, ringOffsets }: Layer): Extent | null {
  if (ringOffsets.length !== 2 || xy.length !== 10) return null;
  const extent = extentOf(xy);
  const corners = new Set<number>();
  for (let at = 0; at < 8; at += 2) {
    const isCorner = (xy[at] === extent.minX || xy[at] === extent.maxX) && (xy[at + 1] === extent.minY || xy[at + 1] === extent.maxY);
    const isAlongAxis = (xy[at] === xy[at + 2]) !== (xy[at + 1] === xy[at + 3]);
    if (!isCorner || !isAlongAxis) return null;
    corners.add((xy[at] === extent.minX ? 0 : 1) + (xy[at + 1] === extent.minY ? 0 : 2));
  }
  return corners.size === 4 ? extent : null;
}
