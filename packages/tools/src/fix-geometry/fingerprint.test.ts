import { applyPatch, changesOf, PartKind, type Layer, type Patch } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { digestOf, fingerprintsOf, firstDifference } from './fingerprint.ts';

/** A layer with one polygon of one ring for each feature. */
function layerOf(rings: readonly (readonly number[])[], z: number[] | null = null): Layer {
  const starts = rings.map((_, i) => rings.slice(0, i).reduce((sum, ring) => sum + ring.length / 2, 0));
  const counting = Int32Array.from({ length: rings.length + 1 }, (_, i) => i);
  return {
    xy: Float64Array.from(rings.flat()),
    z: z === null ? null : Float64Array.from(z),
    m: null,
    ringOffsets: Int32Array.from([...starts, rings.flat().length / 2]),
    partOffsets: counting,
    featureOffsets: counting,
    partKinds: new Uint8Array(rings.length).fill(PartKind.Polygon),
  };
}

const square = [0, 0, 4, 0, 4, 4, 0, 4, 0, 0];
const far = [9, 9, 10, 9, 10, 10, 9, 9];
const difference = (a: Layer, b: Layer) => firstDifference(fingerprintsOf(a), fingerprintsOf(b));

describe('fingerprints of the expected content of a file', () => {
  it('are equal whatever the direction, start and closing of a ring', () => {
    expect(difference(layerOf([square]), layerOf([[0, 0, 0, 4, 4, 4, 4, 0, 0, 0]]))).toBe(-1);
    expect(difference(layerOf([square]), layerOf([[4, 4, 0, 4, 0, 0, 4, 0]]))).toBe(-1);
  });

  it('are equal for a reversed ring whose last height differs from the first', () => {
    expect(difference(layerOf([far], [1, 2, 3, 4]), layerOf([[9, 9, 10, 10, 10, 9, 9, 9]], [4, 3, 2, 1]))).toBe(-1);
    expect(difference(layerOf([far], [1, 2, 3, 4]), layerOf([far], [1, 2, 3, 1]))).toBe(0);
  });

  it('differ if one position is off by one unit in the last place, and say which feature has it', () => {
    expect(difference(layerOf([far, square]), layerOf([far, [0, 0, 4, 0, 4, 4.000000000000001, 0, 4, 0, 0]]))).toBe(1);
  });

  it('differ if a Z was lost, and treat an absent Z as none', () => {
    expect(difference(layerOf([far], [1, 2, 3, 1]), layerOf([far]))).toBe(0);
    expect(difference(layerOf([far], [NaN, NaN, NaN, NaN]), layerOf([far]))).toBe(-1);
  });

  it('differ if a feature is missing', () => {
    expect(difference(layerOf([far, square]), layerOf([far]))).toBe(1);
  });
});

describe('the digest of a layer', () => {
  const degrees = { kind: 'geographic' } as const;
  const digest = digestOf(layerOf([square, far], [1, 2, 3, 4, 1, 5, 6, 7, 5]), degrees);

  it('is equal for the same bits', () => {
    expect(digestOf(layerOf([[...square], far], [1, 2, 3, 4, 1, 5, 6, 7, 5]), degrees)).toBe(digest);
  });

  it('differs for another bit, order, offset, ordinate or unit', () => {
    const others = [
      digestOf(layerOf([square, far.map((value) => (value === 9 ? 9.000000000000002 : value))], [1, 2, 3, 4, 1, 5, 6, 7, 5]), degrees),
      digestOf(layerOf([far, square], [5, 6, 7, 5, 1, 2, 3, 4, 1]), degrees),
      digestOf({ ...layerOf([square, far], [1, 2, 3, 4, 1, 5, 6, 7, 5]), ringOffsets: Int32Array.of(0, 4, 9) }, degrees),
      digestOf(layerOf([square, far], [1, 2, 3, 4, 1, 5, 6, 8, 5]), degrees),
      digestOf(layerOf([square, far]), degrees),
      digestOf(layerOf([square, far], [1, 2, 3, 4, 1, 5, 6, 7, 5]), { kind: 'planar' }),
    ];
    expect(new Set([digest, ...others]).size).toBe(others.length + 1);
  });

  it('is, for a patched layer, that of the layer with the patch applied, and so are the fingerprints', () => {
    const [first, second, third] = [[1, 1, 2, 1, 2, 2, 1, 1], [5, 5, 6, 5, 6, 6, 5, 6, 5, 5], [8, 8, 9, 8, 9, 9, 8, 8]];
    const before = layerOf([square, far, first, far, second]);
    const patchOf = (features: number[], rings: number[][]): Patch => {
      const geometry = layerOf(rings);
      return { features: Int32Array.from(features), geometry, sourcePart: Int32Array.from(features), sourceRing: new Int32Array(rings.length).fill(-1), sourceVertex: new Int32Array(geometry.xy.length / 2).fill(-1) };
    };
    for (const patch of [patchOf([0], [third]), patchOf([1, 2], [third, square]), patchOf([0, 4], [third, square]), patchOf([0, 1, 2, 3, 4], [far, far, far, third, far]), patchOf([3], [[]])]) {
      const after = applyPatch(before, patch);
      expect(digestOf(before, degrees, changesOf(patch))).toBe(digestOf(after, degrees));
      expect(fingerprintsOf(before, changesOf(patch))).toEqual(fingerprintsOf(after));
    }
  });
});
