import { Float64List, Int32List } from '../arrays/growable.ts';
import { OPEN } from './pairing.ts';
import type { PairedLayer } from './pairing.ts';

/** Segments of rings: x and y of both ends, with the land on the left, and the feature that each belongs to. */
export interface BorderSegments {
  readonly ends: Float64Array;
  readonly feature: Int32Array;
}

/** The segments that no other segment runs over. */
export function openSegmentsOf(paired: PairedLayer, isWanted: (feature: number) => boolean): BorderSegments {
  return segmentsOf(paired, (segment, feature) => paired.pairing[segment] === OPEN && isWanted(feature));
}

/**
 * The segments that are not shared by exactly two features. For the features marked in `isWhole`: all
 * their segments and those that run over them.
 *
 * @param isWhole for each feature whether all its segments are wanted.
 */
export function bordersOfOne(paired: PairedLayer, isWhole: Uint8Array): BorderSegments {
  const { pairing, prepared: { next, ringFirst, featureOfRing } } = paired;
  const isBeside = new Uint8Array(isWhole.includes(1) ? pairing.length : 0);
  for (let ring = 0; ring < ringFirst.length; ring++) {
    const first = ringFirst[ring];
    if (first < 0 || isWhole[featureOfRing[ring]] === 0) continue;
    let i = first;
    do {
      isBeside[i] = 1;
      if (pairing[i] >= 0) isBeside[pairing[i]] = 1;
      i = next[i];
    } while (i !== first);
  }
  return segmentsOf(paired, (segment) => pairing[segment] < 0 || isBeside[segment] === 1);
}

/** @param isAsked receives a segment, named by its start vertex, and its feature. */
function segmentsOf({ prepared: { layer: { xy }, next, ringFirst, featureOfRing, reversed } }: PairedLayer, isAsked: (segment: number, feature: number) => boolean): BorderSegments {
  const ends = new Float64List();
  const features = new Int32List();
  for (let ring = 0; ring < ringFirst.length; ring++) {
    const first = ringFirst[ring];
    if (first < 0) continue;
    let i = first;
    do {
      const j = next[i];
      if (isAsked(i, featureOfRing[ring])) {
        const [from, to] = reversed[ring] === 1 ? [j, i] : [i, j];
        ends.push(xy[2 * from]);
        ends.push(xy[2 * from + 1]);
        ends.push(xy[2 * to]);
        ends.push(xy[2 * to + 1]);
        features.push(featureOfRing[ring]);
      }
      i = j;
    } while (i !== first);
  }
  return { ends: ends.takeArray(), feature: features.takeArray() };
}
