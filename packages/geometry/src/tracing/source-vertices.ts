import { Int32List } from '../arrays/growable.ts';
import type { PreparedLayer } from '../edges/prepare.ts';
import type { MatchedTopology } from '../edges/topology.ts';
import type { VertexMoves } from '../edges/vertices.ts';
import { vertexRange } from '../layer/vertex-range.ts';
import type { TracedRing } from './rebuild.ts';

/** Where more vertices of a feature than this lie on one place, its rings there are listed once. */
const MANY = 64;

/** A ring of the layer that passes through a place: its first vertex there, and how many it has. */
interface Passage {
  readonly first: number;
  count: number;
}

/** The vertices of one feature of the layer, by the vertex of the topology at which each has come to lie. */
export class SourceVertices {
  private readonly prepared: PreparedLayer;
  private readonly vertexOf: Int32Array;
  private readonly moves: VertexMoves;
  /** First source vertex of the current feature at each vertex, valid if stamped; further ones follow through `sameNext`. */
  private readonly sourceHead: Int32Array;
  private readonly sourceStamp: Int32Array;
  private readonly sameNext: Int32Array;
  private stamp = 0;
  /** By vertex with many sources of the current feature: the rings that pass through it. */
  private readonly crowds = new Map<number, ReadonlyMap<number, Passage>>();
  /** The number of vertices that the current traced ring has in common with each ring, and the rings with any in common. */
  private readonly votes: Int32Array;
  private readonly voted = new Int32List();

  constructor({ prepared, vertices, vertexOf, moves }: MatchedTopology) {
    this.prepared = prepared;
    this.vertexOf = vertexOf;
    this.moves = moves;
    this.sourceHead = new Int32Array(vertices.count);
    this.sourceStamp = new Int32Array(vertices.count);
    this.sameNext = new Int32Array(vertexOf.length);
    this.votes = new Int32Array(prepared.featureOfRing.length);
  }

  /** Makes a feature the current one. */
  begin(feature: number): void {
    const { next } = this.prepared;
    this.stamp++;
    this.crowds.clear();
    const [start, end] = vertexRange(this.prepared.layer, feature);
    for (let i = end - 1; i >= start; i--) {
      if (next[i] < 0) continue;
      const vertex = this.moves.resolve(this.vertexOf[i]);
      this.sameNext[i] = this.sourceStamp[vertex] === this.stamp ? this.sourceHead[vertex] : -1;
      this.sourceStamp[vertex] = this.stamp;
      this.sourceHead[vertex] = i;
    }
  }

  /** The first source vertex of the current feature at a vertex of the topology, or -1. */
  first(vertex: number): number {
    return this.sourceStamp[vertex] === this.stamp ? this.sourceHead[vertex] : -1;
  }

  /** The first source vertex at a vertex of the topology that belongs to a ring, or -1. */
  firstIn(ring: number, vertex: number): number {
    const crowd = this.crowdAt(vertex);
    if (crowd !== null) return crowd.get(ring)?.first ?? -1;
    const { ringOfVertex } = this.prepared;
    for (let i = this.first(vertex); i >= 0; i = this.sameNext[i]) if (ringOfVertex[i] === ring) return i;
    return -1;
  }

  /**
   * Calls `visit` with each ring of the current feature that has vertices in common with a traced ring, and their number. That rings
   * have only places in common through which many pass does not count: which of them is continued would be chance.
   */
  forEachVote({ vertices }: TracedRing, visit: (source: number, count: number) => void): void {
    const { ringOfVertex } = this.prepared;
    const { votes, voted } = this;
    voted.length = 0;
    const crowds: ReadonlyMap<number, Passage>[] = [];
    for (let k = 0; k < vertices.length; k++) {
      const crowd = this.crowdAt(vertices[k]);
      if (crowd !== null) crowds.push(crowd);
      else for (let i = this.first(vertices[k]); i >= 0; i = this.sameNext[i]) if (votes[ringOfVertex[i]]++ === 0) voted.push(ringOfVertex[i]);
    }
    for (const crowd of crowds) {
      if (crowd.size <= MANY) for (const ring of crowd.keys()) if (votes[ring] === 0) voted.push(ring);
      for (let i = 0; i < voted.length; i++) votes[voted.data[i]] += crowd.get(voted.data[i])?.count ?? 0;
    }
    for (let i = 0; i < voted.length; i++) {
      visit(voted.data[i], votes[voted.data[i]]);
      votes[voted.data[i]] = 0;
    }
  }

  /** The rings of the current feature that pass through a vertex, if it has many sources there; else null. */
  private crowdAt(vertex: number): ReadonlyMap<number, Passage> | null {
    const known = this.crowds.get(vertex);
    if (known !== undefined) return known;
    let count = 0;
    for (let i = this.first(vertex); i >= 0 && count <= MANY; i = this.sameNext[i]) count++;
    if (count <= MANY) return null;
    const { ringOfVertex } = this.prepared;
    const crowd = new Map<number, Passage>();
    for (let i = this.first(vertex); i >= 0; i = this.sameNext[i]) {
      const passage = crowd.get(ringOfVertex[i]);
      if (passage === undefined) crowd.set(ringOfVertex[i], { first: i, count: 1 });
      else passage.count++;
    }
    this.crowds.set(vertex, crowd);
    return crowd;
  }
}
