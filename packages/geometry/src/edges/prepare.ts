import { comparePoints, orient2d } from './predicates.ts';
import type { RingOwners } from './ring-owners.ts';
import { isThin, reachOfSegment } from './thin-rings.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { FindingAction, FindingKind } from '../layer/findings.ts';
import { isPlace, isSameHeight, PartKind } from '../layer/layer.ts';
import type { Layer } from '../layer/layer.ts';

/** Below this area, the products in areas and orientation tests lose digits to underflow. Such land counts as none. */
const SMALLEST_AREA = 1e-304;

/** The rings of a layer after everything has been repaired that one ring alone can show. */
export interface PreparedLayer extends RingOwners {
  readonly layer: Layer;
  /** The next vertex in the cleaned, closed polygon ring; -1 for vertices in none (dropped, closing, lines). */
  readonly next: Int32Array;
  /** The first remaining vertex of each polygon ring; -1 if the whole ring was dropped or it is not a polygon ring. */
  readonly ringFirst: Int32Array;
  readonly partOfRing: Int32Array;
  readonly isShell: Uint8Array;
  /**
   * 1 if the ring, in its given order, has its land on the right. Decided by the signed area, or for a needle by its leftmost corner; 0 if
   * both are zero.
   */
  readonly reversed: Uint8Array;
  /**
   * 1 if the signed area of the ring is zero or, in a feature with other rings, as small as rounding: other programs cannot tell its
   * direction.
   */
  readonly undirected: Uint8Array;
  /** 1 for features that must be rebuilt because of faults found here. */
  readonly changed: Uint8Array;
  /** 1 for features with at least one polygon part. */
  readonly isPolygonal: Uint8Array;
  readonly segmentCount: number;
}

/**
 * Drops non-finite and repeated vertices, closes rings, and drops rings with fewer than four points or without extent. From lines only
 * repeated points are removed.
 */
export function prepare(layer: Layer, findings: FindingList): PreparedLayer {
  return new Preparation(layer, findings);
}

class Preparation implements PreparedLayer {
  readonly layer: Layer;
  readonly next: Int32Array;
  readonly ringOfVertex: Int32Array;
  readonly ringFirst: Int32Array;
  readonly partOfRing: Int32Array;
  readonly featureOfRing: Int32Array;
  readonly isShell: Uint8Array;
  readonly reversed: Uint8Array;
  readonly undirected: Uint8Array;
  readonly changed: Uint8Array;
  readonly isPolygonal: Uint8Array;
  segmentCount = 0;
  private readonly findings: FindingList;

  constructor(layer: Layer, findings: FindingList) {
    const { ringOffsets, partOffsets, featureOffsets, partKinds } = layer;
    const vertexCount = layer.xy.length / 2;
    const ringCount = ringOffsets.length - 1;
    const featureCount = featureOffsets.length - 1;
    this.layer = layer;
    this.findings = findings;
    this.next = new Int32Array(vertexCount).fill(-1);
    this.ringOfVertex = new Int32Array(vertexCount);
    this.ringFirst = new Int32Array(ringCount).fill(-1);
    this.partOfRing = new Int32Array(ringCount);
    this.featureOfRing = new Int32Array(ringCount);
    this.isShell = new Uint8Array(ringCount);
    this.reversed = new Uint8Array(ringCount);
    this.undirected = new Uint8Array(ringCount);
    this.changed = new Uint8Array(featureCount);
    this.isPolygonal = new Uint8Array(featureCount);
    for (let feature = 0; feature < featureCount; feature++) {
      const hasOthers = partOffsets[featureOffsets[feature + 1]] - partOffsets[featureOffsets[feature]] > 1;
      for (let part = featureOffsets[feature]; part < featureOffsets[feature + 1]; part++) {
        const kind = partKinds[part];
        for (let ring = partOffsets[part]; ring < partOffsets[part + 1]; ring++) {
          this.partOfRing[ring] = part;
          this.featureOfRing[ring] = feature;
          const start = ringOffsets[ring];
          const end = ringOffsets[ring + 1];
          this.ringOfVertex.fill(ring, start, end);
          if (kind === PartKind.Line) this.prepareLine(start, end, feature);
          if (kind !== PartKind.Polygon) continue;
          this.isPolygonal[feature] = 1;
          this.isShell[ring] = ring === partOffsets[part] ? 1 : 0;
          this.prepareRing(ring, start, end, feature, hasOthers);
        }
        if (kind === PartKind.Polygon && partOffsets[part] === partOffsets[part + 1]) {
          this.isPolygonal[feature] = 1;
          this.note('collapsed', feature, NaN, NaN, 'ring-removed');
        }
      }
    }
  }

