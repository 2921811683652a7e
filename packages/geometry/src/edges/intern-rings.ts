import { EdgeTable } from './edges.ts';
import type { PreparedLayer } from './prepare.ts';
import { VertexTable } from './vertices.ts';

export interface InternedRings {
  readonly vertices: VertexTable;
  readonly edges: EdgeTable;
  /** The vertex id of each source vertex, -1 for those in no ring. */
  readonly vertexOf: Int32Array;
}

/** Gives every point and every edge of the cleaned rings one id. */
export function internRings(prepared: PreparedLayer): InternedRings {
  const { next, ringFirst, reversed } = prepared;
  const vertices = new VertexTable(prepared.segmentCount, prepared.layer.xy);
  const vertexOf = internVertices(prepared.layer.xy, next, prepared.segmentCount, vertices);
  const edges = new EdgeTable(prepared.segmentCount);
  for (let ring = 0; ring < ringFirst.length; ring++) {
    const first = ringFirst[ring];
    if (first < 0) continue;
    let i = first;
    do {
      const j = next[i];
      if (reversed[ring] === 1) edges.addSegment(vertexOf[j], vertexOf[i], i);
      else edges.addSegment(vertexOf[i], vertexOf[j], i);
      i = j;
    } while (i !== first);
  }
  return { vertices, edges, vertexOf };
}

/**
 * Assigns vertex ids to source vertices.
 *
 * Where a ring runs along an earlier one, its next vertex is usually next to the source vertex where the previous one was
 * first seen. The table, which costs a distant memory access, is only consulted where it is not.
 *
 * @param next for each source vertex; negative where it gets no id.
 * @param count number of source vertices that get an id.
 * @returns the vertex id of each source vertex, -1 where it has none.
 */
export function internVertices(xy: Float64Array, next: Int32Array, count: number, vertices: VertexTable): Int32Array {
  const vertexOf = new Int32Array(next.length).fill(-1);
  const firstAt = new Int32Array(count);
  /** The earlier source vertex that equals the previous one, or -1. */
  let partner = -1;
  for (let i = 0; i < next.length; i++) {
    if (next[i] < 0) continue;
    const x = xy[2 * i];
    const y = xy[2 * i + 1];
    if (partner > 0 && xy[2 * partner - 2] === x && xy[2 * partner - 1] === y && vertexOf[partner - 1] >= 0) {
      vertexOf[i] = vertexOf[--partner];
    } else if (partner >= 0 && partner + 1 < i && xy[2 * partner + 2] === x && xy[2 * partner + 3] === y && vertexOf[partner + 1] >= 0) {
      vertexOf[i] = vertexOf[++partner];
    } else {
      const before = vertices.count;
      const vertex = vertices.intern(x, y);
      vertexOf[i] = vertex;
      partner = vertex === before ? -1 : firstAt[vertex];
      if (vertex === before) firstAt[vertex] = i;
    }
  }
  return vertexOf;
}
