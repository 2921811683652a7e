import { markedIndices } from './arrays/growable.ts';
import type { PreparedLayer } from './edges/prepare.ts';
import { featureOfVertex } from './edges/ring-owners.ts';
import { examine, startExamination } from './examination.ts';
import type { StartedExamination } from './examination.ts';
import { Ground } from './ground.ts';
import { FeatureExtents, featureExtents } from './layer/feature-extents.ts';
import { NO_FINDINGS } from './layer/finding-list.ts';
import type { Findings } from './layer/findings.ts';
import type { Layer, Patch } from './layer/layer.ts';
import { extractFeatures, findingsOfWhole, patchOfWhole } from './layer/neighbourhood.ts';
import type { LayerExtract } from './layer/neighbourhood.ts';
import { isMostlyFaulty } from './mostly-faulty.ts';
import { optionsAmong } from './options.ts';
import type { ExaminationOptions, Tolerances } from './options.ts';
import { firstVertices } from './screening/pairing.ts';
import type { PairedLayer } from './screening/pairing.ts';
import { withPassingFeatures } from './screening/passing-features.ts';
import { screenFeatures } from './screening/screen-features.ts';
import type { Screening, EarlierScreening } from './screening/screen-features.ts';
import type { SettledPlaces } from './screening/settled-places.ts';

/** If more than this share of the features may have a fault, the layer is examined whole. */
const LARGEST_SHARE = 2 / 5;
/** Like `LARGEST_SHARE`, for rounds in which only some faults are wanted, and the features around the wanted ones are examined as well. */
const LARGEST_SHARE_AROUND = 1 / 4;
const LARGEST_NEIGHBOURHOOD = 1 / 2;

/** How many times the features around the candidates are included: borders of voids reach beyond the next neighbour. */
const RINGS_OF_NEIGHBOURS = 2;

export interface RoundResult {
  readonly patch: Patch | null;
  readonly findings: Findings;
  /** Crossings left because a bound was reached; normally empty. Without noding there are no faces, so there is no patch. */
  readonly unresolved: Findings;
  /** The screening of the layer; null if a sample showed that it has to be examined in full. */
  readonly screening: Screening | null;
  /** Whether the layer was examined in full. */
  readonly isWhole: boolean;
}

export interface RoundContext {
  readonly options: ExaminationOptions;
  readonly tolerances: Tolerances;
  /** For each feature, whether its borders must not be matched with others. */
  readonly isUnmatched: Uint8Array | null;
  /** For each feature, whether there is land that is not in the layer beyond its borders. */
  readonly isRimFeature: Uint8Array | null;
  /** For each feature, whether faults that concern it are wanted; null: all. */
  readonly isAskedOf?: Uint8Array | null;
  /** As in `Examination`. */
  readonly isLate?: boolean;
  /** Whether an earlier round has repaired the layer. Then few faults are left, and no sample is needed to know that. */
  readonly hasChanged?: boolean;
  /** The screening of the layer before the last patch. */
  readonly earlier?: EarlierScreening | null;
  readonly progress: (share: number) => void;
}

/**
 * Finds what is wrong in a layer, and the patch that repairs it.
 *
 * Features that screening shows to be clean are not examined. Everything that a fault concerns is a candidate: both sides of
 * what overlaps, lies near or does not match, and all features around a gap. A border to a feature that is not examined counts
 * as one with land behind it (`rimOf`): it is not matched, and what lies along it is not a void.
 */
export function repairOnce(layer: Layer, context: RoundContext): RoundResult {
  const { isAskedOf = null, tolerances } = context;
  const ground = new Ground(context.options.units);
  const started = startExamination(layer);
  context.progress(0.04);
  const screening = screenUnlessFaulty(started.prepared, context, ground);
  if (screening === null || screening.isCandidate === null) return examineWhole(started, screening, context);
  const isCandidate = isAskedOf === null ? screening.isCandidate : screening.isCandidate.map((mark, feature) => mark & isAskedOf[feature]);
  if (!isCandidate.includes(1)) return { patch: null, findings: NO_FINDINGS, unresolved: NO_FINDINGS, screening, isWhole: false };
  const chosen = isAskedOf === null ? markedIndices(withPassingFeatures(screening.paired, isCandidate)) : around(layer, isCandidate, tolerances, ground);
  if (chosen.length > (layer.featureOffsets.length - 1) * LARGEST_NEIGHBOURHOOD) return examineWhole(started, screening, context);
  return examineSome(layer, chosen, screening, context);
}

