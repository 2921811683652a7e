import { PartKind, repairNow } from '@geoinsights/geometry';
import type { Layer } from '@geoinsights/geometry';
import { expect, it } from 'vitest';
import { fileOfBytes, memoryFolder } from '../../src/index.ts';
import { geojsonDriver } from '../../src/geojson/index.ts';
import { kmlDriver } from '../../src/kml/index.ts';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import { applyBytes, keepPart, openBytes, patchOf } from '../../src/kml/test/patching.ts';
import { openText } from '../../src/geojson/test/patching.ts';
import { SHP } from '../garbage/seeds.ts';

/** What the mutants found, each as the smallest file that shows it. */

it('GeoJSON: NaN and infinities as bare words are read wherever a value may stand, as Python writes them', async () => {
  const opened = await openText('{"a":[NaN,-NaN],"type":"Feature","properties":{"x":NaN,"y":-Infinity,"z":"NaN","n":[Infinity]},"geometry":{"type":"LineString","coordinates":[[0,-NaN],[1,1]]}}');
  const attributes = geojsonDriver.attributes(opened, 0);
  expect(await attributes.at(0)).toEqual({ x: null, y: null, z: 'NaN', n: '[null]' });
  await attributes.close();
});

it('KML: the comma before a first tuple without X goes with that tuple', async () => {
  const ring = (text: string): string => `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
  const opened = await openBytes(kmlDriver, Buffer.from(ring(' ,7 0,0 1,0 1,1 0,0')));
  const [{ geometry }] = opened.layers;
  expect([...geometry.xy.subarray(0, 4)]).toEqual([NaN, 7, 0, 0]);
  const part = keepPart(geometry, 0);
  const without = { ...part, rings: [{ source: -1, vertices: part.rings[0].vertices.slice(1) }] };
  const written = await applyBytes(kmlDriver, opened, [patchOf([{ feature: 0, parts: [without] }])]);
  expect(Buffer.from(written).toString()).toBe(ring(' 0,0 1,0 1,1 0,0'));
});

it('shapefile: an input that is a Buffer is neither misread nor written to', async () => {
  const pooled = Buffer.concat([Buffer.alloc(7), SHP]).subarray(7);
  const before = Buffer.from(pooled);
  const opened = await shapefileDriver.open({ format: 'shapefile', name: 'farm', files: [fileOfBytes('farm.shp', pooled)] });
  const [{ geometry }] = opened.layers;
  const patch = patchOf([{ feature: 0, parts: [] }]);
  const folder = memoryFolder();
  await shapefileDriver.apply(opened, [patch], folder);
  expect(pooled.equals(before)).toBe(true);
  expect(geometry.featureOffsets.length - 1).toBe(3);
});

it('repair: a feature without Z gets none from a neighbour that has it, since its record has no room for one', () => {
  const square = (x: number): number[] => [x, 0, x + 1, 0, x + 1, 1, x, 1, x, 0];
  const layer: Layer = {
    xy: Float64Array.from([...square(0), ...square(0.9)]),
    z: Float64Array.from([NaN, NaN, NaN, NaN, NaN, 5, 5, 5, 5, 5]),
    m: null,
    ringOffsets: Int32Array.of(0, 5, 10),
    partOffsets: Int32Array.of(0, 1, 2),
    featureOffsets: Int32Array.of(0, 1, 2),
    partKinds: Uint8Array.of(PartKind.Polygon, PartKind.Polygon),
  };
  const { patch } = repairNow(layer, { units: { kind: 'planar' }, snapDistance: 0, maxGapWidth: 0, overlaps: 'fix', gaps: 'fix', shellWinding: 'counter-clockwise', threads: 1 });
  if (patch === null) throw new Error('the overlap was not found');
  const { geometry } = patch;
  for (const [entry, feature] of patch.features.entries()) {
    const [first, end] = [entry, entry + 1].map((at) => geometry.ringOffsets[geometry.partOffsets[geometry.featureOffsets[at]]]);
    const values = [...(geometry.z ?? [])].slice(first, end);
    expect(values.length).toBeGreaterThan(0);
    expect(values.every((value) => (feature === 0 ? Number.isNaN(value) : value === 5))).toBe(true);
  }
});
