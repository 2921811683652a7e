import { enlarged, Int32List } from '../arrays/growable.ts';
import { doSegmentsIntersect, runAlike } from '../edges/intersections.ts';
import { orient2d } from '../edges/predicates.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import type { Layer } from '../layer/layer.ts';
import { Touches } from './touches.ts';
import type { RingPoints } from './touches.ts';

/** Segments per block, the leaves of the tree. */
const BLOCK = 8;
/** The ways that a segment may go. */
const Way = { Right: 1, Left: 2, Up: 4, Down: 8 } as const;
/** Enough levels for 2^31 blocks. */
const MOST_LEVELS = 32;
/** The most pairs of nodes compared, for each block. A ring that winds so much that its stretches lie in each other's extents takes more. */
const MOST_COMPARISONS = 256;

/**
 * The segments of the rings of one feature, in blocks of a few consecutive ones, under a tree of extents. Consecutive segments are near each other,
 * so that the order along the rings is a good order for the tree, and each question costs little for a ring of any size. Its room is used again for
 * the next feature.
 */
export class SegmentTree {
  /** Points of the rings: segment i runs from point i to point i + 1. The first point of a ring follows its last one. */
  #x = new Float64Array(1 << 12);
  #y = new Float64Array(1 << 12);
  #points = 0;
  /** First point of each ring, and the end of the last one. */
  #ringStart = new Int32Array(1 << 8);
  #rings = 0;
  /** First segment and end of each block, and its ring. */
  #start = new Int32Array(1 << 10);
  #end = new Int32Array(1 << 10);
  #ring = new Int32Array(1 << 10);
  #blocks = 0;
  /** For each node, the ways that all of its segments go: the sum of `Way`s. If there is one, they follow each other along it, so that no two of them meet. */
  #ways = new Uint8Array(1 << 11);
  /** minX, minY, maxX, maxY of the nodes, level by level, the blocks first. */
  #boxes = new Float64Array(1 << 13);
  readonly #levelStart = new Int32Array(MOST_LEVELS);
  readonly #levelSize = new Int32Array(MOST_LEVELS);
  #levels = 0;
  /** The pairs of nodes that may still be compared. */
  #comparisonsLeft = 0;
  /** For each ring, whether it is the shell of its part, and the part. */
  readonly #isShell: boolean[] = [];
  readonly #partOfRing: number[] = [];
  /** For each ring, whether the ray of the current question crosses it an odd number of times; no ring is marked between questions. */
  #isOdd = new Uint8Array(1 << 8);
  /** The rings that the ray crosses, each at least once. */
  readonly #crossed = new Int32List();
  readonly #touches = new Touches();

  /** Begins the next feature. */
  clear(): void {
    this.#points = this.#rings = this.#blocks = 0;
    this.#isShell.length = this.#partOfRing.length = 0;
    this.#touches.clear();
  }

