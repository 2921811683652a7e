import Flatbush from 'flatbush';
import { hashPlace } from '../arrays/hash-place.ts';
import { EQUAL_SHARE } from '../equal-share.ts';
import { Ground } from '../ground.ts';
import type { ExaminationOptions } from '../options.ts';
import { stretchNear } from '../segments.ts';
import { featureExtents } from './feature-extents.ts';
import { featureSize } from './feature-size.ts';
import { FindingList } from './finding-list.ts';
import type { Findings } from './findings.ts';
import { isPlace, PartKind } from './layer.ts';
import type { Layer, Patch } from './layer.ts';
import { PatchBuilder } from './patch.ts';

/**
 * Features are only compared if they are at least this many distances wide (twice the area over the perimeter). Two slivers side
 * by side, each thinner than the distance, are within it of each other and yet have no land in common.
 */
const FEWEST_DISTANCES = 4;
/** Up to this many pairs of vertex and segment are compared one by one. Larger features get an index of their segments. */
const FEW_PAIRS = 4096;

/**
 * Empties the features that repeat an earlier one within the snap distance; null if there are none. This must happen before
 * matching: the borders of copies a hair's breadth apart would be pulled to and fro, and one of them might be left as a needle.
 */
export function dropNearDuplicates(layer: Layer, { units, overlaps }: Pick<ExaminationOptions, 'units' | 'overlaps'>, snapDistance: number): { patch: Patch; findings: Findings } | null {
  if (overlaps === 'keep' || !(snapDistance > 0)) return null;
  const duplicates = nearDuplicates(layer, new Ground(units), snapDistance);
  if (duplicates.length === 0) return null;
  const patch = new PatchBuilder(layer.z !== null, layer.m !== null, 0);
  const findings = new FindingList();
  for (const { feature, first, area } of duplicates) {
    const vertex = layer.ringOffsets[layer.partOffsets[layer.featureOffsets[feature]]];
    findings.add('duplicate-feature', feature, first, layer.xy[2 * vertex], layer.xy[2 * vertex + 1], area, 'geometry-emptied');
    patch.beginFeature(feature);
  }
  return { patch: patch.finish(), findings: findings.finish(false) };
}

export interface NearDuplicate {
  readonly feature: number;
  /** The first feature that it repeats. */
  readonly first: number;
  /** On the ground. */
  readonly area: number;
}

/**
 * The features that repeat an earlier one within a distance: nowhere do their borders lie further apart, wherever their rings
 * start, whichever way they run and however many vertices they have. Later features are not compared with a feature that is
 * itself a repeat. Only polygons with the same number of parts and rings are compared: what is a hole in one may be land in the
 * other.
 *
 * @param distance on the ground, above zero.
 */
export function nearDuplicates(layer: Layer, ground: Ground, distance: number): NearDuplicate[] {
  const featureCount = layer.featureOffsets.length - 1;
  const found: NearDuplicate[] = [];
  /** Outlines of features that others were compared with. */
  const outlines = new Map<number, Outline>();
  const extents = featureExtents(layer);
  const hasExtent = (feature: number): boolean => extents[4 * feature] <= extents[4 * feature + 2];
  let furthest = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    if (hasExtent(feature)) furthest = Math.max(furthest, Math.abs(extents[4 * feature + 1]), Math.abs(extents[4 * feature + 3]));
  }
  const reachX = distance / ground.scaleX(furthest);
  const reachY = distance / ground.scaleY;
  // Corners of equal features are in the same cell, or in adjacent cells on each axis.
  const cellWidth = 2 * reachX;
  const cellHeight = 2 * reachY;
  let slots = 64;
  while (slots < 2 * featureCount) slots *= 2;
  /** For each cell the last feature that is not a repeat, and for each feature the previous one in its cell. */
  const last = new Int32Array(slots).fill(-1);
  const before = new Int32Array(featureCount).fill(-1);
  for (let feature = 0; feature < featureCount; feature++) {
    if (!hasExtent(feature)) continue;
    const column = extents[4 * feature] / cellWidth;
    const row = extents[4 * feature + 1] / cellHeight;
    const first = firstEqual(feature, column, row);
    if (first >= 0) {
      found.push({ feature, first, area: featureSize(layer, feature, ground.units).area });
      continue;
    }
    const slot = slotOf(Math.floor(column), Math.floor(row));
    before[feature] = last[slot];
    last[slot] = feature;
  }
  return found;

  /**
   * The first of the features in the four cells around a corner that equals this one, or -1. These cells are almost always
   * empty.
   */
  function firstEqual(feature: number, column: number, row: number): number {
    let first = -1;
    for (let cell = 0; cell < 4; cell++) {
      const slot = slotOf(Math.floor(column + (cell & 1 ? 0.5 : -0.5)), Math.floor(row + (cell & 2 ? 0.5 : -0.5)));
      for (let other = last[slot]; other >= 0; other = before[other]) {
        if ((first < 0 || other < first) && areExtentsNear(feature, other) && isRepeated(feature, outlineOf(other))) first = other;
      }
    }
    return first;
  }

  /** Different cells may share a slot; comparing extents tells them apart. */
  function slotOf(column: number, row: number): number {
    return hashPlace(column, row) & (slots - 1);
  }

  function areExtentsNear(feature: number, other: number): boolean {
    for (let side = 0; side < 4; side++) {
      if (Math.abs(extents[4 * feature + side] - extents[4 * other + side]) > (side % 2 === 0 ? reachX : reachY)) return false;
    }
    return true;
  }

  function outlineOf(feature: number): Outline {
    let outline = outlines.get(feature);
    if (outline === undefined) {
      outline = outlineOn(layer, feature, ground, extents[4 * feature]);
      outlines.set(feature, outline);
    }
    return outline;
  }

  function isRepeated(feature: number, q: Outline): boolean {
    const p = outlineOn(layer, feature, ground, q.originX);
    if (p.rings !== q.rings || p.parts !== q.parts || p.rings === 0) return false;
    if (Math.abs(p.area - q.area) > distance * (p.perimeter + q.perimeter)) return false;
    if (Math.min(p.width, q.width) < FEWEST_DISTANCES * distance) return false;
    return liesWithin(p, q, distance) && liesWithin(q, p, distance);
  }
}

