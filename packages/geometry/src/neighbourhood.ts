import type { Findings } from './findings.ts';
import type { Layer, Patch } from './layer.ts';
import type { Origins } from './patch.ts';

/** Some features of a layer as a layer of their own, and where everything in it stands in the whole. */
export interface LayerExtract {
  readonly features: Int32Array;
  readonly layer: Layer;
  readonly origins: Origins;
}

/** How many times the features around the changed ones are taken in: borders of voids reach beyond the next neighbour. */
const RINGS_OF_NEIGHBOURS = 2;

/**
 * The features that a change may concern: those that changed, those whose extents meet theirs, and those that meet these.
 * @param margin by how much extents are widened on every side, in coordinate units of x and y.
 */
export function neighboursOf(layer: Layer, changed: Int32Array, marginX: number, marginY: number): Int32Array {
  const featureCount = layer.featureOffsets.length - 1;
  const extents = featureExtents(layer);
  const isChosen = new Uint8Array(featureCount);
  for (const feature of changed) isChosen[feature] = 1;
  for (let ring = 0; ring < RINGS_OF_NEIGHBOURS; ring++) {
    const grid = new ExtentGrid(extents, isChosen, marginX, marginY);
    for (let feature = 0; feature < featureCount; feature++) {
      if (isChosen[feature] === 0 && grid.meets(feature)) isChosen[feature] = 1;
    }
  }
  let count = 0;
  for (let feature = 0; feature < featureCount; feature++) count += isChosen[feature];
  const chosen = new Int32Array(count);
  for (let feature = featureCount - 1; feature >= 0; feature--) if (isChosen[feature] === 1) chosen[--count] = feature;
  return chosen;
}

/** minX, minY, maxX, maxY of each feature; an empty one meets nothing. */
function featureExtents(layer: Layer): Float64Array {
  const featureCount = layer.featureOffsets.length - 1;
  const extents = new Float64Array(4 * featureCount);
  for (let feature = 0; feature < featureCount; feature++) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    const end = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[feature + 1]]];
    for (let i = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[feature]]]; i < end; i++) {
      const x = layer.xy[2 * i];
      const y = layer.xy[2 * i + 1];
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    extents.set([minX, minY, maxX, maxY], 4 * feature);
  }
  return extents;
}

/** The chosen extents, sorted by their left side, with the furthest right side seen so far, for a quick "does any meet this". */
class ExtentGrid {
  private readonly extents: Float64Array;
  private readonly order: Int32Array;
  private readonly furthest: Float64Array;
  private readonly marginX: number;
  private readonly marginY: number;

  constructor(extents: Float64Array, isChosen: Uint8Array, marginX: number, marginY: number) {
    this.extents = extents;
    this.marginX = marginX;
    this.marginY = marginY;
    const chosen: number[] = [];
    for (let feature = 0; feature < isChosen.length; feature++) if (isChosen[feature] === 1) chosen.push(feature);
    this.order = Int32Array.from(chosen).sort((p, q) => extents[4 * p] - extents[4 * q] || p - q);
    this.furthest = new Float64Array(this.order.length);
    let most = -Infinity;
    for (let i = 0; i < this.order.length; i++) {
      most = Math.max(most, extents[4 * this.order[i] + 2]);
      this.furthest[i] = most;
    }
  }

  meets(feature: number): boolean {
    const { extents, order, furthest, marginX, marginY } = this;
    const [minX, minY, maxX, maxY] = extents.subarray(4 * feature, 4 * feature + 4);
    let low = 0;
    let high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (extents[4 * order[middle]] <= maxX + marginX) low = middle + 1;
      else high = middle;
    }
    for (let i = low - 1; i >= 0 && furthest[i] >= minX - marginX; i--) {
      const at = 4 * order[i];
      if (extents[at + 2] >= minX - marginX && extents[at + 1] <= maxY + marginY && extents[at + 3] >= minY - marginY) return true;
    }
    return false;
  }
}

export function extractFeatures(layer: Layer, features: Int32Array): LayerExtract {
  const counts = { part: 0, ring: 0, vertex: 0 };
  for (const feature of features) {
    const [start, end] = [layer.featureOffsets[feature], layer.featureOffsets[feature + 1]];
    const [firstRing, endRing] = [layer.partOffsets[start], layer.partOffsets[end]];
    counts.part += end - start;
    counts.ring += endRing - firstRing;
    counts.vertex += layer.ringOffsets[endRing] - layer.ringOffsets[firstRing];
  }
  const origins: Origins = { part: new Int32Array(counts.part), ring: new Int32Array(counts.ring), vertex: new Int32Array(counts.vertex) };
  const xy = new Float64Array(2 * counts.vertex);
  const z = layer.z === null ? null : new Float64Array(counts.vertex);
  const m = layer.m === null ? null : new Float64Array(counts.vertex);
  const ringOffsets = new Int32Array(counts.ring + 1);
  const partOffsets = new Int32Array(counts.part + 1);
  const featureOffsets = new Int32Array(features.length + 1);
  const partKinds = new Uint8Array(counts.part);
  let [part, ring, vertex] = [0, 0, 0];
  for (let i = 0; i < features.length; i++) {
    featureOffsets[i] = part;
    for (let p = layer.featureOffsets[features[i]]; p < layer.featureOffsets[features[i] + 1]; p++) {
      origins.part[part] = p;
      partKinds[part] = layer.partKinds[p];
      partOffsets[part++] = ring;
      for (let r = layer.partOffsets[p]; r < layer.partOffsets[p + 1]; r++) {
        origins.ring[ring] = r;
        ringOffsets[ring++] = vertex;
        for (let v = layer.ringOffsets[r]; v < layer.ringOffsets[r + 1]; v++) {
          origins.vertex[vertex] = v;
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
  return { features, layer: { xy, z, m, ringOffsets, partOffsets, featureOffsets, partKinds }, origins };
}

/** A patch of the extract as a patch of the whole layer. */
export function patchOfWhole(patch: Patch, extract: LayerExtract): Patch {
  return {
    features: follow(patch.features, extract.features),
    geometry: patch.geometry,
    sourcePart: follow(patch.sourcePart, extract.origins.part),
    sourceRing: follow(patch.sourceRing, extract.origins.ring),
    sourceVertex: follow(patch.sourceVertex, extract.origins.vertex),
  };
}

export function findingsOfWhole(findings: Findings, extract: LayerExtract): Findings {
  return { ...findings, feature: follow(findings.feature, extract.features), other: follow(findings.other, extract.features) };
}

/** Where each stands in the whole; -1 for none stays. */
function follow(places: Int32Array, origins: Int32Array): Int32Array {
  const followed = new Int32Array(places.length);
  for (let i = 0; i < places.length; i++) followed[i] = places[i] < 0 ? -1 : origins[places[i]];
  return followed;
}
