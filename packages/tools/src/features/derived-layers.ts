import type { FeatureBatch, FeatureDataset, FeatureLayer, LayerSchema } from '@geoinsights/formats';
import type { Layer } from '@geoinsights/geometry';
import { sliceLayer } from './slice-layer.ts';

/** A layer whose batches are changed as they are read; its schema describes the result. */
export function changedLayer(layer: FeatureLayer, schema: Partial<LayerSchema>, change: (batch: FeatureBatch) => FeatureBatch): FeatureLayer {
  return {
    ...layer,
    ...schema,
    async *read() {
      for await (const batch of layer.read()) yield change(batch);
    },
  };
}

/** Some features of a layer, selected while reading. @param choose returns the features to keep, or null for none of a batch */
export function chosenFrom(layer: FeatureLayer, schema: Partial<LayerSchema>, choose: (batch: FeatureBatch, first: number) => FeatureBatch | null): FeatureLayer {
  return {
    ...layer,
    ...schema,
    async *read() {
      let first = 0;
      for await (const batch of layer.read()) {
        const chosen = choose(batch, first);
        if (chosen === null) continue;
        first += chosen.rows.length;
        yield chosen;
      }
    },
  };
}

/** A dataset with other layers; it is closed together with the original. */
export function withLayers(dataset: FeatureDataset, layers: readonly FeatureLayer[]): FeatureDataset {
  return { ...dataset, layers };
}

/** A layer with its geometries replaced, one for each feature; its rows are read again. The reader may overwrite the coordinates. */
export function withGeometries(layer: FeatureLayer, geometry: Layer, types: Uint8Array): FeatureLayer {
  return {
    ...layer,
    async *read() {
      for await (const batch of layer.read()) {
        const end = batch.first + batch.rows.length;
        const own = sliceLayer(geometry, batch.first, end);
        yield { ...batch, geometry: { ...own, xy: own.xy.slice() }, types: types.slice(batch.first, end) };
      }
    },
  };
}
