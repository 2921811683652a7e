import { setAsideIntersecting } from './crowd-sweep.ts';
import type { EdgeTable } from './edges.ts';
import type { EdgeGrid } from './grid.ts';
import { Hubs } from './hubs.ts';
import { comparePoints, orient2d } from './predicates.ts';
import type { VertexTable } from './vertices.ts';

/** Up to this many edges in a cell, all pairs are tested. */
const CROWD = 48;
/** From this many edges on, it pays to find out first which of them intersect no others. */
const LARGE_CROWD = 96;
/** Thrown to leave the search at the first intersection. */
const FOUND = new Error('an intersection was found');

/**
 * Calls back with the pairs of grid edges that intersect anywhere other than in a common end: they cross, one touches the
 * interior of the other, or they overlap. A pair may be reported more than once, and a harmless pair may be reported too; the
 * caller decides.
 */
export function forEachIntersection(vertices: VertexTable, edges: EdgeTable, grid: EdgeGrid, visit: (edge: number, other: number) => void): void {
  const { x, y } = vertices;
  const { a: edgeA, b: edgeB } = edges;
  const { offsets, entries } = grid;
  const { cellCount } = grid;
  /** minX, maxX, minY, maxY of the edges of a cell, read once. */
  const boxes = new Float64Array(4 * CROWD);
  let hubs: Hubs | null = null;
  for (let cell = 0; cell < cellCount; cell++) {
    const start = offsets[cell];
    const count = offsets[cell + 1] - start;
    if (count < 2) continue;
    if (count > CROWD) {
      const members = entries.subarray(start, start + count);
      const aside = count < LARGE_CROWD ? null : setAsideIntersecting(vertices, edges, members, doMeet);
      if (aside === null) sweepCell(members, cell);
      else compareWithAll(aside, members, cell);
      continue;
    }
    for (let i = 0; i < count; i++) {
      const edge = entries[start + i];
      const ax = x[edgeA[edge]], bx = x[edgeB[edge]], ay = y[edgeA[edge]], by = y[edgeB[edge]];
      boxes[4 * i] = ax < bx ? ax : bx;
      boxes[4 * i + 1] = ax < bx ? bx : ax;
      boxes[4 * i + 2] = ay < by ? ay : by;
      boxes[4 * i + 3] = ay < by ? by : ay;
    }
    for (let i = 0; i < count; i++) {
      const minX = boxes[4 * i], maxX = boxes[4 * i + 1], minY = boxes[4 * i + 2], maxY = boxes[4 * i + 3];
      for (let j = i + 1; j < count; j++) {
        if (boxes[4 * j] > maxX || boxes[4 * j + 1] < minX || boxes[4 * j + 2] > maxY || boxes[4 * j + 3] < minY) continue;
        if (doIntersect(x, y, edgeA, edgeB, entries[start + i], entries[start + j])) report(entries[start + i], entries[start + j], cell);
      }
    }
  }

  /**
   * Two edges that run over each other share all cells along their way. They are reported only in the one where that way begins: of hundreds on one
   * line there would be millions of pairs.
   */
  function report(edge: number, other: number, cell: number): void {
    const begin = beginOfOverlap(edge, other);
    if (begin < 0 || grid.cellAt(grid.row(y[begin]), grid.column(x[begin])) === cell) visit(edge, other);
  }

  /** The vertex where two edges begin to run over each other, by x, then y; -1 if they are not on one line. Both are in its cell. */
  function beginOfOverlap(edge: number, other: number): number {
    const [a, b, c, d] = [edgeA[edge], edgeB[edge], edgeA[other], edgeB[other]];
    if (orient2d(x[a], y[a], x[b], y[b], x[c], y[c]) !== 0 || orient2d(x[a], y[a], x[b], y[b], x[d], y[d]) !== 0) return -1;
    const [first, second] = [comparePoints(x[a], y[a], x[b], y[b]) < 0 ? a : b, comparePoints(x[c], y[c], x[d], y[d]) < 0 ? c : d];
    return comparePoints(x[first], y[first], x[second], y[second]) < 0 ? second : first;
  }

  /** Whether two edges, wherever they are, intersect anywhere other than in a common end. */
  function doMeet(edge: number, other: number): boolean {
    const [a, b, c, d] = [edgeA[edge], edgeB[edge], edgeA[other], edgeB[other]];
    if (Math.max(x[a], x[b]) < Math.min(x[c], x[d]) || Math.max(x[c], x[d]) < Math.min(x[a], x[b])) return false;
    if (Math.max(y[a], y[b]) < Math.min(y[c], y[d]) || Math.max(y[c], y[d]) < Math.min(y[a], y[b])) return false;
    return doIntersect(x, y, edgeA, edgeB, edge, other);
  }

  function compareWithAll(some: Int32Array, members: Int32Array, cell: number): void {
    const done = new Set<number>();
    for (const edge of some) {
      done.add(edge);
      for (const other of members) if (!done.has(other) && doMeet(edge, other)) report(edge, other, cell);
    }
  }

  /** In a crowded cell, edges are sorted by their left ends, so that only edges that overlap in x are paired. */
  function sweepCell(members: Int32Array, cell: number): void {
    hubs ??= new Hubs(vertices, edges, 0);
    const leftOf = (edge: number): number => Math.min(x[edgeA[edge]], x[edgeB[edge]]);
    const sorted = members.slice().sort((e, g) => leftOf(e) - leftOf(g));
    const pairs = hubs.pairsOf(sorted);
    let edge = -1;
    let [right, low, high] = [0, 0, 0];
    /** @returns whether others farther right may intersect the edge. */
    const comparePlace = (place: number): boolean => {
      const other = sorted[place];
      if (leftOf(other) > right) return false;
      const [c, d] = [edgeA[other], edgeB[other]];
      if ((y[c] >= low || y[d] >= low) && (y[c] <= high || y[d] <= high) && doIntersect(x, y, edgeA, edgeB, edge, other)) report(edge, other, cell);
      return true;
    };
    for (let place = 0; place < sorted.length; place++) {
      edge = sorted[place];
      const [a, b] = [edgeA[edge], edgeB[edge]];
      right = Math.max(x[a], x[b]);
      [low, high] = [Math.min(y[a], y[b]), Math.max(y[a], y[b])];
      pairs.visitAfter(place, comparePlace);
    }
  }
}

