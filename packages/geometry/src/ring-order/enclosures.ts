import { EQUAL_SHARE } from '../equal-share.ts';
import { labelledFaces } from '../faces/claimed-faces.ts';
import { Ground } from '../ground.ts';
import type { Layer } from '../layer/layer.ts';
import { nodeLayerIfPossible } from '../noding/node-layer.ts';
import type { CoordinateUnits } from '../options.ts';

/** Which rings of a part contain which, judging by the land that they wind around. */
export interface Enclosures {
  /** Whether a ring winds around all the land of another ring of its part, except for rounding, and around more. */
  readonly contains: (ring: number, other: number) => boolean;
  /** Whether two rings of a part wind around the same land, except for rounding. */
  readonly areEqual: (ring: number, other: number) => boolean;
  /** The rings of its part that have land in common with a ring, ascending. No others contain it or are equal to it. */
  readonly meeting: (ring: number) => readonly number[];
  readonly area: Float64Array;
}

/** @returns null if the edges cannot be noded, so that nothing is known. */
export function enclosuresOf(layer: Layer, units: CoordinateUnits): Enclosures | null {
  const noded = nodeLayerIfPossible(layer, new Ground(units));
  if (noded === null) return null;
  const { prepared, arrangement, labels: { sets, setOfFace } } = labelledFaces(noded);
  const setArea = new Float64Array(sets.count);
  for (let face = 1; face < arrangement.faceCount; face++) setArea[setOfFace[face]] += arrangement.faceArea[face];

  const ringCount = prepared.ringFirst.length;
  const area = new Float64Array(ringCount);
  /** For each ring, the area that it has in common with later rings of its part. */
  const common = Array.from({ length: ringCount }, () => new Map<number, number>());
  for (let set = 0; set < sets.count; set++) {
    if (!(setArea[set] > 0)) continue;
    const end = sets.offsets.data[set + 1];
    for (let i = sets.offsets.data[set]; i < end; i += 2) {
      const ring = sets.items.data[i];
      area[ring] += setArea[set];
      for (let j = i + 2; j < end; j += 2) {
        const other = sets.items.data[j];
        if (prepared.partOfRing[other] !== prepared.partOfRing[ring]) continue;
        common[ring].set(other, (common[ring].get(other) ?? 0) + setArea[set]);
      }
    }
  }
  /** For each ring, the earlier rings of its part with which it has land in common, ascending. */
  const earlier = Array.from({ length: ringCount }, (): number[] => []);
  for (let ring = 0; ring < ringCount; ring++) for (const other of common[ring].keys()) earlier[other].push(ring);
  const coversAllOf = (ring: number, other: number): boolean => {
    const shared = common[Math.min(ring, other)].get(Math.max(ring, other)) ?? 0;
    return shared > 0 && shared >= area[other] * (1 - EQUAL_SHARE);
  };
  return {
    area,
    contains: (ring, other) => ring !== other && coversAllOf(ring, other) && !coversAllOf(other, ring),
    areEqual: (ring, other) => ring !== other && coversAllOf(ring, other) && coversAllOf(other, ring),
    meeting: (ring) => [...earlier[ring], ...[...common[ring].keys()].sort((p, q) => p - q)],
  };
}
