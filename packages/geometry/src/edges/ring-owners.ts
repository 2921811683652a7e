import type { EdgeTable } from './edges.ts';

/** The ring of each vertex and the feature of each ring. */
export interface RingOwners {
  readonly ringOfVertex: Int32Array;
  readonly featureOfRing: Int32Array;
}

/** The feature that a vertex, or the segment that starts there, belongs to. */
export function featureOfVertex({ ringOfVertex, featureOfRing }: RingOwners, vertex: number): number {
  return featureOfRing[ringOfVertex[vertex]];
}

/** The feature whose segment uses an edge. @param use as in `EdgeTable`. */
export function featureOfUse(owners: RingOwners, { useCode }: EdgeTable, use: number): number {
  return featureOfVertex(owners, useCode[use] >> 1);
}
