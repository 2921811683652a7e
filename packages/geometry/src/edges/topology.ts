import { Int32List } from '../arrays/growable.ts';
import type { Ground } from '../ground.ts';
import type { EdgeTable } from './edges.ts';
import { internRings } from './intern-rings.ts';
import type { PreparedLayer } from './prepare.ts';
import { firstByPlace, VertexMoves } from './vertices.ts';
import type { VertexTable } from './vertices.ts';

/**
 * The rings of a layer as vertices and edges, each stored once. All stages of an examination work on it. Each stage adds its
 * results and requires the type that the previous stage returns, so that they can only be called in one order: Topology,
 * MatchedTopology, NodedTopology, ArrangedTopology, AssignedTopology.
 */
export interface Topology {
  readonly prepared: PreparedLayer;
  readonly vertices: VertexTable;
  readonly edges: EdgeTable;
  /** The vertex id of each source vertex before any vertex was moved; -1 for those in no ring. */
  readonly vertexOf: Int32Array;
  readonly ground: Ground;
}

/** After `matchBorders`: nearby borders of different features are identical. */
export interface MatchedTopology extends Topology {
  readonly moves: VertexMoves;
  /** Vertices that were inserted into edges. */
  readonly inserted: Int32List;
  /** 1 for features that were moved or bent. */
  readonly isTouched: Uint8Array;
}

export function buildTopology(prepared: PreparedLayer, ground: Ground): Topology {
  return { prepared, ...internRings(prepared), ground };
}

/** Which of two vertices stays when they are merged: the one with more edges, else the first by x, then y. Depends on geometry alone. */
export function oneThatStays({ vertices, edges }: Topology, p: number, q: number): number {
  const degrees = edges.degree(p) - edges.degree(q);
  return degrees > 0 ? p : degrees < 0 ? q : firstByPlace(vertices, p, q);
}

/** A topology in which nothing has been matched yet. */
export function unmatched(topology: Topology): MatchedTopology {
  return { ...topology, moves: new VertexMoves(topology.vertices.count), inserted: new Int32List(), isTouched: new Uint8Array(topology.prepared.changed.length) };
}
