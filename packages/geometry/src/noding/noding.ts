import { Int32List } from '../arrays/growable.ts';
import type { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { forEachIntersection } from '../edges/intersections.ts';
import type { VertexTable } from '../edges/vertices.ts';
import { EdgeMeetings } from './edge-meetings.ts';
import { applySplits } from './edge-splits.ts';
import { FreshEdges } from './fresh-edges.ts';

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
  const meetings = new EdgeMeetings(vertices, edges, inserted, mostCrossings);
  const { splitEdge, splitVertex, crossings, testPair } = meetings;
  const bound = new NodingBound(edges, mostRounds);
  let grid = new EdgeGrid(vertices, edges, members);
  let freshEdges = new FreshEdges(vertices, edges, grid, meetings);
  /** Edges that the grid was made for, and those that came since. */
  let [gridded, added] = [members.length, 0];
  let unresolved: Int32Array = new Int32Array(0);
  forEachIntersection(vertices, edges, grid, testPair);
  for (let round = 0; ; round++) {
    if (splitEdge.length === 0) {
      bound.ownCrossingsBegin(round);
      meetings.placeCrossings();
    }
    if (splitEdge.length === 0) break;
    if (bound.isReached(round)) {
      unresolved = splitEdge.toArray();
      break;
    }
    const firstFresh = edges.count;
    const fresh = applySplits(vertices, edges, splitEdge, splitVertex);
    meetings.forgetSplits();
    bound.count(round, fresh.length);
    added += fresh.length;
    if (added > gridded) {
      // Many more edges than the cells were made for: new cells, and all pairs anew (few beside those that are new).
      const living = livingEdges(edges);
      grid = new EdgeGrid(vertices, edges, living);
      freshEdges = new FreshEdges(vertices, edges, grid, meetings);
      gridded = Math.max(living.length, gridded);
      added = 0;
      meetings.forgetCrossings();
      forEachIntersection(vertices, edges, grid, testPair);
      continue;
    }
    freshEdges.addAndTest(fresh, firstFresh);
  }
  const isInserted = new Uint8Array(vertices.count);
  for (let i = 0; i < inserted.length; i++) isInserted[inserted.data[i]] = 1;
  return { grid, crossings, isInserted, unresolved };
}

/** Tells edges that multiply without end from those of a layer with many crossings. */
class NodingBound {
  private readonly edges: EdgeTable;
  private readonly mostRounds: number;
  /** The round from which on pieces are late. */
  private lateRound = Infinity;
  private latePieces = 0;
  private mostLatePieces = Infinity;
  private mostUses = Infinity;

  constructor(edges: EdgeTable, mostRounds: number) {
    this.edges = edges;
    this.mostRounds = mostRounds;
  }

  /** From now on the crossings of the layer itself get their nodes. However long edges on edges took: many crossings make many pieces. */
  ownCrossingsBegin(round: number): void {
    if (this.lateRound !== Infinity) return;
    this.lateRound = round + LATE_ROUND;
    this.mostUses = Infinity;
  }

  isReached(round: number): boolean {
    return round === this.mostRounds || this.latePieces > this.mostLatePieces || this.edges.useCount > this.mostUses;
  }

  /** @param pieces that came to be in this round. */
  count(round: number, pieces: number): void {
    const { edges, mostRounds, lateRound } = this;
    if (round === lateRound) this.mostLatePieces = MOST_LATE_PIECES * (livingEdges(edges).length + mostRounds);
    if (round === LATE_ROUND || round === lateRound) this.mostUses = edges.useCount + MOST_LATE_USES * (edges.useCount + mostRounds);
    if (round > lateRound) this.latePieces += pieces;
  }
}

export function livingEdges(edges: EdgeTable): Int32Array {
  const members = new Int32List(edges.count);
  for (let edge = 0; edge < edges.count; edge++) if (!edges.isDead(edge)) members.push(edge);
  return members.data.subarray(0, members.length);
}
