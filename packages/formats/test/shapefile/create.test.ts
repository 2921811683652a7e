import { describe, expect, test } from 'vitest';
import { PartKind } from '@geoinsights/geometry';
import type { OutputFile } from '../../src/driver.ts';
import { GeometryType } from '../../src/features/feature-batch.ts';
import { memoryFolder } from '../../src/files/memory.ts';
import { shapefileCreation } from '../../src/shapefile/create.ts';
import { dbfNames } from '../../src/shapefile/dbf-names.ts';
import { batchOf, field, lines, multiPoint, point, polygons, readBack, schemaOf, setOf, text, without, written } from './feature-batches.ts';
import type { Feature } from './feature-batches.ts';
import { memoryScratch } from './memory-scratch.ts';

// As the format requires: shells clockwise, holes counter-clockwise.
const SHELL = [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]];
const HOLE = [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]];
const FAR = [[20, 0], [20, 5], [25, 5], [20, 0]];
const withOrdinates = (ring: readonly (readonly number[])[], z: (index: number) => number, m?: (index: number) => number): number[][] => ring.map((vertex, index) => [...vertex, z(index), ...(m === undefined ? [] : [m(index)])]);

async function roundTrip(features: readonly Feature[], more: Parameters<typeof schemaOf>[1] = {}) {
  const result = await written([{ schema: schemaOf(features, more), features }]);
  return { ...result, ...(await readBack(setOf(result.contents))) };
}

/** The losses as codes and counts. */
const told = (losses: readonly { code: string; count: number | null }[]): string[] => losses.map(({ code, count }) => (count === null ? code : `${code} ${count}`));

