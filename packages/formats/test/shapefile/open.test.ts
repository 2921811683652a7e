import { describe, expect, test } from 'vitest';
import { PartKind } from '@geoinsights/geometry';
import { shapefileDriver } from '../../src/shapefile/index.ts';
import { readShapefile } from '../../src/shapefile/read.ts';
import { attributes, datasetOf, featureOf, makeShapefile, recordContent } from './make-shapefile.ts';
import type { RecordSpecification } from './make-shapefile.ts';

const SHELL = [[0, 0], [0, 9], [9, 9], [9, 0], [0, 0]];
const HOLE = [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]];
const ISLAND = [[20, 0], [20, 1], [21, 1], [20, 0]];
const withOrdinates = (vertices: number[][], ...ordinates: number[]): number[][] => vertices.map((vertex, at) => [...vertex, ...ordinates.map((value) => value + at)]);

const open = async (type: number, records: RecordSpecification[]) => {
  const { shp, shx } = makeShapefile(type, records.map(recordContent));
  return readShapefile(datasetOf({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': attributes(records.length) }));
};

test('a file with very many records whose rings run the wrong way is read', async () => {
  const count = 130_000;
  const content = recordContent({ type: 5, rings: [SHELL.toReversed(), HOLE.toReversed()] });
  const { shp } = makeShapefile(5, Array.from({ length: count }, () => content));
  const { notes } = await readShapefile(datasetOf({ 'a.shp': shp }));
  expect(notes.find(({ code }) => code === 'shapefile-holes-turned')?.text).toContain(`In ${count} records of "a.shp" with holes, rings have the wrong orientation (first in record 1)`);
});

const CASES: { type: number; name: string; kind: number; rings: number[][][]; parts: number[][][][] }[] = [
  { type: 1, name: 'Point', kind: PartKind.Point, rings: [[[3, 4]]], parts: [[[[3, 4]]]] },
  { type: 11, name: 'PointZ', kind: PartKind.Point, rings: [[[3, 4, 5, 6]]], parts: [[[[3, 4, 5, 6]]]] },
  { type: 21, name: 'PointM', kind: PartKind.Point, rings: [[[3, 4, 6]]], parts: [[[[3, 4, 6]]]] },
];
for (const [base, name, kind] of [[3, 'PolyLine', PartKind.Line], [5, 'Polygon', PartKind.Polygon], [8, 'MultiPoint', PartKind.Point]] as const) {
  for (const [offset, suffix, ordinates] of [[0, '', []], [10, 'Z', [100, 200]], [20, 'M', [200]]] as const) {
    const rings = (base === 8 ? [SHELL] : [SHELL, HOLE, ISLAND]).map((ring) => withOrdinates(ring, ...ordinates));
    const parts = base === 5 ? [rings.slice(0, 2), rings.slice(2)] : rings.map((ring) => [ring]);
    CASES.push({ type: base + offset, name: name + suffix, kind, rings, parts });
  }
}

test.each(CASES)('reads $name, and a null shape beside it', async ({ type, kind, rings, parts }) => {
  const dataset = await open(type, [{ type, rings }, { type: 0 }, { type, rings }]);
  const { geometry } = dataset.layers[0];
  expect(featureOf(geometry, 0)).toEqual(parts);
  expect(featureOf(geometry, 1)).toEqual([]);
  expect(featureOf(geometry, 2)).toEqual(parts);
  expect([...geometry.partKinds]).toEqual(new Array<number>(2 * parts.length).fill(kind));
  expect(dataset.notes.map(({ code }) => code)).toEqual(['crs-missing']);
  expect(dataset.layers[0].label(2)).toBe('record 3');
});

test.each(CASES.filter(({ type }) => type > 10))('reads $name without its measures', async ({ type, rings, parts }) => {
  const dataset = await open(type, [{ type, rings, withoutM: true }]);
  expect(dataset.layers[0].geometry.m).toBeNull();
  expect(featureOf(dataset.layers[0].geometry, 0)).toEqual(parts.map((part) => part.map((ring) => ring.map((vertex) => vertex.slice(0, -1)))));
});

test('treats measures below -1e38 as absent', async () => {
  const measured = await open(23, [{ type: 23, rings: [[[0, 0, -1e39], [1, 1, 7]]] }]);
  expect(featureOf(measured.layers[0].geometry, 0)).toEqual([[[[0, 0, NaN], [1, 1, 7]]]]);
  const unmeasured = await open(23, [{ type: 23, rings: [[[0, 0, -1e39], [1, 1, -1e39]]] }]);
  expect(unmeasured.layers[0].geometry.m).toBeNull();
});

test('reads records of another type than the header states, and leaves MultiPatch alone', async () => {
  const patch = recordContent({ type: 5, rings: [SHELL] });
  new DataView(patch.buffer).setInt32(0, 31, true);
  const { shp, shx } = makeShapefile(15, [recordContent({ type: 5, rings: [SHELL] }), patch, recordContent({ type: 15, rings: [withOrdinates(SHELL, 1, 2)] })]);
  const dataset = await shapefileDriver.open(datasetOf({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': attributes(3) }));
  const { geometry } = dataset.layers[0];
  expect(featureOf(geometry, 0)[0][0][0]).toEqual([0, 0, NaN, NaN]);
  expect(featureOf(geometry, 1)).toEqual([]);
  expect(featureOf(geometry, 2)[0][0][1]).toEqual([0, 9, 2, 3]);
  expect(dataset.notes.map(({ code }) => code)).toContain('geometry-not-repaired');
});

test('keeps a non-finite coordinate, and an unclosed ring, as they are', async () => {
  const rings = [[[0, 0], [0, 9], [NaN, Infinity], [9, 0]]];
  expect(featureOf((await open(5, [{ type: 5, rings }])).layers[0].geometry, 0)).toEqual([rings]);
});

test('puts holes after their shells, with Z and M, and remembers the order of the record', async () => {
  const rings = [HOLE, ISLAND, SHELL].map((ring, at) => withOrdinates(ring, 100 * at, 1000 * at));
  const dataset = await open(15, [{ type: 15, rings: [withOrdinates(SHELL, 0, 0)] }, { type: 15, rings }]);
  expect(featureOf(dataset.layers[0].geometry, 1)).toEqual([[rings[1]], [rings[2], rings[0]]]);
  expect(dataset.opened.ringInRecord).toEqual(Int32Array.of(0, 1, 2, 0));
});

test('names the CRS of the .prj file', async () => {
  const { shp, shx } = makeShapefile(1, [recordContent({ type: 1, rings: [[[1, 2]]] })]);
  const prj = new TextEncoder().encode('PROJCS["Somewhere",GEOGCS["x",UNIT["Degree",0.0174532925199433]],UNIT["Foot",0.3048]]');
  const dataset = await shapefileDriver.open(datasetOf({ 'a.SHP': shp, 'a.shx': shx, 'a.PRJ': prj, 'a.dbf': attributes(1) }));
  expect(dataset.layers[0].crs).toMatchObject({ name: 'Somewhere', code: null, units: { kind: 'planar' }, metresPerUnit: 0.3048 });
  expect(dataset.notes).toEqual([]);
});

test('says if the attributes are missing or their number differs', async () => {
  const { shp, shx } = makeShapefile(1, [recordContent({ type: 1, rings: [[[1, 2]]] })]);
  const alone = await shapefileDriver.open(datasetOf({ 'a.shp': shp }));
  expect(alone.notes.map(({ code }) => code)).toEqual(['crs-missing', 'shapefile-index-rebuilt', 'shapefile-without-attributes']);
  const other = await shapefileDriver.open(datasetOf({ 'a.shp': shp, 'a.shx': shx, 'a.dbf': attributes(5) }));
  expect(other.notes.map(({ code }) => code)).toEqual(['crs-missing', 'shapefile-attributes-differ']);
  expect(other.notes[1].text).toBe('The .dbf file has 5 rows for 1 shape. It is returned unchanged; check which rows belong to which shapes.');
  const two = makeShapefile(1, [[1, 2], [3, 4]].map((position) => recordContent({ type: 1, rings: [[position]] })));
  const fewer = await shapefileDriver.open(datasetOf({ 'a.shp': two.shp, 'a.shx': two.shx, 'a.dbf': attributes(1) }));
  expect(fewer.notes[1].text).toMatch(/^The \.dbf file has 1 row for 2 shapes\. /);
});

test('opens a file without records', async () => {
  const dataset = await open(5, []);
  expect(dataset.layers[0].geometry.featureOffsets).toEqual(Int32Array.of(0));
});

describe('the .prj file', () => {
  const WKT = 'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
  const opened = async (prj: Uint8Array) => {
    const { shp, shx } = makeShapefile(1, [recordContent({ type: 1, rings: [[[1, 2]]] })]);
    const { layers: [{ crs }], notes } = await readShapefile(datasetOf({ 'a.shp': shp, 'a.shx': shx, 'a.prj': prj }));
    return { crs: crs.code ?? crs.name, notes: notes.filter(({ code }) => code === 'crs-missing').map(({ text }) => text) };
  };
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
  const utf16 = (text: string): Uint8Array => new Uint8Array(Uint16Array.from(`\ufeff${text}`, (letter) => letter.charCodeAt(0)).buffer);

  test.each<[string, Uint8Array, string]>([
    ['well-known text', utf8(`${WKT}\r\n`), 'GCS_SIRGAS_2000'],
    ['in UTF-16', utf16(WKT), 'GCS_SIRGAS_2000'],
    ['in UTF-16, the other way round', utf16(WKT).map((_, at, all) => all[at ^ 1]), 'GCS_SIRGAS_2000'],
    ['a code', utf8('EPSG:4674\n'), 'EPSG:4674'],
  ])('%s is understood', async (_, prj, crs) => {
    expect(await opened(prj)).toEqual({ crs, notes: [] });
  });

  test('a system that is not understood is reported as such, and not as if none were stated', async () => {
    const assumed = 'Its coordinates were read as degrees, because all of them are within ±180 and ±90.';
    expect(await opened(utf8('+proj=longlat +ellps=GRS80 +no_defs'))).toEqual({ crs: 'unknown', notes: [`"a.prj" does not contain a definition of a coordinate reference system (well-known text) that can be understood. A repair copies it as it is: other programs will not understand that of the result either, so replace it. ${assumed}`] });
    expect(await opened(utf8(' \n'))).toEqual({ crs: 'unknown', notes: [`The file does not say which coordinate reference system it uses. ${assumed}`] });
  });
});
