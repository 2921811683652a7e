import { isPlace, NO_KIND } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import { markedIndices } from '../arrays/growable.ts';

/** Number of features in the sample around each of its points. */
const AROUND_PLACE = 400;
/** A layer is sampled around four points if that takes no more than this share of its features, otherwise around one. */
const LARGEST_SHARE = 1 / 10;
/** The features around the one point have about this many vertices together at most, but there are never fewer features than this. */
const MOST_VERTICES = 100_000;
const FEWEST_AROUND_PLACE = 100;

/**
 * A sample to estimate how many features of a layer have a fault. It takes all features around a few points, because most faults
 * are between neighbours. The points depend on where the features are, not on their order in the file.
 */
export function sampleFeatures(layer: Layer): Int32Array {
  const { xy, featureOffsets, partKinds } = layer;
  const featureCount = featureOffsets.length - 1;
  /** The first vertex of each feature; NaN for features without one. */
  const starts = new Float64Array(2 * featureCount).fill(NaN);
  let sumX = 0;
  let sumY = 0;
  let count = 0;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let feature = 0; feature < featureCount; feature++) {
    const [first, end] = vertexRange(layer, feature);
    if (first === end || partKinds[featureOffsets[feature]] === NO_KIND) continue;
    const x = xy[2 * first];
    const y = xy[2 * first + 1];
    if (!isPlace(x, y)) continue;
    starts[2 * feature] = x;
    starts[2 * feature + 1] = y;
    sumX += x;
    sumY += y;
    count++;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const isSampled = new Uint8Array(featureCount);
  if (4 * AROUND_PLACE > LARGEST_SHARE * count) markAround(sumX / count, sumY / count, Math.max(FEWEST_AROUND_PLACE, Math.min(AROUND_PLACE, Math.round((MOST_VERTICES * count) / (xy.length / 2)))));
  else for (const alongX of [0.25, 0.75]) for (const alongY of [0.25, 0.75]) markAround(minX + alongX * (maxX - minX), minY + alongY * (maxY - minY), AROUND_PLACE);
  return markedIndices(isSampled);

  function markAround(x: number, y: number, most: number): void {
    const distances = new Float64Array(featureCount);
    const known = new Float64Array(count);
    let next = 0;
    for (let feature = 0; feature < featureCount; feature++) {
      distances[feature] = Math.max(Math.abs(starts[2 * feature] - x), Math.abs(starts[2 * feature + 1] - y));
      if (!Number.isNaN(distances[feature])) known[next++] = distances[feature];
    }
    const furthest = known.sort()[Math.min(most, count) - 1];
    for (let feature = 0; feature < featureCount; feature++) if (distances[feature] <= furthest) isSampled[feature] = 1;
  }
}
