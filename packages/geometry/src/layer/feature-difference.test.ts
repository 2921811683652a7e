import { expect, it } from 'vitest';
import { layerOf, polygon } from '../../test/layers.ts';
import type { Ring } from '../../test/layers.ts';
import { FeatureDifferences } from './feature-difference.ts';

const SQUARE: Ring = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]];

it.each<[string, Ring, readonly number[] | null]>([
  ['the same ring', SQUARE, null],
  ['the same ring from another vertex', [[10, 10], [0, 10], [0, 0], [10, 0], [10, 10]], null],
  ['the same ring with a negative zero', [[-0, 0], [10, 0], [10, 10], [0, 10], [-0, 0]], null],
  ['a vertex that moved', [[0, 0], [10, 0], [10, 12], [0, 10], [0, 0]], [0, 0, 10, 12]],
  ['a vertex more on an edge', [[0, 0], [4, 0], [10, 0], [10, 10], [0, 10], [0, 0]], [0, 0, 10, 0]],
  ['the other direction', SQUARE.toReversed(), [0, 0, 10, 10]],
  ['an edge there and back again', [[0, 0], [10, 0], [10, 10], [10, 0], [10, 10], [0, 10], [0, 0]], [10, 0, 10, 10]],
  ['an edge to no place', [[0, 0], [NaN, 0], [10, 10], [0, 10], [0, 0]], [-Infinity, -Infinity, Infinity, Infinity]],
])('finds where features differ: %s', (_, ring, box) => {
  const differences = new FeatureDifferences();
  const square = layerOf([polygon(SQUARE)]);
  const other = layerOf([polygon(ring)]);
  // The second time with what the first one left in memory.
  for (let time = 0; time < 2; time++) {
    expect(differences.boxOf(square, 0, other, 0)).toEqual(box);
    expect(differences.boxOf(other, 0, square, 0)).toEqual(box);
  }
});
