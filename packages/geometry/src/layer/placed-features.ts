import type { Layer } from './layer.ts';
import { vertexCountOf } from './patch.ts';

/** A feature of a layer: of a whole one, or by itself. */
export interface FeaturePlace {
  readonly layer: Layer;
  /** Which of the features of the layer. */
  readonly at: number;
}

/** Features wherever each of them is, in the order in which they stand in the layer that they make up together. */
export interface PlacedFeatures {
  readonly featureCount: number;
  readonly vertexCount: number;
  placed(feature: number): FeaturePlace;
}

export function featuresOf(layer: Layer): PlacedFeatures {
  return { featureCount: layer.featureOffsets.length - 1, vertexCount: layer.xy.length / 2, placed: (feature) => ({ layer, at: feature }) };
}

/** Calls back for every ring: whose it is, which part of all it belongs to, and which vertex of all is its first. */
export function forEachRing(features: PlacedFeatures, visit: (ring: RingPlace) => void): void {
  let [part, vertex] = [0, 0];
  for (let feature = 0; feature < features.featureCount; feature++) {
    const { layer, at } = features.placed(feature);
    const { ringOffsets, partOffsets, featureOffsets } = layer;
    const before = ringOffsets[partOffsets[featureOffsets[at]]];
    for (let p = featureOffsets[at]; p < featureOffsets[at + 1]; p++, part++) {
      for (let ring = partOffsets[p]; ring < partOffsets[p + 1]; ring++) {
        visit({ layer, feature, part, kind: layer.partKinds[p], isShell: ring === partOffsets[p], first: ringOffsets[ring], end: ringOffsets[ring + 1], firstOfAll: vertex + ringOffsets[ring] - before });
      }
    }
    vertex += vertexCountOf(layer, at);
  }
}

export interface RingPlace {
  readonly layer: Layer;
  readonly feature: number;
  /** Its place among the parts of all features. */
  readonly part: number;
  readonly kind: number;
  readonly isShell: boolean;
  /** Vertices of `layer`. */
  readonly first: number;
  readonly end: number;
  /** The place of `first` among the vertices of all features. */
  readonly firstOfAll: number;
}
