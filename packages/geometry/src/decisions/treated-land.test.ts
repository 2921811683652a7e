import { expect, it } from 'vitest';
import { box, layerOf, polygon } from '../../test/layers.ts';
import { inForce } from '../land-rules.ts';
import { extractFeatures } from '../layer/neighbourhood.ts';
import { range } from '../arrays/range.ts';
import { treatLand } from './treated-land.ts';

it('takes little time for one overlap that is divided among thousands of others', () => {
  const pairs = Array.from({ length: 12_000 }, (_, i) => [20 * (i % 110), 20 * Math.floor(i / 110)] as const);
  const layer = layerOf(pairs.flatMap(([x, y]) => [polygon(box(x, y, x + 10, y + 10)), polygon(box(x + 9, y + 1, x + 15, y + 9))]));
  const rules = inForce({ leavesOverlaps: true, maxDisplacement: Infinity, maxTransfer: Infinity, decisions: [{ kind: 'overlap', x: 9, y: 1, features: [0, 1], action: 'split', to: -1 }] }, 0.1);
  const before = process.cpuUsage().user;
  const { splits, treatments } = treatLand(extractFeatures(layer, range(2 * pairs.length)), null, { units: { kind: 'planar' }, overlaps: 'fix', gaps: 'fix', shellWinding: 'clockwise' }, { snapDistance: 0.1, maxGapWidth: 0.2, unit: 'coordinate unit' }, rules);
  expect(process.cpuUsage().user - before).toBeLessThan(9_000_000);
  expect(splits).toHaveLength(1);
  expect(treatments.filter(({ action }) => action === 'leave')).toHaveLength(pairs.length - 1);
});
