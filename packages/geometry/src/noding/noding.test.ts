import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { neighbouringDouble } from '../../test/doubles.ts';
import { EdgeTable } from '../edges/edges.ts';
import { Int32List } from '../arrays/growable.ts';
import { livingEdges, nodeEdges } from './noding.ts';
import { orient2d } from '../edges/predicates.ts';
import { TooTangledError } from '../tangled.ts';
import { VertexTable } from '../edges/vertices.ts';

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

  it('leads an edge that crosses others beside their common end through that end', () => {
    const tip = 1.9999999999999998;
    expect(node([[2, 2, 8, 2], [2, 8, 5, tip], [5, tip, 8, 8]])).toEqual([`2 2 – 5 ${tip}`, `2 8 – 5 ${tip}`, `5 ${tip} – 8 2`, `5 ${tip} – 8 8`]);
  });

  it('puts a crossing beside two ends on the nearer one', () => {
    const [corner, other, low] = [1.04948850478977, 1.0494885047897697, 1.1307651018723845];
    const pieces = node([[1.0494885047897706, 1.1307651018724463, corner, low], [other, low, 1.0494885047897873, 1.1307651018723848]]);
    expect(pieces).toContain(`${other} ${low} – ${corner} ${low}`);
    expect(pieces).toContain(`${corner} ${low} – 1.0494885047897873 1.1307651018723848`);
  });

  it('does not lead edges there and back in a triangle hardly larger than what counts as beside', () => {
    const at = (right: number, up: number): [number, number] => [1.87 + right * Number.EPSILON, 1.87 + up * Number.EPSILON];
    const vertices = new VertexTable(8);
    const edges = new EdgeTable(8);
    // The edge from the left passes through a, so that its last piece is new.
    const [a, b, top, left] = [at(0, 0), at(15, 0), at(2, 17), at(-1500, 0)].map(([x, y]) => vertices.intern(x, y));
    edges.addSegment(a, top, 0);
    edges.addSegment(top, b, 1);
    edges.addSegment(b, left, 2);
    expect(nodeEdges(vertices, edges, new Int32List()).unresolved).toHaveLength(0);
    expect(livingEdges(edges)).toHaveLength(4);
  });

  it('leaves an edge alone that passes beside a vertex and meets nothing', () => {
    expect(node([[2, 2, 8, 2], [5, 2.0000000000000004, 8, 8]])).toHaveLength(2);
  });

  it('makes new cells when there are many more pieces than edges', () => {
    const lines = Array.from({ length: 40 }, (_, i): Segment => [i, -100 - i * i, i + 7 * (i % 3) - 7, 100 + 3 * i * i]);
    const across = Array.from({ length: 40 }, (_, i): Segment => [-100, i, 200, i + (i % 2)]);
    const pieces = node([...lines, ...across]).map((piece) => piece.split(/ – | /).map(Number));
    for (const [i, [ax, ay, bx, by]] of pieces.entries()) {
      for (const [cx, cy, dx, dy] of pieces.slice(i + 1)) {
        const sides = orient2d(ax, ay, bx, by, cx, cy) * orient2d(ax, ay, bx, by, dx, dy) < 0 && orient2d(cx, cy, dx, dy, ax, ay) * orient2d(cx, cy, dx, dy, bx, by) < 0;
        if (sides) throw new Error(`${ax} ${ay} – ${bx} ${by} crosses ${cx} ${cy} – ${dx} ${dy}`);
      }
    }
    expect(pieces.length).toBeGreaterThan(3000);
  });

  it('ends where edges lie on one another but for units in the last place', () => {
    const faults: string[] = [];
    for (let seed = 1; seed <= 2500; seed++) {
      const { vertices, edges } = nearlyCoincident(seed);
      const before = livingEdges(edges).length;
      const { unresolved } = nodeEdges(vertices, edges, new Int32List());
      const pieces = livingEdges(edges);
      if (unresolved.length > 0) faults.push(`seed ${seed}: ${unresolved.length} edges still meet`);
      if (pieces.length > 8 * before) faults.push(`seed ${seed}: ${before} edges became ${pieces.length}`);
      pieces.forEach((e, i) => {
        for (const g of pieces.subarray(i + 1)) if (cross(vertices, edges.a[e], edges.b[e], edges.a[g], edges.b[g])) faults.push(`seed ${seed}: edges ${e} and ${g} cross`);
      });
    }
    expect(faults).toEqual([]);
  });

  it('takes many crossings for what they are, however many rounds edges were led through vertices before', () => {
    const vertices = new VertexTable(8);
    const edges = new EdgeTable(8);
    const add = (ax: number, ay: number, bx: number, by: number): void => {
      edges.addSegment(vertices.intern(ax, ay), vertices.intern(bx, by), edges.count);
    };
    add(2048, 0, 3072, 0);
    // All but the first two are next to the edge only after it has been routed through the previous
    // one.
    for (let [far, y] = [512, 0]; far >= 1; [far, y] = [far / 2, y / 2]) {
      y += 7 * 2048 * Number.EPSILON;
      add(2048 + far, y, 2048 + far, -0.5);
    }
    const LINES = 100;
    for (let line = 1; line <= LINES; line++) {
      add(line, -1, line, -LINES - 2);
      add(0, -1 - line, LINES + 1, -1 - line);
    }
    // Edges whose pieces intersect others again, so that there are more rounds.
    for (let seed = 1; seed <= 25; seed++) addNearlyCoincident(vertices, edges, seed);
    expect(nodeEdges(vertices, edges, new Int32List()).unresolved).toHaveLength(0);
    expect(livingEdges(edges).length).toBeGreaterThan(2 * LINES * (LINES + 1));
  });

  it('gives up with a word about it where more edges cross than it may hold', () => {
    const vertices = new VertexTable(8);
    const edges = new EdgeTable(8);
    edges.addSegment(vertices.intern(0, 0), vertices.intern(2, 2), 0);
    edges.addSegment(vertices.intern(0, 2), vertices.intern(2, 0), 1);
    expect(() => nodeEdges(vertices, edges, new Int32List(), { mostCrossings: 0 })).toThrow(TooTangledError);
  });

  it('names the edges that still meet when its bound is reached', () => {
    const vertices = new VertexTable(8);
    const edges = new EdgeTable(8);
    edges.addSegment(vertices.intern(0, 0), vertices.intern(2, 2), 0);
    edges.addSegment(vertices.intern(0, 2), vertices.intern(2, 0), 1);
    expect([...nodeEdges(vertices, edges, new Int32List(), { mostRounds: 0 }).unresolved]).toEqual([0, 1]);
    expect(nodeEdges(vertices, edges, new Int32List()).unresolved).toHaveLength(0);
  });
});