  private note(kind: FindingKind, feature: number, x: number, y: number, action: FindingAction): void {
    this.findings.add({ kind, feature, x, y, action });
    this.changed[feature] = 1;
  }

  private prepareLine(start: number, end: number, feature: number): void {
    const { xy } = this.layer;
    for (let i = start + 1; i < end && end - start > 2; i++) {
      if (xy[2 * i] !== xy[2 * i - 2] || xy[2 * i + 1] !== xy[2 * i - 1]) continue;
      this.note('duplicate-point', feature, xy[2 * i], xy[2 * i + 1], 'vertex-removed');
    }
  }

  private prepareRing(ring: number, start: number, end: number, feature: number, hasOthers: boolean): void {
    const { next } = this;
    const { xy } = this.layer;
    const chain = this.linkVertices(start, end, feature);
    const { first, farthest } = chain;
    const kept = this.closeChain(chain, feature);
    const area = kept < 3 ? 0 : twiceArea(xy, next, first);
    if (kept < 3 || (Math.abs(area) < SMALLEST_AREA && (isTiny(xy, next, first) || isFlat(xy, next, first)))) {
      next.fill(-1, start, end);
      this.note('collapsed', feature, first < 0 ? NaN : xy[2 * first], first < 0 ? NaN : xy[2 * first + 1], 'ring-removed');
      return;
    }
    if (this.endsElsewhereInHeight(start, end - 1)) this.note('unclosed-ring', feature, xy[2 * start], xy[2 * start + 1], 'ring-closed');
    this.ringFirst[ring] = first;
    this.segmentCount += kept;
    // The reach of a segment is at most four times the square of the largest coordinate; twice that covers the rounding of the sum. Few
    // rings are this thin, so the exact sum is rarely needed.
    const isRounding = isThin(area, 8 * kept * farthest * farthest) && isThin(area, reachOfRing(xy, next, first));
    this.undirected[ring] = area === 0 || (hasOthers && isRounding) ? 1 : 0;
    // The direction of a needle must be the same in every computation, or it would be reversed in
    // every round.
    const direction = (isRounding ? turnOfRing(xy, next, first) : 0) || area;
    this.reversed[ring] = (this.isShell[ring] === 1 ? direction < 0 : direction > 0) ? 1 : 0;
  }

  /** Whether the last vertex of a ring is in the place of the first, but not as high. */
  private endsElsewhereInHeight(start: number, last: number): boolean {
    const { xy } = this.layer;
    return xy[2 * last] === xy[2 * start] && xy[2 * last + 1] === xy[2 * start + 1] && !isSameHeight(this.layer, start, last);
  }

  /** Links the vertices [start, end) to an open chain, without invalid and repeated ones. */
  private linkVertices(start: number, end: number, feature: number): Chain {
    const { next } = this;
    const { xy } = this.layer;
    let first = -1;
    let last = -1;
    let count = 0;
    let farthest = 0;
    let invalid = 0;
    for (let i = start; i < end; i++) {
      const x = xy[2 * i];
      const y = xy[2 * i + 1];
      if (!isPlace(x, y)) {
        invalid++;
        continue;
      }
      if (invalid > 0) {
        const before = last < 0 ? i : last;
        this.noteInvalid(invalid, feature, xy[2 * before], xy[2 * before + 1]);
        invalid = 0;
      }
      if (last >= 0 && xy[2 * last] === x && xy[2 * last + 1] === y) {
        this.note('duplicate-point', feature, x, y, 'vertex-removed');
        continue;
      }
      if (first < 0) first = i;
      else next[last] = i;
      last = i;
      count++;
      const farX = x < 0 ? -x : x;
      const farY = y < 0 ? -y : y;
      if (farX > farthest) farthest = farX;
      if (farY > farthest) farthest = farY;
    }
    this.noteInvalid(invalid, feature, last < 0 ? NaN : xy[2 * last], last < 0 ? NaN : xy[2 * last + 1]);
    return { first, last, count, farthest };
  }

