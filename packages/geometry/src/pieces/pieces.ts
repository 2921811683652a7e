import { addTo } from '../arrays/multimap.ts';
import type { FeatureExtents } from '../layer/feature-extents.ts';
import { orderOfDoubles } from '../arrays/order.ts';
import { range } from '../arrays/range.ts';
import { DisjointSets } from '../arrays/disjoint-sets.ts';

/** The role of a feature in a piece. */
export const Role = {
  /** It is repaired in this piece. */
  Core: 0,
  /** It meets the core. It is examined with the core, and repaired in the piece whose core it belongs to. */
  Near: 1,
  /** It meets what meets the core. What lies beyond it is not in the piece, so its borders are matched with nothing. */
  Rim: 2,
} as const;

/** A part of a layer that is examined on its own: the features to repair, and the surrounding features that they depend on. */
export interface Piece {
  /** Ascending. */
  readonly features: Int32Array;
  /** A `Role` for each of `features`. */
  readonly roles: Uint8Array;
}

/**
 * Divides features into pieces of about `size` vertices that lie close together, by sort-tile-recursive packing: strips of equal
 * weight by x, and each strip by y (Leutenegger, Lopez and Edgington, 1997). The order of features in the file does not matter.
 *
 * @returns the features of each piece, ascending.
 */
export function tile(features: Int32Array, vertexCountOf: (feature: number) => number, { extents }: FeatureExtents, size: number): Int32Array[] {
  const weights = Float64Array.from(features, vertexCountOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const count = Math.ceil(total / size);
  if (count < 2) return [features];
  const centreOf = (axis: number): Float64Array =>
    Float64Array.from(features, (feature) => {
      const centre = extents[4 * feature + axis] / 2 + extents[4 * feature + 2 + axis] / 2;
      return Number.isFinite(centre) ? centre : 0;
    });
  const [x, y] = [centreOf(0), centreOf(1)];
  const strips = splitByWeight(sorted(range(features.length), x, y), weights, Math.max(1, Math.round(Math.sqrt(count))));
  const tiles = strips.flatMap((strip) => splitByWeight(sorted(strip, y, x), weights, Math.max(1, Math.ceil(count / strips.length))));
  return tiles.map((members) => members.map((member) => features[member]).sort());
}

/** Members sorted by a key, then by another key, then by index. */
function sorted(members: Int32Array, keys: Float64Array, others: Float64Array): Int32Array {
  let least = Infinity;
  for (const member of members) least = Math.min(least, keys[member]);
  const order = orderOfDoubles(
    Float64Array.from(members, (member) => keys[member] - least),
    (i, j) => others[members[i]] - others[members[j]] || members[i] - members[j],
  );
  return order.map((i) => members[i]);
}

function splitByWeight(members: Int32Array, weights: Float64Array, count: number): Int32Array[] {
  const total = members.reduce((sum, member) => sum + weights[member], 0);
  const groups: Int32Array[] = [];
  let [start, weight] = [0, 0];
  for (let i = 0; i < members.length; i++) {
    weight += weights[members[i]];
    if (weight * count < total * (groups.length + 1) && i + 1 < members.length) continue;
    groups.push(members.subarray(start, i + 1));
    start = i + 1;
  }
  return groups;
}

/**
 * Like `tile`, but keeps features together that meet: no two of them end up in different pieces, however large that makes a piece.
 *
 * @param features ascending
 */
export function tileTogether(features: Int32Array, vertexCountOf: (feature: number) => number, extents: FeatureExtents, size: number): Int32Array[] {
  const indexOf = new Map(Array.from(features, (feature, index) => [feature, index]));
  const sets = new DisjointSets(features.length);
  features.forEach((feature, index) => {
    for (const other of extents.nearFeature(feature, (candidate) => indexOf.has(candidate))) sets.union(index, indexOf.get(other) ?? index);
  });
  const members = new Map<number, number[]>();
  const weights = new Map<number, number>();
  features.forEach((feature, index) => {
    const first = features[sets.find(index)];
    weights.set(first, (weights.get(first) ?? 0) + vertexCountOf(feature));
    addTo(members, first, feature);
  });
  const groups = tile(Int32Array.from(members.keys()), (first) => weights.get(first) ?? 0, extents, size);
  return groups.map((firsts) => Int32Array.from(Array.from(firsts).flatMap((first) => members.get(first) ?? [])).sort());
}

/** The piece around the features that are to be repaired in it. @param core ascending. */
export function pieceAround(core: Int32Array, extents: FeatureExtents): Piece {
  const roleOf = new Map<number, number>();
  for (const feature of core) roleOf.set(feature, Role.Core);
  const isIn = (feature: number): boolean => roleOf.has(feature);
  const near = extents.neighboursOf(Array.from(core), isIn);
  for (const feature of near) roleOf.set(feature, Role.Near);
  for (const feature of extents.neighboursOf(near, isIn)) roleOf.set(feature, Role.Rim);
  const features = Int32Array.from(roleOf.keys()).sort();
  return { features, roles: Uint8Array.from(features, (feature) => roleOf.get(feature) ?? Role.Rim) };
}
