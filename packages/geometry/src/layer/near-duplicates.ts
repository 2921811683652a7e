import Flatbush from 'flatbush';
import { Ground } from '../ground.ts';
import type { ExaminationOptions } from '../options.ts';
import { FindingList } from './finding-list.ts';
import type { Findings } from './findings.ts';
import { LARGEST_COORDINATE, PartKind } from './layer.ts';
import type { Layer, Patch } from './layer.ts';
import { PatchBuilder } from './patch.ts';

/**
 * A feature is compared with others only where it is so many distances wide (twice its area by its perimeter): two slivers beside
 * each other, each thinner than the distance, lie within it of each other and yet have no land in common.
 */
const FEWEST_DISTANCES = 4;
/** Up to so many pairs of vertex and segment are compared one by one; larger features get an index of their segments. */
const FEW_PAIRS = 4096;

/**
 * Empties the features that repeat an earlier one within the snap distance; null where none does. Before anything is matched: the
 * borders of copies a hair's breadth off each other would be pulled to and fro, and what is left of one be a needle.
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
 * The features that repeat an earlier one within a distance: all along the borders of both neither goes farther from the other,
 * wherever their rings start, whichever way they run and however many vertices they have. One that repeats another is none that
 * later ones are held against. Only polygons are compared, and those with as many rings.
 *
 * @param distance on the ground, above zero.
 */
export function nearDuplicates(layer: Layer, ground: Ground, distance: number): NearDuplicate[] {
  const featureCount = layer.featureOffsets.length - 1;
  const found: NearDuplicate[] = [];
  const outlines = new Map<number, Outline>();
  const extents = new Float64Array(4 * featureCount);
  let furthest = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    putExtent(layer, feature, extents);
    furthest = Math.max(furthest, Math.abs(extents[4 * feature + 1]), Math.abs(extents[4 * feature + 3]));
  }
  // Corners of equal features lie in one cell or in two beside each other on each axis.
  const cellWidth = (2 * distance) / ground.scaleX(furthest);
  const cellHeight = (2 * distance) / ground.scaleY;
  let slots = 64;
  while (slots < 2 * featureCount) slots *= 2;
  /** By cell, the last feature that was none of the repeated ones, and for each feature the one before it. */
  const last = new Int32Array(slots).fill(-1);
  const before = new Int32Array(featureCount).fill(-1);
  for (let feature = 0; feature < featureCount; feature++) {
    if (!(extents[4 * feature] <= extents[4 * feature + 2])) continue;
    const column = extents[4 * feature] / cellWidth;
    const row = extents[4 * feature + 1] / cellHeight;
    const first = firstEqual(feature, column, row);
    if (first >= 0) {
      found.push({ feature, first, area: outlineOf(feature).area });
      continue;
    }
    const slot = slotOf(Math.floor(column), Math.floor(row));
    before[feature] = last[slot];
    last[slot] = feature;
  }
  return found;

  /** The first of the features in the four cells around a corner that is equal to this one, or -1. Hardly ever is any there. */
  function firstEqual(feature: number, column: number, row: number): number {
    let first = -1;
    for (let cell = 0; cell < 4; cell++) {
      const slot = slotOf(Math.floor(column + (cell & 1 ? 0.5 : -0.5)), Math.floor(row + (cell & 2 ? 0.5 : -0.5)));
      for (let other = last[slot]; other >= 0; other = before[other]) {
        if ((first < 0 || other < first) && areExtentsNear(feature, other) && areEqual(outlineOf(feature), outlineOf(other))) first = other;
      }
    }
    return first;
  }

  /** Cells that share a slot are told apart by the extents. */
  function slotOf(column: number, row: number): number {
    const hash = Math.imul(column | 0, 0x9e3779b1) ^ Math.imul(row | 0, 0x85ebca6b);
    return (hash ^ (hash >>> 15)) & (slots - 1);
  }

  function areExtentsNear(feature: number, other: number): boolean {
    const [reachX, reachY] = [distance / ground.scaleX(furthest), distance / ground.scaleY];
    for (let side = 0; side < 4; side++) {
      if (Math.abs(extents[4 * feature + side] - extents[4 * other + side]) > (side % 2 === 0 ? reachX : reachY)) return false;
    }
    return true;
  }

  function outlineOf(feature: number): Outline {
    let outline = outlines.get(feature);
    if (outline === undefined) {
      outline = outlineOn(layer, feature, ground);
      outlines.set(feature, outline);
    }
    return outline;
  }

  function areEqual(p: Outline, q: Outline): boolean {
    if (p.rings !== q.rings || p.rings === 0) return false;
    if (Math.min(p.width, q.width) < FEWEST_DISTANCES * distance) return false;
    return liesWithin(p, q, distance) && liesWithin(q, p, distance);
  }
}

