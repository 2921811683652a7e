import { BESIDE, besideAnywhere, endBeside, passes } from './beside.ts';
import { CrossingPlaces } from './crossing-places.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { Int32List } from '../arrays/growable.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import { orderByGroup } from '../arrays/order.ts';
import { comparePoints, orient2d } from '../edges/predicates.ts';
import { TooTangledError } from '../tangled.ts';
import type { VertexTable } from '../edges/vertices.ts';

/** Rounds of noding before it is given up; each round only looks at edges that the one before made. */
const MOST_ROUNDS = 100;
/** Each crossing takes some hundred bytes in all. */
const MOST_CROSSINGS = 5_000_000;

/** Pieces that come so many rounds after the crossings of the layer itself got their nodes are late. */
const LATE_ROUND = 6;
/** So many late pieces, for each edge that there is when the first comes, tell that edges multiply without end. */
const MOST_LATE_PIECES = 2;
/**
 * And so many uses by rings, for each that there is then: where rings run there and back over what fell together, every split
 * doubles them while the pieces stay few, until no memory holds them.
 */
const MOST_LATE_USES = 16;

export interface Noding {
  readonly grid: EdgeGrid;
  /** Proper crossings in threes: the first use of each of the two edges (their lists outlive them) and the node put there. */
  readonly crossings: Int32List;
  /** 1 for every vertex that was put on the interior of an edge. */
  readonly isInserted: Uint8Array;
  /** Edges that still meet others because the bound was reached; normally none. */
  readonly unresolved: Int32Array;
}

/**
 * Splits edges until they meet in common end points only. Where two cross, the node is an end of theirs beside the crossing
 * (`BESIDE`), else their intersection rounded to doubles. Such a node bends its edges by some units in the last place, which
 * may make a new crossing: only the edges that are new are tested again, until none crosses.
 *
 * @param inserted the vertices that were put on edges before; those that noding puts there are added.
 * @throws TooTangledError when there are more crossings than memory could hold.
 */