describe('geometry', () => {
  const FIELDS = { fields: [field('n', 'integer')] };
  test.each<[string, Feature[]]>([
    ['points', [point([1, 2], 1), without(2), point([-3.5, 4e-300], 3)]],
    ['multipoints', [multiPoint([[1, 2], [3, 4]], 1), multiPoint([[5, 6]], 2)]],
    ['lines', [lines([[[0, 0], [1, 1], [2, 0]]], 1), lines([[[0, 0], [1, 1]], [[5, 5], [6, 6], [7, 7]]], 2), without(3)]],
    ['polygons', [polygons([[SHELL, HOLE]], 1), without(2), polygons([[SHELL, HOLE], [FAR]], 3), polygons([[FAR]], 4)]],
  ])('%s are read back as they were', async (_, features) => {
    const { features: back, losses, layer, files } = await roundTrip(features, FIELDS);
    expect(back).toEqual(features);
    expect(losses).toEqual([]);
    expect(files).toEqual(['made.shp', 'made.shx', 'made.dbf', 'made.cpg']);
    expect(layer.count).toBe(features.length);
    expect(layer).toMatchObject({ hasZ: false, hasM: false });
  });

  test.each<[string, (vertex: readonly number[], index: number) => number[], { hasZ: boolean; hasM: boolean }]>([
    ['Z', ([x, y], index) => [x, y, index / 3], { hasZ: true, hasM: false }],
    ['M', ([x, y], index) => [x, y, NaN, index === 1 ? NaN : -index / 3], { hasZ: false, hasM: true }],
    ['Z and M', ([x, y], index) => [x, y, index - 7.25, index === 2 ? NaN : index], { hasZ: true, hasM: true }],
  ])('%s are read back with every shape', async (_, ordinates, has) => {
    const ring = (vertices: readonly (readonly number[])[]): number[][] => vertices.map((vertex, index) => ordinates(vertex, vertices === SHELL && index === 4 ? 0 : index));
    const layers: Feature[][] = [
      [point(ordinates([1, 2], 0), 1), without(2), point(ordinates([3, 4], 5), 3)],
      [multiPoint(ring([[1, 2], [3, 4], [5, 6]]), 1)],
      [lines([ring([[0, 0], [1, 1], [2, 0], [3, 0]])], 1), lines([ring([[0, 0], [1, 1]]), ring([[2, 0], [3, 0]])], 2)],
      [polygons([[ring(SHELL), ring(HOLE)], [ring(FAR)]], 1)],
    ];
    for (const features of layers) {
      const { features: back, layer, losses } = await roundTrip(features, { ...FIELDS, ...has });
      expect(back).toEqual(features);
      expect(layer).toMatchObject(has);
      expect(losses).toEqual([]);
    }
  });

  test('a position without two finite numbers is left out, as the standard has neither NaN nor infinity', async () => {
    const features = [multiPoint([[NaN, NaN, 1], [3, 4, 2]]), lines([[[0, 0, 5], [NaN, 1, 6], [2, 2, 7]]]), point([NaN, NaN, 3])];
    const { losses, contents } = await written([{ schema: schemaOf(features, { hasZ: true }), features }]);
    expect(losses.find(({ code }) => code === 'value-left-out')?.text).toBe('3 positions do not have two finite numbers and were left out.');
    expect(told(losses)).toContain('empty-geometry-left-out 1');
    expect((await readBack(setOf(contents, 'made-points'))).features.map(({ parts }) => parts)).toEqual([[{ kind: PartKind.Point, rings: [[[3, 4, 2]]] }], []]);
    expect((await readBack(setOf(contents, 'made-lines'))).features[0].parts[0].rings).toEqual([[[0, 0, 5], [2, 2, 7]]]);
  });

  test('a ring is closed again where its first position is left out', async () => {
    const { features } = await roundTrip([polygons([[[[NaN, NaN], [0, 10], [10, 10], [10, 0], [NaN, NaN]]]])]);
    expect(features[0].parts[0].rings).toEqual([[[0, 10], [10, 10], [10, 0], [0, 10]]]);
  });

  test('a point with Z has a measure in every file, as the specification requires', async () => {
    const { contents, layer } = await roundTrip([point([1, 2, 3])], { hasZ: true });
    const record = new DataView(contents.get('made.shp')?.buffer ?? new ArrayBuffer(0), 100);
    expect(record.getInt32(4) * 2).toBe(36);
    expect(record.getFloat64(36, true)).toBeLessThan(-1e38);
    expect(layer.hasM).toBe(false);
  });

  test('a vertex without Z in a layer with Z gets 0', async () => {
    const { features, losses } = await roundTrip([lines([[[0, 0, 5], [1, 1, NaN]]])], { hasZ: true });
    expect(features[0].parts[0].rings[0]).toEqual([[0, 0, 5], [1, 1, 0]]);
    expect(losses).toEqual([{ code: 'geometry-type-changed', layer: 'layer', field: null, count: 1, text: 'One feature has vertices without heights, which became 0: a shapefile has heights for all vertices or none.' }]);
  });

  test('features without Z in a layer with Z are counted once, also where points become multipoints and in batches without any Z', async () => {
    const flat = [point([3, 4, NaN]), point([1, 2, 5]), point([5, 6, NaN]), multiPoint([[3, 4, NaN], [5, 6, NaN]]), without(), point([9, 9]), point([8, 8])];
    const { losses } = await written([{ schema: schemaOf(flat, { hasZ: true }), features: flat.slice(0, 3) }, { schema: schemaOf(flat, { name: 'b', hasZ: true }), features: [flat[3], flat[0], flat[4], flat[5], flat[6]] }]);
    expect(losses.filter(({ text: sentence }) => sentence.includes('without heights')).map(({ layer, count }) => [layer, count])).toEqual([['layer', 2], ['b', 4]]);
    const high = await roundTrip([point([1, 2, 5]), without()], { hasZ: true });
    expect(high.losses).toEqual([]);
  });

  test('shells are turned clockwise and holes counter-clockwise, with their Z; open rings are closed', async () => {
    const shell = withOrdinates(SHELL, (index) => index % 4);
    const hole = withOrdinates(HOLE, (index) => 10 + (index % 4));
    const { features } = await roundTrip([polygons([[shell.toReversed(), hole.toReversed()], [withOrdinates(FAR, () => 1).slice(0, -1)]])], { hasZ: true });
    expect(features[0].parts.map(({ rings }) => rings)).toEqual([[shell, hole], [withOrdinates(FAR, () => 1)]]);
  });

  test('header, record and index state extents and lengths', async () => {
    const { contents } = await roundTrip([polygons([[SHELL]]), without(), polygons([[FAR]])]);
    const [shp, shx] = ['made.shp', 'made.shx'].map((name) => new DataView(contents.get(name)?.buffer ?? new ArrayBuffer(0)));
    expect([shp.getInt32(0), shp.getInt32(24) * 2, shp.getInt32(28, true), shp.getInt32(32, true)]).toEqual([9994, shp.byteLength, 1000, 5]);
    expect([36, 44, 52, 60].map((at) => shp.getFloat64(at, true))).toEqual([0, 0, 25, 10]);
    expect(shx.getInt32(24) * 2).toBe(100 + 3 * 8);
    const starts = [0, 1, 2].map((record) => shx.getInt32(100 + 8 * record) * 2);
    expect(starts.map((start) => shp.getInt32(start))).toEqual([1, 2, 3]);
    expect(starts.map((start) => shp.getInt32(start + 4))).toEqual([0, 1, 2].map((record) => shx.getInt32(104 + 8 * record)));
    expect([12, 20, 28, 36].map((at) => shp.getFloat64(starts[2] + at, true))).toEqual([20, 0, 25, 5]);
  });

  test('points become multipoints when a multipoint follows, and are counted', async () => {
    const { features, losses, layer } = await roundTrip([point([1, 2, 3, 4], 1), without(2), point([3, 4, 5, NaN], 3), multiPoint([[5, 6, 7, 8], [7, 8, 9, 0]], 4), point([9, 9, 9, 9], 5)], { ...FIELDS, hasZ: true, hasM: true });
    expect(layer.geometryTypes).toEqual([GeometryType.MultiPoint]);
    expect(features).toEqual([multiPoint([[1, 2, 3, 4]], 1), without(2), multiPoint([[3, 4, 5, NaN]], 3), multiPoint([[5, 6, 7, 8], [7, 8, 9, 0]], 4), multiPoint([[9, 9, 9, 9]], 5)]);
    expect(told(losses)).toEqual(['geometry-type-changed 3']);
  });

  test('an empty geometry becomes a null shape, and is counted', async () => {
    const { features, losses } = await roundTrip([{ type: GeometryType.Polygon, parts: [], row: [1] }, polygons([[SHELL]], 2), { type: GeometryType.LineString, parts: [{ kind: PartKind.Line, rings: [[]] }], row: [3] }], FIELDS);
    expect(features).toEqual([without(1), polygons([[SHELL]], 2), without(3)]);
    expect(told(losses)).toEqual(['empty-geometry-left-out 2']);
  });

  test.each([[[], 0], [[GeometryType.Polygon], 5], [[GeometryType.MultiLineString], 3], [[GeometryType.MultiPoint], 8]])('a layer of the types %j without shapes has the shape type %i', async (geometryTypes, code) => {
    for (const features of [[], [without(1), without(2)]]) {
      const { contents, features: back } = await roundTrip(features, { ...FIELDS, geometryTypes });
      expect(new DataView(contents.get('made.shp')?.buffer ?? new ArrayBuffer(0)).getInt32(32, true)).toBe(code);
      expect(back).toEqual(features);
    }
  });
});

