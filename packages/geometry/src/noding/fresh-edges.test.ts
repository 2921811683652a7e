import { expect, it } from 'vitest';
import { Int32List } from '../arrays/growable.ts';
import { EdgeTable } from '../edges/edges.ts';
import { EdgeGrid } from '../edges/grid.ts';
import { VertexTable } from '../edges/vertices.ts';
import { BESIDE } from './beside.ts';
import { FreshEdges } from './fresh-edges.ts';

/** There are thirteen million pairs, and each shares several cells. In cells with few edges all are compared. */
const MOST_PAIRS = 3_000_000;

it('compares new edges of a vertex with thousands of others only where these go the same way', () => {
  const vertices = new VertexTable(8000);
  const edges = new EdgeTable(8000);
  const put = (from: number, to: number): number => {
    const edge = edges.intern(from, to);
    edges.addUse(edge, 2 * edge);
    return edge;
  };
  const hub = vertices.intern(0, 0);
  const tip = (i: number, length: number): number => vertices.intern(length * Math.cos(i / 1000), length * Math.sin(i / 1000));
  for (let i = 0; i < 3000; i++) put(hub, tip(2 * i, 1));
  const grid = new EdgeGrid(vertices, edges, Int32Array.from({ length: edges.count }, (_, edge) => edge));
  const firstFresh = edges.count;
  const fresh = new Int32List();
  for (let i = 0; i < 3000; i++) fresh.push(put(hub, tip(2 * i + 1, 1)));
  // Half as long, and upon one of those that there were.
  const upon = put(hub, vertices.intern(0.5, 0));
  fresh.push(upon);
  const compared = new Set<string>();
  let pairs = 0;
  const testPair = (edge: number, other: number): void => {
    if (++pairs > MOST_PAIRS) throw new Error('too many pairs');
    compared.add(`${Math.min(edge, other)} ${Math.max(edge, other)}`);
  };
  new FreshEdges(vertices, edges, grid, { margin: BESIDE, testPair }).addAndTest(fresh, firstFresh);
  expect(compared).toContain(`0 ${upon}`);
});