/**
 * Edges between a few points of a plane, a map in degrees or a projection, with each end moved by up to four units in the last
 * place.
 */
function nearlyCoincident(seed: number): { vertices: VertexTable; edges: EdgeTable } {
  const vertices = new VertexTable(8);
  const edges = new EdgeTable(8);
  addNearlyCoincident(vertices, edges, seed);
  return { vertices, edges };
}

function addNearlyCoincident(vertices: VertexTable, edges: EdgeTable, seed: number): void {
  const dice = diceOf(seed);
  const off = (value: number): number => (dice.chance(0.3) ? value : neighbouringDouble(value, dice.below(9) - 4));
  const [left, low, size] = dice.pick([[0, 0, 1], [180, 89, 0.001], [-47.9, -15.8, 1e-5], [500_000, 7_000_000, 30], [1e9, -1e9, 1], [0.001, 1000, 1]] as const);
  const places = Array.from({ length: 3 + dice.below(4) }, () => [left + size * (1 + dice.below(6)), low + size * (1 + dice.below(6))]);
  const end = (): number => {
    const [x = 0, y = 0] = dice.pick(places);
    return vertices.intern(off(x), off(y));
  };
  for (let segment = 3 + dice.below(12); segment > 0; segment--) {
    const [a, b] = [end(), end()];
    if (a !== b) edges.addSegment(a, b, segment);
  }
}

function cross({ x, y }: VertexTable, a: number, b: number, c: number, d: number): boolean {
  const side = (p: number, q: number, r: number): number => Math.sign(orient2d(x[p], y[p], x[q], y[q], x[r], y[r]));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
