import { describe, expect, it } from 'vitest';
import { landOfRepair, repair } from '../src/index.ts';
import { FINDING_ACTIONS, FINDING_KINDS } from '../src/layer/findings.ts';
import { kernel } from './kernel.ts';
import { areaOf, at, box, layerOf, multiPolygon, polygon, shapesOf } from './layers.ts';
import type { Ring, Shape } from './layers.ts';
import { PLANAR } from './planar.ts';
import { NO_TOLERANCES } from './cases/case.ts';

const OPTIONS = { ...PLANAR, ...NO_TOLERANCES };

interface Result {
  readonly areas: readonly number[];
  /** Rings of each part of the first feature. */
  readonly rings: readonly number[];
  readonly found: readonly string[];
}

async function repaired(shapes: readonly Shape[], options: Parameters<typeof kernel.repair>[1] = OPTIONS): Promise<Result> {
  const layer = layerOf(shapes);
  const { patch, findings, remaining } = await kernel.repair(layer, options);
  expect(remaining.count).toBe(0);
  const after = shapesOf(patch === null ? layer : kernel.applyPatch(layer, patch));
  const found = Array.from(findings.kind, (kind, i) => `${findings.feature[i]} ${FINDING_KINDS[kind]} ${FINDING_ACTIONS[findings.action[i]]}`);
  return { areas: after.map((shape) => areaOf(shape)), rings: at(after, 0).map(({ rings }) => rings.length), found };
}

const reversed = (ring: Ring): Ring => ring.toReversed();
/** A field with a pond, each ring a part of its own; `x` moves it. */
const fieldWithPond = (x = 0): Shape => multiPolygon([box(x, 0, x + 10, 10)], [reversed(box(x + 2, 2, x + 4, 4))]);
/** Fields that run the same way as the others. */
const otherFields = (count: number): Shape[] => Array.from({ length: count }, (_, i) => polygon(box(100 + 20 * i, 0, 110 + 20 * i, 10)));

