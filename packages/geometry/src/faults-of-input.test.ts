import { expect, it } from 'vitest';
import { at, box, layerOf, polygon } from '../test/layers.ts';
import type { Shape } from '../test/layers.ts';
import { PLANAR } from '../test/planar.ts';
import { faultsOfInput } from './faults-of-input.ts';
import { FindingList } from './layer/finding-list.ts';
import { FINDING_ACTIONS, FINDING_KINDS } from './layer/findings.ts';
import { repair } from './repair.ts';

/** Matching a bank with many vertices may cut off loops, one within the other, which then are holes beside their shell. */
it('leaves out holes outside their shell, and rings that occur twice, of a feature with a single sound ring', () => {
  const island = polygon(box(0, 0, 2, 2), box(3, 0, 4, 1));
  const layer = layerOf([island, polygon(box(5, 0, 7, 2))]);
  const list = new FindingList();
  list.add({ kind: 'hole-outside-shell', feature: 0, x: 3, y: 0, action: 'hole-became-part' });
  list.add({ kind: 'hole-outside-shell', feature: 1, x: 5, y: 0, action: 'hole-became-part' });
  list.add({ kind: 'duplicate-ring', feature: 1, x: 5, y: 0, action: 'ring-removed' });
  const { count, kind, feature } = faultsOfInput(layer, list.finish(false), PLANAR.units);
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
  const { count, kind, feature, action } = faultsOfInput(layer, list.finish(false), PLANAR.units);
  // The third and fourth are named by the one that stays.
  expect(Array.from({ length: count }, (_, i) => [at(FINDING_KINDS, at(kind, i)), at(feature, i), at(FINDING_ACTIONS, at(action, i))])).toEqual([
    ['self-intersection', 0, 'ring-split'],
    ['near-edge', 1, 'vertex-moved'],
    ['near-edge', 2, 'vertex-moved'],
  ]);
});

it.each([
  ['whose borders cross', [polygon(box(0, 0, 10, 10)), polygon(box(9, 5, 20, 20))], true],
  ['of which one lies within the other', [polygon(box(0, 0, 10, 10)), polygon(box(4, 4, 6, 6))], true],
  ['that are equal', [polygon(box(0, 0, 10, 10)), polygon(box(0, 0, 10, 10))], true],
  ['that overlap between common vertices', [polygon([[0, 0], [10, 0], [8, 5], [10, 10], [0, 10], [0, 0]]), polygon([[10, 0], [20, 0], [20, 10], [10, 10], [6, 5], [10, 0]])], true],
  ['that have a border in common', [polygon(box(0, 0, 10, 10)), polygon(box(10, 0, 20, 10))], false],
  ['that are apart', [polygon(box(0, 0, 10, 10)), polygon(box(11, 0, 20, 10))], false],
  ['of which one lies in a bay of the other', [polygon([[0, 0], [10, 0], [10, 2], [2, 2], [2, 8], [10, 8], [10, 10], [0, 10], [0, 0]]), polygon(box(4, 4, 9, 6))], false],
  ['of which a vertex lies in the other, between common vertices', [polygon([[0, 0], [10, 0], [12, 5], [10, 10], [0, 10], [0, 0]]), polygon([[10, 0], [20, 0], [20, 10], [10, 10], [11, 5], [10, 0]])], true],
  ['of which one lies in the hole of the other', [polygon(box(0, 0, 10, 10), box(2, 2, 8, 8)), polygon(box(2, 2, 8, 8))], false],
] satisfies [string, Shape[], boolean][])('an overlap of features %s is reported as such only if the input has it', (_, shapes, isOverlap) => {
  const list = new FindingList();
  list.add({ kind: 'overlap', feature: 1, other: 0, x: 10, y: 5, measure: 5, action: 'overlap-assigned' });
  const { kind } = faultsOfInput(layerOf(shapes), list.finish(false), PLANAR.units);
  expect(Array.from(kind, (code) => at(FINDING_KINDS, code))).toEqual([isOverlap ? 'overlap' : 'near-edge']);
});

/** The vertex in the middle of the sliver is a little nearer than the snap distance, so that it is matched, and its neighbours are not. */
it('a sliver between two fields is no overlap, though matching a vertex makes one', async () => {
  const west = polygon([[0, 0], [300, 0], [299.7, 110], [299.5, 240], [299.7, 390], [300, 500], [0, 500], [0, 0]]);
  const east = polygon([[300, 0], [600, 0], [600, 500], [300, 500], [300, 390], [300, 240], [300, 110], [300, 0]]);
  const { findings } = await repair(layerOf([west, east]), { ...PLANAR, snapDistance: 0.5, maxGapWidth: 1 });
  expect(new Set(Array.from(findings.kind, (code) => at(FINDING_KINDS, code)))).toEqual(new Set(['near-edge', 'gap']));
});
