import { expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Position } from '../../test/layers.ts';
import { PLANAR } from '../../test/planar.ts';
import { repairNow } from '../repair.ts';

const at = (turn: number, length: number): Position => [length * Math.cos(turn), length * Math.sin(turn)];

it('of many holes that touch in a point each continues the one that it was, and has its vertex there', () => {
  const count = 200;
  // Of each hole one vertex is there twice, so that it is written again.
  const holes = Array.from({ length: count }, (_, i): Position[] => {
    const turn = (2 * Math.PI * i) / count;
    return [[0, 0], at(turn + 0.01, 10), at(turn + 0.01, 10), at(turn, 10), [0, 0]];
  });
  const shell: Position[] = [[-20, -20], [20, -20], [20, 20], [-20, 20], [-20, -20]];
  const layer = layerOf([polygon(shell, ...holes)]);
  const { patch } = repairNow(layer, PLANAR);
  if (patch === null) throw new Error('nothing was repaired');
  const { geometry: { ringOffsets, xy }, sourceVertex } = patch;
  const sources = Array.from({ length: count }, (_, i) => [...sourceVertex.subarray(ringOffsets[i + 1], ringOffsets[i + 2])]);
  expect(sources.map((ring) => ring.filter((vertex) => vertex < 0))).toEqual(holes.map(() => []));
  // The hole that a ring comes from, as each of its vertices says: it is one, and they are in the order of the file.
  expect(sources.map((ring) => [...new Set(ring.map((vertex) => Math.floor((vertex - shell.length) / 5)))])).toEqual(holes.map((_, i) => [i]));
  expect([...xy.subarray(2 * ringOffsets[1], 2 * ringOffsets[1] + 2)]).toEqual([0, 0]);
});