describe('several files', () => {
  const MIXED: Feature[] = [
    without(1),
    polygons([[SHELL]], 2),
    point([1, 1], 3),
    { type: GeometryType.GeometryCollection, parts: [{ kind: PartKind.Line, rings: [[[0, 0], [1, 1]]] }, { kind: PartKind.Polygon, rings: [FAR] }, { kind: PartKind.Point, rings: [[[7, 7]]] }], row: [4] },
  ];
  test('each geometry type gets a file, collections are divided, and rows go with their parts', async () => {
    const { files, losses, contents } = await written([{ schema: schemaOf(MIXED, { fields: [field('n', 'integer')] }), features: MIXED }]);
    expect(files.filter((name) => name.endsWith('.shp'))).toEqual(['made-polygons.shp', 'made-points.shp', 'made-lines.shp']);
    expect((await readBack(setOf(contents, 'made-polygons'))).features).toEqual([without(1), polygons([[SHELL]], 2), polygons([[FAR]], 4)]);
    expect((await readBack(setOf(contents, 'made-points'))).features).toEqual([point([1, 1], 3), point([7, 7], 4)]);
    expect((await readBack(setOf(contents, 'made-lines'))).features).toEqual([lines([[[0, 0], [1, 1]]], 4)]);
    expect(told(losses)).toEqual(['geometry-types-divided', 'geometry-type-changed 1']);
    expect(losses[1].text).toBe('One geometry collection is split by kind of geometry, because a shapefile has no collections; each part has its attributes.');
    expect(losses[0].text).toContain('the polygons are in "made-polygons.shp", the points are in "made-points.shp", the lines are in "made-lines.shp"');
  });

  test.each([false, true])('a file without any height has no Z, and a feature in several files is reported once; with measures: %s', async (hasM) => {
    const at = ([x, y]: readonly number[]): number[] => [x, y, NaN, x + 0.5].slice(0, hasM ? 4 : 2);
    const [shell, hole, far, line, place] = [SHELL, HOLE, FAR, [[0, 0], [1, 1]], [[7, 7]]].map((ring) => ring.map(at));
    const collection: Feature = { type: GeometryType.GeometryCollection, parts: [{ kind: PartKind.Line, rings: [line] }, { kind: PartKind.Polygon, rings: [shell, hole] }, { kind: PartKind.Point, rings: [place] }], row: [1] };
    const features = [collection, without(2), polygons([[far], [shell]], 3), lines([[[0, 0, 1, 0], [1, 1, 2, 1]]], 4)];
    const { contents, losses } = await written([{ schema: schemaOf(features, { fields: [field('n', 'integer')], hasZ: true, hasM }), features }]);
    const [ofPolygons, ofPoints, ofLines] = await Promise.all(['polygons', 'points', 'lines'].map((sort) => readBack(setOf(contents, `made-${sort}`))));
    expect([ofPolygons, ofPoints, ofLines].map(({ layer }) => [layer.hasZ, layer.hasM])).toEqual([[false, hasM], [false, hasM], [true, hasM]]);
    expect(ofPolygons.features).toEqual([polygons([[shell, hole]], 1), polygons([[far], [shell]], 3)]);
    expect(ofPoints.features).toEqual([point(place[0], 1), without(2)]);
    expect(losses.filter(({ text: sentence }) => sentence.includes('without heights')).map(({ count }) => count)).toEqual([1]);
    const header = new DataView(contents.get('made-polygons.shp')?.buffer ?? new ArrayBuffer(0));
    expect([header.getInt32(24) * 2, header.getFloat64(68, true), header.getFloat64(76, true)]).toEqual([header.byteLength, 0, 0]);
  });

  test('a collection whose parts have no heights, in a layer with heights, is reported once', async () => {
    const collection: Feature = { type: GeometryType.GeometryCollection, parts: [{ kind: PartKind.Line, rings: [[[0, 0, NaN], [1, 1, NaN]]] }, { kind: PartKind.Point, rings: [[[7, 7, NaN]]] }], row: [] };
    const features = [collection, point([1, 2, 3]), lines([[[0, 0, 1], [1, 1, 2]]])];
    const { losses } = await written([{ schema: schemaOf(features, { hasZ: true }), features }]);
    expect(losses.filter(({ text: sentence }) => sentence.includes('without heights')).map(({ count }) => count)).toEqual([1]);
  });

  test('a value of a collection counts once, however many files have its row', async () => {
    const collection = { ...MIXED[3], row: ['', 'x'.repeat(300)] };
    const { losses } = await written([{ schema: schemaOf([collection], { fields: [text('e'), text('long')] }), features: [collection] }]);
    expect(told(losses)).toEqual(['geometry-types-divided', 'geometry-type-changed 1', 'value-left-out 1', 'text-cut 1']);
  });

  test('each layer gets a file with a safe and unique name', async () => {
    const names = ['a/b', 'A_B', 'c'.repeat(300), ''];
    const { files, losses, contents } = await written(names.map((name, index) => ({ schema: schemaOf([], { name, fields: [field('n', 'integer')] }), features: [point([index, 0], index)] })));
    const mains = files.filter((name) => name.endsWith('.shp'));
    expect(mains.slice(0, 2)).toEqual(['made-a_b.shp', 'made-A_B-2.shp']);
    expect(mains[3]).toBe('made-layer.shp');
    expect(mains[2].length).toBeLessThan(250);
    expect(losses.map(({ code, layer }) => [code, layer])).toEqual(names.map((name) => ['layers-divided', name]));
    expect((await readBack(setOf(contents, 'made-A_B-2'))).features).toEqual([point([1, 0], 1)]);
  });

  test('a layer to which nothing was written gets its files, too', async () => {
    const { contents } = await written([{ schema: schemaOf([], { name: 'a', geometryTypes: [GeometryType.Point] }), features: [] }, { schema: schemaOf([], { name: 'b' }), features: [point([1, 2])] }, { schema: schemaOf([], { name: 'c' }), features: [] }]);
    expect([...contents.keys()].filter((name) => name.endsWith('.shp'))).toEqual(['made-a.shp', 'made-b.shp', 'made-c.shp']);
  });
});