export function nodeEdges(vertices: VertexTable, edges: EdgeTable, inserted: Int32List, mostRounds = MOST_ROUNDS, mostCrossings = MOST_CROSSINGS): Noding {
  const members = livingEdges(edges);
  let grid = new EdgeGrid(vertices, edges, members);
  /** Edges that the grid was made for. */
  let gridded = members.length;
  let added = 0;
  let mostLatePieces = Infinity;
  let latePieces = 0;
  let lateRound = Infinity;
  let mostUses = Infinity;
  /** No edge passes a vertex farther off and is led through it. */
  const margin = besideAnywhere(vertices);
  const crossings = new Int32List();
  const splitEdge = new Int32List();
  const splitVertex = new Int32List();
  const crossing = new Int32List();

  const addSplit = (edge: number, vertex: number): void => {
    if (edges.a[edge] === vertex || edges.b[edge] === vertex) return;
    splitEdge.push(edge);
    splitVertex.push(vertex);
    inserted.push(vertex);
  };
  /** Whether one of two edges passes an end of the other so near that it is led through it. */
  const leadThroughEnds = (e: number, g: number): boolean => {
    const before = splitEdge.length;
    if (passes(vertices, edges.a[e], edges.b[e], edges.a[g])) addSplit(e, edges.a[g]);
    if (passes(vertices, edges.a[e], edges.b[e], edges.b[g])) addSplit(e, edges.b[g]);
    if (passes(vertices, edges.a[g], edges.b[g], edges.a[e])) addSplit(g, edges.a[e]);
    if (passes(vertices, edges.a[g], edges.b[g], edges.b[e])) addSplit(g, edges.b[e]);
    return splitEdge.length > before;
  };
  const testPair = (e: number, g: number): void => {
    const { x, y } = vertices;
    const a = edges.a[e];
    const b = edges.b[e];
    const c = edges.a[g];
    const d = edges.b[g];
    const ax = x[a], bx = x[b], cx = x[c], dx = x[d];
    if (ax < bx ? (cx < ax - margin && dx < ax - margin) || (cx > bx + margin && dx > bx + margin) : (cx < bx - margin && dx < bx - margin) || (cx > ax + margin && dx > ax + margin)) return;
    const ay = y[a], by = y[b], cy = y[c], dy = y[d];
    if (ay < by ? (cy < ay - margin && dy < ay - margin) || (cy > by + margin && dy > by + margin) : (cy < by - margin && dy < by - margin) || (cy > ay + margin && dy > ay + margin)) return;
    if (leadThroughEnds(e, g)) return;
    if (a === c || a === d || b === c || b === d) {
      const shared = a === c || a === d ? a : b;
      const p = shared === a ? b : a;
      const q = shared === c ? d : c;
      if (orient2d(x[shared], y[shared], x[p], y[p], x[q], y[q]) !== 0) return;
      if (isBetween(vertices, shared, q, p)) addSplit(g, p);
      else if (isBetween(vertices, shared, p, q)) addSplit(e, q);
      return;
    }
    const side1 = orient2d(ax, ay, bx, by, cx, cy);
    const side2 = orient2d(ax, ay, bx, by, dx, dy);
    if ((side1 > 0 && side2 > 0) || (side1 < 0 && side2 < 0)) return;
    const side3 = orient2d(cx, cy, dx, dy, ax, ay);
    const side4 = orient2d(cx, cy, dx, dy, bx, by);
    if ((side3 > 0 && side4 > 0) || (side3 < 0 && side4 < 0)) return;
    if (side1 === 0 || side2 === 0 || side3 === 0 || side4 === 0) {
      if (side1 === 0 && isBetween(vertices, a, b, c)) addSplit(e, c);
      if (side2 === 0 && isBetween(vertices, a, b, d)) addSplit(e, d);
      if (side3 === 0 && isBetween(vertices, c, d, a)) addSplit(g, a);
      if (side4 === 0 && isBetween(vertices, c, d, b)) addSplit(g, b);
      return;
    }
    crossing.push(e);
    crossing.push(g);
    if (crossing.length + crossings.length > 2 * mostCrossings) throw new TooTangledError(mostCrossings);
  };

  /** minX, maxX, minY, maxY of the members of a cell, read once. */
  let boxes = new Float64Array(4 * 64);
  const inCell = new Int32List();
  /** Puts edges into the grid and tests each against all that pass through its cells, cell by cell. */
  const addAndTest = (fresh: Int32List, firstFresh: number): void => {
    const touched = new Int32List(fresh.length);
    for (let i = 0; i < fresh.length; i++) grid.add(fresh.data[i], touched);
    const isTested = new Uint8Array(grid.cellCount);
    for (let i = 0; i < touched.length; i++) {
      const cell = touched.data[i];
      if (isTested[cell] === 1) continue;
      isTested[cell] = 1;
      testCell(cell, firstFresh);
    }
  };
  /** Tests all pairs in a cell of which one edge is at least `firstFresh`. */
  const testCell = (cell: number, firstFresh: number): void => {
    const { x, y } = vertices;
    const { a: edgeA, b: edgeB } = edges;
    inCell.length = 0;
    for (let k = grid.addedFirst(cell); k >= 0; k = grid.addedNext.data[k]) if (!edges.isDead(grid.addedEdge.data[k])) inCell.push(grid.addedEdge.data[k]);
    for (let k = grid.offsets[cell]; k < grid.offsets[cell + 1]; k++) if (!edges.isDead(grid.entries[k])) inCell.push(grid.entries[k]);
    const { data, length } = inCell;
    if (4 * length > boxes.length) boxes = new Float64Array(8 * length);
    for (let i = 0; i < length; i++) {
      const ax = x[edgeA[data[i]]], bx = x[edgeB[data[i]]], ay = y[edgeA[data[i]]], by = y[edgeB[data[i]]];
      boxes[4 * i] = ax < bx ? ax : bx;
      boxes[4 * i + 1] = ax < bx ? bx : ax;
      boxes[4 * i + 2] = ay < by ? ay : by;
      boxes[4 * i + 3] = ay < by ? by : ay;
    }
    // What came last comes first in the cell.
    for (let i = 0; i < length && data[i] >= firstFresh; i++) {
      const minX = boxes[4 * i] - margin, maxX = boxes[4 * i + 1] + margin, minY = boxes[4 * i + 2] - margin, maxY = boxes[4 * i + 3] + margin;
      for (let j = i + 1; j < length; j++) {
        if (boxes[4 * j] > maxX || boxes[4 * j + 1] < minX || boxes[4 * j + 2] > maxY || boxes[4 * j + 3] < minY) continue;
        testPair(data[i], data[j]);
      }
    }
  };

  /**
   * Puts the nodes of the crossings found so far. Done only when no vertex lies on an edge any more, so that edges that run
   * over each other have fallen together and one crossing of them gets one node; of pairs that died their pieces were tested.
   * Where more than two edges cross in a point each pair gets it rounded by itself: places so near one another are one node,
   * else borders of a unit in the last place would come to be between features that only touch.
   */
  const placeCrossings = (): void => {
    const places = new CrossingPlaces();
    let kept = 0;
    for (let i = 0; i < crossing.length; i += 2) {
      const e = crossing.data[i];
      const g = crossing.data[i + 1];
      if (edges.isDead(e) || edges.isDead(g)) continue;
      places.add(vertices, edges.a[e], edges.b[e], edges.a[g], edges.b[g]);
      crossing.data[kept++] = e;
      crossing.data[kept++] = g;
    }
    const standIns = places.standIns(BESIDE);
    for (let i = 0; i < places.count; i++) {
      const e = crossing.data[2 * i];
      const g = crossing.data[2 * i + 1];
      const ends = [edges.a[e], edges.b[e], edges.a[g], edges.b[g]];
      const other = standIns[i];
      const place = isAlong(vertices, ends[0], ends[1], places.x(other), places.y(other)) && isAlong(vertices, ends[2], ends[3], places.x(other), places.y(other)) ? other : i;
      const end = endBeside(vertices, ends, places.x(i), places.y(i));
      const node = end >= 0 ? end : vertices.intern(places.x(place), places.y(place));
      addSplit(e, node);
      addSplit(g, node);
      crossings.push(edges.firstUse[e]);
      crossings.push(edges.firstUse[g]);
      crossings.push(node);
    }
    crossing.length = 0;
  };

  forEachIntersection(vertices, edges, grid, testPair);

  let unresolved: Int32Array = new Int32Array(0);
  for (let round = 0; ; round++) {
    if (splitEdge.length === 0) {
      // However long edges on edges took: a layer of many crossings gets many pieces by them.
      if (lateRound === Infinity) {
        lateRound = round + LATE_ROUND;
        mostUses = Infinity;
      }
      placeCrossings();
    }
    if (splitEdge.length === 0) break;
    if (round === mostRounds || latePieces > mostLatePieces || edges.useCount > mostUses) {
      unresolved = splitEdge.toArray();
      break;
    }
    const firstFresh = edges.count;
    const fresh = applySplits(vertices, edges, splitEdge, splitVertex);
    splitEdge.length = 0;
    splitVertex.length = 0;
    added += fresh.length;
    if (round === lateRound) mostLatePieces = MOST_LATE_PIECES * (livingEdges(edges).length + mostRounds);
    if (round === LATE_ROUND || round === lateRound) mostUses = edges.useCount + MOST_LATE_USES * (edges.useCount + mostRounds);
    if (round > lateRound) latePieces += fresh.length;
    if (added > gridded) {
      // Many more edges than the cells were made for: new cells, and all pairs anew (few beside those that are new).
      const living = livingEdges(edges);
      grid = new EdgeGrid(vertices, edges, living);
      gridded = Math.max(living.length, gridded);
      added = 0;
      crossing.length = 0;
      forEachIntersection(vertices, edges, grid, testPair);
      continue;
    }
    addAndTest(fresh, firstFresh);
  }
  const isInserted = new Uint8Array(vertices.count);
  for (let i = 0; i < inserted.length; i++) isInserted[inserted.data[i]] = 1;
  return { grid, crossings, isInserted, unresolved };
}