/** Whether any two grid edges intersect anywhere other than in a common end. */
export function hasIntersection(vertices: VertexTable, edges: EdgeTable, grid: EdgeGrid): boolean {
  try {
    forEachIntersection(vertices, edges, grid, () => {
      throw FOUND;
    });
  } catch (error) {
    if (error === FOUND) return true;
    throw error;
  }
  return false;
}

/** Whether two different edges intersect anywhere other than in a common end. */
export function doIntersect(x: Float64Array, y: Float64Array, edgeA: Int32Array, edgeB: Int32Array, e: number, g: number): boolean {
  const a = edgeA[e], b = edgeB[e], c = edgeA[g], d = edgeB[g];
  if (a === c || a === d || b === c || b === d) {
    const shared = a === c || a === d ? a : b;
    const p = shared === a ? b : a;
    const q = shared === c ? d : c;
    return runAlike(x[shared], y[shared], x[p], y[p], x[q], y[q]);
  }
  return doSegmentsIntersect(x[a], y[a], x[b], y[b], x[c], y[c], x[d], y[d]);
}

/** Whether two segments that start at the same point (sx, sy) and end at p and q overlap. */
export function runAlike(sx: number, sy: number, px: number, py: number, qx: number, qy: number): boolean {
  // They can only overlap if they leave in the same direction.
  if (px > sx !== qx > sx || px < sx !== qx < sx || py > sy !== qy > sy || py < sy !== qy < sy) return false;
  return orient2d(sx, sy, px, py, qx, qy) === 0;
}

/** Whether a–b and c–d have a point in common. Assumes that their boxes intersect. */
export function doSegmentsIntersect(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number): boolean {
  const side1 = orient2d(ax, ay, bx, by, cx, cy);
  const side2 = orient2d(ax, ay, bx, by, dx, dy);
  if ((side1 > 0 && side2 > 0) || (side1 < 0 && side2 < 0)) return false;
  const side3 = orient2d(cx, cy, dx, dy, ax, ay);
  const side4 = orient2d(cx, cy, dx, dy, bx, by);
  return !((side3 > 0 && side4 > 0) || (side3 < 0 && side4 < 0));
}

/** Whether a–b and c–d cross in their interiors, so that each has an end on either side of the other. */
export function doSegmentsCross(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number): boolean {
  const side1 = orient2d(ax, ay, bx, by, cx, cy);
  const side2 = orient2d(ax, ay, bx, by, dx, dy);
  if (!(side1 > 0 && side2 < 0) && !(side1 < 0 && side2 > 0)) return false;
  const side3 = orient2d(cx, cy, dx, dy, ax, ay);
  const side4 = orient2d(cx, cy, dx, dy, bx, by);
  return (side3 > 0 && side4 < 0) || (side3 < 0 && side4 > 0);
}
