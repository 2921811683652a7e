import Flatbush from 'flatbush';
import { sampleOf } from '../arrays/sample.ts';
import type { Ground } from '../ground.ts';
import type { Layer } from './layer.ts';
import type { Tolerances } from '../options.ts';
import { partExtentsOf } from './part-extents.ts';

/** Number of features sampled to count how many others they meet. */
const CROWD_SAMPLE = 256;
/** If a quarter or more of the features meet more others than this, pieces would contain the whole layer. */
const CROWD = 100;

/** The extents of features, and which of them meet. */
export class FeatureExtents {
  /** minX, minY, maxX, maxY of each feature; minX > maxX for a feature without coordinates. */
  readonly extents: Float64Array;
  private readonly index: Flatbush | null;
  private readonly featureOfItem: Int32Array;
  private readonly marginX: number;
  private readonly marginY: number;

  /** @param extents as returned by `featureExtents` */
  constructor(extents: Float64Array, tolerances: Pick<Tolerances, 'snapDistance' | 'maxGapWidth'>, ground: Ground) {
    this.extents = extents;
    const featureCount = extents.length / 4;
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

  /** Whether so many features lie on top of each other that finding those around a piece would take longer than repairing it. */
  isCrowded(): boolean {
    const { featureOfItem } = this;
    const counts = Array.from(sampleOf(featureOfItem.length, CROWD_SAMPLE), (item) => this.nearFeature(featureOfItem[item], () => true).length);
    counts.sort((p, q) => p - q);
    return counts.length > 0 && counts[Math.floor(0.75 * counts.length)] > CROWD;
  }

  /** The features near an extent that satisfy `isWanted`. */
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

  /** The features that meet one of these but are not among them. */
  neighboursOf(features: readonly number[], isAmong: (feature: number) => boolean): number[] {
    const { extents } = this;
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
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

/** minX, minY, maxX, maxY of each feature; minX > maxX for a feature without coordinates. */
export function featureExtents(layer: Layer): Float64Array {
  const { featureOffsets } = layer;
  const parts = partExtentsOf(layer);
  const featureCount = featureOffsets.length - 1;
  const extents = new Float64Array(4 * featureCount);
  for (let feature = 0; feature < featureCount; feature++) {
    let minX = Infinity;
    let minY = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (parts[4 * part] < minX) minX = parts[4 * part];
      if (parts[4 * part + 1] < minY) minY = parts[4 * part + 1];
      if (parts[4 * part + 2] > maxX) maxX = parts[4 * part + 2];
      if (parts[4 * part + 3] > maxY) maxY = parts[4 * part + 3];
    }
    extents[4 * feature] = minX;
    extents[4 * feature + 1] = minY;
    extents[4 * feature + 2] = maxX;
    extents[4 * feature + 3] = maxY;
  }
  return extents;
}
