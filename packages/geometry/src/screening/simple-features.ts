import { doSegmentsIntersect, runAlike } from '../edges/intersections.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { vertexCountOf } from '../layer/vertex-range.ts';
import { isLargeFeatureSimple } from './large-features.ts';
import { isInRing } from './ring-containment.ts';

/** Most segments and rings of a feature examined here. For more, a grid is faster. */
const MOST_SEGMENTS = 4096;
const MOST_RINGS = 32;
/** Segments per block. The extents of blocks are compared before any two segments are. */
const BLOCK = 8;

/**
 * Marks the features whose rings intersect themselves or each other, even in a vertex, or are not nested correctly: holes must
 * lie in the shell of their part, and no other ring may lie in anything but a hole. Every vertex is read once or twice in memory
 * order, so this costs little compared to finding the neighbours of each segment.
 *
 * @param isKnown features to skip.
 */
export function markComplexFeatures(prepared: PreparedLayer, isMarked: Uint8Array, isKnown: (feature: number) => boolean): void {
  const { partOffsets, featureOffsets } = prepared.layer;
  const segments = new FeatureSegments(prepared);
  for (let feature = 0; feature < isMarked.length; feature++) {
    if (prepared.isPolygonal[feature] === 0 || isKnown(feature)) continue;
    const firstRing = partOffsets[featureOffsets[feature]];
    const endRing = partOffsets[featureOffsets[feature + 1]];
    if (endRing - firstRing > MOST_RINGS || !segments.read(firstRing, endRing)) {
      if (!isLargeFeatureSimple(prepared, firstRing, endRing)) isMarked[feature] = 1;
    } else if (segments.doIntersect() || (endRing - firstRing > 1 && !areNested(prepared, firstRing, endRing))) isMarked[feature] = 1;
  }
}

/** The segments of one feature at a time, in blocks that never span two rings. */
class FeatureSegments {
  private readonly prepared: PreparedLayer;
  /** The number of segments there is room for. */
  private readonly room: number;
  /** Ends of segments: segment i runs from point i to point i + 1. One index is skipped between rings. */
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  /** First segment and end of each block, and of the ring that it belongs to. */
  private readonly blockStart: Int32Array;
  private readonly blockEnd: Int32Array;
  private readonly ringStart: Int32Array;
  private readonly ringEnd: Int32Array;
  /** 1 if all segments of a block go the same way in x, or in y, so that no two intersect. */
  private readonly isMonotone: Uint8Array;
  /** minX, minY, maxX, maxY of each block. */
  private readonly boxes: Float64Array;
  private blockCount = 0;

  constructor(prepared: PreparedLayer) {
    const { layer } = prepared;
    let largest = 0;
    for (let feature = 0; feature + 1 < layer.featureOffsets.length; feature++) largest = Math.max(largest, vertexCountOf(layer, feature));
    // A ring that is not closed has one more segment and takes one more entry.
    const room = Math.min(MOST_SEGMENTS, 2 * largest + 1);
    this.prepared = prepared;
    this.room = room;
    this.x = new Float64Array(room + 1);
    this.y = new Float64Array(room + 1);
    this.blockStart = new Int32Array(room + 1);
    this.blockEnd = new Int32Array(room);
    this.ringStart = new Int32Array(room);
    this.ringEnd = new Int32Array(room);
    this.isMonotone = new Uint8Array(room);
    this.boxes = new Float64Array(4 * room);
  }

  /** @returns false if there are too many segments. */
  read(firstRing: number, endRing: number): boolean {
    const { layer: { xy }, next, ringFirst } = this.prepared;
    const { x, y } = this;
    this.blockCount = 0;
    let point = 0;
    for (let ring = firstRing; ring < endRing; ring++) {
      const first = ringFirst[ring];
      if (first < 0) continue;
      const start = point;
      let i = first;
      do {
        if (point >= this.room) return false;
        x[point] = xy[2 * i];
        y[point] = xy[2 * i + 1];
        point++;
        i = next[i];
      } while (i !== first);
      x[point] = x[start];
      y[point] = y[start];
      this.addBlocks(start, point);
      point++;
    }
    return true;
  }