  /** Vertices that are at no place are reported at the vertex before them, or at the first one that is at a place; so people find the ring. */
  private noteInvalid(count: number, feature: number, x: number, y: number): void {
    for (let i = 0; i < count; i++) this.note('invalid-coordinate', feature, x, y, 'vertex-removed');
  }

  /** Links the last vertex of a chain to the first, unless there are too few. @returns the number of vertices of the ring. */
  private closeChain({ first, last, count }: Chain, feature: number): number {
    const { next } = this;
    const { xy } = this.layer;
    if (count > 1 && xy[2 * last] === xy[2 * first] && xy[2 * last + 1] === xy[2 * first + 1]) {
      let before = last - 1;
      while (next[before] !== last) before--;
      next[before] = first;
      return count - 1;
    }
    if (count > 2) {
      next[last] = first;
      this.note('unclosed-ring', feature, xy[2 * first], xy[2 * first + 1], 'ring-closed');
    }
    return count;
  }
}

/** Vertices that follow each other. */
interface Chain {
  /** -1 if there are none. */
  readonly first: number;
  readonly last: number;
  readonly count: number;
  /** The largest absolute coordinate. */
  readonly farthest: number;
}

/** Whether the ring has an extent, but one too small to compute with. */
function isTiny(xy: Float64Array, next: Int32Array, first: number): boolean {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  let i = first;
  do {
    minX = Math.min(minX, xy[2 * i]);
    maxX = Math.max(maxX, xy[2 * i]);
    minY = Math.min(minY, xy[2 * i + 1]);
    maxY = Math.max(maxY, xy[2 * i + 1]);
    i = next[i];
  } while (i !== first);
  return maxX > minX && maxY > minY && (maxX - minX) * (maxY - minY) < SMALLEST_AREA;
}

/** Whether all vertices of a ring lie on one line. Matching would pull them apart and give the ring land that it did not have. */
function isFlat(xy: Float64Array, next: Int32Array, first: number): boolean {
  const second = next[first];
  for (let i = next[second]; i !== first; i = next[i]) {
    if (orient2d(xy[2 * first], xy[2 * first + 1], xy[2 * second], xy[2 * second + 1], xy[2 * i], xy[2 * i + 1]) !== 0) return false;
  }
  return true;
}

/** The sum of `reachOfSegment` over the segments of a ring. */
function reachOfRing(xy: Float64Array, next: Int32Array, first: number): number {
  let reach = 0;
  let i = first;
  do {
    const j = next[i];
    reach += reachOfSegment(xy[2 * i], xy[2 * i + 1], xy[2 * j], xy[2 * j + 1]);
    i = j;
  } while (i !== first);
  return reach;
}

/** Positive if a simple ring runs counter-clockwise. Exact, as it is the orientation at the leftmost corner. */
function turnOfRing(xy: Float64Array, next: Int32Array, first: number): number {
  let before = first;
  let corner = next[first];
  let i = corner;
  do {
    const j = next[i];
    if (comparePoints(xy[2 * j], xy[2 * j + 1], xy[2 * corner], xy[2 * corner + 1]) < 0) [before, corner] = [i, j];
    i = j;
  } while (i !== first);
  const after = next[corner];
  return orient2d(xy[2 * before], xy[2 * before + 1], xy[2 * corner], xy[2 * corner + 1], xy[2 * after], xy[2 * after + 1]);
}

/** Twice the area of a ring, negative if it is clockwise. */
function twiceArea(xy: Float64Array, next: Int32Array, first: number): number {
  const x0 = xy[2 * first];
  const y0 = xy[2 * first + 1];
  let area = 0;
  let i = first;
  do {
    const j = next[i];
    area += (xy[2 * i] - x0) * (xy[2 * j + 1] - y0) - (xy[2 * j] - x0) * (xy[2 * i + 1] - y0);
    i = j;
  } while (i !== first);
  return area;
}
