import type { FeatureDataset, SentDataset } from '@geoinsights/formats';
import { sentAs } from '../datasets/sent-as.ts';
import { withLayers } from '../features/derived-layers.ts';

/** The dataset with layers that are called as their file called as the file that was sent, and not as what an earlier step has made of it. */
export function calledAsSent(sent: SentDataset, dataset: FeatureDataset): FeatureDataset {
  if (sent.files[0].sent === undefined) return dataset;
  const name = sentAs(sent).name.replace(/\.[^.]+$/, '');
  return withLayers(dataset, dataset.layers.map((layer) => (layer.name === sent.name ? { ...layer, name } : layer)));
}
