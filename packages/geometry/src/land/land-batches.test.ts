import { expect, it } from 'vitest';
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
