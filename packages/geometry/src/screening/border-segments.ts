import { Int32List } from '../arrays/growable.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { featureOfVertex } from '../edges/ring-owners.ts';
import { OPEN } from './pairing.ts';
import type { PairedLayer } from './pairing.ts';

/** Segments of rings: x and y of both ends, with the land on the left, and the feature that each belongs to. */
export interface BorderSegments {
  readonly ends: Float64Array;
  readonly feature: Int32Array;
}

/** The segments that no other segment runs over. */
export function openSegmentsOf(paired: PairedLayer, isWanted: (feature: number) => boolean): BorderSegments {
  const { pairing, prepared, prepared: { next } } = paired;
  const open = new Int32List();
  for (let i = 0; i < pairing.length; i++) if (pairing[i] === OPEN && next[i] >= 0 && isWanted(featureOfVertex(prepared, i))) open.push(i);
  return segmentsAt(prepared, open);
}

/**
 * The segments that are not shared by exactly two features. For the features marked in `isWhole`: all
 * their segments and those that run over them.
 *
 * @param isWhole for each wanted feature whether all its segments are.
 * @param isWanted for each feature whether any are.
 */
export function bordersOfOne({ pairing, prepared }: PairedLayer, isWhole: Uint8Array, isWanted: (feature: number) => boolean): BorderSegments {
  const { next, ringFirst, featureOfRing } = prepared;
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
  const ofOne = new Int32List();
  for (let i = 0; i < pairing.length; i++) if ((pairing[i] < 0 && next[i] >= 0 && isWanted(featureOfVertex(prepared, i))) || isBeside[i] === 1) ofOne.push(i);
  return segmentsAt(prepared, ofOne);
}

/** @param segments named by their start vertices, ascending. */
export function segmentsAt({ layer: { xy }, next, ringOfVertex, featureOfRing, reversed }: PreparedLayer, segments: Int32List): BorderSegments {
  const ends = new Float64Array(4 * segments.length);
  const feature = new Int32Array(segments.length);
  for (let k = 0; k < segments.length; k++) {
    const i = segments.data[k];
    const ring = ringOfVertex[i];
    const from = reversed[ring] === 1 ? next[i] : i;
    const to = reversed[ring] === 1 ? i : next[i];
    ends[4 * k] = xy[2 * from];
    ends[4 * k + 1] = xy[2 * from + 1];
    ends[4 * k + 2] = xy[2 * to];
    ends[4 * k + 3] = xy[2 * to + 1];
    feature[k] = featureOfRing[ring];
  }
  return { ends, feature };
}
