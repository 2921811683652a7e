import { Int32List } from '../arrays/growable.ts';
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
  const search = new ShellSearch(rings, isStray);
  for (const ring of strayHoles) shellOf[ring] = search.shellFor(ring, setsOfRing.get(ring) ?? []);
}

/** What is known of each shell while it is looked for stands in arrays, as thousands of rings may be nested, and each set then has most of them. */
class ShellSearch {
  private readonly rings: RingRegions;
  private readonly isStray: Uint8Array;
  /** For each shell, the number of the last look at a set that a hole of its own, or a stray one, cuts from it. */
  private readonly cutByOwn: Int32Array;
  private readonly cutByStray: Int32Array;
  private looks = 0;
  /** The shells that meet the hole, how much of it each contains, and how much of that no earlier stray hole has taken. */
  private readonly found = new Int32List();
  private readonly isFound: Uint8Array;
  private readonly inside: Float64Array;
  private readonly left: Float64Array;

  constructor(rings: RingRegions, isStray: Uint8Array) {
    this.rings = rings;
    this.isStray = isStray;
    this.cutByOwn = new Int32Array(isStray.length);
    this.cutByStray = new Int32Array(isStray.length);
    this.isFound = new Uint8Array(isStray.length);
    this.inside = new Float64Array(isStray.length);
    this.left = new Float64Array(isStray.length);
  }

  /** @param setsOfRing the sets in the region of the hole. */
  shellFor(ring: number, setsOfRing: readonly number[]): number {
    for (const set of setsOfRing) this.addSet(ring, set);
    const { area: ringArea } = this.rings;
    let best = ring;
    let most = ringArea[ring] / 2;
    for (let i = 0; i < this.found.length; i++) {
      const shell = this.found.data[i];
      const [area, left] = [this.inside[shell], this.left[shell]];
      this.isFound[shell] = 0;
      if (this.rings.isSameRegion(shell, ring)) continue;
      // Inside another stray hole it is an island in a lake; where the two overlap, they are one
      // hole.
      if (left <= ringArea[ring] * EQUAL_SHARE) continue;
      // Holes that became parts are united where they overlap. Only a hole that lies wholly in such a
      // part is a hole of it.
      if (this.isStray[shell] === 1 && area < ringArea[ring] * (1 - EQUAL_SHARE)) continue;
      // The direction of rings decides the order in which areas are summed, and must not decide a
      // tie.
      const isAsMuch = Math.abs(area - most) <= most * EQUAL_SHARE;
      const isBetter = isAsMuch ? best !== ring && ringArea[shell] < ringArea[best] : area > most;
      if (!isBetter) continue;
      best = shell;
      most = area;
    }
    this.found.length = 0;
    return best;
  }

  /** Adds the area of a set to the shells of the feature that it lies in. */
  private addSet(ring: number, set: number): void {
    const { sets, setArea, shellOf, prepared: { featureOfRing } } = this.rings;
    const { isStray, cutByOwn, cutByStray, isFound, inside, left, found } = this;
    const { data } = sets.items;
    const look = ++this.looks;
    const start = sets.offsets.data[set];
    const end = sets.offsets.data[set + 1];
    const area = setArea[set];
    const feature = featureOfRing[ring];
    for (let i = start; i < end; i += 2) {
      const hole = data[i];
      const shell = shellOf[hole];
      if (shell < 0 || shell === hole) continue;
      if (isStray[hole] === 1) cutByStray[shell] = look;
      else cutByOwn[shell] = look;
    }
    for (let i = start; i < end; i += 2) {
      const shell = data[i];
      if (shell === ring || shellOf[shell] !== shell || cutByOwn[shell] === look || featureOfRing[shell] !== feature) continue;
      if (isFound[shell] === 0) {
        isFound[shell] = 1;
        inside[shell] = 0;
        left[shell] = 0;
        found.push(shell);
      }
      inside[shell] += area;
      if (cutByStray[shell] !== look) left[shell] += area;
    }
  }
}
