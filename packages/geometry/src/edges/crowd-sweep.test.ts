import { describe, expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import type { Dice } from '../../test/dice.ts';
import { neighbouringDouble } from '../../test/doubles.ts';
import { edgesOf } from '../../test/segments.ts';
import type { Point, Segment } from '../../test/segments.ts';
import { setAsideIntersecting } from './crowd-sweep.ts';
import type { EdgeTable } from './edges.ts';
import { EdgeGrid } from './grid.ts';
import { doIntersect, forEachIntersection, hasIntersection } from './intersections.ts';
import type { VertexTable } from './vertices.ts';

function meetingOf({ x, y }: VertexTable, { a, b }: EdgeTable): (e: number, g: number) => boolean {
  const doBoxesMeet = (e: number, g: number): boolean =>
    [x, y].every((along) => Math.max(along[a[e]], along[b[e]]) >= Math.min(along[a[g]], along[b[g]]) && Math.max(along[a[g]], along[b[g]]) >= Math.min(along[a[e]], along[b[e]]));
  return (e, g) => doBoxesMeet(e, g) && doIntersect(x, y, a, b, e, g);
}

/** Edges of a grid of small whole numbers, many of which share ends, touch, or run over each other; `reach` is how far an end is from the other. */
function onWholeNumbers(dice: Dice, count: number, side: number, reach: number): Segment[] {
  return Array.from({ length: count }, (): Segment => {
    const from: Point = [dice.below(side), dice.below(side)];
    return [from, [from[0] + dice.below(2 * reach + 1) - reach, from[1] + dice.below(2 * reach + 1) - reach]];
  });
}

/** Long edges side by side, with ends single units in the last place apart, and a few across them. */
function sideBySide(dice: Dice, count: number): Segment[] {
  const [dx, dy] = dice.pick([[1000, 1], [1, 1000], [700, -700], [-1000, 0], [0, 1000]] as const);
  const lines = Array.from({ length: count }, (_, i): Segment => [[i / 7, i / 3], [neighbouringDouble(i / 7 + dx, dice.below(5) - 2), neighbouringDouble(i / 3 + dy, dice.below(5) - 2)]]);
  const across = Array.from({ length: dice.below(4) }, (): Segment => [[dice.share() * 40, dice.share() * 90], [dice.share() * 900, dice.share() * 900]]);
  return [...lines, ...across];
}

const LAYERS: readonly [string, (dice: Dice) => Segment[]][] = [
  ['short edges on whole numbers', (dice) => onWholeNumbers(dice, 120, 60, 2)],
  ['edges on whole numbers that touch and overlap', (dice) => onWholeNumbers(dice, 60, 30, 3)],
  ['upright and level edges', (dice) => onWholeNumbers(dice, 100, 40, 2).map(([from, to]) => (dice.chance(0.5) ? [from, [from[0], to[1]]] : [from, [to[0], from[1]]]))],
  ['edges side by side', (dice) => sideBySide(dice, 150)],
];

describe.each(LAYERS)('%s', (_, layer) => {
  it('leave no two that intersect once some are set aside', () => {
    let swept = 0;
    for (let seed = 0; seed < 150; seed++) {
      const { vertices, edges, members } = edgesOf(layer(diceOf(seed)));
      const doMeet = meetingOf(vertices, edges);
      const aside = setAsideIntersecting(vertices, edges, members, doMeet);
      if (aside === null) continue;
      swept++;
      const left = [...members].filter((edge) => !aside.includes(edge));
      for (const [i, edge] of left.entries()) for (const other of left.slice(i + 1)) if (doMeet(edge, other)) throw new Error(`seed ${seed}: ${edge} and ${other} intersect`);
      // Each edge that is set aside intersects another.
      for (const edge of aside) expect([...members].some((other) => other !== edge && doMeet(edge, other)), `seed ${seed}: ${edge}`).toBe(true);
    }
    expect(swept).toBeGreaterThan(30);
  });
});

it('edges that share a place with hundreds of others are compared with the few that they may intersect', () => {
  const dice = diceOf(1);
  const { vertices, edges, members } = edgesOf([...sideBySide(dice, 700), [[500, -100], [510, 900]], [[3, 3], [900, 5]]]);
  const doMeet = meetingOf(vertices, edges);
  const expected: string[] = [];
  for (const edge of members) for (const other of members.subarray(edge + 1)) if (doMeet(edge, other)) expected.push(`${edge} ${other}`);
  const found = new Set<string>();
  forEachIntersection(vertices, edges, new EdgeGrid(vertices, edges, members), (e, g) => found.add(`${Math.min(e, g)} ${Math.max(e, g)}`));
  expect([...found].sort()).toEqual(expected.sort());
  expect(expected.length).toBeGreaterThan(300);
});

it('thousands of nearly parallel edges that intersect nowhere are compared with their neighbours only', () => {
  const count = 4000;
  const { vertices, edges, members } = edgesOf(Array.from({ length: count }, (_, i): Segment => [[0, i], [1e6, 1.5 * i]]));
  let compared = 0;
  const doMeet = meetingOf(vertices, edges);
  expect(setAsideIntersecting(vertices, edges, members, (e, g) => (compared++, doMeet(e, g)))).toEqual(new Int32Array(0));
  expect(compared).toBeLessThan(4 * count);
});

it('edges on one line are reported two by two once each, not in every cell along their way', () => {
  const dice = diceOf(2);
  const stretches = [...Array.from({ length: 60 }, (_, i) => [0, 10 + 10 * i] as const), ...Array.from({ length: 60 }, () => [900 * dice.share(), 1000 + 900 * dice.share()] as const)];
  // Others beside them make the cells small.
  const beside = Array.from({ length: 300 }, (_, i): Segment => [[6 * i + 3, 940], [6 * i + 4, 950]]);
  for (const place of [(at: number): Point => [at, 0], (at: number): Point => [0, at], (at: number): Point => [at, at]]) {
    const { vertices, edges, members } = edgesOf([...stretches.map(([from, to]): Segment => [place(from), place(to)]), ...beside]);
    const doMeet = meetingOf(vertices, edges);
    const found: string[] = [];
    forEachIntersection(vertices, edges, new EdgeGrid(vertices, edges, members), (e, g) => found.push(`${Math.min(e, g)} ${Math.max(e, g)}`));
    const expected = [...members].flatMap((edge) => [...members].filter((other) => other > edge && doMeet(edge, other)).map((other) => `${edge} ${other}`));
    expect(new Set(found)).toEqual(new Set(expected));
    // Where two meet in a single place that lies in several cells, each of these may tell.
    expect(found.length).toBeLessThan(1.1 * expected.length);
    expect(found.length).toBeGreaterThan(5000);
    expect(hasIntersection(vertices, edges, new EdgeGrid(vertices, edges, members))).toBe(true);
  }
});

it('the search for any intersection ends at the first one, and finds none among edges that meet in their ends', () => {
  const fan = edgesOf(Array.from({ length: 100 }, (_, i): Segment => [[0, 0], [100, i]]));
  expect(hasIntersection(fan.vertices, fan.edges, new EdgeGrid(fan.vertices, fan.edges, fan.members))).toBe(false);
});