describe('holes that a converter wrote as parts', () => {
  it.each([
    ['counter-clockwise', (shapes: Shape[]) => shapes],
    ['clockwise', (shapes: Shape[]) => shapes.map((shape) => shape.map(({ kind, rings }) => ({ kind, rings: rings.map(reversed) })))],
  ])('are holes again, where shells run %s', async (_, turned) => {
    const { areas, rings, found } = await repaired(turned([fieldWithPond(), ...otherFields(6)]));
    expect(areas).toEqual([96, 100, 100, 100, 100, 100, 100]);
    expect(rings).toEqual([2]);
    expect(found).toEqual(['0 ring-overlap part-became-hole']);
  });

  it('are found again neither by a second repair nor by a check of the result', async () => {
    const layer = layerOf([fieldWithPond(), ...otherFields(6)]);
    const { patch } = await kernel.repair(layer, OPTIONS);
    const after = kernel.applyPatch(layer, patch ?? expect.fail('nothing was changed'));
    expect((await kernel.repair(after, OPTIONS)).patch).toBeNull();
    expect((await kernel.validate(after, OPTIONS)).findings.count).toBe(0);
    expect((await kernel.validate(layer, OPTIONS)).findings.count).toBe(1);
  });

  it('are a matter of several fields: where few parts say so, the part is united as before', async () => {
    for (const count of [0, 3, 5]) expect((await repaired([fieldWithPond(), ...otherFields(count)])).areas[0]).toBe(100);
    expect((await repaired([fieldWithPond(), ...otherFields(6)])).areas[0]).toBe(96);
  });

  it('are not told from the direction in a layer whose parts run either way', async () => {
    const others = otherFields(12).map((shape, i) => (i % 4 === 0 ? shape.map(({ kind, rings }) => ({ kind, rings: rings.map(reversed) })) : shape));
    const { areas, found } = await repaired([fieldWithPond(), ...others]);
    expect(areas[0]).toBe(100);
    expect(found).toEqual(['0 ring-overlap parts-united']);
  });

  it('does not change parts within others that run the same way, nor parts that overlap', async () => {
    const inside = multiPolygon([box(0, 0, 10, 10)], [box(2, 2, 4, 4)]);
    const overlapping = multiPolygon([box(20, 0, 30, 10)], [reversed(box(29, 0, 35, 10))]);
    const { areas } = await repaired([inside, overlapping, ...Array.from({ length: 11 }, (_, i) => fieldWithPond(1000 + 20 * i))]);
    expect(areas.slice(0, 3)).toEqual([100, 150, 96]);
  });

  it('takes what a hole covers of its part if it reaches out of it, and the island in it stays land', async () => {
    const reaching = multiPolygon([box(0, 0, 10, 10)], [reversed(box(8, 2, 11, 4))]);
    const island = multiPolygon([box(20, 0, 30, 10)], [reversed(box(22, 2, 28, 8))], [box(24, 4, 26, 6)]);
    const { areas, found } = await repaired([reaching, island, ...otherFields(6)]);
    expect(areas.slice(0, 2)).toEqual([96, 68]);
    expect(found.filter((each) => each.endsWith('part-became-hole'))).toEqual(['0 ring-overlap part-became-hole', '1 ring-overlap part-became-hole']);
  });

  it('is no hole in a hole of the part, and is cut from the smallest of several parts around it', async () => {
    const inHole = multiPolygon([box(0, 0, 10, 10), reversed(box(2, 2, 8, 8))], [reversed(box(4, 4, 6, 6))]);
    // One that runs the other way without being a hole is no matter beside ten that are.
    const clear = Array.from({ length: 10 }, (_, i) => fieldWithPond(1000 + 20 * i));
    expect((await repaired([inHole, ...clear])).areas[0]).toBe(68);
    const twice = multiPolygon([box(0, 0, 10, 10)], [reversed(box(1, 1, 9, 9))], [box(2, 2, 8, 8)], [reversed(box(4, 4, 6, 6))]);
    const { areas, rings } = await repaired([twice, ...otherFields(6)]);
    expect([areas[0], rings.toSorted()]).toEqual([100 - 64 + 36 - 4, [2, 2]]);
  });

  it('is not asked in a shapefile, where the direction has said it when the file was read', async () => {
    expect((await repaired([fieldWithPond(), ...otherFields(6)], { ...OPTIONS, shellWinding: 'clockwise' })).areas[0]).toBe(100);
  });

  it('counts as no land before the repair, either', async () => {
    const layer = layerOf([fieldWithPond(), polygon(box(9, 0, 20, 10)), ...otherFields(6)]);
    const { changes, findings } = await repair(layer, OPTIONS);
    const { balance } = await landOfRepair(layer, changes, findings, { units: PLANAR.units, shellWinding: 'counter-clockwise', snapDistance: 0 });
    expect([balance.before[0], balance.after[0]]).toEqual([96, 86]);
  });

  it('leaves land of another feature in the hole to it', async () => {
    const { areas, found } = await repaired([fieldWithPond(), polygon(box(2, 2, 4, 4)), ...otherFields(6)]);
    expect(areas.slice(0, 2)).toEqual([96, 4]);
    expect(found).toEqual(['0 ring-overlap part-became-hole']);
  });

  it('is the same where overlaps are kept, and under a decision', async () => {
    const shapes = [fieldWithPond(), ...otherFields(6), polygon(box(105, 5, 115, 15))];
    expect((await repaired(shapes)).areas[0]).toBe(96);
    for (const options of [{ ...OPTIONS, overlaps: 'keep' as const }, { ...OPTIONS, landRules: { leavesOverlaps: false, maxDisplacement: Infinity, maxTransfer: 1, decisions: [] } }]) {
      const layer = layerOf(shapes);
      const { patch } = await kernel.repair(layer, options);
      expect(areaOf(at(shapesOf(kernel.applyPatch(layer, patch ?? expect.fail('nothing was changed'))), 0))).toBe(96);
    }
  });
});
