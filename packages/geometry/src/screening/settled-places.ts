import Flatbush from 'flatbush';
import { REPORTED } from '../layer/findings.ts';
import type { Findings } from '../layer/findings.ts';
import type { Ground } from '../ground.ts';
import { isPlace } from '../layer/layer.ts';
import type { Layer, Patch } from '../layer/layer.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import type { Tolerances } from '../options.ts';

/** If a patch has more than this share of the layer's vertices, too little stays as it was. */
const LARGEST_SHARE = 1 / 50;
/** The most segments that an index of changes holds. */
const MOST_SEGMENTS = 200_000;
/** What an examination decides at a place depends on borders within the tolerances, of which this is a multiple. */
const REACH = 4;

/** The round that settled what its patch did not change. */
export interface SettlingRound {
  readonly layer: Layer;
  readonly patch: Patch;
  readonly findings: Findings;
  readonly tolerances: Tolerances;
  readonly isLate: boolean;
  readonly ground: Ground;
}

/**
 * Where a layer is as it was when it was last examined. Some borders lie near others, touch, or enclose a narrow void, and are still
 * no fault. Only an examination can tell, and where nothing has changed since, it would find the same again.
 *
 * A place is settled if no segment within `REACH` tolerances is new or gone. Overlaps and intersections do not ask for this: there are none
 * after an examination.
 */
export class SettledPlaces {
  /** The features of faults that the examination found, but did not repair. */
  readonly unrepaired: readonly number[];
  readonly #isSettled: Uint8Array;
  readonly #index: Flatbush | null;
  readonly #reachX: number;
  readonly #reachY: number;
  readonly #tolerances: Tolerances;
  readonly #isLate: boolean;

  /** Null if so much has changed that this would not pay. */
  static after(round: SettlingRound): SettledPlaces | null {
    const { layer, patch } = round;
    if (patch.geometry.xy.length > layer.xy.length * LARGEST_SHARE) return null;
    const segments = changedSegments(layer, patch);
    return segments === null ? null : new SettledPlaces(round, segments);
  }

  private constructor({ layer, patch, findings, tolerances, isLate, ground }: SettlingRound, segments: readonly number[]) {
    this.#tolerances = tolerances;
    this.#isLate = isLate;
    const isChanged = new Uint8Array(layer.featureOffsets.length - 1);
    for (const feature of patch.features) isChanged[feature] = 1;
    this.unrepaired = unrepairedFeatures(findings, isChanged);
    this.#isSettled = isChanged.map((mark) => 1 - mark);
    for (const feature of this.unrepaired) this.#isSettled[feature] = 0;
    const count = segments.length / 4;
    this.#index = count === 0 ? null : new Flatbush(count);
    let furthest = 0;
    for (let i = 0; i < segments.length; i += 4) {
      const [ax, ay, bx, by] = [segments[i], segments[i + 1], segments[i + 2], segments[i + 3]];
      this.#index?.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
      furthest = Math.max(furthest, Math.abs(ay), Math.abs(by));
    }
    this.#index?.finish();
    const reach = REACH * Math.max(tolerances.snapDistance, tolerances.maxGapWidth);
    this.#reachX = reach / ground.smallestScaleX(-furthest, furthest);
    this.#reachY = reach / ground.scaleY;
  }

  /** Whether an examination with these settings would decide as the last one did. */
  holdFor(tolerances: Tolerances, isLate: boolean): boolean {
    return isLate === this.#isLate && tolerances.snapDistance === this.#tolerances.snapDistance && tolerances.maxGapWidth === this.#tolerances.maxGapWidth;
  }

  /** Whether a feature is as it was, and no fault of it is left. */
  isSettledFeature(feature: number): boolean {
    return this.#isSettled[feature] === 1;
  }

  /** Whether nothing has changed in a box or near it. */
  isSettledIn(minX: number, minY: number, maxX: number, maxY: number): boolean {
    if (this.#index === null) return true;
    const [dx, dy] = [this.#reachX, this.#reachY];
    let isMet = false;
    this.#index.search(minX - dx, minY - dy, maxX + dx, maxY + dy, () => {
      isMet = true;
      return false;
    });
    return !isMet;
  }
}

