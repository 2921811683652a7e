import { DEFAULT_REPAIR_OPTIONS } from '@geoinsights/contract/repair-options';
import type { FindingDecision } from '@geoinsights/contract/repair-options';
import { expect, it } from 'vitest';
import { rulesOf } from './land-rules.ts';

it('gives the kernel limits and areas in the units of the layer, and positions from 0', () => {
  const layer = { name: 'lots', crs: { name: 'feet', code: null, units: { kind: 'planar' }, metresPerUnit: 0.5 } } as const;
  const finding: FindingDecision['finding'] = { kind: 'overlap', at: [1, 2], features: [3, 7] };
  const decisions: FindingDecision[] = [
    { finding: { ...finding, area_m2: 10 }, action: 'give', to: 7 },
    { finding: { ...finding, layer: 'others' }, action: 'leave' },
    { finding, action: 'split' },
  ];
  expect(rulesOf('farm', layer, { ...DEFAULT_REPAIR_OPTIONS, maxTransfer: 20, maxDisplacement: 3, decisions })).toEqual({
    rules: {
      leavesOverlaps: false,
      maxDisplacement: 6,
      maxTransfer: 80,
      decisions: [
        { kind: 'overlap', x: 1, y: 2, features: [2, 6], area: 40, action: 'give', to: 6 },
        { kind: 'overlap', x: 1, y: 2, features: [2, 6], action: 'split', to: -1 },
      ],
    },
    decisions: [0, 2],
  });
});
