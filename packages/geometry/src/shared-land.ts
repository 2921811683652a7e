import { Int32List } from './arrays/growable.ts';
import { hashPlace } from './arrays/hash-place.ts';
import { doSegmentsCross } from './edges/intersections.ts';
import { orient2d } from './edges/predicates.ts';
import { examine, startExamination } from './examination.ts';
import { featureExtents } from './layer/feature-extents.ts';
import { FINDING_KINDS, OVERLAP_KINDS } from './layer/findings.ts';
import { isPlace, PartKind } from './layer/layer.ts';
import type { Layer } from './layer/layer.ts';
import { extractFeatures } from './layer/neighbourhood.ts';
import { vertexCountOf } from './layer/vertex-range.ts';
import type { CoordinateUnits } from './options.ts';

/** So many edges of a feature are compared at a time with those of the other one near them. */
const CHUNK = 32;
/** Looking at a vertex once is one unit of work, and examining it this many. */
const WORK_OF_EXAMINATION = 64;
/** Work for all pairs of a layer: of any size, and for each of its vertices. Only features with very many others upon them need more. */
const FREE_WORK = 10_000_000;
const WORK_PER_VERTEX = 16;

const EVERYWHERE = Float64Array.of(-Infinity, -Infinity, Infinity, Infinity);

/** Answers whether two features of a layer have land in common as they are, before any border is matched. */
export class SharedLand {
  private readonly layer: Layer;
  private readonly units: CoordinateUnits;
  private extents: Float64Array | null = null;
  /** By the lower feature of a pair, for each of the others. */
  private readonly known = new Map<number, Map<number, boolean>>();
  private workLeft: number;

  constructor(layer: Layer, units: CoordinateUnits) {
    this.layer = layer;
    this.units = units;
    this.workLeft = FREE_WORK + WORK_PER_VERTEX * (layer.xy.length / 2);
  }

  /** @returns true, too, if it would take too long to find out. */
  isBetween(feature: number, other: number): boolean {
    const [low, high] = [Math.min(feature, other), Math.max(feature, other)];
    const ofLow = this.known.get(low) ?? new Map<number, boolean>();
    this.known.set(low, ofLow);
    const answer = ofLow.get(high) ?? this.look(low, high);
    ofLow.set(high, answer);
    return answer;
  }

  private look(feature: number, other: number): boolean {
    if (!this.mayTake(feature, other, 1)) return true;
    const edges = this.edgesWithin(feature, this.extentOf(other));
    const others = this.edgesWithin(other, this.extentOf(feature));
    if (doCross(this.layer.xy, edges, others) || this.hasVertexInside(edges, others, other) || this.hasVertexInside(others, edges, feature)) return true;
    return !this.mayTake(feature, other, WORK_OF_EXAMINATION) || this.isFound(feature, other);
  }

  /** Whether there is time for some work at each vertex of two features. */
  private mayTake(feature: number, other: number, work: number): boolean {
    this.workLeft -= work * (vertexCountOf(this.layer, feature) + vertexCountOf(this.layer, other));
    return this.workLeft >= 0;
  }

  /** Whether the start of an edge that is none of the others lies within a feature. @param others those of the feature near the edges */
  private hasVertexInside(edges: Int32Array, others: Int32Array, feature: number): boolean {
    const { xy } = this.layer;
    const keyOf = (vertex: number): number => hashPlace(xy[2 * vertex] + 0, xy[2 * vertex + 1] + 0);
    const known = new Set<number>();
    for (const vertex of others) known.add(keyOf(vertex)).add(keyOf(vertex + 1));
    let all: Int32Array | null = null;
    for (const vertex of edges) {
      if (known.has(keyOf(vertex))) continue;
      all ??= this.edgesWithin(feature, EVERYWHERE);
      this.workLeft -= all.length;
      if (this.workLeft < 0 || isInside(xy, vertex, all)) return true;
    }
    return false;
  }

