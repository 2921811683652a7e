import type { Layer } from './layer.ts';
import { vertexCountOf } from './vertex-range.ts';

/** A feature in a layer, which may be a whole layer or contain only this feature. */
export interface FeaturePlace {
  readonly layer: Layer;
  /** Index among the features of the layer. */
  readonly at: number;
}

/** Features, wherever each of them is stored, in the order of the layer that they form together. */
export interface PlacedFeatures {
  readonly featureCount: number;
  readonly vertexCount: number;
  vertexCountOf(feature: number): number;
  /** May read the feature from a disk. */
  placed(feature: number): FeaturePlace;
}

export function featuresOf(layer: Layer): PlacedFeatures {
  return { featureCount: layer.featureOffsets.length - 1, vertexCount: layer.xy.length / 2, vertexCountOf: (feature) => vertexCountOf(layer, feature), placed: (feature) => ({ layer, at: feature }) };
}

/**
 * Calls back for every ring with its feature and its part.
 *
 * @param visit the object passed to it is reused for the next ring.
 * @param isAsked whether the rings of a feature are wanted. Other features are not read.
 */
export function forEachRing(features: PlacedFeatures, visit: (ring: RingPlace) => void, isAsked: (feature: number) => boolean = () => true): void {
  if (features.featureCount === 0) return;
  const place: { -readonly [Key in keyof RingPlace]: RingPlace[Key] } = { layer: features.placed(0).layer, feature: 0, part: 0, kind: 0, isShell: false, first: 0, end: 0 };
  for (let feature = 0; feature < features.featureCount; feature++) {
    if (!isAsked(feature)) continue;
    const { layer, at } = features.placed(feature);
    const { ringOffsets, partOffsets, featureOffsets } = layer;
    place.layer = layer;
    place.feature = feature;
    place.part = 0;
    for (let part = featureOffsets[at]; part < featureOffsets[at + 1]; part++, place.part++) {
      place.kind = layer.partKinds[part];
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        place.isShell = ring === partOffsets[part];
        place.first = ringOffsets[ring];
        place.end = ringOffsets[ring + 1];
        visit(place);
      }
    }
  }
}

export interface RingPlace {
  readonly layer: Layer;
  readonly feature: number;
  /** The index of its part among those of the feature. */
  readonly part: number;
  readonly kind: number;
  readonly isShell: boolean;
  /** Vertices of `layer`. */
  readonly first: number;
  readonly end: number;
}