/** Null if a sample shows that so many features may have a fault that screening does not pay. */
function screenUnlessFaulty(prepared: PreparedLayer, { tolerances, isAskedOf = null, isLate = false, hasChanged = false, earlier = null, progress }: RoundContext, ground: Ground): Screening | null {
  if (!hasChanged && isAskedOf === null && isMostlyFaulty(prepared, tolerances, ground)) return null;
  const most = prepared.changed.length * (isAskedOf === null ? LARGEST_SHARE : LARGEST_SHARE_AROUND);
  const known = earlier?.settled?.holdFor(tolerances, isLate) === false ? { ...earlier, settled: null } : earlier;
  return screenFeatures(prepared, ground, tolerances, most, { progress: (share) => progress(0.04 + 0.18 * share), earlier: known, isLate });
}

function examineWhole(started: StartedExamination, screening: Screening | null, { options, tolerances, isUnmatched, isRimFeature, isLate = false, progress }: RoundContext): RoundResult {
  const isRim = isRimFeature === null ? null : rimVertices(started.prepared, isRimFeature);
  const { patch, findings, unresolved } = examine(started, { options, tolerances, isRim, isUnmatched, isLate, progress });
  return { patch, findings: findings.finish(false), unresolved: unresolved.finish(false), screening, isWhole: true };
}

/** Examines some features as a layer of their own. */
function examineSome(layer: Layer, features: Int32Array, screening: Screening, { options, tolerances, isUnmatched, isRimFeature, isLate = false, progress }: RoundContext): RoundResult {
  const extract = extractFeatures(layer, features);
  const { patch, findings, unresolved } = examine(startExamination(extract.layer), {
    options: optionsAmong(features, options),
    tolerances,
    isRim: rimOf(screening.paired, extract, isRimFeature),
    isUnmatched: isUnmatched === null ? null : Uint8Array.from(features, (feature) => isUnmatched[feature]),
    isLate,
    progress,
  });
  return {
    patch: patch === null ? null : patchOfWhole(patch, extract),
    findings: findingsOfWhole(findings.finish(false), extract),
    unresolved: findingsOfWhole(unresolved.finish(false), extract),
    screening,
    isWhole: false,
  };
}

/**
 * The results of a round, for the round after its patch; null if the layer was not screened.
 *
 * @param settled see `EarlierScreening`.
 */
export function earlierScreening(layer: Layer, screening: Screening | null, { features }: Patch, settled: SettledPlaces | null): EarlierScreening | null {
  if (screening === null) return null;
  const { paired: { pairing }, isComplex } = screening;
  const isChanged = new Uint8Array(layer.featureOffsets.length - 1);
  for (const feature of features) isChanged[feature] = 1;
  return { pairing, firstVertex: firstVertices(layer), isChanged, isComplex, settled };
}

/** The features that a fault may concern: the marked ones, those whose extents meet theirs, and those that meet these. */
function around(layer: Layer, isMarked: Uint8Array, tolerances: Tolerances, ground: Ground): Int32Array {
  const extents = new FeatureExtents(featureExtents(layer), tolerances, ground);
  const isChosen = isMarked.slice();
  let outermost = Array.from(markedIndices(isMarked));
  for (let ring = 0; ring < RINGS_OF_NEIGHBOURS; ring++) {
    outermost = extents.neighboursOf(outermost, (feature) => isChosen[feature] === 1);
    for (const feature of outermost) isChosen[feature] = 1;
  }
  return markedIndices(isChosen);
}

function rimVertices(prepared: PreparedLayer, isRimFeature: Uint8Array): Uint8Array {
  const isRim = new Uint8Array(prepared.ringOfVertex.length);
  for (let vertex = 0; vertex < isRim.length; vertex++) isRim[vertex] = isRimFeature[featureOfVertex(prepared, vertex)];
  return isRim;
}

/** For each vertex of an extract, whether the segment that starts there is a border to a feature outside the extract. */
export function rimOf({ prepared, pairing }: PairedLayer, extract: LayerExtract, isRimFeature: Uint8Array | null): Uint8Array {
  const isChosen = new Uint8Array(prepared.changed.length);
  for (const feature of extract.features) isChosen[feature] = 1;
  const sources = extract.origins.vertex;
  const isRim = new Uint8Array(sources.length);
  for (let i = 0; i < sources.length; i++) {
    const partner = pairing[sources[i]];
    if (partner >= 0 && isChosen[featureOfVertex(prepared, partner)] === 0) isRim[i] = 1;
    if (isRimFeature !== null) isRim[i] |= isRimFeature[featureOfVertex(prepared, sources[i])];
  }
  return isRim;
}
