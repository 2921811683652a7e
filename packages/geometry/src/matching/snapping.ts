import type { EdgeTable } from '../edges/edges.ts';
import type { FindingList } from '../layer/finding-list.ts';
import type { Ground } from '../ground.ts';
import { Int32List } from '../arrays/growable.ts';
import { Marks } from '../arrays/marks.ts';
import { applySplits } from '../noding/edge-splits.ts';
import { driftOf } from './drift.ts';
import { NearestEdges } from './nearest-edges.ts';
import type { NearestEdge } from './nearest-edges.ts';
import { MatchingCandidates } from './candidates.ts';
import { PairChoice } from './near-pairs.ts';
import { OpenBorders } from './open-borders.ts';
import { BordersAtVertex } from './borders-at-vertex.ts';
import { shortEdges } from './short-edges.ts';
import { Sight } from './sight.ts';
import { orient2d } from '../edges/predicates.ts';
import type { VertexMoves, VertexTable } from '../edges/vertices.ts';
import { oneThatStays, unmatched } from '../edges/topology.ts';
import type { MatchedTopology, Topology } from '../edges/topology.ts';

/**
 * Matching always terminates, as each merge removes a vertex and each insertion joins a vertex to one more feature. This bound is
 * only a safeguard.
 */
const MOST_PASSES = 60;

/** Pairs merged between two progress reports. */
const PAIRS_BETWEEN_REPORTS = 4096;

export interface MatchingOptions {
  /** Borders closer than this are matched; 0: none. On the ground. */
  readonly distance: number;
  /** 1 for features that take no part. */
  readonly isFrozen: Uint8Array;
  /** For each source vertex, whether there is land that is not in the layer beyond the segment that starts there. */
  readonly isRim: Uint8Array | null;
  /** Whether short edges between nodes are merged as well; see `shortEdges`. */
  readonly mergesShortEdges: boolean;
}

/** Matches nearby borders. This changes the edges of the topology. */
export function matchBorders(topology: Topology, options: MatchingOptions, findings: FindingList, progress: (share: number) => void): MatchedTopology {
  const matched = unmatched(topology);
  // Released on return: its knowledge of the borders is as large as the layer.
  const snapping = new BorderSnapping(matched, options, findings);
  if (options.mergesShortEdges) snapping.mergeShortEdges();
  snapping.run(progress);
  return matched;
}

/**
 * Matches borders of different features that face each other within the snap distance.
 *
 * A vertex of one border is merged into a vertex of the other. If there is none, it is inserted into the edge that it is near,
 * which bends to it. No coordinates are invented, with one exception: a vertex that would bend the edge by more than the distance
 * from where it was before matching is moved onto the edge instead. Only edges without a partner on the other side take part, so a
 * matched border never moves. Two borders face each other if, with the land on the left of both, they run in opposite directions.
 * `oneThatStays` decides which vertex moves.
 */
class BorderSnapping {
  /** 1 for features that were moved or bent here. */
  private readonly isTouched: Uint8Array;
  private readonly matched: MatchedTopology;
  private readonly vertices: VertexTable;
  private readonly edges: EdgeTable;
  private readonly moves: VertexMoves;
  private readonly inserted: Int32List;
  private readonly ground: Ground;
  private readonly distance: number;
  private readonly findings: FindingList;
  /** Features that take no part. */
  private readonly isFrozen: Uint8Array;
  private readonly borders: OpenBorders;
  private readonly candidates: MatchingCandidates;
  private readonly sight: Sight;
  private readonly pairs: PairChoice;
  private readonly nearestEdges: NearestEdges;
  /** The number of vertices that there is room for in all tables of them. */
  private room: number;
  /** The vertices that are in a list of candidates. */
  private readonly isTaken: Marks;
  /** Vertices whose edges changed since the last search; null before the first one. */
  private changed: Int32List | null = null;
  /** Vertices to check for pairs, and for edges to insert them into. One may occur more than once. */
  private readonly toPair = new Int32List();
  private readonly toInsert = new Int32List();
  /** Vertices that were moved onto an edge. */
  private readonly isFoot = new Set<number>();
  /** The borders that pass through a vertex, and through another one near it. */
  private readonly here: BordersAtVertex;
  private readonly there: BordersAtVertex;

