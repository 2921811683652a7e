import type { PreparedLayer } from '../edges/prepare.ts';
import type { Ground } from '../ground.ts';
import type { Tolerances } from '../options.ts';
import { unlessTooTangled } from '../tangled.ts';
import { BorderNetwork } from './border-network.ts';
import { bordersOfOne, openSegmentsOf } from './border-segments.ts';
import { OverlappedFeatures } from './overlapped-features.ts';
import { pairSegments } from './pairing.ts';
import type { EarlierPairing, PairedLayer } from './pairing.ts';
import { markComplexFeatures } from './simple-features.ts';

/** What the screening of a layer tells. */
export interface Screening {
  readonly paired: PairedLayer;
  /** 1 for each feature that may have a fault; those that are not marked have none. Null where too many would be marked. */
  readonly isCandidate: Uint8Array | null;
  /** 1 for each feature whose rings meet, or do not lie in each other as they should; null where that was not looked at. */
  readonly isComplex: Uint8Array | null;
}

/** The screening of a layer of which some features have been changed since. */
export interface EarlierScreening extends EarlierPairing {
  readonly isComplex: Uint8Array | null;
}

/**
 * The features that may have a fault, found without an arrangement of the layer: a feature that is not marked has none.
 *
 * The proof. Call a feature simple when its rings meet nowhere and lie in each other as shells and holes should: it is valid, and winds around
 * every place once or not at all. Count for a place how many features have it. Where all are simple that is how often all
 * rings together wind around it. Two segments that run over each other with the land of different features on either side add
 * nothing to that, so the segments without such a partner, the network, tell the count for every place: it is the same all over
 * a face of the network. So two features overlap only in faces with a count other than 0 and 1. All features that
 * may have land in such a face are marked.
 *
 * A feature that is not simple is marked. All its segments, and those that run over them, are part of the network then, and its
 * windings are counted apart: faces in which it has a part and anyone else has one are overlaps as well.
 *
 * Borders that touch without an overlap (a vertex of one on the segment of another) have a void on one side, or they would be
 * overlaps; so both are in the network, where they meet. Gaps are faces of the network with a count of 0, and only
 * segments of the network can be near others without being the same.
 *
 * @param most when more features are marked, the layer is better examined in full.
 * @param earlier what need not be looked at again.
 */
export function screenFeatures(prepared: PreparedLayer, ground: Ground, tolerances: Tolerances, most: number, progress: (share: number) => void, earlier: EarlierScreening | null = null): Screening {
  const isCandidate = prepared.changed.slice();
  const isEnough = (): boolean => countMarks(isCandidate) > most;
  const paired = pairSegments(prepared, isCandidate, earlier);
  const tooMany: Screening = { paired, isCandidate: null, isComplex: null };
  if (isEnough()) return tooMany;
  progress(0.3);
  const openBorders = openSegmentsOf(paired, () => true);
  let network = new BorderNetwork([openBorders], () => true, ground);
  network.markNear(tolerances.snapDistance, isCandidate, isEnough);
  if (isEnough()) return tooMany;
  progress(0.5);
  const isComplex = complexFeatures(prepared, earlier);
  for (let feature = 0; feature < isComplex.length; feature++) isCandidate[feature] |= isComplex[feature];
  if (isEnough()) return { ...tooMany, isComplex };
  progress(0.8);
  const isOne = (feature: number): boolean => isComplex[feature] === 0;
  if (isCandidate.includes(1)) network = new BorderNetwork([bordersOfOne(paired, isComplex)], isOne, ground);
  if (unlessTooTangled(() => network.node(isCandidate, isEnough)) !== true) return { ...tooMany, isComplex };
  progress(0.9);
  network.markGaps(tolerances.maxGapWidth, isCandidate);
  let overlapped: OverlappedFeatures | null = null;
  network.forEachOverlap(isCandidate, (face) => {
    overlapped ??= new OverlappedFeatures(prepared, isCandidate);
    overlapped.mark(face, isCandidate);
  });
  return { paired, isCandidate: isEnough() ? null : isCandidate, isComplex };
}

function complexFeatures(prepared: PreparedLayer, earlier: EarlierScreening | null): Uint8Array {
  const { ringFirst, featureOfRing, undirected } = prepared;
  const known = earlier?.isComplex ?? null;
  const isComplex = new Uint8Array(prepared.changed.length);
  for (let ring = 0; ring < ringFirst.length; ring++) if (ringFirst[ring] >= 0 && undirected[ring] === 1) isComplex[featureOfRing[ring]] = 1;
  if (earlier === null || known === null) {
    markComplexFeatures(prepared, isComplex, () => false);
    return isComplex;
  }
  const { isChanged } = earlier;
  for (let feature = 0; feature < isComplex.length; feature++) if (isChanged[feature] === 0) isComplex[feature] |= known[feature];
  markComplexFeatures(prepared, isComplex, (feature) => isChanged[feature] === 0);
  return isComplex;
}

function countMarks(marks: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < marks.length; i++) count += marks[i];
  return count;
}
