import { EdgeTable } from '../src/edges/edges.ts';
import { VertexTable } from '../src/edges/vertices.ts';

export type Point = readonly [number, number];
export type Segment = readonly [Point, Point];

/** Segments as edges, in their order; those without length are left out. */
export function edgesOf(segments: readonly Segment[]): { vertices: VertexTable; edges: EdgeTable; members: Int32Array } {
  const vertices = new VertexTable(2 * segments.length);
  const edges = new EdgeTable(segments.length);
  segments.forEach(([[ax, ay], [bx, by]], segment) => {
    const [a, b] = [vertices.intern(ax, ay), vertices.intern(bx, by)];
    if (a !== b) edges.addSegment(a, b, segment);
  });
  return { vertices, edges, members: Int32Array.from({ length: edges.count }, (_, edge) => edge) };
}
