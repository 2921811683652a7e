import { Int32List } from '../arrays/growable.ts';
import type { Ground } from '../ground.ts';
import type { EdgeTable } from './edges.ts';
import { internRings } from './intern-rings.ts';
import type { PreparedLayer } from './prepare.ts';
import { firstByPlace, VertexMoves } from './vertices.ts';
import type { VertexTable } from './vertices.ts';

/**
 * The rings of a layer as vertices and edges, each place and each edge once: what the stages of an examination work on. Every stage
 * adds to it what it found, and takes the type that the one before it gives, so that they can be called in one order only:
 * Topology, MatchedTopology, NodedTopology, ArrangedTopology, AssignedTopology.
 */
export interface Topology {
  readonly prepared: PreparedLayer;
  readonly vertices: VertexTable;
  readonly edges: EdgeTable;
  /** The vertex at each source vertex, before any moved; -1 where that is in no ring. */
  readonly vertexOf: Int32Array;
  readonly ground: Ground;
}

/** After `matchBorders`: near borders of different features are the same. */
export interface MatchedTopology extends Topology {
  readonly moves: VertexMoves;
  /** Vertices that were put into edges. */
  readonly inserted: Int32List;
  /** Features that were moved or bent: 1. */
  readonly isTouched: Uint8Array;
}

export function buildTopology(prepared: PreparedLayer, ground: Ground): Topology {
  return { prepared, ...internRings(prepared), ground };
}

/** Which of two vertices stays where they fall together, by geometry alone: the one where more edges meet, else the first by x and y. */
export function oneThatStays({ vertices, edges }: Topology, p: number, q: number): number {
  const degrees = edges.degree(p) - edges.degree(q);
  return degrees > 0 ? p : degrees < 0 ? q : firstByPlace(vertices, p, q);
}

/** A topology in which nothing has been matched yet. */
export function unmatched(topology: Topology): MatchedTopology {
  return { ...topology, moves: new VertexMoves(topology.vertices.count), inserted: new Int32List(), isTouched: new Uint8Array(topology.prepared.changed.length) };
}
