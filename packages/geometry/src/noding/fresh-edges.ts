import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import type { EdgeGrid } from '../edges/grid.ts';
import { Hubs } from '../edges/hubs.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { EdgeIntersections } from './edge-intersections.ts';

/** With more pairs than this in a cell, edges that end at the same vertex are compared only if they are alike in direction. */
const MANY_PAIRS = 4096;

/** Tests a pair of edges that share a cell. */
export type PairTest = Pick<EdgeIntersections, 'margin' | 'testPair'>;

/** Tests new edges against all others, in the grid of the existing edges. */
export class FreshEdges {
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly grid: EdgeGrid;
  private readonly intersections: PairTest;
  /** minX, maxX, minY, maxY of the edges of a cell, read once. */
  private boxes = new Float64Array(4 * 64);
  private readonly inCell = new Int32List();
  /** Of the edges that there are; null until there is a crowd. */
  private hubs: Hubs | null = null;

  constructor(vertices: VertexTable, edges: EdgeTable, grid: EdgeGrid, intersections: PairTest) {
    this.vertices = vertices;
    this.edges = edges;
    this.grid = grid;
    this.intersections = intersections;
  }

  /** Adds edges to the grid and tests each against all that pass through its cells, cell by cell. */
  addAndTest(fresh: Int32List, firstFresh: number): void {
    const touched = new Int32List(fresh.length);
    for (let i = 0; i < fresh.length; i++) this.grid.add(fresh.data[i], touched);
    this.hubs = null;
    const isTested = new Uint8Array(this.grid.cellCount);
    for (let i = 0; i < touched.length; i++) {
      const cell = touched.data[i];
      if (isTested[cell] === 1) continue;
      isTested[cell] = 1;
      this.testCell(cell, firstFresh);
    }
  }

  /** Tests all pairs in a cell of which one edge is at least `firstFresh`. */
  private testCell(cell: number, firstFresh: number): void {
    const { grid, edges, inCell, intersections: { margin, testPair } } = this;
    const { x, y } = this.vertices;
    const { a: edgeA, b: edgeB } = edges;
    inCell.length = 0;
    for (let k = grid.addedFirst(cell); k >= 0; k = grid.addedNext.data[k]) if (!edges.isDead(grid.addedEdge.data[k])) inCell.push(grid.addedEdge.data[k]);
    for (let k = grid.offsets[cell]; k < grid.offsets[cell + 1]; k++) if (!edges.isDead(grid.entries[k])) inCell.push(grid.entries[k]);
    const { data, length } = inCell;
    if (4 * length > this.boxes.length) this.boxes = new Float64Array(8 * length);
    const { boxes } = this;
    for (let i = 0; i < length; i++) {
      const ax = x[edgeA[data[i]]], bx = x[edgeB[data[i]]], ay = y[edgeA[data[i]]], by = y[edgeB[data[i]]];
      boxes[4 * i] = ax < bx ? ax : bx;
      boxes[4 * i + 1] = ax < bx ? bx : ax;
      boxes[4 * i + 2] = ay < by ? ay : by;
      boxes[4 * i + 3] = ay < by ? by : ay;
    }
    // The latest edges come first in the cell.
    let freshCount = 0;
    while (freshCount < length && data[freshCount] >= firstFresh) freshCount++;
    if (freshCount * length > MANY_PAIRS) {
      this.testCrowd(freshCount);
      return;
    }
    for (let i = 0; i < freshCount; i++) {
      const minX = boxes[4 * i] - margin, maxX = boxes[4 * i + 1] + margin, minY = boxes[4 * i + 2] - margin, maxY = boxes[4 * i + 3] + margin;
      for (let j = i + 1; j < length; j++) {
        if (boxes[4 * j] > maxX || boxes[4 * j + 1] < minX || boxes[4 * j + 2] > maxY || boxes[4 * j + 3] < minY) continue;
        testPair(data[i], data[j]);
      }
    }
  }

  /** The same for many edges, of which boxes were read. */
  private testCrowd(freshCount: number): void {
    const { boxes, inCell: { data, length }, intersections: { margin, testPair } } = this;
    this.hubs ??= new Hubs(this.vertices, this.edges, margin);
    const pairs = this.hubs.pairsOf(data.subarray(0, length));
    let i = 0;
    let minX = 0, maxX = 0, minY = 0, maxY = 0;
    const testPlace = (j: number): boolean => {
      if (boxes[4 * j] <= maxX && boxes[4 * j + 1] >= minX && boxes[4 * j + 2] <= maxY && boxes[4 * j + 3] >= minY) testPair(data[i], data[j]);
      return true;
    };
    for (; i < freshCount; i++) {
      minX = boxes[4 * i] - margin;
      maxX = boxes[4 * i + 1] + margin;
      minY = boxes[4 * i + 2] - margin;
      maxY = boxes[4 * i + 3] + margin;
      pairs.visitAfter(i, testPlace);
    }
  }
}
