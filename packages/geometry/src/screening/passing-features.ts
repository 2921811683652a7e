import { featureOfVertex } from '../edges/ring-owners.ts';
import { OPEN } from './pairing.ts';
import type { PairedLayer } from './pairing.ts';

/**
 * Marks the features with a border that ends where an open border of a marked feature does. They may have no fault themselves,
 * but that end cannot be matched without them: it is theirs too, and their other borders there limit where it may be moved.
 *
 * @param isMarked not modified. @returns the marks, including these features.
 */
export function withPassingFeatures({ prepared, pairing }: PairedLayer, isMarked: Uint8Array): Uint8Array {
  const { layer: { xy }, next, ringFirst, featureOfRing } = prepared;
  const marks = isMarked.slice();
  for (let ring = 0; ring < ringFirst.length; ring++) {
    const first = ringFirst[ring];
    if (first < 0 || isMarked[featureOfRing[ring]] === 0) continue;
    let i = first;
    do {
      const j = next[i];
      if (pairing[i] === OPEN && pairing[j] >= 0) markAround(j, j);
      if (pairing[j] === OPEN && pairing[i] >= 0) markAround(i, j);
      i = j;
    } while (i !== first);
  }
  return marks;

  /** Goes around the end of an open border, from feature to feature across shared borders, until a border is open again. */
  function markAround(segment: number, end: number): void {
    for (let at = pairing[segment]; at >= 0; ) {
      marks[featureOfVertex(prepared, at)] = 1;
      const startsThere = xy[2 * at] === xy[2 * end] && xy[2 * at + 1] === xy[2 * end + 1];
      at = pairing[startsThere ? segmentBefore(at) : next[at]];
    }
  }

  function segmentBefore(segment: number): number {
    if (segment > 0 && next[segment - 1] === segment) return segment - 1;
    let before = segment;
    while (next[before] !== segment) before = next[before];
    return before;
  }
}
