import { expect, it } from 'vitest';
import { FINDING_KINDS, repairNow, validateNow } from '../src/index.ts';
import { at, box, layerOf, polygon } from './layers.ts';
import { PLANAR } from './planar.ts';

it('a gap that is kept is reported though what the rounds after the first one repair lies far from it', () => {
  const beside = [polygon([[0, 0], [10, 0], [10, 4], [9.8, 5], [10, 6], [10, 10], [0, 10], [0, 0]]), polygon([[10, 0], [20, 0], [20, 10], [10, 10], [10, 6], [10, 4], [10, 0]])];
  const overlapping = [polygon(box(1000, 0, 1010, 10)), polygon(box(1009, 0, 1030, 10))];
  // So many that the repair of the overlap is a small part of the layer, and the rest counts as settled.
  const others = Array.from({ length: 200 }, (_, i) => polygon(box(50 * i, 500, 50 * i + 10, 510)));
  const layer = layerOf([...beside, ...overlapping, ...others]);
  const options = { ...PLANAR, snapDistance: 0.01, maxGapWidth: 0.4, gaps: 'keep' } as const;
  for (const { findings } of [repairNow(layer, options), validateNow(layer, options)]) {
    const kinds = Array.from({ length: findings.count }, (_, i) => at(FINDING_KINDS, at(findings.kind, i)));
    expect([kinds.filter((kind) => kind === 'gap').length, kinds.filter((kind) => kind === 'overlap').length]).toEqual([1, 1]);
  }
});
