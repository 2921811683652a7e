import { expect, it } from 'vitest';
import { diceOf } from '../../test/dice.ts';
import { LargestFirst } from './largest-first.ts';
import { rankedBy } from './ranking.ts';

it.each([0, 1, 2, 3, 10, 300])('gives %i cells in the order of their ranking, those of areas that are equal but for rounding by their places', (count) => {
  const dice = diceOf(count);
  const area = Float64Array.from({ length: count }, () => dice.pick([-1e-9, 0, 1, 1 + 1e-12, 2, dice.share()]));
  const byPlace = (cell: number, other: number): number => (cell * 7) % 11 - (other * 7) % 11 || cell - other;
  const cells = Int32Array.from({ length: count }, (_, cell) => cell);
  const ranking = rankedBy([...cells], (cell) => -(area[cell] ?? NaN), byPlace);
  const offered = new LargestFirst(cells, area, byPlace);
  expect(Array.from({ length: count + 1 }, (_, place) => offered.at(place))).toEqual([...ranking, undefined]);
  expect(offered.at(0)).toBe(ranking.at(0));
});
