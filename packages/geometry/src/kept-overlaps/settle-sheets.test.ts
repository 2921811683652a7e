import { expect, it } from 'vitest';
import { box, layerOf, polygon } from '../../test/layers.ts';
import { PLANAR } from '../../test/planar.ts';
import { FindingList } from '../layer/finding-list.ts';
import { repairNow } from '../repair.ts';
import { settleSheets } from './settle-sheets.ts';
import type { SettledSheet } from './settle-sheets.ts';

const TOLERANCES = { snapDistance: 0.3, maxGapWidth: 1, unit: 'coordinate unit' } as const;

it('reports what another round would repair as remaining, if the sheets do not come to rest', () => {
  const layer = layerOf([polygon(box(0, 0, 10, 10)), polygon(box(4, 0, 14, 10))]);
  const { patch } = repairNow(layerOf([polygon([[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]])]), PLANAR);
  let rounds = 0;
  /** Each sheet consists of one feature, which changes every time. */
  function* restless(): Generator<null, SettledSheet> {
    yield null;
    const findings = new FindingList();
    findings.add({ kind: 'near-edge', feature: 0, x: 0, y: 0, action: 'vertex-moved' });
    rounds++;
    return { patch, findings: findings.finish(false), remaining: new FindingList().finish(false), isSettled: true };
  }
  const pile = { layer: () => layer, tolerances: () => TOLERANCES, raiseTolerances: () => undefined, takeOwnTolerances: () => false, take: () => undefined, findings: new FindingList() };
  const work = settleSheets(pile, { ...PLANAR, overlaps: 'keep' }, restless, () => undefined);
  let step = work.next();
  while (step.done !== true) step = work.next();
  expect(rounds).toBeGreaterThan(2);
  expect(step.value?.isSettled).toBe(false);
  expect(step.value?.remaining.count).toBe(2);
});
