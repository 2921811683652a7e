import { LayerBuilder } from '../layer/layer-builder.ts';
import { PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';

/** x and y. */
export type Point = readonly [number, number];

/** The layer followed by features without geometry. */
export function withEmptyFeatures(layer: Layer, count: number): Layer {
  if (count === 0) return layer;
  const featureOffsets = new Int32Array(layer.featureOffsets.length + count).fill(layer.partKinds.length);
  featureOffsets.set(layer.featureOffsets);
  return { ...layer, featureOffsets };
}

/** The layer followed by polygons, each a feature of many parts. @param features closed rings, each a part. */
export function withPolygons(layer: Layer, features: readonly (readonly (readonly Point[])[])[]): Layer {
  const builder = new LayerBuilder(layer.z !== null, layer.m !== null);
  for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) builder.addFeature(layer, feature);
  for (const rings of features) {
    for (const ring of rings) {
      for (const [x, y] of ring) builder.addVertex(x, y, NaN, NaN);
      builder.endRing();
      builder.endPart(PartKind.Polygon);
    }
    builder.endFeature();
  }
  return builder.finish();
}