/** The features of findings that should have changed one, but did not. */
function unrepairedFeatures({ count, action, feature, other }: Findings, isChanged: Uint8Array): number[] {
  const unrepaired: number[] = [];
  for (let i = 0; i < count; i++) {
    if (action[i] === REPORTED || isChanged[feature[i]] === 1 || (other[i] >= 0 && isChanged[other[i]] === 1)) continue;
    unrepaired.push(feature[i]);
    if (other[i] >= 0) unrepaired.push(other[i]);
  }
  return unrepaired;
}

/** The segments of changed features that only the layer or only the patch has, as x and y of both ends; null if there are too many. */
function changedSegments(layer: Layer, { features, geometry, sourceVertex }: Patch): number[] | null {
  const segments: number[] = [];
  for (let place = 0; place < features.length; place++) {
    const [first, end] = vertexRange(layer, features[place]);
    const { next, previous, sameAs } = segmentsOf(layer, features[place]);
    /** For each vertex of the feature, whether the segment that starts there is in the patch as well. */
    const isKept = new Uint8Array(end - first);
    const isAt = (vertex: number, old: number): boolean => old >= 0 && areSame(geometry, vertex, layer, first + old);
    forEachSegment(geometry, place, (from, to) => {
      const source = sourceVertex[from] >= first && sourceVertex[from] < end ? sameAs[sourceVertex[from] - first] : -1;
      if (isAt(from, source) && isAt(to, next[source])) isKept[source] = 1;
      else if (isAt(from, source) && isAt(to, previous[source])) isKept[previous[source]] = 1;
      else addSegment(segments, geometry, from, to);
    });
    forEachSegment(layer, features[place], (from, to) => {
      if (isKept[from - first] === 0) addSegment(segments, layer, from, to);
    });
    if (segments.length > 4 * MOST_SEGMENTS) return null;
  }
  return segments;
}

/**
 * The segments of a feature by its vertices, counted from its first: for each vertex the one after it in its ring, the one before it, and the
 * first one of the ring instead of a last one that repeats it.
 */
function segmentsOf(layer: Layer, feature: number): { next: Int32Array; previous: Int32Array; sameAs: Int32Array } {
  const [first, end] = vertexRange(layer, feature);
  const next = new Int32Array(end - first).fill(-1);
  const previous = next.slice();
  const sameAs = next.map((_, i) => i);
  forEachRing(layer, feature, (ringStart, ringEnd) => {
    const isRepeated = ringEnd - ringStart > 1 && areSame(layer, ringStart, layer, ringEnd - 1);
    const [start, last] = [ringStart - first, (isRepeated ? ringEnd - 1 : ringEnd) - 1 - first];
    for (let i = start; i <= last; i++) {
      next[i] = i === last ? start : i + 1;
      previous[next[i]] = i;
    }
    if (isRepeated) sameAs[last + 1] = start;
  });
  return { next, previous, sameAs };
}

/** Calls back with both ends of every segment that has a length; rings are closed. */
function forEachSegment(layer: Layer, feature: number, visit: (from: number, to: number) => void): void {
  forEachRing(layer, feature, (start, end) => {
    for (let i = start; i < end; i++) {
      const to = i + 1 < end ? i + 1 : start;
      if (!areSame(layer, i, layer, to)) visit(i, to);
    }
  });
}

function forEachRing({ featureOffsets, partOffsets, ringOffsets }: Layer, feature: number, visit: (start: number, end: number) => void): void {
  for (let ring = partOffsets[featureOffsets[feature]]; ring < partOffsets[featureOffsets[feature + 1]]; ring++) {
    if (ringOffsets[ring] < ringOffsets[ring + 1]) visit(ringOffsets[ring], ringOffsets[ring + 1]);
  }
}

function areSame(layer: Layer, vertex: number, other: Layer, otherVertex: number): boolean {
  return layer.xy[2 * vertex] === other.xy[2 * otherVertex] && layer.xy[2 * vertex + 1] === other.xy[2 * otherVertex + 1];
}

function addSegment(segments: number[], { xy }: Layer, from: number, to: number): void {
  if (isPlace(xy[2 * from], xy[2 * from + 1]) && isPlace(xy[2 * to], xy[2 * to + 1])) segments.push(xy[2 * from], xy[2 * from + 1], xy[2 * to], xy[2 * to + 1]);
}
