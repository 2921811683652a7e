import { expect, it } from 'vitest';
import { at, box, layerOf, polygon } from '../test/layers.ts';
import { faultsOfInput } from './faults-of-input.ts';
import { FindingList } from './layer/finding-list.ts';
import { FINDING_ACTIONS, FINDING_KINDS } from './layer/findings.ts';

/** Matching a bank with many vertices may cut off loops, one within the other, which then are holes beside their shell. */
it('leaves out holes outside their shell, and rings that occur twice, of a feature with a single sound ring', () => {
  const island = polygon(box(0, 0, 2, 2), box(3, 0, 4, 1));
  const layer = layerOf([island, polygon(box(5, 0, 7, 2))]);
  const list = new FindingList();
  list.add({ kind: 'hole-outside-shell', feature: 0, x: 3, y: 0, action: 'hole-became-part' });
  list.add({ kind: 'hole-outside-shell', feature: 1, x: 5, y: 0, action: 'hole-became-part' });
  list.add({ kind: 'duplicate-ring', feature: 1, x: 5, y: 0, action: 'ring-removed' });
  const { count, kind, feature } = faultsOfInput(layer, list.finish(false));
  expect(Array.from({ length: count }, (_, i) => [at(FINDING_KINDS, at(kind, i)), at(feature, i)])).toEqual([['hole-outside-shell', 0], ['near-edge', 1]]);
});

it('leaves out crossings that only matching made, and names the features that change all the same', () => {
  const bowTie = polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]);
  const layer = layerOf([bowTie, polygon(box(3, 0, 5, 2)), polygon(box(5, 0, 7, 2)), polygon(box(7, 0, 9, 2))]);
  const list = new FindingList();
  list.add({ kind: 'self-intersection', feature: 0, x: 1, y: 1, action: 'ring-split' });
  list.add({ kind: 'self-intersection', feature: 1, x: 3, y: 1, action: 'ring-split' });
  list.add({ kind: 'spike', feature: 1, x: 3, y: 2, action: 'vertex-removed' });
  list.add({ kind: 'self-intersection', feature: 2, x: 5, y: 1, action: 'ring-split' });
  list.add({ kind: 'near-edge', feature: 2, other: 3, x: 7, y: 1, measure: 0.1, action: 'vertex-moved' });
  list.add({ kind: 'ring-overlap', feature: 3, x: 7, y: 1, action: 'parts-united' });
  const { count, kind, feature, action } = faultsOfInput(layer, list.finish(false));
  // The third and fourth are named by the one that stays.
  expect(Array.from({ length: count }, (_, i) => [at(FINDING_KINDS, at(kind, i)), at(feature, i), at(FINDING_ACTIONS, at(action, i))])).toEqual([
    ['self-intersection', 0, 'ring-split'],
    ['near-edge', 1, 'vertex-moved'],
    ['near-edge', 2, 'vertex-moved'],
  ]);
});
