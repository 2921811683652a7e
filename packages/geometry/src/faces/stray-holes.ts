import { EQUAL_SHARE } from '../equal-share.ts';
import type { RingRegions } from './ring-regions.ts';

/**
 * Finds, for each hole outside its own shell, the ring that it is cut from: the part of its feature that contains most of it, or itself,
 * in which case it becomes a part. Larger holes are decided first, so that a hole may lie in one that became a part.
 *
 * @param strayHoles sorted by this function into the order in which they are decided. The results go to `shellOf`.
 */
export function assignStrayHoles(rings: RingRegions, strayHoles: number[]): void {
  const { shellOf, area, sets, isUsedSet } = rings;
  strayHoles.sort((p, q) => area[q] - area[p] || p - q);
  const isStray = new Uint8Array(shellOf.length);
  for (const ring of strayHoles) {
    isStray[ring] = 1;
    shellOf[ring] = -1;
  }
  const setsOfRing = new Map<number, number[]>(strayHoles.map((ring) => [ring, []]));
  for (let set = 0; set < sets.count; set++) {
    if (isUsedSet[set] === 0) continue;
    for (let i = sets.offsets.data[set]; i < sets.offsets.data[set + 1]; i += 2) setsOfRing.get(sets.items.data[i])?.push(set);
  }
  for (const ring of strayHoles) shellOf[ring] = shellFor(rings, ring, setsOfRing.get(ring) ?? [], isStray);
}

/** @param setsOfRing the sets in the region of the hole. */
function shellFor(rings: RingRegions, ring: number, setsOfRing: readonly number[], isStray: Uint8Array): number {
  const { area: ringArea, sets, setArea, shellOf, prepared: { featureOfRing } } = rings;
  /** Area of the hole in each shell, and how much of that no earlier stray hole has taken. */
  const inside = new Map<number, { area: number; left: number }>();
  for (const set of setsOfRing) {
    for (let i = sets.offsets.data[set]; i < sets.offsets.data[set + 1]; i += 2) {
      const other = sets.items.data[i];
      if (other === ring || shellOf[other] !== other || featureOfRing[other] !== featureOfRing[ring]) continue;
      if (rings.isSameRegion(other, ring) || rings.isCutAway(set, other, isStray)) continue;
      const known = inside.get(other) ?? { area: 0, left: 0 };
      known.area += setArea[set];
      if (!rings.isCutAway(set, other, null)) known.left += setArea[set];
      inside.set(other, known);
    }
  }
  let best = ring;
  let most = ringArea[ring] / 2;
  for (const [shell, { area, left }] of inside) {
    // Inside another stray hole it is an island in a lake; where the two overlap, they are one
    // hole.
    if (left <= ringArea[ring] * EQUAL_SHARE) continue;
    // Holes that became parts are united where they overlap. Only a hole that lies wholly in such a
    // part is a hole of it.
    if (isStray[shell] === 1 && area < ringArea[ring] * (1 - EQUAL_SHARE)) continue;
    // The direction of rings decides the order in which areas are summed, and must not decide a
    // tie.
    const isAsMuch = Math.abs(area - most) <= most * EQUAL_SHARE;
    const isBetter = isAsMuch ? best !== ring && ringArea[shell] < ringArea[best] : area > most;
    if (!isBetter) continue;
    best = shell;
    most = area;
  }
  return best;
}
