import { openSegmentsOf } from './border-segments.ts';
import type { BorderSegments } from './border-segments.ts';
import { findDoubtful } from './doubts.ts';
import { startExamination } from '../examination.ts';
import type { Doubts } from './doubts.ts';
import type { Ground } from '../ground.ts';
import { markedPlaces } from '../arrays/growable.ts';
import type { Layer } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import type { Tolerances } from '../options.ts';
import { isPlace } from '../layer/layer.ts';

/** A look at a whole layer needs some sixty bytes a vertex; larger layers are looked at piece by piece. */
const MOST_VERTICES = 16_000_000;
/** Where a larger share of the features may have a fault nearly all are near one, and looking for them is of no use. */
const LARGEST_SHARE = 1 / 4;
/** Features by which it is guessed how many have a fault. */
const SAMPLE = 400;

/** What one look at a whole layer tells. */
export interface LayerLook {
  /** The features that may have a fault, ascending; those that are not named have none. */
  readonly suspects: Int32Array<ArrayBuffer>;
  /** Of all features; null where there is no suspect, and no one asks for them. */
  readonly openSegments: BorderSegments | null;
}

/** @returns null where the layer is too large for it, or too many of its features may have a fault to be worth naming. */
export function lookAtWhole(layer: Layer, tolerances: Tolerances, ground: Ground, progress: (share: number) => void): LayerLook | null {
  if (layer.xy.length / 2 > MOST_VERTICES) return null;
  const sample = extractFeatures(layer, featuresInTheMiddle(layer)).layer;
  if (look(sample, tolerances, ground, () => undefined).isDoubtful === null) return null;
  const { paired, isDoubtful } = look(layer, tolerances, ground, progress);
  if (isDoubtful === null) return null;
  return { suspects: markedPlaces(isDoubtful), openSegments: isDoubtful.includes(1) ? openSegmentsOf(paired, () => true) : null };
}

function look(layer: Layer, tolerances: Tolerances, ground: Ground, progress: (share: number) => void): Doubts {
  const { prepared } = startExamination(layer);
  progress(0.2);
  return findDoubtful(prepared, ground, tolerances, LARGEST_SHARE * (layer.featureOffsets.length - 1), (share) => progress(0.2 + 0.8 * share));
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
