import { describe, expect, it } from 'vitest';
import { EdgeTable } from './edges.ts';
import { Int32List } from './growable.ts';
import { livingEdges, nodeEdges } from './noding.ts';
import { VertexTable } from './vertices.ts';

type Segment = readonly [number, number, number, number];

function node(segments: readonly Segment[]): string[] {
  const vertices = new VertexTable(8);
  const edges = new EdgeTable(8);
  segments.forEach(([ax, ay, bx, by], segment) => {
    edges.addSegment(vertices.intern(ax, ay), vertices.intern(bx, by), segment);
  });
  nodeEdges(vertices, edges, new Int32List());
  const place = (vertex: number): string => `${vertices.x[vertex]} ${vertices.y[vertex]}`;
  return Array.from(livingEdges(edges), (edge) => [place(edges.a[edge]), place(edges.b[edge])].sort().join(' – ')).sort();
}

describe('noding', () => {
  it('puts one node where two edges cross', () => {
    expect(node([[0, 0, 2, 2], [0, 2, 2, 0]])).toEqual(['0 0 – 1 1', '0 2 – 1 1', '1 1 – 2 0', '1 1 – 2 2']);
  });

  it('splits an edge at a vertex on its interior', () => {
    expect(node([[0, 0, 4, 0], [2, 0, 2, 3]])).toEqual(['0 0 – 2 0', '2 0 – 2 3', '2 0 – 4 0']);
  });

  it('lets edges that run over each other fall together', () => {
    expect(node([[0, 0, 3, 0], [1, 0, 5, 0]])).toEqual(['0 0 – 1 0', '1 0 – 3 0', '3 0 – 5 0']);
  });

  it('gives one node to a crossing of edges that lie on one another', () => {
    const pieces = node([[0, 0, 3, 3], [0, 0, 1, 1], [1, 1, 3, 3], [0, 1, 3, 0]]);
    expect(pieces).toHaveLength(5);
  });

  it('leaves edges alone that only share an end', () => {
    expect(node([[0, 0, 1, 0], [1, 0, 2, 1]])).toEqual(['0 0 – 1 0', '1 0 – 2 1']);
  });

  it('names the edges that still meet when its bound is reached', () => {
    const vertices = new VertexTable(8);
    const edges = new EdgeTable(8);
    edges.addSegment(vertices.intern(0, 0), vertices.intern(2, 2), 0);
    edges.addSegment(vertices.intern(0, 2), vertices.intern(2, 0), 1);
    expect([...nodeEdges(vertices, edges, new Int32List(), 0).unresolved]).toEqual([0, 1]);
    expect(nodeEdges(vertices, edges, new Int32List()).unresolved).toHaveLength(0);
  });
});
