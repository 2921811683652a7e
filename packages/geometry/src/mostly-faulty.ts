import { markedIndices } from './arrays/growable.ts';
import type { PreparedLayer } from './edges/prepare.ts';
import { startExamination } from './examination.ts';
import type { Ground } from './ground.ts';
import { extractFeatures } from './layer/neighbourhood.ts';
import type { Tolerances } from './options.ts';
import { BorderNetwork } from './screening/border-network.ts';
import type { BorderSegments } from './screening/border-segments.ts';
import { bordersInWindows } from './screening/border-windows.ts';
import { sampleFeatures } from './screening/sample.ts';
import { screenFeatures } from './screening/screen-features.ts';

/** If more than this share of a sample may have a fault, the layer is not screened either. A layer with fewer features than `FEWEST_SAMPLED` is not sampled, because that saves nothing. */
const LARGEST_SHARE_OF_SAMPLE = 1 / 2;
const FEWEST_SAMPLED = 3000;
/** A layer with fewer features, but at least this many vertices, is sampled through windows. */
const FEWEST_VERTICES_SAMPLED = 100_000;
/** A feature has about this many neighbours, but a window shows its border with only one of them. */
const NEIGHBOURS = 6;
/** If this share of the borders lies near others, so does a border of half of the features. */
const LARGEST_SHARE_IN_WINDOWS = 1 - (1 - LARGEST_SHARE_OF_SAMPLE) ** (1 / NEIGHBOURS);

/** Whether a sample shows that so many features may have a fault that screening does not pay. */
export function isMostlyFaulty(prepared: PreparedLayer, tolerances: Tolerances, ground: Ground): boolean {
  const { layer } = prepared;
  if (layer.featureOffsets.length - 1 < FEWEST_SAMPLED) return layer.xy.length / 2 >= FEWEST_VERTICES_SAMPLED && areMostlyNear(bordersInWindows(prepared), tolerances, ground);
  const { prepared: sample } = startExamination(extractFeatures(layer, sampleFeatures(layer)).layer);
  return screenFeatures(sample, ground, tolerances, LARGEST_SHARE_OF_SAMPLE * sample.changed.length).isCandidate === null;
}

/** Whether so many borders of a sample lie near others without running over them that most features have such a border. */
function areMostlyNear(sample: BorderSegments, { snapDistance }: Tolerances, ground: Ground): boolean {
  const features = new Set(sample.feature);
  const isNear = new Uint8Array(Math.max(-1, ...features) + 1);
  new BorderNetwork([sample], () => true, ground).markNear(snapDistance, isNear, () => false);
  return markedIndices(isNear).length > LARGEST_SHARE_IN_WINDOWS * features.size;
}
