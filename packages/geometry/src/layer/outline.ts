import Flatbush from 'flatbush';
import { EQUAL_SHARE } from '../equal-share.ts';
import type { Ground } from '../ground.ts';
import { stretchNear } from '../segments.ts';
import { featureSize } from './feature-size.ts';
import { isPlace, PartKind } from './layer.ts';
import type { Layer } from './layer.ts';

/** Up to this many pairs of segments of two outlines are compared one by one. Larger outlines get an index of their segments. */
const FEW_PAIRS = 4096;

/** The borders of a feature as segments on the ground. */
export interface Outline {
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
export function outlineOn(layer: Layer, feature: number, ground: Ground, originX: number): Outline {
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
export function liesWithin(inner: Outline, outer: Outline, distance: number): boolean {
  const { segments } = outer;
  const isSmall = (inner.segments.length / 4) * (segments.length / 4) <= FEW_PAIRS;
  if (!isSmall) outer.index ??= indexOf(segments);
  const stretches: [number, number][] = [];
  /** The segment of the other outline to compare first. Copies mostly have their vertices in the same order. */
  let likely = 0;
  for (let i = 0; i < inner.segments.length; i += 4) {
    const all = 4 * likely < segments.length ? stretchNear(inner.segments, i / 4, segments, likely, distance) : null;
    if (all !== null && isWhole(all)) {
      likely++;
      continue;
    }
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
      const stretch = stretchNear(inner.segments, i / 4, segments, segment, distance);
      if (stretch === null) return false;
      stretches.push(stretch);
      if (isWhole(stretch)) likely = segment + 1;
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

/** Whether a stretch is all of its segment. */
function isWhole([from, to]: readonly [number, number]): boolean {
  return from <= EQUAL_SHARE && to >= 1 - EQUAL_SHARE;
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
