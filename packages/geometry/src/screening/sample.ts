import { isPlace } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';
import { markedPlaces } from '../arrays/growable.ts';

/** Features of the sample around each of its places. */
const AROUND_PLACE = 400;
/** A layer is sampled in four places where that takes no more than this share of it, else in one. */
const LARGEST_SHARE = 1 / 10;

/**
 * Features by which it is guessed how many of a layer have a fault: all that lie around a few places, as most faults are of features
 * beside each other. The places are chosen by where the features are, whatever their order in the file.
 */
export function sampleFeatures({ xy, ringOffsets, partOffsets, featureOffsets }: Layer): Int32Array {
  const featureCount = featureOffsets.length - 1;
  /** Where features begin; NaN of those without a place. */
  const starts = new Float64Array(2 * featureCount).fill(NaN);
  let [sumX, sumY, count] = [0, 0, 0];
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let feature = 0; feature < featureCount; feature++) {
    const at = 2 * ringOffsets[partOffsets[featureOffsets[feature]]];
    if (at === 2 * ringOffsets[partOffsets[featureOffsets[feature + 1]]]) continue;
    const x = xy[at];
    const y = xy[at + 1];
    if (!isPlace(x, y)) continue;
    starts[2 * feature] = x;
    starts[2 * feature + 1] = y;
    sumX += x;
    sumY += y;
    count++;
    [minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)];
  }
  const isSampled = new Uint8Array(featureCount);
  if (4 * AROUND_PLACE > LARGEST_SHARE * count) markAround(sumX / count, sumY / count);
  else for (const alongX of [0.25, 0.75]) for (const alongY of [0.25, 0.75]) markAround(minX + alongX * (maxX - minX), minY + alongY * (maxY - minY));
  return markedPlaces(isSampled);

  function markAround(x: number, y: number): void {
    const distances = new Float64Array(featureCount);
    const known = new Float64Array(count);
    let next = 0;
    for (let feature = 0; feature < featureCount; feature++) {
      distances[feature] = Math.max(Math.abs(starts[2 * feature] - x), Math.abs(starts[2 * feature + 1] - y));
      if (!Number.isNaN(distances[feature])) known[next++] = distances[feature];
    }
    const furthest = known.sort()[Math.min(AROUND_PLACE, count) - 1];
    for (let feature = 0; feature < featureCount; feature++) if (distances[feature] <= furthest) isSampled[feature] = 1;
  }
}
