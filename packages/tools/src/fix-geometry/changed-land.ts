import type { ChangedFeature, LandGeometry } from '@geoinsights/contract';
import { PartKind, type ChangedFeatures, type Layer } from '@geoinsights/geometry';
import type { FeatureNames } from './land-report.ts';

/** Vertices before and after, for all changed features of a layer together: some ten megabytes of the report file. */
const MOST_VERTICES = 200_000;

/**
 * Changed features before and after, as many as a map can show.
 * @param order positions of features, from one on, in order of priority; features not in it are left out
 */
export function changedFeatures(layer: Layer, changes: ChangedFeatures | null, order: Iterable<number>, names: FeatureNames): ChangedFeature[] {
  if (changes === null) return [];
  const entries = new Map<number, number>();
  for (const [entry, feature] of changes.features.entries()) entries.set(feature, entry);
  const changed: ChangedFeature[] = [];
  let vertices = 0;
  for (const position of order) {
    const feature = position - 1;
    const entry = entries.get(feature);
    if (entry === undefined) continue;
    const after = changes.at(entry);
    vertices += verticesOf(layer, feature) + verticesOf(after.patch.geometry, after.entry);
    if (vertices > MOST_VERTICES) break;
    changed.push({ position, id: names.id(feature), label: names.label(feature), before: landOf(layer, feature), after: landOf(after.patch.geometry, after.entry) });
  }
  return changed;
}

function verticesOf({ featureOffsets, partOffsets, ringOffsets }: Layer, feature: number): number {
  return ringOffsets[partOffsets[featureOffsets[feature + 1]]] - ringOffsets[partOffsets[featureOffsets[feature]]];
}

/** The areas of a feature, or its lines if it has no areas. */
function landOf(layer: Layer, feature: number): LandGeometry | null {
  const { featureOffsets, partOffsets, partKinds } = layer;
  const polygons: number[][][][] = [];
  const lines: number[][][] = [];
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    const kind = partKinds[part];
    if (kind === PartKind.Point) continue;
    const rings: number[][][] = [];
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      const places = placesOf(layer, ring, kind === PartKind.Polygon);
      if (places.length < 2) continue;
      if (kind === PartKind.Polygon) rings.push(places);
      else lines.push(places);
    }
    if (rings.length > 0) polygons.push(rings);
  }
  if (polygons.length > 0) return polygons.length === 1 ? { type: 'Polygon', coordinates: polygons[0] } : { type: 'MultiPolygon', coordinates: polygons };
  if (lines.length > 0) return lines.length === 1 ? { type: 'LineString', coordinates: lines[0] } : { type: 'MultiLineString', coordinates: lines };
  return null;
}

/** An open ring is closed; a vertex without a valid position is left out. */
function placesOf({ xy, ringOffsets }: Layer, ring: number, isRing: boolean): number[][] {
  const places: number[][] = [];
  for (let i = ringOffsets[ring]; i < ringOffsets[ring + 1]; i++) {
    const [x, y] = [xy[2 * i], xy[2 * i + 1]];
    if (Number.isFinite(x) && Number.isFinite(y)) places.push([x, y]);
  }
  const [first, last] = [places.at(0), places.at(-1)];
  if (isRing && first !== undefined && last !== undefined && (first[0] !== last[0] || first[1] !== last[1])) places.push([...first]);
  return places;
}
