import { describe, expect, it } from 'vitest';
import { applyPatch, repairNow, validateNow } from '../src/index.ts';
import type { Layer } from '../src/layer/layer.ts';
import type { RepairOptions } from '../src/repair-options.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { fieldLayer } from './field-layers.ts';
import { judgeLayers } from './judge.ts';
import { layerOf, polygon } from './layers.ts';
import type { Shape } from './layers.ts';
import { PLANAR } from './planar.ts';

/** Layers a few units wide with a snap distance of twenty: matching and noding may push borders back and forth. */
const SEEDS = [19, 36, 41];

describe('a layer with a snap distance larger than its features', () => {
  it.each(SEEDS)('ends valid, without overlaps and gaps, and is called settled only when nothing is left (seed %i)', (seed) => {
    const { shapes, options } = dirtyLayer(seed);
    const layer = layerOf(shapes);
    const { isSettled, patch, remaining, tolerances } = repairNow(layer, { ...options, snapDistance: 20, maxGapWidth: 40 });
    if (patch === null) throw new Error('nothing was repaired');
    const terms = { units: options.units, snapDistance: tolerances.snapDistance, maxGapWidth: tolerances.maxGapWidth, overlaps: options.overlaps, gaps: options.gaps };
    expect(judgeLayers(layer, applyPatch(layer, patch), terms)).toEqual([]);
    expect(isSettled).toBe(remaining.count === 0);
  });
});

/** A layer that is matched within a share of its width. */
function matchedWithin(share: number, seed: number): { layer: Layer; options: RepairOptions } {
  const { shapes, options } = dirtyLayer(seed);
  const xs = shapes.flat().flatMap(({ rings }) => rings.flat().flatMap(([x = 0]) => x));
  const distance = share * (Math.max(...xs) - Math.min(...xs));
  return { layer: layerOf(shapes), options: { ...options, snapDistance: distance, maxGapWidth: 2 * distance } };
}

describe('a layer that is matched within a third of its width', () => {
  it('settles', () => {
    const { layer, options } = matchedWithin(0.3, 100_159);
    expect(repairNow(layer, options).isSettled).toBe(true);
  });
});

describe('a layer that does not settle at all', () => {
  it('is valid, without overlaps, keeps the land that is a feature\'s own, and reports what a second look finds', () => {
    const { layer, options } = matchedWithin(0.5, 2030);
    const { isSettled, patch, remaining, tolerances } = repairNow(layer, options);
    if (patch === null) throw new Error('nothing was repaired');
    const repaired = applyPatch(layer, patch);
    expect(judgeLayers(layer, repaired, { units: options.units, ...tolerances, overlaps: 'fix', gaps: 'fix' })).toEqual([]);
    expect(isSettled).toBe(false);
    expect(remaining.count).toBe(validateNow(repaired, options).findings.count);
  });
});

/** Needles on top of each other, near-duplicates, and a fan of forty blades: what matching moved across a border, assigning the resulting overlap moved back. */
const NEEDLES: readonly Shape[] = [
  polygon([[0.02, 0.04], [6, 5], [1.6, 5.9], [0.02, 0.04]]),
  polygon([[0.03, 0.02], [2, 2], [2.3, 2.6], [0.03, 0.02]]),
  polygon([[0.02, 0], [6.7, 1.4], [0.4, 5.3], [0.02, 0]]),
  polygon([[0.01, 0.03], [4.2, 1.9], [4.15, 0.16], [0.01, 0.03]]),
];
const BACK_AND_FORTH: readonly (readonly [string, { readonly shapes: readonly Shape[]; readonly options: RepairOptions }])[] = [
  ['needles', { shapes: NEEDLES, options: { ...PLANAR, snapDistance: 0.3, maxGapWidth: 0.6 } }],
  ['near-duplicates', fieldLayer(910_011_891)],
  ['a fan', fieldLayer(910_063_333)],
];

describe('a layer in which vertices lie behind borders that were matched before', () => {
  it.each(BACK_AND_FORTH)('settles: %s', (_, { shapes, options }) => {
    const layer = layerOf(shapes);
    const { isSettled, patch, tolerances } = repairNow(layer, options);
    if (patch === null) throw new Error('nothing was repaired');
    expect(judgeLayers(layer, applyPatch(layer, patch), { units: options.units, ...tolerances, overlaps: 'fix', gaps: 'fix' })).toEqual([]);
    expect(isSettled).toBe(true);
  });
});
