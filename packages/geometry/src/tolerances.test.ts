import { describe, expect, it } from 'vitest';
import { PartKind } from './layer/layer.ts';
import type { Layer } from './layer/layer.ts';
import { autoTolerances } from './tolerances.ts';

function layerOfRing(xy: readonly number[]): Layer {
  return {
    xy: Float64Array.from(xy), z: null, m: null,
    ringOffsets: Int32Array.of(0, xy.length / 2), partOffsets: Int32Array.of(0, 1), featureOffsets: Int32Array.of(0, 1),
    partKinds: Uint8Array.of(PartKind.Polygon),
  };
}

const square = (side: number): Layer => layerOfRing([0, 0, side, 0, side, side, 0, side, 0, 0]);

describe('autoTolerances', () => {
  it('is a hundredth and a fifth of the vertex spacing in layers much larger than it', () => {
    const comb = Array.from({ length: 400 }, (_, i) => [300 * i, i % 2]).flat();
    expect(autoTolerances(layerOfRing([...comb, 0, 9000, 0, 0]), { kind: 'planar' })).toEqual({ snapDistance: 3, maxGapWidth: 50, unit: 'coordinate unit' });
  });

  it('is bounded by the extent of a layer of few vertices', () => {
    const { snapDistance, maxGapWidth } = autoTolerances(square(1000), { kind: 'planar' });
    expect(snapDistance).toBe(2);
    expect(maxGapWidth).toBe(10);
  });

  it('is in metres for geographic coordinates', () => {
    const { snapDistance, unit } = autoTolerances(square(1), { kind: 'geographic' });
    expect(unit).toBe('metre');
    expect(snapDistance).toBe(300);
  });

  it('is nil for a layer without edges', () => {
    expect(autoTolerances(layerOfRing([]), { kind: 'planar' })).toEqual({ snapDistance: 0, maxGapWidth: 0, unit: 'coordinate unit' });
  });
});
