import type { PreparedLayer } from '../edges/prepare.ts';
import type { Ground } from '../ground.ts';
import { featureExtents } from '../layer/feature-extents.ts';
import type { Tolerances } from '../options.ts';
import { unlessTooTangled } from '../tangled.ts';
import { BorderNetwork } from './border-network.ts';
import { bordersOfOne, openSegmentsOf } from './border-segments.ts';
import { featuresApart } from './features-apart.ts';
import { OverlappedFeatures } from './overlapped-features.ts';
import { ODD, pairSegments } from './pairing.ts';
import type { EarlierPairing, PairedLayer } from './pairing.ts';
import type { SettledPlaces } from './settled-places.ts';
import { markComplexFeatures } from './simple-features.ts';

/** The result of screening a layer. */
export interface Screening {
  readonly paired: PairedLayer;
  /** 1 for each feature that may have a fault; unmarked features have none. Null if too many would be marked. */
  readonly isCandidate: Uint8Array | null;
  /** 1 for each feature whose rings intersect, touch or are not nested correctly; null if that was not examined for all. */
  readonly isComplex: Uint8Array | null;
}

/** The screening of a layer before some of its features changed. */
export interface EarlierScreening extends EarlierPairing {
  readonly isComplex: Uint8Array | null;
  /** Where the layer is as it was when it was examined after that; null if that is not known, or nowhere. */
  readonly settled: SettledPlaces | null;
}

/** The round of a repair that a screening belongs to, and who hears how far it is. */
export interface ScreeningRound {
  readonly progress?: (share: number) => void;
  /** The results that need not be computed again. */
  readonly earlier?: EarlierScreening | null;
  /** As in `Examination`. */
  readonly isLate?: boolean;
}

/**
 * Finds the features that may have a fault, without an arrangement of the whole layer: a feature that is not marked has none.
 *
 * The proof. Call a feature simple if its rings intersect nowhere and are nested as shells and holes should be: it is valid and winds
 * around every point once or not at all. Count for each point how many features cover it. If all features are simple, this is the winding
 * number of all rings together. Two segments that run over each other, with the land of different features on either side, add nothing to
 * it. So the segments without such a partner, the network, determine the count everywhere, and it is constant within a face of the network.
 * So two features can only overlap in faces with a count other than 0 and 1. All features that may have land in such a face are marked.
 *
 * A feature that is not simple is marked. All its segments, and those that run over them, are then part of the network, and its windings
 * are counted separately: a face in which both it and any other feature have a part is an overlap as well.
 *
 * Borders that touch without overlapping (a vertex of one on a segment of the other) have a void on one side, or they would overlap. So
 * both are in the network, where they intersect. Gaps are faces of the network with a count of 0, and only segments of the network can be
 * near others without being identical.
 *
 * A feature that no other one comes near (`featuresApart`) has none but its own faults, so its borders are left out of the network.
 *
 * @param most if more features than this are marked, it is better to examine the layer in full.
 * An examination has looked at what is near, touches or is enclosed where the layer is settled, and left it. So only overlaps, intersections and
 * changed features count there.
 *
 * A feature that is not simple is examined without its neighbours, unless they are marked for another reason, such as borders near each other. Where
 * borders are a few units in the last place apart and nothing marks them as near, two rounds may then undo what the other did. So without a snap
 * distance, and in late rounds, all that touch such a feature are marked.
 */
export function screenFeatures(prepared: PreparedLayer, ground: Ground, tolerances: Tolerances, most: number, { progress = () => undefined, earlier = null, isLate = false }: ScreeningRound = {}): Screening {
  const isCandidate = prepared.changed.slice();
  const isEnough = (): boolean => countMarks(isCandidate) > most;
  const isApart = featuresApart(featureExtents(prepared.layer), tolerances, ground);
  const hasOthersNear = (feature: number): boolean => isApart?.[feature] !== 1;
  const paired = pairSegments(prepared, isCandidate, earlier, isApart);
  const tooMany: Screening = { paired, isCandidate: null, isComplex: null };
  if (isEnough()) return tooMany;
  progress(0.3);
  const openBorders = openSegmentsOf(paired, hasOthersNear);
  let network = new BorderNetwork([openBorders], () => true, ground);
  const settled = earlier?.settled ?? null;
  for (const feature of settled?.unrepaired ?? []) isCandidate[feature] = 1;
  network.markNear(tolerances.snapDistance, isCandidate, isEnough, undefined, settled);
  if (isEnough()) return tooMany;
  progress(0.5);
  const isComplex = complexFeatures(prepared, earlier);
  for (let feature = 0; feature < isComplex.length; feature++) isCandidate[feature] |= isComplex[feature];
  const known = settled === null ? isComplex : null;
  if (isEnough()) return { ...tooMany, isComplex: known };
  progress(0.8);
  const isOne = (feature: number): boolean => isComplex[feature] === 0;
  // Otherwise these are the same borders again.
  const isWhole = isComplex.map((mark, feature) => (hasOthersNear(feature) ? mark : 0));
  if (isWhole.includes(1) || paired.pairing.includes(ODD)) network = new BorderNetwork([bordersOfOne(paired, isWhole, hasOthersNear)], isOne, ground);
  if (unlessTooTangled(() => network.node(isCandidate, isEnough)) !== true) return { ...tooMany, isComplex: known };
  progress(0.9);
  network.markGaps(tolerances.maxGapWidth, isCandidate, settled);
  let overlapped: OverlappedFeatures | null = null;
  network.forEachOverlap(isCandidate, isLate || !(tolerances.snapDistance > 0), (face) => {
    overlapped ??= new OverlappedFeatures(prepared, isCandidate);
    overlapped.mark(face, isCandidate);
  });
  return { paired, isCandidate: isEnough() ? null : isCandidate, isComplex: known };
}

/** The features that are not simple. Those that an examination left are valid, although their rings may touch: they count as simple. */
export function complexFeatures(prepared: PreparedLayer, earlier: EarlierScreening | null): Uint8Array {
  const { ringFirst, featureOfRing, undirected } = prepared;
  const isComplex = new Uint8Array(prepared.changed.length);
  const isKnown = knownFeatures(earlier, isComplex);
  for (let ring = 0; ring < ringFirst.length; ring++) if (ringFirst[ring] >= 0 && undirected[ring] === 1 && !isKnown(featureOfRing[ring])) isComplex[featureOfRing[ring]] = 1;
  markComplexFeatures(prepared, isComplex, isKnown);
  return isComplex;
}

/** Takes over what is known of features. @returns whether a feature is known. */
function knownFeatures(earlier: EarlierScreening | null, isComplex: Uint8Array): (feature: number) => boolean {
  if (earlier === null) return () => false;
  const { settled, isComplex: known, isChanged } = earlier;
  if (settled !== null) return (feature) => settled.isSettledFeature(feature);
  if (known === null) return () => false;
  for (let feature = 0; feature < isComplex.length; feature++) if (isChanged[feature] === 0) isComplex[feature] = known[feature];
  return (feature) => isChanged[feature] === 0;
}

function countMarks(marks: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < marks.length; i++) count += marks[i];
  return count;
}
