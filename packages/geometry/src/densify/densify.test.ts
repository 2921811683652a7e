import { describe, expect, test } from 'vitest';
import type { Layer } from '../layer/layer.ts';
import { PartKind } from '../layer/layer.ts';
import { densify } from './densify.ts';
import type { TransformPlaces } from './edge-curve.ts';

/** Bends straight lines: a parabola over x. Points beyond x = 100 have no image. */
const bend: TransformPlaces = (xy, from, to) => {
  for (let at = 2 * from; at < 2 * to; at += 2) {
    if (xy[at] > 100) xy[at] = xy[at + 1] = Number.NaN;
    else xy[at + 1] += xy[at] ** 2 / 100;
  }
};

function layerOf(rings: readonly (readonly (readonly [number, number])[])[], kind: PartKind, z: readonly number[] | null = null): Layer {
  const offsets = [0];
  for (const ring of rings) offsets.push((offsets.at(-1) ?? 0) + ring.length);
  const each = Int32Array.from({ length: rings.length + 1 }, (_, index) => index);
  return { xy: Float64Array.from(rings.flat(2)), z: z === null ? null : Float64Array.from(z), m: null, ringOffsets: Int32Array.from(offsets), partOffsets: each, featureOffsets: each.slice(), partKinds: new Uint8Array(rings.length).fill(kind) };
}

function densified(layer: Layer, tolerance: number, mostVertices = 1000): Layer | null {
  const target = layer.xy.slice();
  bend(target, 0, target.length / 2);
  return densify(layer, target, bend, { tolerance, mostVertices });
}

function placesOf(layer: Layer | null, ring: number): string[] {
  if (layer === null) throw new Error('too many vertices');
  return Array.from({ length: layer.ringOffsets[ring + 1] - layer.ringOffsets[ring] }, (_, index) => {
    const at = 2 * (layer.ringOffsets[ring] + index);
    return `${layer.xy[at]} ${layer.xy[at + 1]}`;
  });
}

/** How far the curve lies from the straight edges, along a line from x = 0. */
function farthest(layer: Layer): number {
  let most = 0;
  for (let vertex = 0; vertex + 1 < layer.xy.length / 2; vertex++) {
    const [x1, y1, x2, y2] = layer.xy.subarray(2 * vertex, 2 * vertex + 4);
    for (let share = 0; share <= 1; share += 0.01) {
      const x = x1 + (x2 - x1) * share;
      most = Math.max(most, Math.abs(y1 + (y2 - y1) * share - x ** 2 / 100));
    }
  }
  return most;
}

describe('vertices where straight edges become curves', () => {
  test('keep the edges within the tolerance, with no more vertices than that takes', () => {
    const coarse = densified(layerOf([[[0, 0], [64, 0]]], PartKind.Line), 1);
    const fine = densified(layerOf([[[0, 0], [64, 0]]], PartKind.Line), 0.01);
    if (coarse === null || fine === null) throw new Error('too many vertices');
    expect(farthest(coarse)).toBeLessThan(1.2);
    expect(farthest(fine)).toBeLessThan(0.012);
    expect(placesOf(coarse, 0)).toEqual(['0 0', '16 2.56', '32 10.24', '48 23.04', '64 40.96']);
    expect(fine.xy.length / 2).toBeLessThan(70);
  });

  test('are the same for an edge in both directions', () => {
    const [a, b]: [number, number][] = [[0.1, 3.7], [77.3, -5.9]];
    const both = densified(layerOf([[a, b], [b, a]], PartKind.Line, [1, 9, 9, 1]), 0.05);
    const there = placesOf(both, 0);
    expect(there.length).toBeGreaterThan(10);
    expect(placesOf(both, 1).toReversed()).toEqual(there);
    const z = [...(both?.z ?? [])];
    expect(z.slice(there.length).toReversed()).toEqual(z.slice(0, there.length));
  });

  test('have Z between those of the ends', () => {
    expect([...(densified(layerOf([[[0, 0], [64, 0]]], PartKind.Line, [10, 50]), 1)?.z ?? [])]).toEqual([10, 20, 30, 40, 50]);
  });

  test('stand in their own ring, and the others stay', () => {
    const square = (x: number): [number, number][] => [[x, 0], [x, 8], [x + 40, 8], [x + 40, 0], [x, 0]];
    const layer = densified(layerOf([square(0), [[0, 0], [0, 1], [0, 2], [0, 0]], square(40)], PartKind.Polygon), 1);
    expect(placesOf(layer, 0)).toEqual(['0 0', '0 8', '20 12', '40 24', '40 16', '20 4', '0 0']);
    expect(placesOf(layer, 1)).toEqual(['0 0', '0 1', '0 2', '0 0']);
    expect(placesOf(layer, 2)[0]).toBe('40 16');
    expect(placesOf(layer, 2).at(-1)).toBe('40 16');
  });

  test('a curve that crosses its chord in the middle is seen', () => {
    const wave: TransformPlaces = (xy, from, to) => {
      for (let at = 2 * from; at < 2 * to; at += 2) xy[at + 1] += 10 * Math.sin((xy[at] / 64) * 2 * Math.PI);
    };
    const layer = layerOf([[[0, 0], [64, 0]]], PartKind.Line);
    expect(densify(layer, layer.xy.slice(), wave, { tolerance: 1, mostVertices: 1000 })?.xy.length).toBeGreaterThan(8);
  });

  test('points have no edges', () => {
    expect(densified(layerOf([[[0, 0], [64, 0]]], PartKind.Point), 1)?.xy).toEqual(Float64Array.of(0, 0, 64, 40.96));
  });

  test('an edge to nowhere gets none', () => {
    expect(densified(layerOf([[[0, 0], [300, 0]]], PartKind.Line), 1)?.xy.length).toBe(4);
  });

  test('are not made without end', () => {
    expect(densified(layerOf([[[0, 0], [64, 0]]], PartKind.Line), 1e-12, 500)).toBeNull();
    expect(densified(layerOf([[[0, 0], [64, 0]]], PartKind.Line), 1e-12, 5000)?.xy.length).toBe(2 * 4097);
    expect(() => densified(layerOf([[[0, 0], [64, 0]]], PartKind.Line), 0)).toThrow(RangeError);
  });
});
