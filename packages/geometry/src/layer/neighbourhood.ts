import type { Findings } from './findings.ts';
import type { Layer, Patch } from './layer.ts';
import { follow, tracedBack } from './origins.ts';
import type { Origins } from './origins.ts';
import type { FeaturePlace } from './placed-features.ts';

/** Where everything in an extract is in the whole layer. */
export interface ExtractOrigins {
  readonly features: Int32Array;
  readonly origins: Origins;
}

/** Some features of a layer as a layer of their own. */
export interface LayerExtract extends ExtractOrigins {
  readonly layer: Layer;
}

/** A feature, wherever it is stored, and where it comes from. */
export interface PlacedFeature extends FeaturePlace {
  /** Where everything in the layer is in the whole layer; null for the whole layer itself. */
  readonly origins: Origins | null;
}

export function extractFeatures(layer: Layer, features: Int32Array): LayerExtract {
  return extractPlaced(layer, features, (feature) => ({ layer, at: feature, origins: null }));
}

/** Like `extractFeatures`, from wherever each feature is stored. @param whole determines which ordinates there are */
export function extractPlaced(whole: Pick<Layer, 'z' | 'm'>, features: Int32Array, placed: (feature: number) => PlacedFeature): LayerExtract {
  const counts = countPlaced(features, placed);
  const origins: Origins = { part: new Int32Array(counts.part), ring: new Int32Array(counts.ring), vertex: new Int32Array(counts.vertex) };
  return { features, layer: gatherPlaced(whole, features, placed, origins), origins };
}

function countPlaced(features: Int32Array, placed: (feature: number) => PlacedFeature): { part: number; ring: number; vertex: number } {
  const counts = { part: 0, ring: 0, vertex: 0 };
  for (const feature of features) {
    const { layer, at } = placed(feature);
    const [start, end] = [layer.featureOffsets[at], layer.featureOffsets[at + 1]];
    const [firstRing, endRing] = [layer.partOffsets[start], layer.partOffsets[end]];
    counts.part += end - start;
    counts.ring += endRing - firstRing;
    counts.vertex += layer.ringOffsets[endRing] - layer.ringOffsets[firstRing];
  }
  return counts;
}

/** Gathers features, from wherever each is stored, into a layer. @param origins filled in, if given */
export function gatherPlaced(whole: Pick<Layer, 'z' | 'm'>, features: Int32Array, placed: (feature: number) => PlacedFeature, origins: Origins | null): Layer {
  const counts = countPlaced(features, placed);
  const xy = new Float64Array(2 * counts.vertex);
  const z = whole.z === null ? null : new Float64Array(counts.vertex);
  const m = whole.m === null ? null : new Float64Array(counts.vertex);
  const ringOffsets = new Int32Array(counts.ring + 1);
  const partOffsets = new Int32Array(counts.part + 1);
  const featureOffsets = new Int32Array(features.length + 1);
  const partKinds = new Uint8Array(counts.part);
  let [part, ring, vertex] = [0, 0, 0];
  for (let i = 0; i < features.length; i++) {
    const { layer, at, origins: from } = placed(features[i]);
    featureOffsets[i] = part;
    for (let p = layer.featureOffsets[at]; p < layer.featureOffsets[at + 1]; p++) {
      if (origins !== null) origins.part[part] = from === null ? p : from.part[p];
      partKinds[part] = layer.partKinds[p];
      partOffsets[part++] = ring;
      for (let r = layer.partOffsets[p]; r < layer.partOffsets[p + 1]; r++) {
        if (origins !== null) origins.ring[ring] = from === null ? r : from.ring[r];
        ringOffsets[ring++] = vertex;
        for (let v = layer.ringOffsets[r]; v < layer.ringOffsets[r + 1]; v++) {
          if (origins !== null) origins.vertex[vertex] = from === null ? v : from.vertex[v];
          xy[2 * vertex] = layer.xy[2 * v];
          xy[2 * vertex + 1] = layer.xy[2 * v + 1];
          if (z !== null && layer.z !== null) z[vertex] = layer.z[v];
          if (m !== null && layer.m !== null) m[vertex] = layer.m[v];
          vertex++;
        }
      }
    }
  }
  featureOffsets[features.length] = part;
  partOffsets[part] = ring;
  ringOffsets[ring] = vertex;
  return { xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds };
}

/** Converts a patch of the extract to a patch of the whole layer. */
export function patchOfWhole(patch: Patch, extract: ExtractOrigins): Patch {
  return { ...tracedBack(patch, extract.origins), features: follow(patch.features, extract.features) };
}

export function findingsOfWhole(findings: Findings, { features }: ExtractOrigins): Findings {
  return { ...findings, feature: follow(findings.feature, features), other: follow(findings.other, features) };
}
