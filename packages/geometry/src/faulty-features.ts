import { markedIndices } from './arrays/growable.ts';
import { range } from './arrays/range.ts';
import { startExamination } from './examination.ts';
import { Ground } from './ground.ts';
import type { Layer } from './layer/layer.ts';
import { extractFeatures } from './layer/neighbourhood.ts';
import type { LayerExtract } from './layer/neighbourhood.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import { rimOf } from './round.ts';
import { withPassingFeatures } from './screening/passing-features.ts';
import { screenFeatures } from './screening/screen-features.ts';

/** If more of the features may have a fault, the extract has all of them. */
const LARGEST_SHARE = 2 / 5;

/** The features that may have a fault with others, and which of their segments border on features outside the extract. */
export function faultyFeatures(layer: Layer, options: ExaminationOptions, tolerances: Tolerances): { extract: LayerExtract; isRim: Uint8Array | null } {
  const featureCount = layer.featureOffsets.length - 1;
  const { prepared } = startExamination(layer);
  const { paired, isCandidate } = screenFeatures(prepared, new Ground(options.units), tolerances, LARGEST_SHARE * featureCount);
  if (isCandidate === null) return { extract: extractFeatures(layer, range(featureCount)), isRim: null };
  const extract = extractFeatures(layer, markedIndices(withPassingFeatures(paired, isCandidate)));
  return { extract, isRim: rimOf(paired, extract, null) };
}
