import type { Layer } from './layer.ts';
import { vertexRange } from './vertex-range.ts';

/** A feature in a layer, which may be a whole layer or hold this feature alone. */
export interface FeaturePlace {
  readonly layer: Layer;
  /** Index among the features of the layer. */
  readonly at: number;
}

/** Features, wherever each of them is stored, in the order of the layer that they form together. */
export interface PlacedFeatures {
  readonly featureCount: number;
  readonly vertexCount: number;
  placed(feature: number): FeaturePlace;
}

export function featuresOf(layer: Layer): PlacedFeatures {
  return { featureCount: layer.featureOffsets.length - 1, vertexCount: layer.xy.length / 2, placed: (feature) => ({ layer, at: feature }) };
}

/** Calls back for every ring with its feature, the index of its part, and the index of its first vertex. */
export function forEachRing(features: PlacedFeatures, visit: (ring: RingPlace) => void): void {
  let [part, vertex] = [0, 0];
  for (let feature = 0; feature < features.featureCount; feature++) {
    const { layer, at } = features.placed(feature);
    const { ringOffsets, partOffsets, featureOffsets } = layer;
    const [first, end] = vertexRange(layer, at);
    for (let p = featureOffsets[at]; p < featureOffsets[at + 1]; p++, part++) {
      for (let ring = partOffsets[p]; ring < partOffsets[p + 1]; ring++) {
        visit({ layer, feature, part, kind: layer.partKinds[p], isShell: ring === partOffsets[p], first: ringOffsets[ring], end: ringOffsets[ring + 1], firstOfAll: vertex + ringOffsets[ring] - first });
      }
    }
    vertex += end - first;
  }
}

export interface RingPlace {
  readonly layer: Layer;
  readonly feature: number;
  /** Its index among the parts of all features. */
  readonly part: number;
  readonly kind: number;
  readonly isShell: boolean;
  /** Vertices of `layer`. */
  readonly first: number;
  readonly end: number;
  /** The index of `first` among the vertices of all features. */
  readonly firstOfAll: number;
}
