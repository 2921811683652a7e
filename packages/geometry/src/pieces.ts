import Flatbush from 'flatbush';
import type { Ground } from './ground.ts';
import type { Layer } from './layer.ts';
import type { Tolerances } from './options.ts';
import { orderOfDoubles } from './order.ts';
import { vertexCountOf } from './patch.ts';
import { LARGEST_COORDINATE } from './prepare.ts';

/** What a feature is to a piece. */
export const Role = {
  /** It is repaired here. */
  Core: 0,
  /** It meets the core: examined with it, and repaired in the piece of which it is the core. */
  Near: 1,
  /** It meets what meets the core. What lies beyond it is not in the piece, so that its borders are no one's to match. */
  Rim: 2,
} as const;

/** A part of a layer that is examined by itself: the features to be repaired, and around them those that say how. */
export interface Piece {
  /** Ascending. */
  readonly features: Int32Array;
  /** A `Role` for each of `features`. */
  readonly roles: Uint8Array;
}

/** Features of which it is counted how many others they meet. */
const CROWD_SAMPLE = 256;
/** Where a quarter of the features or more meet so many others, pieces would hold the whole. */
const CROWD = 100;

/** Where features lie, and which of them meet. */
export class FeatureExtents {
  /** minX, minY, maxX, maxY of each feature; minX > maxX where it has no coordinates. */
  readonly extents: Float64Array;
  private readonly index: Flatbush | null;
  private readonly featureOfItem: Int32Array;
  private readonly marginX: number;
  private readonly marginY: number;

  constructor(layer: Layer, tolerances: Tolerances, ground: Ground) {
    this.extents = featureExtents(layer);
    const featureCount = layer.featureOffsets.length - 1;
    const featureOfItem: number[] = [];
    let furthest = 0;
    for (let feature = 0; feature < featureCount; feature++) {
      if (!(this.extents[4 * feature] <= this.extents[4 * feature + 2])) continue;
      featureOfItem.push(feature);
      furthest = Math.max(furthest, Math.abs(this.extents[4 * feature + 1]), Math.abs(this.extents[4 * feature + 3]));
    }
    const reach = 2 * Math.max(tolerances.snapDistance, tolerances.maxGapWidth);
    this.marginX = reach / ground.scaleX(furthest);
    this.marginY = reach / ground.scaleY;
    this.featureOfItem = Int32Array.from(featureOfItem);
    this.index = featureOfItem.length === 0 ? null : new Flatbush(featureOfItem.length);
    for (const feature of featureOfItem) {
      const at = 4 * feature;
      this.index?.add(this.extents[at], this.extents[at + 1], this.extents[at + 2], this.extents[at + 3]);
    }
    this.index?.finish();
  }

  hasExtent(feature: number): boolean {
    return this.extents[4 * feature] <= this.extents[4 * feature + 2];
  }

  /** Whether so many features lie over each other that finding those around a piece would take longer than their repair. */
  isCrowded(): boolean {
    const { featureOfItem } = this;
    const stride = Math.max(1, Math.floor(featureOfItem.length / CROWD_SAMPLE));
    const counts: number[] = [];
    for (let item = 0; item < featureOfItem.length; item += stride) counts.push(this.nearFeature(featureOfItem[item], () => true).length);
    counts.sort((p, q) => p - q);
    return counts.length > 0 && counts[Math.floor(0.75 * counts.length)] > CROWD;
  }

  /** The features near an extent for which `isWanted`. */
  near(minX: number, minY: number, maxX: number, maxY: number, isWanted: (feature: number) => boolean): number[] {
    const { featureOfItem, marginX, marginY } = this;
    const found = this.index?.search(minX - marginX, minY - marginY, maxX + marginX, maxY + marginY, (item) => isWanted(featureOfItem[item])) ?? [];
    return found.map((item) => featureOfItem[item]);
  }

  nearFeature(feature: number, isWanted: (other: number) => boolean): number[] {
    const { extents } = this;
    if (!this.hasExtent(feature)) return [];
    return this.near(extents[4 * feature], extents[4 * feature + 1], extents[4 * feature + 2], extents[4 * feature + 3], isWanted);
  }

  /** The features that are none of these and meet one of them. */
  neighboursOf(features: readonly number[], isAmong: (feature: number) => boolean): number[] {
    const { extents } = this;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const feature of features) {
      minX = Math.min(minX, extents[4 * feature]);
      minY = Math.min(minY, extents[4 * feature + 1]);
      maxX = Math.max(maxX, extents[4 * feature + 2]);
      maxY = Math.max(maxY, extents[4 * feature + 3]);
    }
    if (!(minX <= maxX)) return [];
    const candidates = this.near(minX, minY, maxX, maxY, (feature) => !isAmong(feature));
    if (candidates.length <= features.length) return candidates.filter((candidate) => this.nearFeature(candidate, isAmong).length > 0);
    const found = new Set<number>();
    for (const feature of features) for (const other of this.nearFeature(feature, (candidate) => !isAmong(candidate))) found.add(other);
    return [...found];
  }
}

/**
 * Cuts features into pieces that lie together and have about `size` vertices, by sort-tile-recursive packing: strips of equal
 * weight by x, and each strip by y (Leutenegger, Lopez and Edgington, 1997). Where a feature stands in the file does not matter.
 *
 * @returns the features of each piece, ascending.
 */
export function tile(layer: Layer, features: Int32Array, { extents }: FeatureExtents, size: number): Int32Array[] {
  const weights = Float64Array.from(features, (feature) => vertexCountOf(layer, feature));
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

function range(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, i) => i);
}

/** Members by a key, equal ones by another and then as they stand. */
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

/** A piece around the features that are to be repaired in it. @param core ascending. */
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

function featureExtents(layer: Layer): Float64Array {
  const { xy, ringOffsets, partOffsets, featureOffsets } = layer;
  const featureCount = featureOffsets.length - 1;
  const extents = new Float64Array(4 * featureCount);
  for (let feature = 0; feature < featureCount; feature++) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    const end = ringOffsets[partOffsets[featureOffsets[feature + 1]]];
    for (let i = ringOffsets[partOffsets[featureOffsets[feature]]]; i < end; i++) {
      const x = xy[2 * i];
      const y = xy[2 * i + 1];
      if (!(Math.abs(x) <= LARGEST_COORDINATE && Math.abs(y) <= LARGEST_COORDINATE)) continue;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    extents[4 * feature] = minX;
    extents[4 * feature + 1] = minY;
    extents[4 * feature + 2] = maxX;
    extents[4 * feature + 3] = maxY;
  }
  return extents;
}
