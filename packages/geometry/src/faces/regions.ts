import type { Arrangement } from './arrangement.ts';
import type { FindingList } from '../layer/finding-list.ts';
import { Int32List, SequenceTable } from '../arrays/growable.ts';
import type { FaceLabels } from './labels.ts';
import { EQUAL_SHARE } from '../equal-share.ts';
import type { PreparedLayer } from '../edges/prepare.ts';

/** The region of each feature, as the sets of features that cover the faces. */
export interface FeatureRegions {
  /** Ascending features; set 0 is empty. */
  readonly featureSets: SequenceTable;
  readonly featureSetOfFace: Int32Array;
  /** Rings that change their role or have no area: their features are rebuilt. */
  readonly changedRing: Uint8Array;
}

/**
 * Applies the rules on holes, then says for every face which features cover it. A part covers a face that its shell winds
 * around and none of its holes does. A hole that shares no land with its shell (but for rounding) belongs to the part of its feature in which
 * most of it lies, else it is a shell of its own (larger ones decide first, so a hole may lie in one that became a part).
 */
export function featureRegions(prepared: PreparedLayer, arrangement: Arrangement, labels: FaceLabels, findings: FindingList): FeatureRegions {
  const { layer, partOfRing, featureOfRing, isShell, ringFirst } = prepared;
  const { sets, setOfFace } = labels;
  const ringCount = ringFirst.length;
  const setArea = new Float64Array(sets.count);
  for (let face = 1; face < arrangement.faceCount; face++) setArea[setOfFace[face]] += arrangement.faceArea[face];

  const ringArea = new Float64Array(ringCount);
  const ringSetCount = new Int32Array(ringCount);
  const ringSignature = new Int32Array(ringCount);
  /** Whether any face of each hole lies inside its own shell, and the area of all that do. */
  const meetsShell = new Uint8Array(ringCount);
  const areaInShell = new Float64Array(ringCount);
  const isUsedSet = new Uint8Array(sets.count);
  for (let face = 0; face < arrangement.faceCount; face++) isUsedSet[setOfFace[face]] = 1;
  for (let set = 0; set < sets.count; set++) {
    if (isUsedSet[set] === 0) continue;
    const end = sets.offsets.data[set + 1];
    for (let i = sets.offsets.data[set]; i < end; i += 2) {
      const ring = sets.items.data[i];
      ringArea[ring] += setArea[set];
      ringSetCount[ring]++;
      ringSignature[ring] = (ringSignature[ring] + scramble(set)) | 0;
      if (isShell[ring] === 1) continue;
      const shell = layer.partOffsets[partOfRing[ring]];
      for (let j = sets.offsets.data[set]; j < end; j += 2) {
        if (sets.items.data[j] !== shell) continue;
        meetsShell[ring] = 1;
        areaInShell[ring] += setArea[set];
      }
    }
  }

  const changedRing = new Uint8Array(ringCount);
  /** The ring whose land each hole is cut from: a shell or a hole that became a part; a ring that names itself is a shell. */
  const shellOf = new Int32Array(ringCount);
  const homeless: number[] = [];
  for (let ring = 0; ring < ringCount; ring++) {
    shellOf[ring] = layer.partOffsets[partOfRing[ring]];
    if (ringFirst[ring] < 0) continue;
    if (ringSetCount[ring] === 0) {
      changedRing[ring] = 1;
      report('collapsed', ring, 'ring-removed');
    } else if (isShell[ring] === 0 && isSameRegion(shellOf[ring], ring)) {
      // Before stray holes look for a shell: it takes nothing from this one.
      reportDuplicateRing(ring);
      shellOf[ring] = -1;
    } else if (isShell[ring] === 0 && !liesInShell(ring)) {
      changedRing[ring] = 1;
      homeless.push(ring);
    }
  }
  if (homeless.length > 0) rehouse();
  reportDuplicateRings();

  /** Shells from which a hole is cut: 1. */
  const hasHole = new Uint8Array(ringCount);
  for (let ring = 0; ring < ringCount; ring++) if (shellOf[ring] >= 0 && shellOf[ring] !== ring) hasHole[shellOf[ring]] = 1;
  const featureSets = new SequenceTable();
  const featureSetOfSet = new Int32Array(sets.count).fill(-1);
  const members = new Int32List();
  featureSets.intern(members.data, 0);
  for (let set = 0; set < sets.count; set++) {
    members.length = 0;
    if (isUsedSet[set] === 1) collectFeatures(set);
    featureSetOfSet[set] = featureSets.intern(members.data, members.length);
  }
  const featureSetOfFace = new Int32Array(arrangement.faceCount);
  for (let face = 0; face < arrangement.faceCount; face++) featureSetOfFace[face] = featureSetOfSet[setOfFace[face]];
  return { featureSets, featureSetOfFace, changedRing };

  /** The area of a sliver may come out nil or negative; then its faces alone decide. */
  function liesInShell(hole: number): boolean {
    return meetsShell[hole] === 1 && (ringArea[hole] <= 0 || areaInShell[hole] > ringArea[hole] * EQUAL_SHARE);
  }

  function report(kind: 'collapsed' | 'hole-outside-shell' | 'duplicate-ring', ring: number, action: 'ring-removed' | 'hole-reassigned' | 'hole-became-part'): void {
    const first = ringFirst[ring];
    findings.add(kind, featureOfRing[ring], -1, layer.xy[2 * first], layer.xy[2 * first + 1], NaN, action);
  }

  function collectFeatures(set: number): void {
    const items = sets.items.data;
    const start = sets.offsets.data[set];
    const end = sets.offsets.data[set + 1];
    for (let i = start; i < end; i += 2) {
      const ring = items[i];
      if (shellOf[ring] !== ring) continue;
      const feature = featureOfRing[ring];
      if (members.length > 0 && members.data[members.length - 1] === feature) continue;
      if (hasHole[ring] === 0 || !isCutAway(set, ring, null)) members.push(feature);
    }
  }

  function rehouse(): void {
    homeless.sort((p, q) => ringArea[q] - ringArea[p] || p - q);
    const isHomeless = new Uint8Array(ringCount);
    for (const ring of homeless) {
      isHomeless[ring] = 1;
      shellOf[ring] = -1;
    }
    const setsOfRing = new Map<number, number[]>(homeless.map((ring) => [ring, []]));
    for (let set = 0; set < sets.count; set++) {
      if (isUsedSet[set] === 0) continue;
      for (let i = sets.offsets.data[set]; i < sets.offsets.data[set + 1]; i += 2) setsOfRing.get(sets.items.data[i])?.push(set);
    }
    for (const ring of homeless) {
      /** Area of the hole in each shell, and how much of that no stray hole before it has taken. */
      const inside = new Map<number, { area: number; left: number }>();
      for (const set of setsOfRing.get(ring) ?? []) {
        for (let i = sets.offsets.data[set]; i < sets.offsets.data[set + 1]; i += 2) {
          const other = sets.items.data[i];
          if (other === ring || shellOf[other] !== other || featureOfRing[other] !== featureOfRing[ring]) continue;
          if (isSameRegion(other, ring) || isCutAway(set, other, isHomeless)) continue;
          const known = inside.get(other) ?? { area: 0, left: 0 };
          known.area += setArea[set];
          if (!isCutAway(set, other, null)) known.left += setArea[set];
          inside.set(other, known);
        }
      }
      let home = ring;
      let most = ringArea[ring] / 2;
      for (const [shell, { area, left }] of inside) {
        // Within another stray hole it is an island in a lake; where both overlap they are one hole.
        if (left <= ringArea[ring] * EQUAL_SHARE) continue;
        // Holes that became parts and overlap are united; only what lies wholly in one is a hole of it.
        if (isHomeless[shell] === 1 && area < ringArea[ring] * (1 - EQUAL_SHARE)) continue;
        // Which way rings run decides in what order areas are summed, and must not decide a tie.
        const isAsMuch = Math.abs(area - most) <= most * EQUAL_SHARE;
        const isBetter = isAsMuch ? home !== ring && ringArea[shell] < ringArea[home] : area > most;
        if (!isBetter) continue;
        home = shell;
        most = area;
      }
      shellOf[ring] = home;
      report('hole-outside-shell', ring, home === ring ? 'hole-became-part' : 'hole-reassigned');
    }
  }

  /** Whether a hole (none of those left out) takes a face from a shell that winds around it. */
  function isCutAway(set: number, shell: number, isLeftOut: Uint8Array | null): boolean {
    for (let i = sets.offsets.data[set]; i < sets.offsets.data[set + 1]; i += 2) {
      const ring = sets.items.data[i];
      if (ring !== shell && shellOf[ring] === shell && isLeftOut?.[ring] !== 1) return true;
    }
    return false;
  }

  function isSameRegion(p: number, q: number): boolean {
    return ringSignature[p] === ringSignature[q] && ringSetCount[p] === ringSetCount[q] && ringArea[p] === ringArea[q];
  }

  /** Rings of one feature with the same faces: shells, or holes of one shell. */
  function reportDuplicateRings(): void {
    for (let feature = 0; feature < layer.featureOffsets.length - 1; feature++) {
      const firstRing = layer.partOffsets[layer.featureOffsets[feature]];
      const endRing = layer.partOffsets[layer.featureOffsets[feature + 1]];
      if (endRing - firstRing < 2) continue;
      const seen = new Map<number, number[]>();
      for (let ring = firstRing; ring < endRing; ring++) {
        if (ringFirst[ring] < 0 || ringSetCount[ring] === 0 || shellOf[ring] < 0) continue;
        const shell = shellOf[ring];
        const known = seen.get(ringSignature[ring]);
        if (known === undefined) {
          seen.set(ringSignature[ring], [ring]);
          continue;
        }
        const twin = known.find((other) => (shell === ring ? shellOf[other] === other : shellOf[other] === shell) && isSameRegion(other, ring));
        if (twin === undefined) known.push(ring);
        else reportDuplicateRing(ring);
      }
    }
  }

  function reportDuplicateRing(ring: number): void {
    report('duplicate-ring', ring, 'ring-removed');
    changedRing[ring] = 1;
  }
}

function scramble(value: number): number {
  let hash = Math.imul(value + 1, 0x9e3779b1);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 12);
}
