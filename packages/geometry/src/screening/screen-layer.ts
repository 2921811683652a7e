import { openSegmentsOf } from './border-segments.ts';
import type { BorderSegments } from './border-segments.ts';
import { screenFeatures } from './screen-features.ts';
import { startExamination } from '../examination.ts';
import type { Screening } from './screen-features.ts';
import type { Ground } from '../ground.ts';
import { markedIndices } from '../arrays/growable.ts';
import type { Layer } from '../layer/layer.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import type { Tolerances } from '../options.ts';
import { sampleFeatures } from './sample.ts';

/** Screening needs about twenty bytes per vertex in addition to the layer. Larger layers are screened piece by piece. */
export const MOST_SCREENED = 16_000_000;
/** If a larger share of the features may have a fault, nearly all features are near one, and screening does not pay. */
const LARGEST_SHARE = 1 / 4;

/** The result of screening a whole layer. */
export interface LayerScreening {
  /** The features that may have a fault, ascending. All others have none. */
  readonly suspects: Int32Array<ArrayBuffer>;
  /** The open segments of all features. */
  readonly openSegments: BorderSegments;
}

/** @returns null if the layer is too large, or if so many of its features may have a fault that a list of them does not pay. */
export function screenLayer(layer: Layer, tolerances: Tolerances, ground: Ground, progress: (share: number) => void): LayerScreening | null {
  if (layer.xy.length / 2 > MOST_SCREENED) return null;
  const sample = extractFeatures(layer, sampleFeatures(layer)).layer;
  if (screen(sample, tolerances, ground, () => undefined).isCandidate === null) return null;
  const { paired, isCandidate } = screen(layer, tolerances, ground, progress);
  if (isCandidate === null) return null;
  return { suspects: markedIndices(isCandidate), openSegments: openSegmentsOf(paired, () => true) };
}

function screen(layer: Layer, tolerances: Tolerances, ground: Ground, progress: (share: number) => void): Screening {
  const { prepared } = startExamination(layer);
  progress(0.2);
  return screenFeatures(prepared, ground, tolerances, LARGEST_SHARE * (layer.featureOffsets.length - 1), { progress: (share) => progress(0.2 + 0.8 * share) });
}