  /** The edges of a feature's polygons that come into an extent, each as the vertex that it starts from. */
  private edgesWithin(feature: number, extent: Float64Array): Int32Array {
    const { xy, ringOffsets, partOffsets, featureOffsets, partKinds } = this.layer;
    const found = new Int32List();
    for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
      if (partKinds[part] !== PartKind.Polygon) continue;
      for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
        for (let i = ringOffsets[ring]; i + 1 < ringOffsets[ring + 1]; i++) {
          if (isWithin(xy, i, extent) && isPlace(xy[2 * i], xy[2 * i + 1]) && isPlace(xy[2 * i + 2], xy[2 * i + 3])) found.push(i);
        }
      }
    }
    return found.data.subarray(0, found.length);
  }

  private extentOf(feature: number): Float64Array {
    this.extents ??= featureExtents(this.layer);
    return this.extents.subarray(4 * feature, 4 * feature + 4);
  }

  /** Whether an examination of two features as a layer of their own, without matching, finds land that they have in common. */
  private isFound(feature: number, other: number): boolean {
    const { layer, units } = this;
    const pair = extractFeatures(layer, Int32Array.of(feature, other)).layer;
    const { findings, unresolved } = examine(startExamination(pair), {
      options: { units, overlaps: 'keep', gaps: 'keep', shellWinding: 'counter-clockwise' },
      tolerances: { snapDistance: 0, maxGapWidth: 0, unit: units.kind === 'geographic' ? 'metre' : 'coordinate unit' },
      isRim: null,
      isUnmatched: null,
      isLate: false,
      progress: () => undefined,
    });
    const { count, kind } = findings.finish(false);
    return unresolved.count > 0 || Array.from({ length: count }, (_, i) => FINDING_KINDS[kind[i]]).some((found) => OVERLAP_KINDS.has(found));
  }
}

/**
 * Whether borders of two features cross. Then the features on their sides overlap. A few consecutive edges at a time are compared with those
 * of the other feature in their extent; where features overlap, one of the first ones usually crosses.
 *
 * Two large features are compared again and again, so nothing is made for an edge: no iterators, and no numbers outside of arrays.
 *
 * @param edges by the vertices that they start from. @param others likewise.
 */
function doCross(xy: Float64Array, edges: Int32Array, others: Int32Array): boolean {
  const extent = new Float64Array(4);
  for (let first = 0; first < edges.length; first += CHUNK) {
    const end = Math.min(first + CHUNK, edges.length);
    putExtentOfEdges(xy, edges, first, end, extent);
    for (let j = 0; j < others.length; j++) {
      if (!isWithin(xy, others[j], extent)) continue;
      const o = 2 * others[j];
      for (let i = first; i < end; i++) {
        const e = 2 * edges[i];
        if (doSegmentsCross(xy[e], xy[e + 1], xy[e + 2], xy[e + 3], xy[o], xy[o + 1], xy[o + 2], xy[o + 3])) return true;
      }
    }
  }
  return false;
}

/**
 * Whether a vertex lies within rings and not on them, by the parity of a ray to the right. Exact, as a vertex that only rounding puts inside
 * would make an overlap.
 *
 * @param edges of all rings
 */
function isInside(xy: Float64Array, vertex: number, edges: Int32Array): boolean {
  const [x, y] = [xy[2 * vertex], xy[2 * vertex + 1]];
  let isOdd = false;
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i];
    const ax = xy[2 * edge], ay = xy[2 * edge + 1], bx = xy[2 * edge + 2], by = xy[2 * edge + 3];
    if ((ay > y && by > y) || (ay < y && by < y) || (ax < x && bx < x)) continue;
    const side = orient2d(ax, ay, bx, by, x, y);
    // The height of the vertex is one of the edge, so that it lies on the edge, unless that is level and to the right.
    if (side === 0 && (ax <= x || bx <= x)) return false;
    if (ay > y !== by > y && side > 0 === by > ay) isOdd = !isOdd;
  }
  return isOdd;
}

/** Whether the extent of an edge meets an extent. */
function isWithin(xy: Float64Array, edge: number, extent: Float64Array): boolean {
  const ax = xy[2 * edge], bx = xy[2 * edge + 2];
  if (!((ax >= extent[0] || bx >= extent[0]) && (ax <= extent[2] || bx <= extent[2]))) return false;
  const ay = xy[2 * edge + 1], by = xy[2 * edge + 3];
  return (ay >= extent[1] || by >= extent[1]) && (ay <= extent[3] || by <= extent[3]);
}

/** Writes minX, minY, maxX and maxY of the edges first … end − 1. */
function putExtentOfEdges(xy: Float64Array, edges: Int32Array, first: number, end: number, extent: Float64Array): void {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = first; i < end; i++) {
    for (let k = 2 * edges[i]; k < 2 * edges[i] + 4; k += 2) {
      if (xy[k] < minX) minX = xy[k];
      if (xy[k] > maxX) maxX = xy[k];
      if (xy[k + 1] < minY) minY = xy[k + 1];
      if (xy[k + 1] > maxY) maxY = xy[k + 1];
    }
  }
  extent[0] = minX;
  extent[1] = minY;
  extent[2] = maxX;
  extent[3] = maxY;
}
