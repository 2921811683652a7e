import type { Layer } from './layer.ts';

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

/**
 * Calls back for every ring with its feature, the index of its part, and the index of its first vertex.
 *
 * @param visit the ring that it is given is used again for the next one.
 */
export function forEachRing(features: PlacedFeatures, visit: (ring: RingPlace) => void): void {
  if (features.featureCount === 0) return;
  const place: { -readonly [Key in keyof RingPlace]: RingPlace[Key] } = { layer: features.placed(0).layer, feature: 0, part: 0, kind: 0, isShell: false, first: 0, end: 0, firstOfAll: 0 };
  for (let feature = 0; feature < features.featureCount; feature++) {
    const { layer, at } = features.placed(feature);
    const { ringOffsets, partOffsets, featureOffsets } = layer;
    place.layer = layer;
    place.feature = feature;
    for (let part = featureOffsets[at]; part < featureOffsets[at + 1]; part++, place.part++) {
      place.kind = layer.partKinds[part];
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        place.isShell = ring === partOffsets[part];
        place.first = ringOffsets[ring];
        place.end = ringOffsets[ring + 1];
        visit(place);
        place.firstOfAll += place.end - place.first;
      }
    }
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
