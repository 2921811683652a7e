import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../testing/growth.ts';
import { box, layerOf, polygon } from '../../test/layers.ts';
import { inForce } from '../land-rules.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import { range } from '../arrays/range.ts';
import { treatLand } from './treated-land.ts';

it('takes no time for each pair of overlaps if one of thousands is divided', async () => {
  const treat = (count: number) => {
    const pairs = Array.from({ length: count }, (_, i) => [20 * (i % 110), 20 * Math.floor(i / 110)] as const);
    const layer = layerOf(pairs.flatMap(([x, y]) => [polygon(box(x, y, x + 10, y + 10)), polygon(box(x + 9, y + 1, x + 15, y + 9))]));
    const rules = inForce({ leavesOverlaps: true, maxDisplacement: Infinity, maxTransfer: Infinity, decisions: [{ kind: 'overlap', x: 9, y: 1, features: [0, 1], action: 'split', to: -1 }] }, { snapDistance: 0.1, gapWidth: 0.2 });
    return treatLand(extractFeatures(layer, range(2 * pairs.length)), null, { units: { kind: 'planar' }, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise' }, { snapDistance: 0.1, maxGapWidth: 0.2, unit: 'coordinate unit' }, rules);
  };
  const { splits, treatments } = treat(100);
  expect(splits).toHaveLength(1);
  expect(treatments.filter(({ action }) => action === 'leave')).toHaveLength(99);
  expect(await growthOf((share) => treat(12_000 * share))).toBeLessThan(IN_PROPORTION);
});