/** The borders of a feature as segments on the ground. */
interface Outline {
  /**
   * 0 if it cannot be compared: it has something other than polygons, or a vertex without valid coordinates, which is reported
   * elsewhere.
   */
  readonly rings: number;
  readonly parts: number;
  readonly area: number;
  readonly perimeter: number;
  /** Twice the area over the perimeter: the width of a long strip with the same values. */
  readonly width: number;
  /** The x coordinate from which x is measured. */
  readonly originX: number;
  /** x0, y0, x1, y1 of each. */
  readonly segments: Float64Array;
  /** Of the boxes of the segments; built on first use. */
  index: Flatbush | null;
}

function incomparable(): Outline {
  return { rings: 0, parts: 0, area: 0, perimeter: 0, width: 0, originX: 0, segments: new Float64Array(0), index: null };
}

/**
 * @param originX near the feature, and the same for everything compared. A degree of longitude has a different length at every latitude,
 * so measuring from far away would shear the ground.
 */
function outlineOn(layer: Layer, feature: number, ground: Ground, originX: number): Outline {
  const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
  const segments: number[] = [];
  let rings = 0;
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    if (partKinds[part] !== PartKind.Polygon) return incomparable();
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      rings++;
      const [start, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
      for (let i = start; i < end; i++) {
        const k = i + 1 < end ? i + 1 : start;
        const [ax, ay, bx, by] = [xy[2 * i], xy[2 * i + 1], xy[2 * k], xy[2 * k + 1]];
        if (!isPlace(ax, ay)) return incomparable();
        if (ax !== bx || ay !== by) segments.push((ax - originX) * ground.scaleX(ay), ay * ground.scaleY, (bx - originX) * ground.scaleX(by), by * ground.scaleY);
      }
    }
  }
  const { area, perimeter } = featureSize(layer, feature, ground.units);
  const parts = featureOffsets[feature + 1] - featureOffsets[feature];
  return { rings, parts, area, perimeter, width: perimeter > 0 ? (2 * area) / perimeter : 0, originX, segments: Float64Array.from(segments), index: null };
}

/** Whether every segment of one outline, not only its ends, is within the distance of some segment of the other. */
function liesWithin(inner: Outline, outer: Outline, distance: number): boolean {
  const { segments } = outer;
  const isSmall = (inner.segments.length / 4) * (segments.length / 4) <= FEW_PAIRS;
  if (!isSmall) outer.index ??= indexOf(segments);
  const stretches: [number, number][] = [];
  for (let i = 0; i < inner.segments.length; i += 4) {
    const ax = inner.segments[i];
    const ay = inner.segments[i + 1];
    const bx = inner.segments[i + 2];
    const by = inner.segments[i + 3];
    const west = Math.min(ax, bx) - distance;
    const south = Math.min(ay, by) - distance;
    const east = Math.max(ax, bx) + distance;
    const north = Math.max(ay, by) + distance;
    stretches.length = 0;
    const compare = (segment: number): boolean => {
      const stretch = stretchNear(segments, segment, ax, ay, bx - ax, by - ay, distance);
      if (stretch !== null) stretches.push(stretch);
      return false;
    };
    if (!isSmall) outer.index?.search(west, south, east, north, compare);
    for (let k = 0; isSmall && k < segments.length; k += 4) {
      if (Math.max(segments[k], segments[k + 2]) < west || Math.min(segments[k], segments[k + 2]) > east) continue;
      if (Math.max(segments[k + 1], segments[k + 3]) < south || Math.min(segments[k + 1], segments[k + 3]) > north) continue;
      compare(k / 4);
    }
    stretches.sort(([p], [q]) => p - q);
    // Shares of the segment. Its direction must not decide cases where the distance is exactly the one asked for.
    let covered = 0;
    for (const [from, to] of stretches) if (from <= covered + EQUAL_SHARE) covered = Math.max(covered, to);
    if (covered < 1 - EQUAL_SHARE) return false;
  }
  return true;
}

function indexOf(segments: Float64Array): Flatbush {
  const index = new Flatbush(segments.length / 4);
  for (let k = 0; k < segments.length; k += 4) {
    const [x0, y0, x1, y1] = [segments[k], segments[k + 1], segments[k + 2], segments[k + 3]];
    index.add(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1));
  }
  index.finish();
  return index;
}
