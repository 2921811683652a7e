import type { EdgeTable } from './edges.ts';
import { Int32List } from '../arrays/growable.ts';
import type { RingOwners } from './prepare.ts';
import type { VertexTable } from './vertices.ts';

/** No feature lies on this side of an edge. */
export const VOID = -1;
/** What lies beside an edge cannot be told from the edge alone: too many segments run over it, or two of one feature. */
export const UNKNOWN = -2;

/** Which feature lies on either side of each edge, read from the segments that run over it; `left` is seen from a → b. */
export interface EdgeSides {
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** Edges at each vertex; 255 stands for that and more. */
  readonly degree: Uint8Array;
  /** The edges that have a void on one side, ascending. */
  readonly openEdges: Int32Array;
}

/**
 * Reads the sides of edges that one segment runs over, or two of different features in opposite directions. The features of
 * all others are marked as doubtful.
 */
export function readSides(prepared: RingOwners, vertices: VertexTable, edges: EdgeTable, isDoubtful: Uint8Array): EdgeSides {
  const { ringOfVertex, featureOfRing } = prepared;
  const { firstUse, useNext, useCode } = edges;
  const left = new Int32Array(edges.count);
  const right = new Int32Array(edges.count);
  const degree = new Uint8Array(vertices.count);
  const openEdges = new Int32List(1024);
  for (let edge = 0; edge < edges.count; edge++) {
    const a = edges.a[edge];
    const b = edges.b[edge];
    if (degree[a] < 255) degree[a]++;
    if (degree[b] < 255) degree[b]++;
    const first = firstUse[edge];
    const second = useNext[first];
    const code = useCode[first];
    const feature = featureOfRing[ringOfVertex[code >> 1]];
    let other = VOID;
    if (second >= 0) {
      other = featureOfRing[ringOfVertex[useCode[second] >> 1]];
      if (useNext[second] >= 0 || other === feature || ((code ^ useCode[second]) & 1) === 0) {
        for (let use = first; use >= 0; use = useNext[use]) isDoubtful[featureOfRing[ringOfVertex[useCode[use] >> 1]]] = 1;
        left[edge] = UNKNOWN;
        right[edge] = UNKNOWN;
        continue;
      }
    } else openEdges.push(edge);
    left[edge] = (code & 1) === 0 ? feature : other;
    right[edge] = (code & 1) === 0 ? other : feature;
  }
  return { left, right, degree, openEdges: openEdges.takeArray() };
}

/** What lies to the left of a half-edge. */
export function leftOf(sides: EdgeSides, half: number): number {
  return half & 1 ? sides.right[half >> 1] : sides.left[half >> 1];
}

/** Marks every feature with a segment on the edge. */
export function markFeaturesOf(prepared: RingOwners, edges: EdgeTable, edge: number, isMarked: Uint8Array): void {
  for (let use = edges.firstUse[edge]; use >= 0; use = edges.useNext[use]) {
    isMarked[prepared.featureOfRing[prepared.ringOfVertex[edges.useCode[use] >> 1]]] = 1;
  }
}

export function isOpenEdge(sides: EdgeSides, edge: number): boolean {
  return sides.left[edge] === VOID || sides.right[edge] === VOID;
}