  /**
   * Adds a ring of a layer without its repeated points.
   * @returns false if it is not closed, has a position without two finite numbers, or fewer than three points
   */
  addRing({ xy, ringOffsets }: Pick<Layer, 'xy' | 'ringOffsets'>, ring: number, part: number, isShell: boolean): boolean {
    const [first, end] = [ringOffsets[ring], ringOffsets[ring + 1]];
    this.#reserve(this.#points + end - first + 1);
    const [x, y] = [this.#x, this.#y];
    const start = this.#points;
    let point = start;
    for (let vertex = first; vertex < end; vertex++) {
      const px = xy[2 * vertex];
      const py = xy[2 * vertex + 1];
      // The difference of a number that is not finite and itself is not zero.
      if (px - px !== 0 || py - py !== 0) return false;
      if (point > start && px === x[point - 1] && py === y[point - 1]) continue;
      x[point] = px;
      y[point++] = py;
    }
    point--;
    if (point - start < 3 || x[point] !== x[start] || y[point] !== y[start]) return false;
    this.#endRing(point, part, isShell);
    return true;
  }

  /** Adds a ring of a prepared layer, which repeats no point. */
  addPreparedRing({ layer: { xy, ringOffsets }, next, ringFirst, partOfRing, isShell }: PreparedLayer, ring: number): void {
    this.#reserve(this.#points + ringOffsets[ring + 1] - ringOffsets[ring] + 1);
    const [x, y] = [this.#x, this.#y];
    const start = this.#points;
    const first = ringFirst[ring];
    let point = start;
    let vertex = first;
    do {
      x[point] = xy[2 * vertex];
      y[point++] = xy[2 * vertex + 1];
      vertex = next[vertex];
    } while (vertex !== first);
    x[point] = x[start];
    y[point] = y[start];
    this.#endRing(point, partOfRing[ring], isShell[ring] === 1);
  }

  /**
   * Whether the rings are valid by the rules of the OGC's Simple Features: no segments have a point in common other than one where one follows the other, or where
   * two rings may touch in a vertex (`Touches`), and the rings are nested as shells and holes are. Null if that takes too many comparisons. Call it after the
   * last ring, once.
   */
  areRingsValid(): boolean | null {
    if (this.#blocks === 0) return true;
    this.#addLevels();
    this.#comparisonsLeft = MOST_COMPARISONS * this.#blocks;
    const doMeet = this.#doMeetWithin(this.#levels - 1, 0);
    if (this.#comparisonsLeft < 0) return null;
    if (doMeet || (this.#touches.count > 0 && !this.#touches.areAllowed(this.#ringPoints()))) return false;
    return this.#rings === 1 || this.#areRingsNested();
  }

  #ringPoints(): RingPoints {
    return { x: this.#x, y: this.#y, ringStart: this.#ringStart, partOfRing: this.#partOfRing };
  }

  /**
   * Around a shell there are as many shells as holes, around a hole one shell more, among them its own. Asked in a point of each ring that is on no other one; a ring
   * without such a point counts as not nested.
   */
  #areRingsNested(): boolean {
    const [isShell, partOfRing, isOdd, crossed] = [this.#isShell, this.#partOfRing, this.#isOdd, this.#crossed];
    for (let ring = 0; ring < this.#rings; ring++) {
      const point = this.#touches.count === 0 ? this.#ringStart[ring] : this.#touches.pointApart(this.#ringPoints(), ring);
      if (point < 0) return false;
      crossed.length = 0;
      this.#castRay(this.#levels - 1, 0, this.#x[point], this.#y[point]);
      let [winding, isInOwnShell] = [0, false];
      // Only these, as a feature may have a hundred thousand rings.
      for (let i = 0; i < crossed.length; i++) {
        const other = crossed.data[i];
        const isAround = isOdd[other] === 1 && other !== ring;
        isOdd[other] = 0;
        if (!isAround) continue;
        winding += isShell[other] ? 1 : -1;
        if (isShell[other] && partOfRing[other] === partOfRing[ring]) isInOwnShell = true;
      }
      if (isShell[ring] ? winding !== 0 : winding !== 1 || !isInOwnShell) return false;
    }
    return true;
  }

  /** The points since the last ring are one, and its last point is its first. */
  #endRing(last: number, part: number, isShell: boolean): void {
    this.#addBlocks(this.#points, last);
    this.#ringStart[this.#rings++] = this.#points;
    this.#ringStart[this.#rings] = this.#points = last + 1;
    this.#isShell.push(isShell);
    this.#partOfRing.push(part);
  }

  #reserve(points: number): void {
    if (points > this.#x.length) {
      this.#x = enlarged(this.#x, 2 * points);
      this.#y = enlarged(this.#y, 2 * points);
    }
    // Each ring adds at most one block that is not full, and has at least three segments.
    const blocks = this.#blocks + Math.ceil((points - this.#points) / BLOCK);
    if (blocks > this.#start.length) {
      this.#start = enlarged(this.#start, 2 * blocks);
      this.#end = enlarged(this.#end, 2 * blocks);
      this.#ring = enlarged(this.#ring, 2 * blocks);
    }
    // Each level has at most half as many nodes as the one below it, and one more.
    const nodes = 2 * blocks + MOST_LEVELS;
    if (nodes > this.#ways.length) {
      this.#ways = enlarged(this.#ways, 2 * nodes);
      this.#boxes = enlarged(this.#boxes, 8 * nodes);
    }
    if (this.#rings + 2 > this.#ringStart.length) {
      this.#ringStart = enlarged(this.#ringStart, 2 * (this.#rings + 2));
      this.#isOdd = enlarged(this.#isOdd, 2 * (this.#rings + 2));
    }
  }

  #addBlocks(start: number, end: number): void {
    const [x, y, boxes] = [this.#x, this.#y, this.#boxes];
    for (let from = start; from < end; from += BLOCK) {
      const to = from + BLOCK < end ? from + BLOCK : end;
      let minX = x[from], minY = y[from], maxX = minX, maxY = minY;
      let [right, left, up, down] = [0, 0, 0, 0];
      for (let i = from + 1; i <= to; i++) {
        const px = x[i], py = y[i];
        if (px > x[i - 1]) {
          right++;
          if (px > maxX) maxX = px;
        } else if (px < x[i - 1]) {
          left++;
          if (px < minX) minX = px;
        }
        if (py > y[i - 1]) {
          up++;
          if (py > maxY) maxY = py;
        } else if (py < y[i - 1]) {
          down++;
          if (py < minY) minY = py;
        }
      }
      const block = this.#blocks++;
      const segments = to - from;
      this.#ways[block] = (right === segments ? Way.Right : left === segments ? Way.Left : 0) + (up === segments ? Way.Up : down === segments ? Way.Down : 0);
      this.#start[block] = from;
      this.#end[block] = to;
      this.#ring[block] = this.#rings;
      boxes[4 * block] = minX;
      boxes[4 * block + 1] = minY;
      boxes[4 * block + 2] = maxX;
      boxes[4 * block + 3] = maxY;
    }
  }

  #addLevels(): void {
    const [boxes, ways] = [this.#boxes, this.#ways];
    this.#levelStart[0] = 0;
    this.#levelSize[0] = this.#blocks;
    let level = 0;
    for (let size = this.#blocks, below = 0; size > 1; level++) {
      const start = below + size;
      const count = (size + 1) >> 1;
      for (let node = 0; node < count; node++) {
        const one = 4 * (below + 2 * node);
        const other = 2 * node + 1 < size ? one + 4 : one;
        const at = 4 * (start + node);
        boxes[at] = boxes[one] < boxes[other] ? boxes[one] : boxes[other];
        boxes[at + 1] = boxes[one + 1] < boxes[other + 1] ? boxes[one + 1] : boxes[other + 1];
        boxes[at + 2] = boxes[one + 2] > boxes[other + 2] ? boxes[one + 2] : boxes[other + 2];
        boxes[at + 3] = boxes[one + 3] > boxes[other + 3] ? boxes[one + 3] : boxes[other + 3];
        // Segments of two rings do not follow each other. A node with ways lies in one ring, so the first of its blocks tells which.
        const ofOneRing = one === other || this.#ring[((2 * node + 1) << level) - 1] === this.#ring[(2 * node + 1) << level];
        ways[start + node] = ofOneRing ? ways[one >> 2] & ways[other >> 2] : 0;
      }
      this.#levelStart[level + 1] = below = start;
      this.#levelSize[level + 1] = size = count;
    }
    this.#levels = level + 1;
  }

  #doMeetWithin(level: number, node: number): boolean {
    if (this.#ways[this.#levelStart[level] + node] !== 0) return false;
    if (level === 0) return this.#doBlocksMeet(node, node);
    const one = 2 * node;
    if (this.#doMeetWithin(level - 1, one)) return true;
    return one + 1 < this.#levelSize[level - 1] && (this.#doMeetWithin(level - 1, one + 1) || this.#doMeetBetween(level - 1, one, one + 1));
  }

  /** Without comparisons left, the answer is of no use. */
  #doMeetBetween(level: number, one: number, other: number): boolean {
    if (--this.#comparisonsLeft < 0) return true;
    const boxes = this.#boxes;
    const a = 4 * (this.#levelStart[level] + one);
    const b = 4 * (this.#levelStart[level] + other);
    if (boxes[a] > boxes[b + 2] || boxes[b] > boxes[a + 2] || boxes[a + 1] > boxes[b + 3] || boxes[b + 1] > boxes[a + 3]) return false;
    if (other === one + 1 && (this.#ways[a >> 2] & this.#ways[b >> 2]) !== 0 && this.#ring[(other << level) - 1] === this.#ring[other << level]) return false;
    if (level === 0) return this.#doBlocksMeet(one, other);
    const size = this.#levelSize[level - 1];
    const hasSecond = 2 * one + 1 < size;
    const hasOtherSecond = 2 * other + 1 < size;
    return (
      this.#doMeetBetween(level - 1, 2 * one, 2 * other) ||
      (hasOtherSecond && this.#doMeetBetween(level - 1, 2 * one, 2 * other + 1)) ||
      (hasSecond && this.#doMeetBetween(level - 1, 2 * one + 1, 2 * other)) ||
      (hasSecond && hasOtherSecond && this.#doMeetBetween(level - 1, 2 * one + 1, 2 * other + 1))
    );
  }

  #doBlocksMeet(block: number, other: number): boolean {
    const [x, y, boxes] = [this.#x, this.#y, this.#boxes];
    const minX = boxes[4 * other], minY = boxes[4 * other + 1], maxX = boxes[4 * other + 2], maxY = boxes[4 * other + 3];
    const otherEnd = this.#end[other];
    const ringStart = this.#ringStart[this.#ring[block]];
    const ringEnd = this.#ringStart[this.#ring[block] + 1] - 1;
    for (let i = this.#start[block]; i < this.#end[block]; i++) {
      const ax = x[i], ay = y[i], bx = x[i + 1], by = y[i + 1];
      if ((ax < minX && bx < minX) || (ax > maxX && bx > maxX) || (ay < minY && by < minY) || (ay > maxY && by > maxY)) continue;
      for (let j = block === other ? i + 1 : this.#start[other]; j < otherEnd; j++) {
        const cx = x[j], cy = y[j], dx = x[j + 1], dy = y[j + 1];
        if ((cx < ax && cx < bx && dx < ax && dx < bx) || (cx > ax && cx > bx && dx > ax && dx > bx)) continue;
        if ((cy < ay && cy < by && dy < ay && dy < by) || (cy > ay && cy > by && dy > ay && dy > by)) continue;
        if (j === i + 1) {
          if (runAlike(bx, by, ax, ay, dx, dy)) return true;
        } else if (i === ringStart && j === ringEnd - 1) {
          if (runAlike(ax, ay, cx, cy, bx, by)) return true;
        } else if (doSegmentsIntersect(ax, ay, bx, by, cx, cy, dx, dy) && !this.#touches.take(this.#ringPoints(), i, this.#ring[block], j, this.#ring[other])) return true;
      }
    }
    return false;
  }

  /** Finds the rings that a ray from a point to the right crosses an odd number of times. */
  #castRay(level: number, node: number, px: number, py: number): void {
    const boxes = this.#boxes;
    const at = 4 * (this.#levelStart[level] + node);
    if (boxes[at + 2] < px || boxes[at + 1] > py || boxes[at + 3] < py) return;
    if (level > 0) {
      this.#castRay(level - 1, 2 * node, px, py);
      if (2 * node + 1 < this.#levelSize[level - 1]) this.#castRay(level - 1, 2 * node + 1, px, py);
      return;
    }
    const [x, y] = [this.#x, this.#y];
    for (let i = this.#start[node]; i < this.#end[node]; i++) {
      if (y[i] <= py === y[i + 1] <= py) continue;
      const side = orient2d(x[i], y[i], x[i + 1], y[i + 1], px, py);
      if (side > 0 !== y[i + 1] > y[i]) continue;
      const ring = this.#ring[node];
      this.#isOdd[ring] ^= 1;
      if (this.#isOdd[ring] === 1) this.#crossed.push(ring);
    }
  }
}
