import { transformationFrom } from '@geoinsights/crs/transformation';
import { expect, test } from 'vitest';
import { keepTogether } from './keep-together.ts';

/** The longitudes of a ring, or of points, in a system, after its transformation to WGS 84. */
function longitudes(code: string, places: readonly (readonly [number, number])[], kind: number): number[] {
  const xy = Float64Array.from(places.flat());
  const toWgs84 = transformationFrom({ name: code, code }, null, 'file');
  if (toWgs84 === null) throw new Error('these are degrees');
  const degrees = Float64Array.from(places.flatMap(([x, y]) => toWgs84(x, y)));
  const [rings, one] = [Int32Array.of(0, places.length), Int32Array.of(0, 1)];
  keepTogether({ xy, z: null, m: null, ringOffsets: rings, partOffsets: one, featureOffsets: one, partKinds: Uint8Array.of(kind) }, degrees, toWgs84);
  return Array.from(degrees).filter((_, at) => at % 2 === 0).map((longitude) => Math.round(10 * longitude) / 10);
}

const square = (west: number, south: number, size: number): [number, number][] => [[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]];

test.for([
  ['a ring in the zone that ends at the 180th meridian', 'EPSG:32760', square(700_000, 8_000_000, 200_000), [178.9, 180.8, 180.8, 178.9, 178.9]],
  ['a ring in the zone that begins there', 'EPSG:32701', square(100_000, 8_000_000, 200_000), [179.2, 181.1, 181.1, 179.2, 179.2]],
  ['a ring on a map of the world that goes on past its edge', 'EPSG:3857', square(20_000_000, -2_000_000, 100_000), [179.7, 180.6, 180.6, 179.7, 179.7]],
  ['a ring that does not reach it', 'EPSG:32760', square(700_000, 8_000_000, 1000), [178.9, 178.9, 178.9, 178.9, 178.9]],
] as const)('%s stays one', ([, code, places, expected]) => {
  const found = longitudes(code, places, 3);
  for (const [at, longitude] of found.entries()) expect(Math.abs(longitude - expected[at])).toBeLessThan(0.15);
});

test('an edge that goes round the whole Earth stays so, and points are where they are', () => {
  expect(longitudes('EPSG:3857', square(-20_037_508, -20_037_508, 40_075_016), 3)).toEqual([-180, 180, 180, -180, -180]);
  expect(longitudes('EPSG:32760', [[800_000, 8_000_000], [900_000, 8_000_000]], 1)).toEqual([179.8, -179.2]);
});