  private addBlocks(start: number, end: number): void {
    const { x, y, boxes } = this;
    for (let from = start; from < end; from += BLOCK) {
      const to = from + BLOCK < end ? from + BLOCK : end;
      let minX = x[from], minY = y[from], maxX = minX, maxY = minY;
      /** Segments that go right, left, up, and down. */
      let [right, left, up, down] = [0, 0, 0, 0];
      for (let i = from + 1; i <= to; i++) {
        if (x[i] > x[i - 1]) {
          right++;
          if (x[i] > maxX) maxX = x[i];
        } else if (x[i] < x[i - 1]) {
          left++;
          if (x[i] < minX) minX = x[i];
        }
        if (y[i] > y[i - 1]) {
          up++;
          if (y[i] > maxY) maxY = y[i];
        } else if (y[i] < y[i - 1]) {
          down++;
          if (y[i] < minY) minY = y[i];
        }
      }
      const block = this.blockCount++;
      const segments = to - from;
      this.isMonotone[block] = right === segments || left === segments || up === segments || down === segments ? 1 : 0;
      this.blockStart[block] = from;
      this.blockEnd[block] = to;
      this.ringStart[block] = start;
      this.ringEnd[block] = end;
      boxes[4 * block] = minX;
      boxes[4 * block + 1] = minY;
      boxes[4 * block + 2] = maxX;
      boxes[4 * block + 3] = maxY;
    }
  }

  /** Whether two segments intersect anywhere other than where one follows the other. */
  doIntersect(): boolean {
    const { boxes, blockCount } = this;
    for (let block = 0; block < blockCount; block++) {
      const minX = boxes[4 * block], minY = boxes[4 * block + 1], maxX = boxes[4 * block + 2], maxY = boxes[4 * block + 3];
      if (this.isMonotone[block] === 0 && this.doBlocksIntersect(block, block)) return true;
      for (let other = block + 1; other < blockCount; other++) {
        if (boxes[4 * other] > maxX || boxes[4 * other + 2] < minX || boxes[4 * other + 1] > maxY || boxes[4 * other + 3] < minY) continue;
        if (this.doBlocksIntersect(block, other)) return true;
      }
    }
    return false;
  }

  private doBlocksIntersect(block: number, other: number): boolean {
    const { x, y, boxes } = this;
    const minX = boxes[4 * other], minY = boxes[4 * other + 1], maxX = boxes[4 * other + 2], maxY = boxes[4 * other + 3];
    const end = this.blockEnd[other];
    const [ringStart, ringEnd] = [this.ringStart[block], this.ringEnd[block]];
    for (let i = this.blockStart[block]; i < this.blockEnd[block]; i++) {
      const ax = x[i], ay = y[i], bx = x[i + 1], by = y[i + 1];
      if ((ax < minX && bx < minX) || (ax > maxX && bx > maxX) || (ay < minY && by < minY) || (ay > maxY && by > maxY)) continue;
      for (let j = block === other ? i + 1 : this.blockStart[other]; j < end; j++) {
        const cx = x[j], cy = y[j], dx = x[j + 1], dy = y[j + 1];
        if ((cx < ax && cx < bx && dx < ax && dx < bx) || (cx > ax && cx > bx && dx > ax && dx > bx)) continue;
        if ((cy < ay && cy < by && dy < ay && dy < by) || (cy > ay && cy > by && dy > ay && dy > by)) continue;
        if (j === i + 1) {
          if (runAlike(bx, by, ax, ay, dx, dy)) return true;
        } else if (i === ringStart && j === ringEnd - 1) {
          if (runAlike(ax, ay, cx, cy, bx, by)) return true;
        } else if (doSegmentsIntersect(ax, ay, bx, by, cx, cy, dx, dy)) return true;
      }
    }
    return false;
  }
}

/** Whether the rings of one feature, no two of which intersect, are nested as shells and holes are. */
function areNested(prepared: PreparedLayer, firstRing: number, endRing: number): boolean {
  const { ringFirst, partOfRing, isShell } = prepared;
  for (let ring = firstRing; ring < endRing; ring++) {
    if (ringFirst[ring] < 0) continue;
    let [winding, isInOwnShell] = [0, false];
    for (let other = firstRing; other < endRing; other++) {
      if (other === ring || ringFirst[other] < 0 || !isInRing(prepared, ringFirst[ring], ringFirst[other])) continue;
      winding += isShell[other] === 1 ? 1 : -1;
      if (isShell[other] === 1 && partOfRing[other] === partOfRing[ring]) isInOwnShell = true;
    }
    if (isShell[ring] === 1 ? winding !== 0 : winding !== 1 || !isInOwnShell) return false;
  }
  return true;
}
