import type { FeatureLayer } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import { joinLayers } from './join-layers.ts';

/** All geometries of a layer at once, for work that needs neighbours; its rows must be read again. */
interface GatheredGeometry {
  readonly geometry: Layer;
  /** The `GeometryType` of each feature. */
  readonly types: Uint8Array;
}

/** @param onProgress called with the share of the features read */
export async function gatherGeometry(layer: FeatureLayer, onProgress: (share: number) => void): Promise<GatheredGeometry> {
  const geometries: Layer[] = [];
  const types: Uint8Array[] = [];
  let features = 0;
  for await (const batch of layer.read()) {
    geometries.push(batch.geometry);
    types.push(batch.types);
    features += batch.rows.length;
    onProgress(features / Math.max(1, layer.count));
  }
  return { geometry: joinLayers(geometries), types: new Uint8Array(Buffer.concat(types)) };
}
