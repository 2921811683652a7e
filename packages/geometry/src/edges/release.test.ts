import { expect, it } from 'vitest';
import { EdgeTable } from './edges.ts';
import { VertexTable } from './vertices.ts';

/** More points in one place than a bucket holds, and some elsewhere. */
const POINTS = Array.from({ length: 60 }, (_, i): [number, number] => (i % 3 === 0 ? [10 * i, i] : [1 + i * 1e-9, 1]));

it('finds and adds the same vertices after its buckets were released', () => {
  const [kept, released] = [tableOf(POINTS.slice(0, 40)), tableOf(POINTS.slice(0, 40))];
  released.releaseBuckets();
  for (const [x, y] of POINTS) expect(released.intern(x, y)).toBe(kept.intern(x, y));
  expect(released.count).toBe(POINTS.length);
});

it('finds and adds the same edges after their slots and incidence were released, without those that died', () => {
  const [kept, released] = [edgesOfPath(40), edgesOfPath(40)];
  for (const edges of [kept, released]) {
    expect(edges.degree(1)).toBe(2);
    edges.kill(0);
  }
  released.releaseSlots();
  released.releaseIncidence();
  for (const [from, to] of [[1, 0], [1, 2], [39, 38], [5, 30], [41, 42]] as const) expect(released.intern(from, to)).toBe(kept.intern(from, to));
  for (let vertex = 0; vertex < 43; vertex++) expect(released.degree(vertex)).toBe(kept.degree(vertex));
});

function tableOf(points: readonly (readonly [number, number])[]): VertexTable {
  const table = new VertexTable(8, Float64Array.from(POINTS.flat()));
  for (const [x, y] of points) table.intern(x, y);
  return table;
}

function edgesOfPath(length: number): EdgeTable {
  const edges = new EdgeTable(8);
  for (let vertex = 0; vertex + 1 < length; vertex++) edges.addSegment(vertex, vertex + 1, vertex);
  return edges;
}
