import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import type { VertexTable } from '../edges/vertices.ts';
import { EdgeIntersections } from './edge-intersections.ts';
import { applySplits } from './edge-splits.ts';
import { FreshEdges } from './fresh-edges.ts';

/** Rounds of noding before giving up. Each round only examines the edges created by the previous one. */
const MOST_ROUNDS = 100;
/** Each crossing takes about a hundred bytes in total. */
export const MOST_CROSSINGS = 5_000_000;

/** Pieces count as late from this many rounds after the layer's own crossings got their nodes. */
const LATE_ROUND = 6;
/** This many late pieces, per edge present when the first late piece appears, mean that edges multiply without end. */
const MOST_LATE_PIECES = 2;
/**
 * The same for uses by rings, per use present at that time. Where rings run back and forth over merged edges, every split
 * doubles the uses while the pieces stay few, until memory runs out.
 */
const MOST_LATE_USES = 16;

export interface Noding {
  readonly grid: EdgeGrid;
  /** Proper crossings in threes: the first use of each of the two edges (their lists outlive them) and the node placed there. */
  readonly crossings: Int32List;
  /** 1 for every vertex that was put on the interior of an edge. */
  readonly isInserted: Uint8Array;
  /** Edges that still intersect others because the bound was reached. Normally empty. */
  readonly unresolved: Int32Array;
}

interface NodingOptions {
  /** The edges as they are now; made here if it is not given. */
  readonly grid?: EdgeGrid;
  readonly mostRounds?: number;
  readonly mostCrossings?: number;
}

/**
 * Splits edges until they intersect in common ends only. Where two edges cross, the node is one of their ends if it is close
 * enough to the crossing (`BESIDE`), else their intersection rounded to doubles. Such a node bends its edges by a few units
 * in the last place, which may create a new crossing. So the new edges, and only those, are tested again until none crosses.
 *
 * @param inserted vertices that were put on edges before; those added by noding are appended.
 * @throws TooTangledError if there are more crossings than memory could hold.
 */
export function nodeEdges(vertices: VertexTable, edges: EdgeTable, inserted: Int32List, options: NodingOptions = {}): Noding {
  const { mostRounds = MOST_ROUNDS, mostCrossings = MOST_CROSSINGS } = options;
  let { grid = gridOf(vertices, edges) } = options;
  const intersections = new EdgeIntersections(vertices, edges, inserted, mostCrossings);
  const { splitEdge, splitVertex, crossings, testPair } = intersections;
  const bound = new NodingBound(edges, mostRounds);
  let freshEdges = new FreshEdges(vertices, edges, grid, intersections);
  /** Number of edges that the grid was built for, and number added since. */
  let [gridded, added] = [grid.memberCount, 0];
  let unresolved: Int32Array = new Int32Array(0);
  forEachIntersection(vertices, edges, grid, testPair);
  for (let round = 0; ; round++) {
    if (splitEdge.length === 0) {
      bound.ownCrossingsBegin(round);
      intersections.placeCrossings();
    }
    if (splitEdge.length === 0) break;
    if (bound.isReached(round)) {
      unresolved = splitEdge.toArray();
      break;
    }
    const firstFresh = edges.count;
    const fresh = applySplits(vertices, edges, splitEdge, splitVertex);
    intersections.forgetSplits();
    bound.count(round, fresh.length);
    added += fresh.length;
    if (added > gridded) {
      // There are many more edges than the cells were made for. Rebuild the grid and test all pairs again; apart from the new ones, these
      // are few.
      grid = gridOf(vertices, edges);
      freshEdges = new FreshEdges(vertices, edges, grid, intersections);
      gridded = Math.max(grid.memberCount, gridded);
      added = 0;
      intersections.forgetCrossings();
      forEachIntersection(vertices, edges, grid, testPair);
      continue;
    }
    freshEdges.addAndTest(fresh, firstFresh);
  }
  const isInserted = new Uint8Array(vertices.count);
  for (let i = 0; i < inserted.length; i++) isInserted[inserted.data[i]] = 1;
  return { grid, crossings, isInserted, unresolved };
}

/** Distinguishes edges that multiply without end from a layer with many crossings. */
class NodingBound {
  private readonly edges: EdgeTable;
  private readonly mostRounds: number;
  /** Pieces are late from this round on. */
  private lateRound = Infinity;
  private latePieces = 0;
  private mostLatePieces = Infinity;
  private mostUses = Infinity;

  constructor(edges: EdgeTable, mostRounds: number) {
    this.edges = edges;
    this.mostRounds = mostRounds;
  }

  /**
   * From now on the layer's own crossings get their nodes. The bounds count from here, however long overlapping edges took before, because
   * many crossings create many pieces.
   */
  ownCrossingsBegin(round: number): void {
    if (this.lateRound !== Infinity) return;
    this.lateRound = round + LATE_ROUND;
    this.mostUses = Infinity;
  }

  isReached(round: number): boolean {
    return round === this.mostRounds || this.latePieces > this.mostLatePieces || this.edges.useCount > this.mostUses;
  }

  /** @param pieces how many were created in this round. */
  count(round: number, pieces: number): void {
    const { edges, mostRounds, lateRound } = this;
    if (round === lateRound) this.mostLatePieces = MOST_LATE_PIECES * (livingEdges(edges).length + mostRounds);
    if (round === LATE_ROUND || round === lateRound) this.mostUses = edges.useCount + MOST_LATE_USES * (edges.useCount + mostRounds);
    if (round > lateRound) this.latePieces += pieces;
  }
}

function gridOf(vertices: VertexTable, edges: EdgeTable): EdgeGrid {
  return new EdgeGrid(vertices, edges, livingEdges(edges));
}

export function livingEdges(edges: EdgeTable): Int32Array {
  const members = new Int32List(edges.count);
  for (let edge = 0; edge < edges.count; edge++) if (!edges.isDead(edge)) members.push(edge);
  return members.data.subarray(0, members.length);
}
