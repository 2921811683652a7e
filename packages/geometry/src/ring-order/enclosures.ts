import { labelledFaces } from '../faces/claimed-faces.ts';
import { areasOfSets } from '../faces/labels.ts';
import { Ground } from '../ground.ts';
import type { Layer } from '../layer/layer.ts';
import { nodeLayerIfPossible } from '../noding/node-layer.ts';
import type { CoordinateUnits } from '../options.ts';
import { coveringByArea } from './covering-by-area.ts';
import { outermostSets } from './outermost-sets.ts';

/** Which rings of a part contain which, judging by the land that they wind around. */
export interface Enclosures {
  /** Whether a ring winds around all the land of another ring of its part, except for rounding, and around more. */
  readonly contains: (ring: number, other: number) => boolean;
  /** Whether two rings of a part wind around the same land, except for rounding. */
  readonly areEqual: (ring: number, other: number) => boolean;
  /** The other rings of its part that contain a ring or are equal to it, ascending. */
  readonly covering: (ring: number) => readonly number[];
  /** The first ring of its part that is known to wind around the same faces: there may be tens of thousands of copies. */
  readonly firstAlike: (ring: number) => number;
  readonly area: Float64Array;
}

/** @returns null if the edges cannot be noded, or if rings cross so often that it would take too long, so that nothing is known. */
export function enclosuresOf(layer: Layer, units: CoordinateUnits): Enclosures | null {
  const noded = nodeLayerIfPossible(layer, new Ground(units));
  if (noded === null) return null;
  const labelled = labelledFaces(noded);
  const { prepared: { partOfRing, ringFirst }, arrangement, labels, labels: { sets } } = labelled;
  const setArea = areasOfSets(labels, arrangement);
  const area = new Float64Array(ringFirst.length);
  for (let set = 0; set < sets.count; set++) {
    if (!(setArea[set] > 0)) continue;
    for (let i = sets.offsets.data[set]; i < sets.offsets.data[set + 1]; i += 2) area[sets.items.data[i]] += setArea[set];
  }
  const outermost = outermostSets(labelled, setArea, area);
  const byArea = coveringByArea(labelled, setArea, area, (ring) => outermost[ring] < 0);
  if (byArea === null) return null;

  /** Where the rings of a part, which are numbered in one go, begin among the rings of a set. */
  const placeIn = (set: number, ring: number): number => {
    let [low, high] = [sets.offsets.data[set] / 2, sets.offsets.data[set + 1] / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sets.items.data[2 * middle] < ring) low = middle + 1;
      else high = middle;
    }
    return 2 * low;
  };
  const isIn = (set: number, ring: number): boolean => {
    const place = placeIn(set, ring);
    return place < sets.offsets.data[set + 1] && sets.items.data[place] === ring;
  };
  const covers = (ring: number, other: number): boolean => (outermost[other] < 0 ? (byArea.get(other)?.has(ring) ?? false) : isIn(outermost[other], ring));
  const covering = (ring: number): number[] => {
    const set = outermost[ring];
    if (set < 0) return [...(byArea.get(ring) ?? [])];
    const found: number[] = [];
    const part = partOfRing[ring];
    for (let i = placeIn(set, layer.partOffsets[part]); i < sets.offsets.data[set + 1] && partOfRing[sets.items.data[i]] === part; i += 2) {
      if (sets.items.data[i] !== ring) found.push(sets.items.data[i]);
    }
    return found;
  };
  const firstAlike = firstOfEach(outermost, partOfRing);
  return {
    area,
    covering,
    contains: (ring, other) => ring !== other && covers(ring, other) && !covers(other, ring),
    areEqual: (ring, other) => ring !== other && covers(ring, other) && covers(other, ring),
    firstAlike: (ring) => firstAlike[ring],
  };
}

/** Two rings with the same outermost set lie in each other's, and so in all of them. */
function firstOfEach(outermost: Int32Array, partOfRing: Int32Array): Int32Array {
  const firsts = new Map<number, number>();
  let part = -1;
  return outermost.map((set, ring) => {
    if (partOfRing[ring] !== part) firsts.clear();
    part = partOfRing[ring];
    if (set < 0) return ring;
    const first = firsts.get(set) ?? ring;
    firsts.set(set, first);
    return first;
  });
}
