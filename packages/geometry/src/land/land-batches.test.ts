import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { box, layerOf, polygon } from '../../test/layers.ts';
import { FindingList } from '../layer/finding-list.ts';
import { beforeAndAfter, landBatches } from './land-batches.ts';

/** The cores of squares in rows of four, each with a finding, in batches for one square each. @param apart the distance between two squares */
function coresOf(apart: number): readonly number[] {
  const squares = Array.from({ length: 16 }, (_, i) => {
    const [x, y] = [(10 + apart) * (i % 4), (10 + apart) * Math.floor(i / 4)];
    return polygon(box(x, y, x + 10, y + 10));
  });
  const findings = new FindingList();
  for (let feature = 0; feature < 16; feature++) findings.add({ kind: 'gap', feature, x: 0, y: 0, measure: 1, action: 'reported' });
  const batches = [...landBatches(beforeAndAfter(layerOf(squares), null), findings.finish(false), { kind: 'planar' }, 10)];
  const cores = batches.flatMap(({ core }) => [...core]);
  expect(cores.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => i));
  return batches.map(({ core }) => core.length);
}

it('puts several features into a batch if each would have those around it in its batch again', () => {
  // Around a square in the middle there are eight, around four of them twelve.
  expect(coresOf(0)).toEqual([4, 4, 4, 4]);
});

it('keeps small batches of features that have nothing around them', () => {
  expect(coresOf(5)).toHaveLength(16);
});

it('has all members of a batch, wherever they are around a core, and finds copies without each of them finding all others', async () => {
  const batchOf = (share: number): void => {
    const count = 12_000 * share;
    const findings = new FindingList();
    for (let feature = 1; feature <= count; feature++) findings.add({ kind: 'duplicate-feature', feature, other: 0, x: 0, y: 0, measure: 1, action: 'geometry-emptied' });
    // One that only the last copy, which is larger, comes near, one that none does, and one beside another one of the core.
    const shapes = [...Array.from({ length: count - 1 }, () => polygon(box(0, 0, 9, 9))), polygon(box(0, 0, 20, 9)), polygon(box(80, 0, 83, 9)), polygon(box(15, 0, 18, 9)), polygon(box(40, 0, 50, 9)), polygon(box(82, 0, 90, 9))];
    const [batch, ...others] = landBatches(beforeAndAfter(layerOf(shapes), null), findings.finish(false), { kind: 'planar' }, 1e9);
    expect([others.length, batch.core.length, batch.members.length, ...batch.members.slice(-2)]).toEqual([0, count, count + 3, count + 1, count + 3]);
  };
  expect(await growthOf(batchOf)).toBeLessThan(IN_PROPORTION);
});
