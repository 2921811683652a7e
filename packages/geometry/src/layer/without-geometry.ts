import { Int32List } from '../arrays/growable.ts';
import { LayerBuilder } from './layer-builder.ts';
import { NO_KIND } from './layer.ts';
import type { Layer, Patch } from './layer.ts';
import { keepPartExtents } from './part-extents.ts';
import type { PlacedFeatures } from './placed-features.ts';
import { vertexCountOf } from './vertex-range.ts';

const EMPTY_FEATURE = emptyFeature();

/**
 * The same layer without the geometry of some features. Only the kinds of the parts are copied: the vertices of these features stay in the
 * arrays, in parts of no kind. So it may only be used within a repair, which finally applies a patch `withEmptied` to the original layer.
 */
export function withoutGeometry(layer: Layer, features: Int32Array): Layer {
  const partKinds = layer.partKinds.slice();
  for (const feature of features) partKinds.fill(NO_KIND, layer.featureOffsets[feature], layer.featureOffsets[feature + 1]);
  const without = { ...layer, partKinds };
  keepPartExtents(layer, without, new Int32Array(partKinds.length).map((_, part) => (partKinds[part] === NO_KIND ? -1 : part)));
  return without;
}

/** The features of a layer, of which some count as empty. */
export function featuresWithout(layer: Layer, features: Int32Array): PlacedFeatures {
  const isLeftOut = new Set(features);
  return {
    featureCount: layer.featureOffsets.length - 1,
    vertexCount: features.reduce((count, feature) => count - vertexCountOf(layer, feature), layer.xy.length / 2),
    vertexCountOf: (feature) => (isLeftOut.has(feature) ? 0 : vertexCountOf(layer, feature)),
    placed: (feature) => (isLeftOut.has(feature) ? { layer: EMPTY_FEATURE, at: 0 } : { layer, at: feature }),
  };
}

/** A patch that also empties some features, except for those that it changes itself. @param emptied ascending */
export function withEmptied(patch: Patch, emptied: Int32Array): Patch {
  if (emptied.length === 0) return patch;
  const { features: patched, geometry } = patch;
  const features = new Int32List(patched.length + emptied.length);
  const featureOffsets = new Int32List(patched.length + emptied.length + 1);
  for (let entry = 0, other = 0; entry < patched.length || other < emptied.length; ) {
    featureOffsets.push(geometry.featureOffsets[entry]);
    const isEmptied = entry === patched.length || emptied[other] < patched[entry];
    if (!isEmptied && emptied[other] === patched[entry]) other++;
    features.push(isEmptied ? emptied[other++] : patched[entry++]);
  }
  featureOffsets.push(geometry.featureOffsets[patched.length]);
  return { ...patch, features: features.takeArray(), geometry: { ...geometry, featureOffsets: featureOffsets.takeArray() } };
}

function emptyFeature(): Layer {
  const builder = new LayerBuilder(false, false);
  builder.endFeature();
  return builder.finish();
}