export function livingEdges(edges: EdgeTable): Int32Array {
  const members = new Int32List(edges.count);
  for (let edge = 0; edge < edges.count; edge++) if (!edges.isDead(edge)) members.push(edge);
  return members.data.subarray(0, members.length);
}

/** Splits each named edge at all vertices named for it, in their order along the edge. Answers the edges that came to be. */
export function applySplits(vertices: VertexTable, edges: EdgeTable, splitEdge: Int32List, splitVertex: Int32List): Int32List {
  const fresh = new Int32List(2 * splitEdge.length);
  const { x, y } = vertices;
  const along = new Float64Array(splitEdge.length);
  for (let i = 0; i < along.length; i++) {
    // Measured from the first end by place, so that nothing hangs on the order of ids.
    const isForward = runsForward(vertices, edges, splitEdge.data[i]);
    const a = isForward ? edges.a[splitEdge.data[i]] : edges.b[splitEdge.data[i]];
    const b = isForward ? edges.b[splitEdge.data[i]] : edges.a[splitEdge.data[i]];
    const v = splitVertex.data[i];
    along[i] = (x[v] - x[a]) * (x[b] - x[a]) + (y[v] - y[a]) * (y[b] - y[a]);
  }
  const [edgeOf, vertexOf] = [splitEdge.data, splitVertex.data];
  const compare = (i: number, j: number): number => along[i] - along[j] || comparePoints(x[vertexOf[i]], y[vertexOf[i]], x[vertexOf[j]], y[vertexOf[j]]);
  const order = orderByGroup(edgeOf, splitEdge.length, compare);
  // All edges go before any piece comes: a piece that equals an edge of this batch is a new edge whatever the order of ids.
  const firstUse = new Int32Array(order.length).fill(-1);
  for (let i = 0; i < order.length; i++) {
    const edge = edgeOf[order[i]];
    if (!edges.isDead(edge)) firstUse[i] = edges.kill(edge);
  }
  const chain = new Int32List();
  const onNew = (child: number): void => {
    fresh.push(child);
  };
  for (let i = 0; i < order.length; ) {
    const first = firstUse[i];
    const edge = edgeOf[order[i]];
    chain.length = 0;
    for (; i < order.length && edgeOf[order[i]] === edge; i++) {
      const vertex = vertexOf[order[i]];
      if (chain.length === 0 || chain.data[chain.length - 1] !== vertex) chain.push(vertex);
    }
    if (!runsForward(vertices, edges, edge)) chain.data.subarray(0, chain.length).reverse();
    if (first >= 0) edges.putChain(edge, first, chain.data, chain.length, onNew);
  }
  return fresh;
}

/** Whether the first end of an edge, by x then y, is its `a`. */
export function runsForward(vertices: VertexTable, edges: EdgeTable, edge: number): boolean {
  const { x, y } = vertices;
  return comparePoints(x[edges.a[edge]], y[edges.a[edge]], x[edges.b[edge]], y[edges.b[edge]]) < 0;
}

/** Whether p, known to be on the line a–b, lies strictly between the two. */
function isBetween(vertices: VertexTable, a: number, b: number, p: number): boolean {
  const { x, y } = vertices;
  if (x[a] !== x[b]) return x[a] < x[b] ? x[p] > x[a] && x[p] < x[b] : x[p] > x[b] && x[p] < x[a];
  return y[a] < y[b] ? y[p] > y[a] && y[p] < y[b] : y[p] > y[b] && y[p] < y[a];
}

/** Whether a place beside the line a–b lies between the two; measured from the first end by place. */
function isAlong({ x, y }: VertexTable, a: number, b: number, px: number, py: number): boolean {
  if (comparePoints(x[a], y[a], x[b], y[b]) > 0) [a, b] = [b, a];
  const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
  const along = (px - x[a]) * dx + (py - y[a]) * dy;
  return along > 0 && along < dx * dx + dy * dy;
}
