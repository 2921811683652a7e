import { hashPlace } from '../arrays/hash-place.ts';
import type { Ground } from '../ground.ts';
import { PartKind } from '../layer/layer.ts';
import { forEachRing } from '../layer/placed-features.ts';
import type { PlacedFeatures } from '../layer/placed-features.ts';
import type { PartExtents } from './border-sample.ts';

/** The number of edges to measure: enough for steady quantiles, few enough to cost nothing. */
const SAMPLE = 20_000;
/** From a layer with many features, about this many are sampled. The others need not be read. */
const FEATURES = 2000;
/** A feature with this many times the average number of vertices is always in the sample: there may be only one such feature, with most of the edges. */
const LARGE = 10;

/**
 * Lengths of polygon edges, ascending: all of them, or a sample of a large layer. Edges are chosen by where they are, so neither the order of the
 * features nor the start and direction of their rings changes the sample. Every edge has the same chance.
 */
export function edgeLengths(features: PlacedFeatures, parts: PartExtents, ground: Ground): Float64Array {
  const stride = Math.max(1, Math.floor(features.vertexCount / SAMPLE));
  const featureStride = Math.min(stride, Math.max(1, Math.floor(features.featureCount / FEATURES)));
  const largest = (LARGE * features.vertexCount) / features.featureCount;
  const isLarge = (feature: number): boolean => features.vertexCountOf(feature) > largest;
  const lengths: number[] = [];
  forEachRing(features, ({ layer: { xy }, feature, kind, first, end }) => {
    if (kind !== PartKind.Polygon) return;
    const edgeStride = isLarge(feature) ? stride : Math.floor(stride / featureStride);
    let before = hashPlace(xy[2 * first], xy[2 * first + 1]);
    for (let i = first; i + 1 < end; i++) {
      const next = hashPlace(xy[2 * i + 2], xy[2 * i + 3]);
      const isChosen = isOneOf(edgeStride, before ^ next);
      before = next;
      if (!isChosen) continue;
      const length = ground.length(xy[2 * i], xy[2 * i + 1], xy[2 * i + 2], xy[2 * i + 3]);
      if (length > 0 && Number.isFinite(length)) lengths.push(length);
    }
  }, (feature) => isOneOf(featureStride, hashOfExtent(parts, feature)) || isLarge(feature));
  return Float64Array.from(lengths).sort();
}

function hashOfExtent({ extents, firstPart }: PartExtents, feature: number): number {
  const at = 4 * firstPart[feature];
  return at === 4 * firstPart[feature + 1] ? 0 : hashPlace(extents[at], extents[at + 1]) ^ hashPlace(extents[at + 2], extents[at + 3]);
}

/** Whether a hash selects its item, as one in this many does. */
function isOneOf(places: number, hash: number): boolean {
  return places === 1 || (hash >>> 0) % places === 0;
}
