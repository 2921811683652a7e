import { edgeRuns } from './edge-runs.ts';
import type { EdgeTable } from './edges.ts';
import { doMeet } from './meetings.ts';
import type { RayGrid } from './ray.ts';
import { RunCells } from './run-cells.ts';
import type { VertexTable } from './vertices.ts';

/** Up to this many runs all pairs are tested. */
const CROWD = 48;
/** How often a crowded cell is divided anew. */
const DEEPEST = 8;
/** Rays go through cells of no more runs than this. */
const MOST_FOR_RAYS = 1024;

/**
 * All edges of a table, none of them dead, as runs on a grid: the boxes of runs are tested against each other, and then only
 * the edges of those whose boxes meet. A cell in which many lie is divided like the whole.
 */
export class RunGrid {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly firstEdge: Int32Array;
  readonly boxes: Float64Array;
  private readonly runs: Int32Array;
  private readonly cells: RunCells;

  constructor(vertices: VertexTable, edges: EdgeTable) {
    this.x = vertices.x;
    this.y = vertices.y;
    this.a = edges.a;
    this.b = edges.b;
    const { count, firstEdge, boxes } = edgeRuns(vertices, edges);
    this.firstEdge = firstEdge;
    this.boxes = boxes;
    this.runs = new Int32Array(count);
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let run = 0; run < count; run++) {
      this.runs[run] = run;
      if (boxes[4 * run] < minX) minX = boxes[4 * run];
      if (boxes[4 * run + 1] < minY) minY = boxes[4 * run + 1];
      if (boxes[4 * run + 2] > maxX) maxX = boxes[4 * run + 2];
      if (boxes[4 * run + 3] > maxY) maxY = boxes[4 * run + 3];
    }
    this.cells = new RunCells(this, this.runs, minX, minY, maxX, maxY);
  }

  /** The grid for rays; null where most edges lie in a few of its cells. */
  forRays(): RayGrid | null {
    return this.cells.isSpread && this.cells.fullest <= MOST_FOR_RAYS ? this.cells : null;
  }

  /**
   * Calls back with the pairs of edges that meet elsewhere than in one common end: they cross, one touches the other's inside,
   * or both run over each other. A pair may come more than once.
   */
  forEachMeeting(visit: (edge: number, other: number) => void): void {
    for (let run = 0; run < this.runs.length; run++) this.meetItself(run, visit);
    this.meetWithin(this.runs, this.cells, 0, visit);
  }

  private meetWithin(runs: Int32Array, cells: RunCells, depth: number, visit: (edge: number, other: number) => void): void {
    if (runs.length <= CROWD) {
      for (let i = 0; i < runs.length; i++) for (let j = i + 1; j < runs.length; j++) if (this.isNear(runs[i], runs[j])) this.meet(runs[i], runs[j], visit);
      return;
    }
    if (!cells.isSpread) {
      this.sweep(runs, visit);
      return;
    }
    const { offsets, entries } = cells;
    for (let cell = 0; cell + 1 < offsets.length; cell++) {
      const [start, end] = [offsets[cell], offsets[cell + 1]];
      if (end - start <= CROWD) {
        this.meetInCell(cells, cell, visit);
        continue;
      }
      const crowd = entries.slice(start, end);
      const { minX, minY, maxX, maxY } = cells.boxOf(cell);
      if (depth < DEEPEST) this.meetWithin(crowd, new RunCells(this, crowd, minX, minY, maxX, maxY), depth + 1, visit);
      else this.sweep(crowd, visit);
    }
  }

  /** Tests the runs of one cell; those that share several cells only in the one where their common box begins. */
  private meetInCell(cells: RunCells, cell: number, visit: (edge: number, other: number) => void): void {
    const { boxes } = this;
    const { offsets, entries } = cells;
    const end = offsets[cell + 1];
    for (let i = offsets[cell]; i < end; i++) {
      const at = 4 * entries[i];
      const minX = boxes[at], minY = boxes[at + 1], maxX = boxes[at + 2], maxY = boxes[at + 3];
      for (let j = i + 1; j < end; j++) {
        const other = 4 * entries[j];
        if (boxes[other] > maxX || boxes[other + 2] < minX || boxes[other + 1] > maxY || boxes[other + 3] < minY) continue;
        const left = boxes[other] > minX ? boxes[other] : minX;
        const low = boxes[other + 1] > minY ? boxes[other + 1] : minY;
        if (cells.cellOf(left, low) !== cell && !cells.isLong(entries[i]) && !cells.isLong(entries[j])) continue;
        this.meet(entries[i], entries[j], visit);
      }
    }
  }

  private sweep(runs: Int32Array, visit: (edge: number, other: number) => void): void {
    const { boxes } = this;
    const sorted = runs.slice().sort((p, q) => boxes[4 * p] - boxes[4 * q]);
    for (let i = 0; i < sorted.length; i++) {
      const right = boxes[4 * sorted[i] + 2];
      for (let j = i + 1; j < sorted.length && boxes[4 * sorted[j]] <= right; j++) if (this.isNear(sorted[i], sorted[j])) this.meet(sorted[i], sorted[j], visit);
    }
  }

  private isNear(run: number, other: number): boolean {
    const { boxes } = this;
    const p = 4 * run, q = 4 * other;
    return boxes[p] <= boxes[q + 2] && boxes[q] <= boxes[p + 2] && boxes[p + 1] <= boxes[q + 3] && boxes[q + 1] <= boxes[p + 3];
  }

  private meet(run: number, other: number, visit: (edge: number, other: number) => void): void {
    const { x, y, a, b, boxes, firstEdge } = this;
    const minX = boxes[4 * other], minY = boxes[4 * other + 1], maxX = boxes[4 * other + 2], maxY = boxes[4 * other + 3];
    const end = firstEdge[run + 1];
    for (let edge = firstEdge[run]; edge < end; edge++) {
      const ax = x[a[edge]], ay = y[a[edge]], bx = x[b[edge]], by = y[b[edge]];
      if ((ax < minX && bx < minX) || (ax > maxX && bx > maxX) || (ay < minY && by < minY) || (ay > maxY && by > maxY)) continue;
      this.meetOthers(edge, firstEdge[other], firstEdge[other + 1], visit);
    }
  }

  private meetItself(run: number, visit: (edge: number, other: number) => void): void {
    const { firstEdge } = this;
    for (let edge = firstEdge[run]; edge + 1 < firstEdge[run + 1]; edge++) this.meetOthers(edge, edge + 1, firstEdge[run + 1], visit);
  }

  private meetOthers(edge: number, start: number, end: number, visit: (edge: number, other: number) => void): void {
    const { x, y, a, b } = this;
    const ax = x[a[edge]], ay = y[a[edge]], bx = x[b[edge]], by = y[b[edge]];
    const left = ax < bx ? ax : bx, right = ax < bx ? bx : ax, low = ay < by ? ay : by, high = ay < by ? by : ay;
    for (let other = start; other < end; other++) {
      const cx = x[a[other]], dx = x[b[other]];
      if ((cx < left && dx < left) || (cx > right && dx > right)) continue;
      const cy = y[a[other]], dy = y[b[other]];
      if ((cy < low && dy < low) || (cy > high && dy > high)) continue;
      if (doMeet(x, y, a, b, edge, other)) visit(edge, other);
    }
  }
}
