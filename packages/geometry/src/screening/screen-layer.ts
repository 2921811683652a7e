import { openSegmentsOf } from './border-segments.ts';
import type { BorderSegments } from './border-segments.ts';
import { screenFeatures } from './screen-features.ts';
import { startExamination } from '../examination.ts';
import type { Screening } from './screen-features.ts';
import type { Ground } from '../ground.ts';
import { markedPlaces } from '../arrays/growable.ts';
import type { Layer } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import type { Tolerances } from '../options.ts';
import { isPlace } from '../layer/layer.ts';

/** Screening needs some twenty bytes a vertex beside the layer; larger layers are screened piece by piece. */
export const MOST_SCREENED = 16_000_000;
/** Where a larger share of the features may have a fault nearly all are near one, and looking for them is of no use. */
const LARGEST_SHARE = 1 / 4;
/** Features by which it is guessed how many have a fault. */
const SAMPLE = 400;

/** What screening a whole layer tells. */
export interface LayerScreening {
  /** The features that may have a fault, ascending; those that are not named have none. */
  readonly suspects: Int32Array<ArrayBuffer>;
  /** Of all features; null where there is no suspect, and no one asks for them. */
  readonly openSegments: BorderSegments | null;
}

/** @returns null where the layer is too large for it, or too many of its features may have a fault to be worth naming. */
export function screenLayer(layer: Layer, tolerances: Tolerances, ground: Ground, progress: (share: number) => void): LayerScreening | null {
  if (layer.xy.length / 2 > MOST_SCREENED) return null;
  const sample = extractFeatures(layer, featuresInTheMiddle(layer)).layer;
  if (screen(sample, tolerances, ground, () => undefined).isCandidate === null) return null;
  const { paired, isCandidate } = screen(layer, tolerances, ground, progress);
  if (isCandidate === null) return null;
  return { suspects: markedPlaces(isCandidate), openSegments: isCandidate.includes(1) ? openSegmentsOf(paired, () => true) : null };
}

function screen(layer: Layer, tolerances: Tolerances, ground: Ground, progress: (share: number) => void): Screening {
  const { prepared } = startExamination(layer);
  progress(0.2);
  return screenFeatures(prepared, ground, tolerances, LARGEST_SHARE * (layer.featureOffsets.length - 1), (share) => progress(0.2 + 0.8 * share));
}

/** The features that begin nearest to where features begin on average, so that they do not hang on the order in the file. */
function featuresInTheMiddle({ xy, ringOffsets, partOffsets, featureOffsets }: Layer): Int32Array {
  const featureCount = featureOffsets.length - 1;
  const starts = new Float64Array(2 * featureCount).fill(NaN);
  let [sumX, sumY, count] = [0, 0, 0];
  for (let feature = 0; feature < featureCount; feature++) {
    const at = 2 * ringOffsets[partOffsets[featureOffsets[feature]]];
    if (at === 2 * ringOffsets[partOffsets[featureOffsets[feature + 1]]]) continue;
    if (!isPlace(xy[at], xy[at + 1])) continue;
    starts[2 * feature] = xy[at];
    starts[2 * feature + 1] = xy[at + 1];
    sumX += xy[at];
    sumY += xy[at + 1];
    count++;
  }
  const distances = new Float64Array(featureCount);
  const known = new Float64Array(count);
  let [next, kept] = [0, 0];
  for (let feature = 0; feature < featureCount; feature++) {
    distances[feature] = Math.max(Math.abs(starts[2 * feature] - sumX / count), Math.abs(starts[2 * feature + 1] - sumY / count));
    if (!Number.isNaN(distances[feature])) known[next++] = distances[feature];
  }
  const furthest = known.sort()[Math.min(SAMPLE, count) - 1];
  const nearest = new Int32Array(featureCount);
  for (let feature = 0; feature < featureCount; feature++) if (distances[feature] <= furthest) nearest[kept++] = feature;
  return nearest.subarray(0, kept);
}