  constructor(matched: MatchedTopology, { distance, isFrozen, isRim }: MatchingOptions, findings: FindingList) {
    const { vertices, edges, ground } = matched;
    this.matched = matched;
    this.vertices = vertices;
    this.edges = edges;
    this.moves = matched.moves;
    this.inserted = matched.inserted;
    this.isTouched = matched.isTouched;
    this.ground = ground;
    this.distance = distance;
    this.isFrozen = isFrozen;
    this.borders = new OpenBorders(matched, distance, isRim);
    this.candidates = new MatchingCandidates(matched, this.borders);
    this.sight = new Sight(matched, this.borders);
    this.pairs = new PairChoice(matched, this.borders, this.sight, { distance, isFrozen });
    this.nearestEdges = new NearestEdges(matched, this.borders, this.sight, { distance, isFrozen });
    this.findings = findings;
    this.room = vertices.count;
    this.isTaken = new Marks(vertices.count);
    const isOpen = (edge: number): boolean => this.borders.isOpen(edge);
    this.here = new BordersAtVertex(matched, isOpen);
    this.there = new BordersAtVertex(matched, isOpen);
  }

  run(progress: (share: number) => void): void {
    if (!(this.distance > 0)) return;
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      // The first pass does most of the work.
      const report = (share: number): void => progress(pass === 0 ? 0.8 * share : 1 - 0.2 / (pass + share));
      this.lookForCandidates();
      report(0.2);
      if (this.toInsert.length === 0) return;
      if (this.mergeVertices(report) === 0 && this.insertVertices() === 0) return;
    }
  }

  /**
   * Merges the ends of short edges, the shortest first, until there are none. Applies to all features, including those whose borders are
   * not matched.
   */
  mergeShortEdges(): void {
    const { edges } = this;
    for (let short = shortEdges(this.matched, this.distance); short.length > 0; short = shortEdges(this.matched, this.distance)) {
      for (const { edge, length } of short) {
        if (edges.isDead(edge)) continue;
        const p = edges.a[edge];
        const q = edges.b[edge];
        const stays = oneThatStays(this.matched, p, q);
        this.moveVertex(p + q - stays, stays, length);
      }
    }
  }

  /** Adds the vertices near other borders as candidates; after the first time, only near what changed. */
  private lookForCandidates(): void {
    const near = this.changed === null ? this.candidates.all() : this.candidates.around(this.changed);
    for (let i = 0; i < near.length; i++) {
      this.toPair.push(near.data[i]);
      this.toInsert.push(near.data[i]);
    }
    this.changed = new Int32List();
  }

  /** Empties a list of candidates. @returns those that an open border passes through, each once. */
  private takeCandidates(list: Int32List): Int32List {
    const candidates = new Int32List(list.length);
    this.isTaken.removeAll();
    for (let i = 0; i < list.length; i++) {
      const vertex = list.data[i];
      if (this.isTaken.has(vertex) || !this.borders.isOnBorder(vertex)) continue;
      this.isTaken.add(vertex);
      candidates.push(vertex);
    }
    list.length = 0;
    return candidates;
  }

  /** Merges pairs of vertices, the closest first, with each vertex in one pair at most. @returns how many moved. */
  private mergeVertices(progress: (share: number) => void): number {
    this.sight.forget();
    const { from, to, apart } = this.pairs.choose(this.takeCandidates(this.toPair));
    progress(0.5);
    // Which vertex of a pair stays is decided before any moves, so the order of the pairs does not matter.
    const stays = Int32Array.from(apart, (_, i) => oneThatStays(this.matched, from[i], to[i]));
    progress(0.6);
    for (let i = 0; i < stays.length; i++) {
      this.moveVertex(from[i] + to[i] - stays[i], stays[i], apart[i]);
      if (i % PAIRS_BETWEEN_REPORTS === 0) progress(0.6 + (0.4 * i) / stays.length);
    }
    return stays.length;
  }

  private moveVertex(vertex: number, onto: number, length: number): void {
    const { here, there, isTouched } = this;
    const { x, y } = this.vertices;
    there.read(onto);
    for (let i = 0; i < there.count; i++) isTouched[there.list[i].feature] = 1;
    const other = there.firstFeature();
    here.read(vertex);
    for (let i = 0; i < here.count; i++) {
      const { feature } = here.list[i];
      isTouched[feature] = 1;
      this.findings.add({ kind: 'near-edge', feature, other, x: x[vertex], y: y[vertex], measure: length, action: 'vertex-moved' });
    }
    this.edges.mergeVertex(vertex, onto, () => undefined);
    this.moves.move(vertex, onto);
    this.changed?.push(onto);
  }

  private insertVertices(): number {
    const { vertices, edges } = this;
    const { x, y } = vertices;
    const splitEdge = new Int32List();
    const splitVertex = new Int32List();
    const { here } = this;
    here.vertex = -1;
    this.sight.forget();
    const moves: { readonly vertex: number; readonly foot: number; readonly bent: NearestEdge; readonly mover: number }[] = [];
    const candidates = this.takeCandidates(this.toInsert);
    for (let i = 0; i < candidates.length; i++) {
      const vertex = candidates.data[i];
      const nearest = this.nearestEdges.find(vertex, here);
      if (nearest.size === 0 || here.hasMarked(this.isFrozen)) continue;
      const mover = here.firstFeature();
      const bent = this.bentTooFar(vertex, nearest);
      if (bent !== null) {
        const foot = this.footOn(bent);
        moves.push({ vertex, foot, bent, mover });
        if (foot === edges.a[bent.edge] || foot === edges.b[bent.edge]) continue;
        splitEdge.push(bent.edge);
        splitVertex.push(foot);
        this.inserted.push(foot);
        continue;
      }
      for (const [feature, { edge, length }] of nearest) {
        splitEdge.push(edge);
        splitVertex.push(vertex);
        this.inserted.push(vertex);
        this.isTouched[feature] = 1;
        const isOnLine = orient2d(x[edges.a[edge]], y[edges.a[edge]], x[edges.b[edge]], y[edges.b[edge]], x[vertex], y[vertex]) === 0;
        if (isOnLine) this.findings.add({ kind: 'unmatched-vertex', feature, other: mover, x: x[vertex], y: y[vertex], action: 'vertex-inserted' });
        else this.findings.add({ kind: 'near-edge', feature, other: mover, x: x[vertex], y: y[vertex], measure: length, action: 'vertex-inserted' });
      }
    }
    for (let i = 0; i < splitVertex.length; i++) this.changed?.push(splitVertex.data[i]);
    if (splitEdge.length > 0) applySplits(vertices, edges, splitEdge, splitVertex);
    for (const { vertex, foot, bent: { feature, length }, mover } of moves) {
      this.isTouched[feature] = 1;
      this.findings.add({ kind: 'near-edge', feature, other: mover, x: vertices.x[foot], y: vertices.y[foot], measure: length, action: 'vertex-inserted' });
      if (foot !== vertex) this.moveVertex(vertex, foot, length);
    }
    return splitEdge.length + moves.length;
  }

  /**
   * The nearest of the edges that a vertex would bend by more than the distance from where they were. Null if there is none, or if the
   * vertex was moved onto an edge before.
   */
  private bentTooFar(vertex: number, nearest: ReadonlyMap<number, NearestEdge>): NearestEdge | null {
    if (this.isFoot.has(vertex)) return null;
    let found: NearestEdge | null = null;
    for (const edge of nearest.values()) {
      if ((found === null || edge.length < found.length) && driftOf(this.matched, edge.edge, vertex) > this.distance) found = edge;
    }
    return found;
  }

  /** The vertex at the nearest point of an edge. */
  private footOn({ x, y }: NearestEdge): number {
    const foot = this.vertices.intern(x, y);
    this.isFoot.add(foot);
    if (foot >= this.room) {
      this.room = 2 * foot;
      for (const table of [this.isTaken, this.borders, this.candidates, this.sight, this.pairs]) table.makeRoom(this.room);
    }
    return foot;
  }
}
