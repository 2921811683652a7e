import type { FindingList } from '../layer/finding-list.ts';
import { Int32List } from '../arrays/growable.ts';
import { SequenceTable } from '../arrays/sequence-table.ts';
import type { LabelledTopology } from './labels.ts';
import { RingRegions } from './ring-regions.ts';
import { assignStrayHoles } from './stray-holes.ts';

/** The region of each feature, given as the set of features that cover each face. */
export interface FeatureRegions {
  /** Ascending features; set 0 is empty. */
  readonly featureSets: SequenceTable;
  readonly featureSetOfFace: Int32Array;
  /** Rings that change their role or have no area. Their features are rebuilt. */
  readonly changedRing: Uint8Array;
}

/** Noded edges as faces, with the features that claim each face: several where they overlap. */
export interface ClaimedTopology extends LabelledTopology {
  readonly regions: FeatureRegions;
}

/** What a hole with the region of its shell is: a duplicate, so that the shell stays, or what leaves nothing of the shell. */
export type EqualHole = 'duplicate' | 'cut';

/**
 * Applies the rules on holes, then determines which features cover each face. A part covers a face if its shell winds around the face and
 * none of its holes does. A hole that shares no land with its shell (beyond rounding) belongs to the part of its feature that contains most
 * of it; if there is none, it becomes a shell of its own (`assignStrayHoles`).
 */
export function featureRegions({ prepared, arrangement, labels }: LabelledTopology, findings: FindingList, equalHole: EqualHole): FeatureRegions {
  const rings = new RingRegions(prepared, arrangement, labels);
  const changedRing = checkRings(rings, equalHole, findings);
  const { featureSets, featureSetOfSet } = collectFeatures(rings);
  const featureSetOfFace = new Int32Array(arrangement.faceCount);
  for (let face = 0; face < arrangement.faceCount; face++) featureSetOfFace[face] = featureSetOfSet[labels.setOfFace[face]];
  return { featureSets, featureSetOfFace, changedRing };
}

/** Finds rings around nothing, duplicate rings, and holes outside their shells. @returns 1 for each of them. */
function checkRings(rings: RingRegions, equalHole: EqualHole, findings: FindingList): Uint8Array {
  const { shellOf, setCount, prepared: { isShell, ringFirst } } = rings;
  const changedRing = new Uint8Array(shellOf.length);
  const strayHoles: number[] = [];
  for (let ring = 0; ring < shellOf.length; ring++) {
    if (ringFirst[ring] < 0) continue;
    if (setCount[ring] === 0) {
      changedRing[ring] = 1;
      report(rings, 'collapsed', ring, 'ring-removed', findings);
    } else if (isShell[ring] === 0 && equalHole === 'duplicate' && rings.isSameRegion(shellOf[ring], ring)) {
      // Must happen before stray holes look for a shell, because this hole takes nothing from its
      // shell.
      changedRing[ring] = 1;
      report(rings, 'duplicate-ring', ring, 'ring-removed', findings);
      shellOf[ring] = -1;
    } else if (isShell[ring] === 0 && !rings.liesInShell(ring)) {
      changedRing[ring] = 1;
      strayHoles.push(ring);
    }
  }
  if (strayHoles.length > 0) assignStrayHoles(rings, strayHoles);
  for (const ring of strayHoles) report(rings, 'hole-outside-shell', ring, shellOf[ring] === ring ? 'hole-became-part' : 'hole-reassigned', findings);
  for (const ring of duplicateRings(rings)) {
    changedRing[ring] = 1;
    report(rings, 'duplicate-ring', ring, 'ring-removed', findings);
  }
  return changedRing;
}

function report({ prepared: { layer, ringFirst, featureOfRing } }: RingRegions, kind: 'collapsed' | 'hole-outside-shell' | 'duplicate-ring', ring: number, action: 'ring-removed' | 'hole-reassigned' | 'hole-became-part', findings: FindingList): void {
  const first = ringFirst[ring];
  findings.add({ kind, feature: featureOfRing[ring], x: layer.xy[2 * first], y: layer.xy[2 * first + 1], action });
}

/** Rings with the same faces as an earlier one of their feature: shells, or holes of one shell. */
function duplicateRings(rings: RingRegions): number[] {
  const { shellOf, setCount, prepared: { layer, ringFirst } } = rings;
  const found: number[] = [];
  for (let feature = 0; feature < layer.featureOffsets.length - 1; feature++) {
    const firstRing = layer.partOffsets[layer.featureOffsets[feature]];
    const endRing = layer.partOffsets[layer.featureOffsets[feature + 1]];
    if (endRing - firstRing < 2) continue;
    const seen = new Map<number, number[]>();
    for (let ring = firstRing; ring < endRing; ring++) {
      if (ringFirst[ring] < 0 || setCount[ring] === 0 || shellOf[ring] < 0) continue;
      const shell = shellOf[ring];
      const known = seen.get(rings.signatureOf(ring));
      if (known === undefined) {
        seen.set(rings.signatureOf(ring), [ring]);
        continue;
      }
      const twin = known.find((other) => (shell === ring ? shellOf[other] === other : shellOf[other] === shell) && rings.isSameRegion(other, ring));
      if (twin === undefined) known.push(ring);
      else found.push(ring);
    }
  }
  return found;
}

/** Maps the sets of rings that wind around faces to the sets of features that cover them. */
function collectFeatures(rings: RingRegions): { featureSets: SequenceTable; featureSetOfSet: Int32Array } {
  const { sets, isUsedSet, shellOf, prepared: { featureOfRing } } = rings;
  /** For each shell, one more than the last set that a hole cuts from it. */
  const cutFrom = new Int32Array(shellOf.length);
  const featureSets = new SequenceTable();
  const featureSetOfSet = new Int32Array(sets.count).fill(-1);
  const members = new Int32List();
  featureSets.intern(members.data, 0);
  for (let set = 0; set < sets.count; set++) {
    members.length = 0;
    const start = sets.offsets.data[set];
    const end = isUsedSet[set] === 1 ? sets.offsets.data[set + 1] : start;
    for (let i = start; i < end; i += 2) {
      const shell = shellOf[sets.items.data[i]];
      if (shell >= 0 && shell !== sets.items.data[i]) cutFrom[shell] = set + 1;
    }
    for (let i = start; i < end; i += 2) {
      const ring = sets.items.data[i];
      if (shellOf[ring] !== ring) continue;
      const feature = featureOfRing[ring];
      if (members.length > 0 && members.data[members.length - 1] === feature) continue;
      if (cutFrom[ring] !== set + 1) members.push(feature);
    }
    featureSetOfSet[set] = featureSets.intern(members.data, members.length);
  }
  return { featureSets, featureSetOfSet };
}
