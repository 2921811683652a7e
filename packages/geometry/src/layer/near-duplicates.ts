import { hashPlace } from '../arrays/hash-place.ts';
import type { Ground } from '../ground.ts';
import { featureExtents } from './feature-extents.ts';
import type { Layer } from './layer.ts';
import { liesWithin, outlineOn } from './outline.ts';
import type { Outline } from './outline.ts';

/**
 * Features are only compared if they are at least this many distances wide (twice the area over the perimeter). Two slivers side
 * by side, each thinner than the distance, are within it of each other and yet have no land in common.
 */
const FEWEST_DISTANCES = 4;
/** Nothing is wider, as measured here, than a disc: as wide as its radius, which fits into its perimeter this many times. */
const LEAST_PERIMETER = 2 * Math.PI;

export interface NearDuplicate {
  readonly feature: number;
  /** The first feature that it repeats. */
  readonly first: number;
}

/**
 * The features that repeat an earlier one within a distance: nowhere do their borders lie further apart, wherever their rings
 * start, whichever way they run and however many vertices they have. Later features are not compared with a feature that is
 * itself a repeat. Only polygons with the same number of parts and rings are compared: what is a hole in one may be land in the
 * other.
 *
 * @param distance on the ground, above zero.
 * @param landOf how much land a feature has, by the rules for rings that cross themselves: in their signed areas, the lobes of a bow-tie cancel
 * each other. Only asked of features that look narrow, because it takes longer.
 */
export function nearDuplicates(layer: Layer, ground: Ground, distance: number, landOf: (feature: number) => number): NearDuplicate[] {
  const search = new DuplicateSearch(layer, ground, distance, landOf);
  const found: NearDuplicate[] = [];
  for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) {
    const first = search.firstRepeatedBy(feature);
    if (first >= 0) found.push({ feature, first });
  }
  return found;
}

/** The features that repeat none before them, in cells by the lower left corner of their extents. */
class DuplicateSearch {
  private readonly layer: Layer;
  private readonly ground: Ground;
  private readonly distance: number;
  /** The distance in coordinate units, where a degree of longitude is shortest. */
  private readonly reachX: number;
  private readonly reachY: number;
  private readonly extents: Float64Array;
  /** For each cell the last feature that is not a repeat, and for each feature the previous one in its cell; -1: none. */
  private readonly last: Int32Array;
  private readonly before: Int32Array;
  /** Outlines of features that others were compared with. */
  private readonly outlines = new Map<number, Outline>();
  private readonly landOf: (feature: number) => number;
  /** 1 for features that were found to repeat none and to be repeated by none: thousands of collapsed ones may lie upon each other. */
  private readonly isTooNarrow: Uint8Array;

  constructor(layer: Layer, ground: Ground, distance: number, landOf: (feature: number) => number) {
    const featureCount = layer.featureOffsets.length - 1;
    this.layer = layer;
    this.ground = ground;
    this.distance = distance;
    this.landOf = landOf;
    this.extents = featureExtents(layer);
    this.isTooNarrow = new Uint8Array(featureCount);
    let furthest = 0;
    for (let feature = 0; feature < featureCount; feature++) {
      if (this.hasExtent(feature)) furthest = Math.max(furthest, Math.abs(this.extents[4 * feature + 1]), Math.abs(this.extents[4 * feature + 3]));
    }
    this.reachX = distance / ground.scaleX(furthest);
    this.reachY = distance / ground.scaleY;
    let slots = 64;
    while (slots < 2 * featureCount) slots *= 2;
    this.last = new Int32Array(slots).fill(-1);
    this.before = new Int32Array(featureCount).fill(-1);
  }

  /** The first feature that this one repeats, or -1: then later features are compared with it. */
  firstRepeatedBy(feature: number): number {
    if (!this.hasExtent(feature)) return -1;
    // Corners of equal features are in the same cell, or in adjacent cells on each axis.
    const column = this.extents[4 * feature] / (2 * this.reachX);
    const row = this.extents[4 * feature + 1] / (2 * this.reachY);
    const first = this.firstAround(feature, column, row);
    if (first >= 0) return first;
    const slot = this.slotOf(Math.floor(column), Math.floor(row));
    this.before[feature] = this.last[slot];
    this.last[slot] = feature;
    return -1;
  }

  /** The first of the features in the four cells around a corner that a feature repeats, or -1. These cells are almost always empty. */
  private firstAround(feature: number, column: number, row: number): number {
    let first = -1;
    for (let cell = 0; cell < 4; cell++) {
      const slot = this.slotOf(Math.floor(column + (cell & 1 ? 0.5 : -0.5)), Math.floor(row + (cell & 2 ? 0.5 : -0.5)));
      for (let other = this.last[slot]; other >= 0; other = this.before[other]) {
        if ((first < 0 || other < first) && this.isTooNarrow[other] === 0 && this.areExtentsNear(feature, other) && this.repeats(feature, other)) first = other;
      }
    }
    return first;
  }

  private hasExtent(feature: number): boolean {
    return this.extents[4 * feature] <= this.extents[4 * feature + 2];
  }

  /** Different cells may share a slot; comparing extents tells them apart. */
  private slotOf(column: number, row: number): number {
    // The floor of a negative zero is a negative zero, which has a hash of its own.
    return hashPlace(column + 0, row + 0) & (this.last.length - 1);
  }

  private areExtentsNear(feature: number, other: number): boolean {
    const { extents } = this;
    for (let side = 0; side < 4; side++) {
      if (Math.abs(extents[4 * feature + side] - extents[4 * other + side]) > (side % 2 === 0 ? this.reachX : this.reachY)) return false;
    }
    return true;
  }

  private repeats(feature: number, other: number): boolean {
    const { distance } = this;
    const q = this.outlineOf(other);
    const p = outlineOn(this.layer, feature, this.ground, q.originX);
    if (p.rings !== q.rings || p.parts !== q.parts || p.rings === 0) return false;
    if (Math.abs(p.area - q.area) > distance * (p.perimeter + q.perimeter)) return false;
    const isNarrow = Math.min(p.width, q.width) < FEWEST_DISTANCES * distance;
    if (isNarrow && Math.min(p.perimeter, q.perimeter) < LEAST_PERIMETER * FEWEST_DISTANCES * distance) return false;
    return liesWithin(p, q, distance) && liesWithin(q, p, distance) && (!isNarrow || this.haveWideLand(feature, p, other, q));
  }

  /** Whether two features with near borders are wide enough to be compared, by their land instead of the signed areas of their rings. */
  private haveWideLand(feature: number, p: Outline, other: number, q: Outline): boolean {
    const [land, otherLand] = [this.wideLandOf(feature, p), this.wideLandOf(other, q)];
    return land !== null && otherLand !== null && Math.abs(land - otherLand) <= this.distance * (p.perimeter + q.perimeter);
  }

  /** The land of a feature; null if it is too narrow to be compared. */
  private wideLandOf(feature: number, { perimeter }: Outline): number | null {
    const land = this.landOf(feature);
    if ((2 * land) / perimeter >= FEWEST_DISTANCES * this.distance) return land;
    this.isTooNarrow[feature] = 1;
    return null;
  }

  private outlineOf(feature: number): Outline {
    let outline = this.outlines.get(feature);
    if (outline === undefined) {
      outline = outlineOn(this.layer, feature, this.ground, this.extents[4 * feature]);
      this.outlines.set(feature, outline);
    }
    return outline;
  }
}
