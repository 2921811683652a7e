import { describe, expect, it } from 'vitest';
import { applyPatch, repairNow } from '../src/index.ts';
import { judgeLayers } from './judge.ts';
import { layerOf, polygon } from './layers.ts';
import { PLANAR } from './planar.ts';

/** Slivers smaller than the snap distance, which matching and noding push back and forth. */
const shapes = [
  polygon([[138245, 9990490], [139233, 9990557], [139263.64, 9991333.01], [138245, 9990490]]),
  polygon([[138246, 9990489], [139263.73, 9991332.86], [138298, 9991574], [138246, 9990489]]),
  polygon([[139232.457, 9990557.097], [140446.02, 9991357.32], [139263.377444549, 9991332.9258192], [139232.457, 9990557.097]]),
];
const options = { ...PLANAR, snapDistance: 50, maxGapWidth: 100 } as const;

describe('a layer that does not settle', () => {
  it('ends valid, without overlaps and gaps, and is told of', () => {
    const layer = layerOf(shapes);
    const { isSettled, patch, remaining, tolerances } = repairNow(layer, options);
    if (patch === null) throw new Error('nothing was repaired');
    const output = applyPatch(layer, patch);
    const terms = { units: options.units, snapDistance: tolerances.snapDistance, maxGapWidth: tolerances.maxGapWidth, overlaps: options.overlaps, gaps: options.gaps };
    expect(judgeLayers(layer, output, terms)).toEqual([]);
    expect(remaining.count).toBeGreaterThan(0);
    expect(isSettled).toBe(false);
  });
});
