import { doSegmentsIntersect, runAlike } from '../edges/intersections.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import { vertexCountOf } from '../layer/vertex-range.ts';
import { isLargeFeatureSimple } from './large-features.ts';
import { isInRing } from './ring-containment.ts';

/** Most segments and rings of a feature examined here. More rings are faster with a grid, and more segments take too much memory at once. */
const MOST_SEGMENTS = 1 << 20;
const MOST_RINGS = 32;
/** Segments per block, blocks per group, groups per group of groups … Extents are compared from the largest groups down before any two segments are. */
const BLOCK = 8;
/** Most pairs of extents compared per block. A ring that winds so much that its groups overlap each other needs a grid. */
const MOST_COMPARISONS = 256;
/** With eight blocks in a group, more than the levels of so many segments. */
const MOST_LEVELS = 16;

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
    const doIntersect = endRing - firstRing > MOST_RINGS || !segments.read(firstRing, endRing) ? null : segments.doIntersect();
    const isSimple = doIntersect === null ? isLargeFeatureSimple(prepared, firstRing, endRing) : !doIntersect && (endRing - firstRing === 1 || areNested(prepared, firstRing, endRing));
    if (!isSimple) isMarked[feature] = 1;
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
  /** minX, minY, maxX, maxY of each block, then of each group of blocks, and so on up to a group that holds all. */
  private readonly boxes: Float64Array;
  private blockCount = 0;
  /** For each level, that of the blocks first, where its boxes begin. */
  private readonly levelStart: number[] = [];
  private comparisons = 0;

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
    // Only the last block of a ring is not full.
    const blocks = Math.ceil(room / BLOCK) + MOST_RINGS;
    this.blockStart = new Int32Array(blocks);
    this.blockEnd = new Int32Array(blocks);
    this.ringStart = new Int32Array(blocks);
    this.ringEnd = new Int32Array(blocks);
    this.isMonotone = new Uint8Array(blocks);
    this.boxes = new Float64Array(4 * (blocks + Math.ceil(blocks / (BLOCK - 1)) + MOST_LEVELS));
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

  /** Whether two segments intersect anywhere other than where one follows the other; null if that takes too many comparisons. */
  doIntersect(): boolean | null {
    if (this.blockCount === 0) return false;
    this.addGroups();
    this.comparisons = 0;
    const doIntersect = this.doGroupsIntersect(this.levelStart.length - 1, 0, 0);
    return this.comparisons > MOST_COMPARISONS * this.blockCount ? null : doIntersect;
  }

  /** Adds the extents of groups of blocks, level by level. */
  private addGroups(): void {
    const { boxes, levelStart } = this;
    levelStart.length = 0;
    levelStart.push(0);
    for (let [start, count] = [0, this.blockCount]; count > 1;) {
      const end = start + count;
      let group = end;
      for (let from = start; from < end; from += BLOCK, group++) {
        let minX = boxes[4 * from], minY = boxes[4 * from + 1], maxX = boxes[4 * from + 2], maxY = boxes[4 * from + 3];
        for (let i = from + 1; i < from + BLOCK && i < end; i++) {
          if (boxes[4 * i] < minX) minX = boxes[4 * i];
          if (boxes[4 * i + 1] < minY) minY = boxes[4 * i + 1];
          if (boxes[4 * i + 2] > maxX) maxX = boxes[4 * i + 2];
          if (boxes[4 * i + 3] > maxY) maxY = boxes[4 * i + 3];
        }
        boxes[4 * group] = minX;
        boxes[4 * group + 1] = minY;
        boxes[4 * group + 2] = maxX;
        boxes[4 * group + 3] = maxY;
      }
      levelStart.push(end);
      [start, count] = [end, group - end];
    }
  }

  /** Whether segments of two groups intersect, or of one group if both are the same. After too many comparisons the answer is of no use. */
  private doGroupsIntersect(level: number, group: number, other: number): boolean {
    if (level === 0) return (group !== other || this.isMonotone[group] === 0) && this.doBlocksIntersect(group, other);
    const { boxes } = this;
    const from = this.levelStart[level - 1];
    const count = this.levelStart[level] - from;
    const end = Math.min(count, (group + 1) * BLOCK);
    const otherEnd = Math.min(count, (other + 1) * BLOCK);
    const box = 4 * (this.levelStart[level] + other);
    for (let i = group * BLOCK; i < end; i++) {
      const own = 4 * (from + i);
      const minX = boxes[own], minY = boxes[own + 1], maxX = boxes[own + 2], maxY = boxes[own + 3];
      if (group === other) {
        if (this.doGroupsIntersect(level - 1, i, i)) return true;
      } else if (boxes[box] > maxX || boxes[box + 2] < minX || boxes[box + 1] > maxY || boxes[box + 3] < minY) continue;
      for (let j = group === other ? i + 1 : other * BLOCK; j < otherEnd; j++) {
        const its = 4 * (from + j);
        this.comparisons++;
        if (boxes[its] > maxX || boxes[its + 2] < minX || boxes[its + 1] > maxY || boxes[its + 3] < minY) continue;
        if (this.comparisons > MOST_COMPARISONS * this.blockCount || this.doGroupsIntersect(level - 1, i, j)) return true;
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
