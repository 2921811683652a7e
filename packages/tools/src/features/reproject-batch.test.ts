import { statedSystem, systemGiven } from '@geoinsights/crs';
import { transformationBetween } from '@geoinsights/crs/transformation-between';
import { GeometryType } from '@geoinsights/formats';
import type { FeatureBatch } from '@geoinsights/formats';
import { PartKind } from '@geoinsights/geometry';
import { describe, expect, test } from 'vitest';
import { reprojectBatch } from './reproject-batch.ts';
import type { BatchReprojection } from './reproject-batch.ts';

/** An empty feature, and lines of two vertices each. */
function batchOf(lines: readonly (readonly [number, number, number, number])[], ids: FeatureBatch['ids'] = null): FeatureBatch {
  const offsets = Int32Array.from({ length: lines.length + 1 }, (_, index) => index);
  return {
    first: 1000,
    geometry: { xy: Float64Array.from(lines.flat()), z: Float64Array.from(lines.flatMap(() => [0, 100])), m: null, ringOffsets: offsets.map((index) => 2 * index), partOffsets: offsets, featureOffsets: Int32Array.of(0, ...offsets), partKinds: new Uint8Array(lines.length).fill(PartKind.Line) },
    types: Uint8Array.of(GeometryType.None, ...lines.map(() => GeometryType.LineString)),
    rows: [[null], ...lines.map((_, index) => [index])],
    ids,
  };
}

function reprojection(from: string, to: string, mostDeviation: number | null = null): BatchReprojection {
  const target = statedSystem(systemGiven(to));
  return { file: 'farms.shp', transformation: transformationBetween(statedSystem(systemGiven(from)), target, 'farms.shp'), to: target, mostDeviation };
}

describe('a batch in another reference system', () => {
  test('has other coordinates and nothing else changed', () => {
    const batch = batchOf([[-47.25, -15.75, -46, -15]]);
    const result = reprojectBatch(batch, reprojection('EPSG:4674', 'EPSG:31983'));
    expect(result.geometry.xy[0]).toBeCloseTo(258918.722, 2);
    expect(result.geometry.xy[1]).toBeCloseTo(8257432.537, 2);
    expect(result).toEqual({ ...batch, geometry: { ...batch.geometry, xy: result.geometry.xy } });
  });

  test('is the same object if the coordinates are the same', () => {
    const batch = batchOf([[-47.25, -15.75, -46, -15]]);
    expect(reprojectBatch(batch, reprojection('EPSG:4674', 'EPSG:4326', 1))).toBe(batch);
  });

  test('gets extra vertices where an edge becomes a curve', () => {
    const edges = (): FeatureBatch => batchOf([[-54, -20, -48, -20], [-48, -20, -54, -20]]);
    expect(reprojectBatch(edges(), reprojection('EPSG:4674', 'EPSG:31982')).geometry.xy.length).toBe(8);
    const { geometry } = reprojectBatch(edges(), reprojection('EPSG:4674', 'EPSG:31982', 10));
    const count = geometry.ringOffsets[1];
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(80);
    expect([...geometry.xy.subarray(0, 2 * count)]).toEqual(Array.from({ length: count }, (_, index) => [...geometry.xy.subarray(4 * count - 2 * index - 2, 4 * count - 2 * index)]).flat());
    expect(geometry.z?.[Math.floor(count / 2)]).toBe(50);
  });

  test('measures in metres on the ground when the target is in degrees', () => {
    const line = (): FeatureBatch => batchOf([[200_000, 7_800_000, 800_000, 7_800_000]]);
    const count = (metres: number): number => reprojectBatch(line(), reprojection('EPSG:31982', 'EPSG:4674', metres)).geometry.xy.length / 2;
    expect(count(10_000)).toBe(2);
    expect(count(10)).toBeGreaterThan(8);
    expect(count(10)).toBeLessThan(80);
  });

  test('is refused with the first feature that has no place in the target system', () => {
    const batch = batchOf([[-47.25, -15.75, -46, -15], [-46, 90, -47.25, -15.75]], [null, 'a', 'b']);
    expect(() => reprojectBatch(batch, reprojection('EPSG:4674', 'EPSG:3857'))).toThrow('"farms.shp" has coordinates that do not exist in "WGS 84 / Pseudo-Mercator", first in feature 1003 (id b).');
  });

  test('keeps positions without numbers as they are, whatever else there is', () => {
    const batch = (): FeatureBatch => batchOf([[-47.25, -15.75, Number.NaN, -15], [Number.POSITIVE_INFINITY, 3, -46, -15]]);
    for (const mostDeviation of [null, 1]) {
      const { xy, ringOffsets } = reprojectBatch(batch(), reprojection('EPSG:4674', 'EPSG:31983', mostDeviation)).geometry;
      expect([...ringOffsets]).toEqual([0, 2, 4]);
      expect([...xy].map((value) => Number.isNaN(value))).toEqual([false, false, true, true, true, true, false, false]);
    }
    const outside = batchOf([[-47.25, -15.75, Number.NaN, -15], [-46, 90, -47.25, -15.75]]);
    expect(() => reprojectBatch(outside, reprojection('EPSG:4674', 'EPSG:3857'))).toThrow('first in feature 1003.');
  });

  test('is refused if its edges need too many vertices', () => {
    const batch = batchOf(Array.from({ length: 600 }, () => [-74, -33, -34, 5]));
    expect(() => reprojectBatch(batch, reprojection('EPSG:4674', 'EPSG:5880', 1e-6))).toThrow(expect.objectContaining({ code: 'too-large' }));
  });
});
