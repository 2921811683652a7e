import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { Layer, Patch } from '../layer/layer.ts';
import { emptyBounds, fitted, widen } from './bounds.ts';
import { GeoJsonError } from './geojson-error.ts';
import { writeGeometry } from './write-geometry.ts';

/**
 * The collection after a patch. The old collection is not modified, and what did not change is shared with it.
 * @param after the layer after the patch.
 * @throws GeoJsonError if a feature is no longer what it was when it was read.
 */
export function writeCollection<Properties>(
  collection: FeatureCollection<Geometry | null, Properties>,
  layer: Layer,
  patch: Patch,
  after: Layer,
): FeatureCollection<Geometry | null, Properties> {
  if (collection.features.length !== layer.featureOffsets.length - 1) throw new GeoJsonError('features', 'was changed while it was repaired');
  const features = [...collection.features];
  patch.features.forEach((index, entry) => (features[index] = writeFeature(features[index], layer, patch, entry)));
  if (collection.bbox === undefined) return { ...collection, features };
  const [boundsBefore, boundsAfter] = [layer, after].map((each) => {
    const bounds = emptyBounds();
    widen(bounds, each, 0, each.partKinds.length);
    return bounds;
  });
  return { ...collection, features, bbox: fitted(collection.bbox, boundsBefore, boundsAfter) };
}

function writeFeature<Properties>(feature: Feature<Geometry | null, Properties>, layer: Layer, patch: Patch, entry: number): Feature<Geometry | null, Properties> {
  const { geometry, bbox } = feature;
  const written = geometry === null ? null : writeGeometry(geometry, layer, patch, entry);
  if (written === null) throw new GeoJsonError(`features[${patch.features[entry]}]`, 'was changed while it was repaired');
  if (written.geometry !== null) return bbox === undefined ? { ...feature, geometry: written.geometry } : { ...feature, geometry: written.geometry, bbox: written.fit(bbox) };
  const emptied: Feature<Geometry | null, Properties> = { ...feature, geometry: null };
  delete emptied.bbox;
  return emptied;
}