/** The borders of a feature as segments on the ground, measured from its place. */
interface Outline {
  /** 0 where it has anything else than polygons. */
  readonly rings: number;
  readonly area: number;
  /** Twice the area by the perimeter; how wide a long strip of the same would be. */
  readonly width: number;
  /** x0, y0, x1, y1 of each. */
  readonly segments: Float64Array;
  /** Of the boxes of the segments; made when it is first asked for. */
  index: Flatbush | null;
}

function outlineOn(layer: Layer, feature: number, ground: Ground): Outline {
  const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
  const segments: number[] = [];
  let [area, perimeter, rings] = [0, 0, 0];
  for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
    if (partKinds[part] !== PartKind.Polygon) return { rings: 0, area: 0, width: 0, segments: new Float64Array(0), index: null };
    for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
      rings++;
      let ringArea = 0;
      const [start, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
      const originX = xy[2 * start];
      for (let i = start; i < end; i++) {
        const k = i + 1 < end ? i + 1 : start;
        const [ax, ay, bx, by] = [xy[2 * i], xy[2 * i + 1], xy[2 * k], xy[2 * k + 1]];
        ringArea += ground.areaUnder(originX, ax, ay, bx, by);
        const [x0, y0, x1, y1] = [ax * ground.scaleX(ay), ay * ground.scaleY, bx * ground.scaleX(by), by * ground.scaleY];
        const length = Math.hypot(x1 - x0, y1 - y0);
        if (!(length > 0)) continue;
        perimeter += length;
        segments.push(x0, y0, x1, y1);
      }
      area += ring === partOffsets[part] ? Math.abs(ringArea) : -Math.abs(ringArea);
    }
  }
  return { rings, area, width: perimeter > 0 ? (2 * area) / perimeter : 0, segments: Float64Array.from(segments), index: null };
}

/** Whether each end of one's segments is within the distance of some segment of the other. */
function liesWithin(inner: Outline, outer: Outline, distance: number): boolean {
  const ends = inner.segments;
  const { segments } = outer;
  const isSmall = (ends.length / 4) * (segments.length / 4) <= FEW_PAIRS;
  if (!isSmall) outer.index ??= indexOf(segments);
  for (let i = 0; i < ends.length; i += 4) {
    const [px, py] = [ends[i], ends[i + 1]];
    let isNear = false;
    if (isSmall) for (let k = 0; k < segments.length && !isNear; k += 4) isNear = distanceTo(segments, k, px, py) <= distance;
    else isNear = outer.index?.search(px - distance, py - distance, px + distance, py + distance, (segment) => distanceTo(segments, 4 * segment, px, py) <= distance).length !== 0;
    if (!isNear) return false;
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

function distanceTo(segments: Float64Array, k: number, px: number, py: number): number {
  const [ax, ay, dx, dy] = [segments[k], segments[k + 1], segments[k + 2] - segments[k], segments[k + 3] - segments[k + 1]];
  const along = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(px - ax - along * dx, py - ay - along * dy);
}

function putExtent({ xy, ringOffsets, partOffsets, featureOffsets }: Layer, feature: number, extents: Float64Array): void {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  const end = ringOffsets[partOffsets[featureOffsets[feature + 1]]];
  for (let i = ringOffsets[partOffsets[featureOffsets[feature]]]; i < end; i++) {
    const [x, y] = [xy[2 * i], xy[2 * i + 1]];
    // What is no place keeps its feature from being compared: it is for the examination to say what it is.
    if (!(Math.abs(x) <= LARGEST_COORDINATE && Math.abs(y) <= LARGEST_COORDINATE)) {
      [minX, minY, maxX, maxY] = [1, 0, 0, 0];
      break;
    }
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  if (!(minX <= maxX)) [minX, minY, maxX, maxY] = [1, 0, 0, 0];
  extents.set([minX, minY, maxX, maxY], 4 * feature);
}
