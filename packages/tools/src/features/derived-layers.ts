import type { FeatureBatch, FeatureDataset, FeatureLayer, LayerSchema } from '@geoinsights/formats';

/** A layer whose batches are changed as they are read; its schema says what they are afterwards. */
export function changedLayer(layer: FeatureLayer, schema: Partial<LayerSchema>, change: (batch: FeatureBatch) => FeatureBatch): FeatureLayer {
  return {
    ...layer,
    ...schema,
    async *read() {
      for await (const batch of layer.read()) yield change(batch);
    },
  };
}

/** Some of the features of a layer, chosen as they are read. @param choose gives the features that stay, or null for none of a batch */
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

/** A dataset with other layers; it is closed with the one that it is made of. */
export function withLayers(dataset: FeatureDataset, layers: readonly FeatureLayer[]): FeatureDataset {
  return { ...dataset, layers };
}