describe('attributes', () => {
  test('values of every type are read back, and so are missing ones', async () => {
    const fields = [text('name'), field('whole', 'integer'), field('real', 'real'), field('yes', 'boolean'), field('day', 'date')];
    const features = [
      point([0, 0], 'São Paulo', 12, 0.1, true, '2024-02-29'),
      point([0, 0], null, null, null, null, null),
      point([0, 0], '漢字', -123_456_789_012_345, -0, false, '1899-12-31'),
      point([0, 0], ' a', 999_999_999_999_999_999n, 12_345.678, true, '2026-11-23'),
    ];
    const { features: back, losses, layer } = await roundTrip(features, { fields });
    expect(back).toEqual(features);
    expect(Object.is(back[2].row[2], -0)).toBe(true);
    expect(losses).toEqual([]);
    expect(layer.fields).toEqual([
      { name: 'name', type: 'text', width: 10, decimals: null },
      { name: 'whole', type: 'integer', width: 18, decimals: null },
      { name: 'real', type: 'real', width: 24, decimals: 3 },
      { name: 'yes', type: 'boolean', width: null, decimals: null },
      { name: 'day', type: 'date', width: null, decimals: null },
    ]);
  });

  test('every real is read back as the same number', async () => {
    const reals = [1 / 3, Math.PI * 1e10, -Math.PI * 1e-300, Number.MAX_VALUE, -Number.MIN_VALUE, 1e21, -Math.PI / 1e6, Math.PI * 1e17, 0, 5];
    const { features, losses } = await roundTrip(reals.map((real) => point([0, 0], real)), { fields: [field('r', 'real')] });
    expect(features.map(({ row }) => row[0])).toEqual(reals);
    expect(losses).toEqual([]);
  });

  test('a field of reals stays one although all of them are whole', async () => {
    const { layer, features } = await roundTrip([point([0, 0], 5), point([0, 0], -12)], { fields: [field('r', 'real')] });
    expect(layer.fields[0]).toMatchObject({ type: 'real', decimals: 1 });
    expect(features.map(({ row }) => row)).toEqual([[5], [-12]]);
  });

  test('a layer keeps the widths that it states, unless its values need more', async () => {
    const fields = [text('a', 30), text('b', 2), { ...field('n', 'integer'), width: 4 }, { ...field('r', 'real'), width: 12, decimals: 4 }];
    const { layer, features } = await roundTrip([point([0, 0], 'x', 'long', 123_456, 1.5)], { fields });
    expect(layer.fields.map(({ width, decimals }) => [width, decimals])).toEqual([[30, null], [4, null], [6, null], [12, 4]]);
    expect(features[0].row).toEqual(['x', 'long', 123_456, 1.5]);
  });

  test('a type that a .dbf lacks becomes a text or is left out, with a loss', async () => {
    const fields = [field('when', 'date-time'), field('list', 'json'), field('huge', 'integer'), field('bytes', 'binary'), field('day', 'date'), field('real', 'real')];
    const { features, losses, layer } = await roundTrip([point([0, 0], '2026-11-23T08:30:00Z', '[1,2]', -9_223_372_036_854_775_808n, Uint8Array.of(1), 'once', Infinity)], { fields });
    expect(features[0].row).toEqual(['2026-11-23T08:30:00Z', '[1,2]', '-9223372036854775808', null, null]);
    expect(layer.fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['when text', 'list text', 'huge text', 'day date', 'real real']);
    expect(losses.map(({ code, field: name, count }) => [code, name, count])).toEqual([
      ['field-left-out', 'bytes', null],
      ['field-type-changed', 'when', null],
      ['field-type-changed', 'list', null],
      ['field-type-changed', 'huge', null],
      ['value-left-out', 'day', 1],
      ['value-left-out', 'real', 1],
    ]);
    expect(losses.slice(-2).map((loss) => loss.text)).toEqual(['One value of the field "day" is not of its type, and is empty in the shapefile.', 'One value of the field "real" is not finite (NaN, infinity), and is empty in the shapefile.']);
  });

  test('texts of more than 254 bytes are cut at a whole character and counted', async () => {
    const long = ['a'.repeat(254), 'b'.repeat(255), `${'c'.repeat(253)}é`, 'é'.repeat(127), '漢'.repeat(100)];
    const { features, losses } = await roundTrip(long.map((value) => point([0, 0], value)), { fields: [text('t')] });
    expect(features.map(({ row }) => row[0])).toEqual([long[0], 'b'.repeat(254), 'c'.repeat(253), long[3], '漢'.repeat(84)]);
    expect(told(losses)).toEqual(['text-cut 3']);
  });

  test('characters that a text cannot hold are replaced, empty texts are missing, and both are counted', async () => {
    const { features, losses } = await roundTrip(['a\0b', 'lone \ud800', '', 'x'].map((value) => point([0, 0], value)), { fields: [text('t')] });
    expect(features.map(({ row }) => row[0])).toEqual(['a b', 'lone \ufffd', null, 'x']);
    expect(told(losses)).toEqual(['characters-replaced 2', 'value-left-out 1']);
  });

  test('trailing blanks, and texts of blanks only, look like padding, and both are counted', async () => {
    const { features, losses } = await roundTrip(['  a  ', ' ', 'é ', '', ' b', '\t'].map((value) => point([0, 0], value)), { fields: [text('t')] });
    expect(features.map(({ row }) => row[0])).toEqual(['  a', null, 'é', null, ' b', '\t']);
    expect(losses.map(({ code, count, text: sentence }) => [code, count, sentence])).toEqual([
      ['text-cut', 2, '2 values of the field "t" end in blanks, which a shapefile cannot tell from padding: they are read back without them.'],
      ['value-left-out', 2, '2 values of the field "t" are empty or blank, which a shapefile cannot tell from missing values.'],
    ]);
  });

  test('names take at most ten bytes and differ by more than case', () => {
    const names = ['population', 'population_total', 'Name', 'NAME', 'descrição completa', 'ação_médiaé', '', ' x ', 'a\nb', 'population_2'];
    const short = dbfNames(names);
    expect(short).toEqual(['population', 'populati_1', 'Name', 'NAME_1', 'descriçã', 'ação_mé', 'field', 'x', 'a_b', 'populati_2']);
    for (const name of short) expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(10);
    expect(new Set(short.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test('renamed fields are reported with both names', async () => {
    const { losses, features, layer } = await roundTrip([point([0, 0], 1, 2)], { fields: [field('populacao_total', 'integer'), field('POPULACAO_', 'integer')] });
    expect(layer.fields.map(({ name }) => name)).toEqual(['populaca_1', 'POPULACAO_']);
    expect(features[0].row).toEqual([1, 2]);
    expect(losses).toEqual([expect.objectContaining({ code: 'field-renamed', field: 'populacao_total' })]);
    expect(losses[0].text).toContain('"populaca_1"');
  });

  test('fields beyond 255 are left out', async () => {
    const fields = Array.from({ length: 258 }, (_, index) => field(`f${index}`, 'integer'));
    const { layer, losses, features } = await roundTrip([point([0, 0], ...fields.keys())], { fields });
    expect(layer.fields.length).toBe(255);
    expect(features[0].row.at(-1)).toBe(254);
    expect(losses.map(({ code, field: name }) => [code, name])).toEqual([['field-left-out', 'f255'], ['field-left-out', 'f256'], ['field-left-out', 'f257']]);
  });

  test('a layer without fields gets one, numbered', async () => {
    const { layer, features, losses } = await roundTrip([point([1, 2]), point([3, 4])]);
    expect(layer.fields).toEqual([{ name: 'FID', type: 'integer', width: 11, decimals: null }]);
    expect(features.map(({ row }) => row)).toEqual([[0], [1]]);
    expect(losses).toEqual([]);
  });

  test.each([['whole numbers', [5, 7n, null], 'integer', [5, 7, null]], ['texts among them', ['a', 7, null], 'text', ['a', '7', null]]])('ids that count up become a field: %s', async (_, ids, type, back) => {
    const features = ids.map((id) => ({ ...point([0, 0], 'x'), id }));
    const { layer, features: found, losses } = await roundTrip(features, { fields: [text('id')], ids: 'own' });
    expect(layer.fields.map((each) => `${each.name} ${each.type}`)).toEqual(['id text', `id_1 ${type}`]);
    expect(found.map(({ row }) => row[1])).toEqual(back);
    expect(told(losses)).toEqual(['ids-as-field']);
  });

  test.each([[[1, 2, 3], []], [[1, 2, 4], ['ids-left-out']], [[0, 1, 2], ['ids-left-out']]])('keys of a table are left out, which is reported if they are not the numbers of the records: %s', async (keys, expected) => {
    const { layer, losses } = await roundTrip(keys.map((id) => ({ ...point([0, 0], 'x'), id })), { fields: [text('a')], ids: 'rows' });
    expect(layer.fields.map(({ name }) => name)).toEqual(['a']);
    expect(told(losses)).toEqual(expected);
  });
});

describe('reference systems', () => {
  const projectionOf = async (crs: Parameters<typeof schemaOf>[1]): Promise<{ text: string | null; losses: string[] }> => {
    const { contents, losses } = await roundTrip([point([0, 0])], crs);
    const bytes = contents.get('made.prj');
    return { text: bytes === undefined ? null : new TextDecoder().decode(bytes), losses: told(losses) };
  };
  const planar = { units: { kind: 'planar' }, metresPerUnit: 1 } as const;

  test('a code gets the text of ArcGIS', async () => {
    const { text: found } = await projectionOf({ crs: { name: 'EPSG:31982', code: 'EPSG:31982', ...planar } });
    expect(found).toMatch(/^PROJCS\["SIRGAS_2000_UTM_Zone_22S",/);
    expect((await projectionOf({ crs: { name: 'x', code: 'OGC:CRS84', ...planar } })).text).toMatch(/^GEOGCS\["GCS_WGS_1984",/);
  });

  test('a text of ArcGIS is kept, and another is rewritten as one', async () => {
    const own = 'GEOGCS["GCS_Mine",DATUM["D_Mine",SPHEROID["Mine",6378000.0,298.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
    expect((await projectionOf({ crs: { name: 'Mine', code: null, ...planar, wkt: own } })).text).toBe(own);
    const second = 'GEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563]],CS[ellipsoidal,2],AXIS["latitude",north],AXIS["longitude",east],ANGLEUNIT["degree",0.0174532925199433],ID["EPSG",4326]]';
    expect((await projectionOf({ crs: { name: 'WGS 84', code: 'EPSG:4326', ...planar, wkt: second } })).text).toMatch(/^GEOGCS\["GCS_WGS_1984",/);
  });

  test('a code of another country gets a text with that code', async () => {
    const { text, losses } = await projectionOf({ crs: { name: 'EPSG:2154', code: 'EPSG:2154', ...planar } });
    expect(text).toMatch(/^PROJCS\["RGF93 v1 \/ Lambert-93",.*,AUTHORITY\["EPSG","2154"\]\]$/);
    expect(losses).toEqual([]);
  });

  test('an unknown system gets no file; a code that no table has is reported', async () => {
    expect(await projectionOf({})).toEqual({ text: null, losses: [] });
    expect(await projectionOf({ crs: { name: 'EPSG:5514', code: 'EPSG:5514', ...planar } })).toEqual({ text: null, losses: ['system-changed'] });
  });
});

describe('failures', () => {
  test('no file has its final name before the end, or after an abort', async () => {
    const folder = memoryFolder();
    const writer = await shapefileCreation(() => memoryScratch())({ folder, name: 'made', workFolder: '' }, [schemaOf([])]);
    await writer.write(0, batchOf([point([0, 0])]));
    expect(folder.files.size).toBe(0);
    await writer.abort();
    expect(folder.files.size).toBe(0);
  });

  test('if one file cannot be written, none of them is there', async () => {
    const memory = memoryFolder();
    const open = new Set<string>();
    const folder = {
      create: async (name: string): Promise<OutputFile> => {
        if (name.endsWith('.shp')) throw new Error('no room');
        const output = await memory.create(name);
        open.add(name);
        return { ...output, abort: () => output.abort().finally(() => open.delete(name)) };
      },
    };
    await expect(written([{ schema: schemaOf([]), features: [point([0, 0])] }], 'made', folder)).rejects.toThrow('no room');
    expect(memory.files.size).toBe(0);
    expect([...open]).toEqual([]);
  });

  test('a file of more than 2 GB is refused while it is written', async () => {
    const nowhere = { write: () => Promise.resolve(), finish: () => Promise.resolve(), drop: () => Promise.resolve(), open: () => Promise.reject(new Error('not to be read')) };
    const large = batchOf([multiPoint(Array.from({ length: 1 << 18 }, (_, index) => [index, 0]))]);
    // Every row is as wide as the widest.
    const wide = batchOf(Array.from({ length: 2048 }, (_, index) => point([0, 0], ...Array.from({ length: 255 }, () => (index === 0 ? 'x'.repeat(254) : null)))));
    const fields = Array.from({ length: 255 }, (_, index) => text(`f${index}`));
    // Of the .dbf the real limit is met, as seventeen batches do it; a .shp of that size would take some seconds, so it has a twentieth, by the same parameter.
    for (const [batch, file, schema, largest] of [[large, '.shp', schemaOf([]), 100_000_000], [wide, '.dbf', schemaOf([], { fields }), undefined]] as const) {
      const writer = await shapefileCreation(() => ({ create: () => Promise.resolve(nowhere) }), largest)({ folder: memoryFolder(), name: 'made', workFolder: '' }, [schema]);
      let batches = 0;
      const fill = async (): Promise<void> => {
        for (; batches < 2000; batches++) await writer.write(0, batch);
      };
      await expect(fill()).rejects.toMatchObject({ code: 'shapefile-too-large', details: { file: `layer${file}` } });
      expect(batches).toBeGreaterThan(10);
      expect(batches).toBeLessThan(30);
      await writer.abort();
    }
  });
});
