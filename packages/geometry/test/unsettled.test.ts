import { describe, expect, it } from 'vitest';
import { applyPatch, repairNow } from '../src/index.ts';
import { dirtyLayer } from './dirty-layers.ts';
import { judgeLayers } from './judge.ts';
import { layerOf } from './layers.ts';

/** Layers of a few units with a snap distance of twenty: matching and noding may push borders back and forth. */
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
