import { sortAround } from '../faces/arrangement.ts';
import type { EdgeSides } from '../edges/edge-sides.ts';
import { UNKNOWN, VOID, isOpenEdge, leftOf, markFeaturesOf } from '../edges/edge-sides.ts';
import type { EdgeTable } from '../edges/edges.ts';
import type { RingOwners } from '../edges/prepare.ts';
import type { VertexTable } from '../edges/vertices.ts';

/** The vertices where three edges or more meet, with their half-edges in order. */
export interface Stars {
  /** For a vertex of three edges or more: its star; for others the exclusive or of its open edges. */
  readonly atVertex: Int32Array;
  readonly offsets: Int32Array;
  /** Half-edges out of each star, counter-clockwise from the direction straight left. */
  readonly around: Int32Array;
  /** Where a half-edge with a void on its left comes into a star: the half-edge on which that void goes on. */
  readonly afterStar: ReadonlyMap<number, number>;
}

/**
 * Sorts the edges of every star and looks into the wedges between them: both edges of a wedge must say the same of what lies
 * in it, and no feature may have two wedges. Where only two edges meet that is so by itself.
 */
export function examineStars(prepared: RingOwners, vertices: VertexTable, edges: EdgeTable, sides: EdgeSides, isDoubtful: Uint8Array): Stars {
  const { degree } = sides;
  const atVertex = new Int32Array(vertices.count);
  let starCount = 0;
  for (let vertex = 0; vertex < vertices.count; vertex++) if (degree[vertex] > 2) atVertex[vertex] = starCount++;
  const offsets = new Int32Array(starCount + 1);
  for (let edge = 0; edge < edges.count; edge++) {
    const a = edges.a[edge];
    const b = edges.b[edge];
    if (degree[a] > 2) offsets[atVertex[a] + 1]++;
    else if (isOpenEdge(sides, edge)) atVertex[a] ^= edge;
    if (degree[b] > 2) offsets[atVertex[b] + 1]++;
    else if (isOpenEdge(sides, edge)) atVertex[b] ^= edge;
  }
  for (let star = 0; star < starCount; star++) offsets[star + 1] += offsets[star];
  const around = new Int32Array(offsets[starCount]);
  const position = offsets.slice(0, starCount);
  for (let edge = 0; edge < edges.count; edge++) {
    const a = edges.a[edge];
    const b = edges.b[edge];
    if (degree[a] > 2) around[position[atVertex[a]]++] = 2 * edge;
    if (degree[b] > 2) around[position[atVertex[b]]++] = 2 * edge + 1;
  }

  const afterStar = new Map<number, number>();
  const owners: number[] = [];
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    if (degree[vertex] < 3) continue;
    const start = offsets[atVertex[vertex]];
    const end = offsets[atVertex[vertex] + 1];
    sortAround(vertices, edges, vertex, around, start, end);
    owners.length = 0;
    let isConsistent = true;
    for (let i = start; i < end; i++) {
      const following = around[i + 1 === end ? start : i + 1];
      const owner = leftOf(sides, around[i]);
      if (owner !== leftOf(sides, following ^ 1) || owner === UNKNOWN) isConsistent = false;
      else if (owner === VOID) afterStar.set(following ^ 1, around[i]);
      else owners.push(owner);
    }
    if (isConsistent && areDifferent(owners)) continue;
    for (let i = start; i < end; i++) markFeaturesOf(prepared, edges, around[i] >> 1, isDoubtful);
  }
  return { atVertex, offsets, around, afterStar };
}

function areDifferent(owners: number[]): boolean {
  if (owners.length > 16) return new Set(owners).size === owners.length;
  for (let i = 0; i < owners.length; i++) for (let j = i + 1; j < owners.length; j++) if (owners[i] === owners[j]) return false;
  return true;
}
