import { hashPlace } from '../arrays/hash-place.ts';
import { forEachAround } from './depth.ts';
import type { PolygonSegments } from './polygon-segments.ts';

/** With fewer polygons or rings, it does not matter how many of them lie on each other. */
const FEWEST = 100;
/** Number of polygons, or rings, in whose middle the others are counted. */
const MOST_MIDDLES = 64;

/** How many polygons of other features the middle of a polygon lies in, summed over all. Copies of a polygon count as one. */
export function stackedParts(xy: Float64Array, segments: PolygonSegments): number {
  const { partOffsets, featureOfPart } = segments;
  return sumAround(xy, segments, partOffsets, (part, own, winding) => featureOfPart[part] !== featureOfPart[own] && winding % 2 !== 0);
}

/** How many other rings of its feature the middle of a ring lies in, summed over all. Copies of a ring count as one. */
export function nestedRings(xy: Float64Array, segments: PolygonSegments): number {
  const { ringOffsets, featureOfRing } = segments;
  return sumAround(xy, segments, ringOffsets, (ring, own) => ring !== own && featureOfRing[ring] === featureOfRing[own]);
}

/**
 * How many groups lie around the middle of a group, summed over all. It is counted in some of them, spread over the layer, as layers are often sorted by
 * size.
 *
 * @param counts whether a group that winds around the middle of another one counts
 */
function sumAround(xy: Float64Array, segments: PolygonSegments, offsets: Int32Array, counts: (group: number, own: number, winding: number) => boolean): number {
  const groups = offsets.length - 1;
  if (groups < FEWEST) return 0;
  const [middles, owners]: number[][] = [[], []];
  for (let share = 0; share < MOST_MIDDLES; share++) {
    const group = Math.floor(((share + 0.5) * groups) / MOST_MIDDLES);
    const middle = middleOf(xy, segments, offsets, group);
    if (middle === null) continue;
    middles.push(...middle);
    owners.push(group);
  }
  if (owners.length === 0) return 0;
  let around = 0;
  const isCopy = copies(xy, segments, offsets);
  forEachAround(xy, segments, offsets, Float64Array.from(middles), (group, point, winding) => {
    if (isCopy[group] === 0 && counts(group, owners[point], winding)) around++;
  });
  return (groups * around) / owners.length;
}

/** 1 for each group with the vertices of an earlier one, wherever its rings start and whichever way they run: as many, with the same hash and extent. */
function copies(xy: Float64Array, segments: PolygonSegments, offsets: Int32Array): Uint8Array {
  const isCopy = new Uint8Array(offsets.length - 1);
  const known = new Map<number, readonly number[]>();
  for (let group = 0; group < isCopy.length; group++) {
    const traits = traitsOf(xy, segments, offsets[group], offsets[group + 1]);
    const earlier = known.get(traits[0]);
    if (earlier?.every((trait, i) => trait === traits[i]) === true) isCopy[group] = 1;
    else known.set(traits[0], traits);
  }
  return isCopy;
}

/** A hash of the places where segments begin, whatever their order, their number, and their extent. */
function traitsOf(xy: Float64Array, { start }: PolygonSegments, first: number, end: number): readonly number[] {
  let hash = 0;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = first; i < end; i++) {
    const [x, y] = [xy[2 * start[i]], xy[2 * start[i] + 1]];
    hash = (hash + hashPlace(x + 0, y + 0)) | 0;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return [hash, end - first, minX, minY, maxX, maxY];
}

/** A place inside a group of rings at half its height; null if it has no height. */
function middleOf(xy: Float64Array, { start, end }: PolygonSegments, offsets: Int32Array, group: number): [number, number] | null {
  const [first, last] = [offsets[group], offsets[group + 1]];
  let [minY, maxY] = [Infinity, -Infinity];
  for (let i = first; i < last; i++) {
    const y = xy[2 * start[i] + 1];
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const y = (minY + maxY) / 2;
  // Between the first border and the next one, it is inside the polygon and in none of its holes.
  let [left, next] = [Infinity, Infinity];
  for (let i = first; i < last; i++) {
    const [y0, y1] = [xy[2 * start[i] + 1], xy[2 * end[i] + 1]];
    if (y0 < y === y1 < y) continue;
    const [x0, x1] = [xy[2 * start[i]], xy[2 * end[i]]];
    const x = x0 + ((y - y0) / (y1 - y0)) * (x1 - x0);
    if (x < left) [left, next] = [x, left];
    else if (x < next) next = x;
  }
  return Number.isFinite(next) ? [(left + next) / 2, y] : null;
}
