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

/** Screening needs some twenty bytes a vertex beside the layer. Larger layers are screened piece by piece. */
export const MOST_SCREENED = 16_000_000;
/** If a larger share of the features may have a fault, nearly all features are near one, and looking for them does not pay. */
const LARGEST_SHARE = 1 / 4;
/** Number of features sampled to estimate how many have a fault. */
const SAMPLE = 400;

/** The result of screening a whole layer. */
export interface LayerScreening {
  /** The features that may have a fault, ascending. All others have none. */
  readonly suspects: Int32Array<ArrayBuffer>;
  /** The open segments of all features; null if there is no suspect, as nobody needs them then. */
  readonly openSegments: BorderSegments | null;
}

/** @returns null if the layer is too large, or if too many of its features may have a fault for a list of them to pay. */
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

/**
 * The features whose first vertices are nearest to the mean of all first vertices, so that the sample does not depend on the
 * order in the file.
 */
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
