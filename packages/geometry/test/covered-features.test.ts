import { describe, expect, it } from 'vitest';
import { applyPatch, countByKind, repairNow, validateNow } from '../src/index.ts';
import { judgeLayers } from './judge.ts';
import { areaOf, box, layerOf, polygon, shapesOf } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

const OPTIONS = { ...PLANAR, snapDistance: 0.01, maxGapWidth: 0.02 } as const;

/** Unit squares, side by side. */
function lots(west: number, south: number, count: number): Shape[] {
  return Array.from({ length: count * count }, (_, i) => polygon(box(west + Math.floor(i / count), south + (i % count), west + Math.floor(i / count) + 1, south + (i % count) + 1)));
}

/** Most of them border only on each other, and touch nothing of what is drawn over them. */
describe('features that lie in the land of another', () => {
  it.each([
    ['one coverage', lots(0, 0, 20), box(-1, -1, 21, 21), 400],
    ['two beside each other, which do not touch', [...lots(0, 0, 14), ...lots(20, 3, 14)], box(-1, -1, 40, 20), 392],
    ['a coverage with another in its void', [...lots(0, 0, 20).filter((_, i) => Math.floor(i / 20) < 5 || Math.floor(i / 20) > 14 || i % 20 < 5 || i % 20 > 14), ...lots(7, 7, 6)], box(-1, -1, 21, 21), 336],
  ] as const)('are all cut out of a boundary drawn around %s', (_, inside, boundary, count) => {
    const layer = layerOf([...inside, polygon(boundary)]);
    const { patch, findings, isSettled } = repairNow(layer, OPTIONS);
    if (patch === null) throw new Error('nothing was repaired');
    expect([...countByKind(findings)]).toEqual(expect.arrayContaining([['contained-feature', count]]));
    expect([...patch.features]).toEqual([count]);
    expect(isSettled).toBe(true);
    const after = applyPatch(layer, patch);
    expect(judgeLayers(layer, after, { units: PLANAR.units, snapDistance: 0.01, maxGapWidth: 0.02, overlaps: 'fix', gaps: 'fix' })).toEqual([]);
    expect(areaOf(shapesOf(after).at(-1) ?? [])).toBeCloseTo(areaOf(polygon(boundary)) - count, 6);
    expect(validateNow(layer, OPTIONS).findings.count).toBe(findings.count - 1);
  });

  it('are all told apart from a reserve whose border runs through others', () => {
    const layer = layerOf([...lots(0, 0, 20), polygon(box(2.4, 2.4, 17.6, 17.6))]);
    const { patch, isSettled } = repairNow(layer, OPTIONS);
    if (patch === null) throw new Error('nothing was repaired');
    expect(isSettled).toBe(true);
    expect(judgeLayers(layer, applyPatch(layer, patch), { units: PLANAR.units, snapDistance: 0.01, maxGapWidth: 0.02, overlaps: 'fix', gaps: 'fix' })).toEqual([]);
  });

  it('are reported by pair where overlaps are kept', () => {
    const { patch, findings } = repairNow(layerOf([...lots(0, 0, 20), polygon(box(-1, -1, 21, 21))]), { ...OPTIONS, overlaps: 'keep' });
    expect(patch).toBeNull();
    expect([...countByKind(findings)]).toEqual([['contained-feature', 400]]);
  });
});
