import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { neighbouringDouble } from '../../test/doubles.ts';
import { edgesOf } from '../../test/segments.ts';
import type { Point, Segment } from '../../test/segments.ts';
import { BESIDE, passes } from '../noding/beside.ts';
import type { EdgeTable } from './edges.ts';
import { EdgeGrid } from './grid.ts';
import { Hubs } from './hubs.ts';
import { doIntersect, forEachIntersection } from './intersections.ts';
import type { VertexTable } from './vertices.ts';

/** All pairs that are compared, as places in the list. */
function comparedOf(vertices: VertexTable, edges: EdgeTable, members: Int32Array, margin: number): string[] {
  const pairs = new Hubs(vertices, edges, margin).pairsOf(members);
  const compared: string[] = [];
  for (let i = 0; i < members.length; i++) {
    pairs.visitAfter(i, (j) => {
      compared.push(`${i} ${j}`);
      return true;
    });
  }
  return compared;
}

/** Spokes from a hub, many of them one upon another or off by single units in the last place, and edges across them. */
function spokes(seed: number): Segment[] {
  const dice = diceOf(seed);
  const hub: Point = [dice.pick([0, 0.1, 517_345.25, -3e-7]), dice.pick([0, 1 / 3, 7_654_321.5])];
  const directions = Array.from({ length: 60 }, (): Point => dice.pick([[1, 0], [0, 1], [-1, 0], [0, -1], [-1, 1e-17], [1, -1e-17], [dice.share() - 0.5, dice.share() - 0.5]]));
  const spoke = (): [Point, Point] => {
    const [dx, dy] = dice.pick(directions);
    const length = 2 ** (dice.below(8) - 4);
    const end: Point = [hub[0] + dx * length, hub[1] + dy * length];
    return [hub, dice.chance(0.3) ? [neighbouringDouble(end[0], dice.below(9) - 4), neighbouringDouble(end[1], dice.below(9) - 4)] : end];
  };
  const across = (): [Point, Point] => [spoke()[1], spoke()[1]];
  return [...Array.from({ length: 160 }, spoke), ...Array.from({ length: 20 }, across)];
}

function doBoxesMeet({ x, y }: VertexTable, { a, b }: EdgeTable, e: number, g: number): boolean {
  return [x, y].every((along) => Math.max(along[a[e]], along[b[e]]) >= Math.min(along[a[g]], along[b[g]]) && Math.max(along[a[g]], along[b[g]]) >= Math.min(along[a[e]], along[b[e]]));
}

describe('edges of a hub', () => {
  it('are not compared with each other if each leaves it in a direction of its own', () => {
    const tip = (i: number): Point => [Math.cos(i / 500), Math.sin(i / 500)];
    const { vertices, edges, members } = edgesOf(Array.from({ length: 3000 }, (_, i): [Point, Point] => [[0, 0], tip(i)]));
    expect(comparedOf(vertices, edges, members, BESIDE)).toEqual([]);
  });

  it('are compared where they overlap, however their differences are rounded', () => {
    const dice = diceOf(3);
    // On the line 7y = 3x. All coordinates are exact, and what they differ by is not.
    const x = 357_913_941 * 2 ** -30;
    const ends = Array.from({ length: 100 }, () => 2 * dice.below(2 ** 38) + 1);
    const { vertices, edges, members } = edgesOf(ends.map((end): [Point, Point] => [[7 * x, 3 * x], [7 * end, 3 * end]]));
    expect(comparedOf(vertices, edges, members, 0)).toHaveLength((100 * 99) / 2);
  });

  it.each(Array.from({ length: 40 }, (_, i) => i))('are compared wherever they overlap, or one passes the end of another (layer %i)', (seed) => {
    const { vertices, edges, members } = edgesOf(spokes(seed));
    const { a, b } = edges;
    const margin = BESIDE * 8e6;
    const compared = comparedOf(vertices, edges, members, margin);
    expect(new Set(compared).size).toBe(compared.length);
    expect(compared).toEqual(compared.toSorted((p, q) => Number(p.split(' ')[0]) - Number(q.split(' ')[0]) || Number(p.split(' ')[1]) - Number(q.split(' ')[1])));
    const known = new Set(compared);
    const missed: string[] = [];
    let near = 0;
    for (let i = 0; i < members.length; i++) {
      for (let j = i + 1; j < members.length; j++) {
        const isNear = doIntersect(vertices.x, vertices.y, a, b, i, j) || passes(vertices, a[i], b[i], a[j]) || passes(vertices, a[i], b[i], b[j]) || passes(vertices, a[j], b[j], a[i]) || passes(vertices, a[j], b[j], b[i]);
        if (!isNear) continue;
        near++;
        if (!known.has(`${i} ${j}`)) missed.push(`${i} ${j}`);
      }
    }
    expect(near).toBeGreaterThan(20);
    expect(missed).toEqual([]);
  });

  it.each(Array.from({ length: 10 }, (_, i) => 100 + i))('show the same intersections as all pairs do (layer %i)', (seed) => {
    const { vertices, edges, members } = edgesOf(spokes(seed));
    const found = new Set<string>();
    forEachIntersection(vertices, edges, new EdgeGrid(vertices, edges, members), (e, g) => found.add(`${Math.min(e, g)} ${Math.max(e, g)}`));
    const expected: string[] = [];
    for (const e of members) for (const g of members) if (e < g && doBoxesMeet(vertices, edges, e, g) && doIntersect(vertices.x, vertices.y, edges.a, edges.b, e, g)) expected.push(`${e} ${g}`);
    expect([...found].filter((pair) => !expected.includes(pair))).toEqual([]);
    expect(expected.filter((pair) => !found.has(pair))).toEqual([]);
  });
});
