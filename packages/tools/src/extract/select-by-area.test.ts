import { expect, it } from 'vitest';
import type { FeatureBatch, FeatureLayer } from '@geoinsights/formats';
import { selectWithin, type Layer } from '@geoinsights/geometry';
import { PartKind } from '@geoinsights/geometry/layer';
import { joinLayers } from '../features/join-layers.ts';
import { rectangle } from './area.ts';
import { near, touching } from './select-by-area.ts';

const units = { kind: 'planar' as const };
const crs = { name: 'unknown', code: null, units, metresPerUnit: null };

type Places = readonly (readonly [number, number])[];

function feature(kind: PartKind | null, places: Places): Layer {
  const count = kind === null ? 0 : 1;
  return {
    xy: Float64Array.from(count === 0 ? [] : places.flat()),
    z: null,
    m: null,
    ringOffsets: Int32Array.from(count === 0 ? [0] : [0, places.length]),
    partOffsets: Int32Array.from(count === 0 ? [0] : [0, 1]),
    featureOffsets: Int32Array.of(0, count),
    partKinds: Uint8Array.from(kind === null ? [] : [kind]),
  };
}

const polygon = (...places: Places): Layer => feature(PartKind.Polygon, [...places, places[0]]);
const line = (...places: Places): Layer => feature(PartKind.Line, places);
const point = (x: number, y: number): Layer => feature(PartKind.Point, [[x, y]]);
const square = (x: number, y: number, size: number): Layer => polygon([x, y], [x + size, y], [x + size, y + size], [x, y + size]);

/** A layer whose only field is the number of each feature, in batches of a few. */
function layerOf(features: readonly Layer[]): FeatureLayer {
  return {
    name: 'layer', crs, fields: [], geometryTypes: [], hasZ: false, hasM: false, ids: 'none', count: features.length,
    async *read() {
      for (let first = 0; first < features.length; first += 3) {
        const some = features.slice(first, first + 3);
        yield await Promise.resolve({ first, geometry: joinLayers(some), types: new Uint8Array(some.length), rows: some.map((_, index) => [first + index]), ids: null });
      }
    },
  };
}

async function numbersOf(layer: FeatureLayer): Promise<unknown[]> {
  const batches: FeatureBatch[] = [];
  for await (const batch of layer.read()) {
    expect(batch.first).toBe(batches.reduce((sum, { rows }) => sum + rows.length, 0));
    expect(batch.geometry.featureOffsets.length).toBe(batch.rows.length + 1);
    batches.push(batch);
  }
  return batches.flatMap(({ rows }) => rows.map(([number]) => number));
}

it('selects what touches a rectangle, with or without a vertex inside', async () => {
  const area = await rectangle([0, 0, 10, 10]).in({ name: 'layer', crs }, 'file', []);
  const touchingOnes = {
    around: square(-5, -5, 20),
    'across it without a vertex': line([-5, 5], [15, 6]),
    'with a corner on its border': square(10, 10, 1),
    'along its border': line([0, -5], [0, 20]),
    'a point on its corner': point(0, 10),
    'with a vertex inside': square(9, 9, 5),
    'without an area, beside its border': polygon([0.001, 0.001], [0.5, 0.001]),
    'without an area, in its middle': polygon([5, 5], [5.5, 5]),
  };
  const others = {
    'an edge that passes its corner': line([8, 13], [13, 8]),
    'an angle around its corner': polygon([-3, -3], [12, -3], [12, -2], [-2, -2], [-2, 12], [-3, 12]),
    beside: square(11, 0, 5),
    'without geometry': feature(null, []),
    'without a place': point(5, NaN),
  };
  const features = { ...touchingOnes, ...others };
  const found = await numbersOf(touching(layerOf(Object.values(features)), area));
  expect(found.map((number) => Object.keys(features)[Number(number)])).toEqual(Object.keys(touchingOnes));
});

it('selects from many small batches the same as the kernel from all features at once', async () => {
  let state = 17;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const features = Array.from({ length: 300 }, () => {
    const [x, y, size] = [random(40) - 10, random(40) - 10, 1 + random(6)];
    return [point(x, y), line([x, y], [x + size, y - random(9)]), square(x, y, size), polygon([x, y], [x + size, y + 1], [x, y + 9]), feature(null, [])][random(5)];
  });
  const diamond = polygon([10, 1], [19, 10], [10, 19], [1, 10]);
  const fine = polygon(...Array.from({ length: 5000 }, (_, index): [number, number] => [10 + 9 * Math.cos(index / 5000 * 2 * Math.PI), 10 + 7 * Math.sin(index / 5000 * 2 * Math.PI)]));
  for (const area of [square(0, 0, 20), square(5, 5, 3), diamond, fine, joinLayers([square(0, 0, 5), square(12, 12, 5)])]) {
    const expected = [...selectWithin(joinLayers(features), area, 'intersects', { units })].flatMap((isSelected, number) => (isSelected === 1 ? [number] : []));
    expect(expected.length).toBeGreaterThan(5);
    expect(expected.length).toBeLessThan(250);
    expect(await numbersOf(touching(layerOf(features), area))).toEqual(expected);
    const candidates = await numbersOf(near(layerOf(features), area));
    expect(candidates).toEqual(expect.arrayContaining(expected));
    expect(candidates.length).toBeLessThan(features.length);
  }
});

it('holds a limited number of features at once, however detailed the area is', async () => {
  const area = polygon(...Array.from({ length: 40_000 }, (_, index): [number, number] => [10 * Math.cos(index / 40_000 * 2 * Math.PI), 10 * Math.sin(index / 40_000 * 2 * Math.PI)]));
  const points = joinLayers(Array.from({ length: 2000 }, (_, index) => point(index % 7, index % 5)));
  let held = 0;
  let most = 0;
  const layer: FeatureLayer = {
    ...layerOf([]), count: 100_000,
    async *read() {
      for (let first = 0; first < 100_000; first += 2000) {
        held += 2000;
        most = Math.max(most, held);
        yield await Promise.resolve({ first, geometry: points, types: new Uint8Array(2000), rows: Array.from({ length: 2000 }, () => []), ids: null });
      }
    },
  };
  let chosen = 0;
  for await (const { rows } of touching(layer, area).read()) {
    chosen += rows.length;
    held -= rows.length;
  }
  expect(chosen).toBe(100_000);
  expect(most).toBeLessThan(70_000);
});
