import { PartKind } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { draw } from '../src/map-drawing/drawing.ts';
import { featuresAt } from '../src/map-drawing/hit.ts';
import { extentOf, projectLayer } from '../src/map-drawing/projected-layer.ts';
import type { DatasetLayer } from '../src/map-drawing/projected-layer.ts';

/** A layer with one feature per ring. */
function layerOf(rings: readonly (readonly number[])[], kind: PartKind = PartKind.Polygon): DatasetLayer {
  const ends = [0];
  for (const ring of rings) ends.push((ends.at(-1) ?? 0) + ring.length / 2);
  const each = Int32Array.from({ length: rings.length + 1 }, (_, index) => index);
  return {
    name: 'layer',
    crs: { name: 'WGS 84', code: null, units: { kind: 'geographic' }, metresPerUnit: null },
    geometry: { xy: Float64Array.from(rings.flat()), z: null, m: null, ringOffsets: Int32Array.from(ends), partOffsets: each, featureOffsets: each, partKinds: new Uint8Array(rings.length).fill(kind) },
    label: String,
    labelField: null,
    id: () => null,
  };
}

const SQUARE = [0, 0, 0, 1, 1, 1, 1, 0, 0, 0];
const WORLD = [-2e7, -2e7, 2e7, 2e7] as const;

describe('projecting', () => {
  it('agrees with the published values of EPSG:3857', () => {
    const { source } = projectLayer(layerOf([[180, 85.0511287798066, -(100 + 1 / 3), 24 + 22 / 60 + 54.433 / 3600]], PartKind.Point));
    expect(source.geometry.xy[0]).toBeCloseTo(20037508.342789, 5);
    expect(source.geometry.xy[1]).toBeCloseTo(20037508.342789, 3);
    // The example of IOGP Guidance Note 7-2.
    expect(source.geometry.xy[2]).toBeCloseTo(-11169055.58, 1);
    expect(source.geometry.xy[3]).toBeCloseTo(2800000, 1);
  });
  it('leaves out what is no degrees, and cuts what lies at the poles', () => {
    const layer = projectLayer(layerOf([SQUARE, [0, 0, 0, 91, 1, 0, 0, 0], [0, 0, NaN, 1, 1, 0, 0, 0], [0, 89, 1, 89, 1, 80, 0, 89]]));
    expect([layer.drawn, layer.outside, layer.moved]).toEqual([2, 2, 3]);
    expect(extentOf([layer])?.[3]).toBeCloseTo(20037508.342789, 3);
  });
});

describe('drawing', () => {
  it('keeps every vertex of few, shells clockwise', () => {
    for (const ring of [SQUARE, SQUARE.toReversed().flatMap((_, index, all) => (index % 2 === 0 ? [all[index + 1] ?? 0, all[index] ?? 0] : []))]) {
      const { polygons, ringEnds } = draw([projectLayer(layerOf([ring]))], { extent: WORLD, resolution: 1e5, mostVertices: 1e6 });
      expect([...ringEnds]).toEqual([10]);
      let area = 0;
      for (let at = 0; at < 8; at += 2) area += (polygons[at] ?? 0) * (polygons[at + 3] ?? 0) - (polygons[at + 2] ?? 0) * (polygons[at + 1] ?? 0);
      expect(area).toBeLessThan(0);
    }
  });
  it('leaves out features beside the view', () => {
    const layer = projectLayer(layerOf([SQUARE, SQUARE.map((value) => value + 50)]));
    expect(draw([layer], { extent: [0, 0, 1e5, 1e5], resolution: 1, mostVertices: 1e6 }).ringEnds).toHaveLength(1);
  });
  it('thins many vertices to what can be seen, and stays near them', () => {
    const circle = Array.from({ length: 200_001 }, (_, index) => [Math.cos((index * 2 * Math.PI) / 200_000), Math.sin((index * 2 * Math.PI) / 200_000)]).flat();
    const layer = projectLayer(layerOf([circle]));
    const { polygons } = draw([layer], { extent: WORLD, resolution: 1000, mostVertices: 1e6 });
    expect(polygons.length).toBeLessThan(3000);
    expect(polygons.length).toBeGreaterThan(400);
    for (let at = 0; at < polygons.length; at += 2) expect(Math.abs(Math.hypot(polygons[at] ?? 0, polygons[at + 1] ?? 0) - 111_319)).toBeLessThan(100);
  });
});

describe('looking', () => {
  it('finds areas around a position and lines and points near it', () => {
    const areas = projectLayer(layerOf([SQUARE, SQUARE.map((value) => value + 2)]));
    expect(featuresAt(areas, 50_000, 50_000, 10, 9)).toEqual([0]);
    expect(featuresAt(areas, 150_000, 50_000, 10, 9)).toEqual([]);
    expect(featuresAt(projectLayer(layerOf([[0, 0, 1, 0]], PartKind.Line)), 50_000, 90, 100, 9)).toEqual([0]);
    expect(featuresAt(projectLayer(layerOf([[0, 0, 1, 0]], PartKind.Point)), 50_000, 90, 100, 9)).toEqual([]);
  });
});
