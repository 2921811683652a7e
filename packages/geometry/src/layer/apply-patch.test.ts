import { describe, expect, it } from 'vitest';
import { applyInPlace, applyWithOrigins } from './apply-patch.ts';
import { PartKind } from './layer.ts';
import type { Layer, Patch } from './layer.ts';
import { knownPartExtents, partExtentsOf } from './part-extents.ts';

/** A layer of features of one ring each, of so many vertices; every coordinate is another number. */
function layerOf(sizes: readonly number[], first: number): Layer {
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const offsets = Int32Array.from({ length: sizes.length + 1 }, (_, i) => i);
  let end = 0;
  return {
    xy: Float64Array.from({ length: 2 * count }, (_, i) => first + i),
    z: Float64Array.from({ length: count }, (_, i) => first + i),
    m: null,
    ringOffsets: Int32Array.from([0, ...sizes.map((size) => (end += size))]),
    partOffsets: offsets,
    featureOffsets: offsets,
    partKinds: new Uint8Array(sizes.length).fill(PartKind.Polygon),
  };
}

/** Gives features of a layer other numbers of vertices. Every third vertex is new, the others are some of the feature's own. */
function patchOf(layer: Layer, sizes: ReadonlyMap<number, number>, first: number): Patch {
  const features = Int32Array.from(sizes.keys());
  const geometry = layerOf([...sizes.values()], first);
  const sourceVertex = Int32Array.from(features).map(() => 0);
  const sources: number[] = [];
  features.forEach((feature, place) => {
    for (let i = geometry.ringOffsets[place]; i < geometry.ringOffsets[place + 1]; i++) sources.push(i % 3 === 0 ? -1 : layer.ringOffsets[feature]);
  });
  return { features, geometry, sourcePart: features.slice(), sourceRing: sourceVertex.fill(-1), sourceVertex: Int32Array.from(sources) };
}

describe('applyInPlace', () => {
  it('gives what applying to a copy gives, whether features grow, shrink, vanish or outgrow their room', () => {
    const given = layerOf([5, 9, 4, 7, 5000, 6, 5, 8], 0);
    const patches = [
      (layer: Layer) => patchOf(layer, new Map([[1, 4]]), 40000),
      (layer: Layer) => patchOf(layer, new Map([[0, 40], [3, 20]]), 50000),
      (layer: Layer) => patchOf(layer, new Map([[0, 4], [2, 9], [5, 3], [6, 6]]), 60000),
      (layer: Layer) => patchOf(layer, new Map([[1, 0], [7, 10]]), 70000),
      (layer: Layer) => patchOf(layer, new Map([[2, 900]]), 20000),
      (layer: Layer) => patchOf(layer, new Map([[4, 20], [7, 30]]), 80000),
    ];
    let copied = applyWithOrigins(given, patches[0](given), null);
    let moved = applyWithOrigins(given, patches[0](given), null);
    for (const patch of patches.slice(1)) {
      copied = applyWithOrigins(copied.layer, patch(copied.layer), copied.origins);
      moved = applyInPlace(moved.layer, patch(moved.layer), moved.origins);
      expect(moved.layer).toEqual(copied.layer);
      expect(moved.origins).toEqual(copied.origins);
    }
  });
});

describe('the extents of a layer', () => {
  it('are kept for the features that a patch leaves as they are, and measured for the others', () => {
    const given = layerOf([5, 9, 4, 7, 5000, 6, 5, 8], 0);
    partExtentsOf(given);
    const first = applyWithOrigins(given, patchOf(given, new Map([[1, 4], [4, 0], [7, 12]]), 40000), null);
    const second = applyInPlace(first.layer, patchOf(first.layer, new Map([[0, 7], [7, 3]]), 50000), first.origins);
    const kept = knownPartExtents(second.layer);
    expect(kept).not.toBeNull();
    expect(kept).toEqual(partExtentsOf({ ...second.layer }));
  });
});
