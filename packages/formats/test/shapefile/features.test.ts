import { describe, expect, test } from 'vitest';
import { BATCH_FEATURES, BATCH_VERTICES, GeometryType } from '../../src/features/feature-batch.ts';
import { openShapefileFeatures } from '../../src/shapefile/features.ts';
import { field, lines, multiPoint, point, polygons, readBack, without } from './feature-batches.ts';
import { datasetOf, makeShapefile, recordContent } from './make-shapefile.ts';
import { makeTable } from './make-table.ts';

const SHELL = [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]];
const HOLE = [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]];
const FAR = [[20, 0], [20, 5], [25, 5], [20, 0]];
const NO_DATA = -1e39;

const pointAt = (x: number): Uint8Array<ArrayBuffer> => recordContent({ type: 1, rings: [[[x, x]]] });
const files = (records: readonly Uint8Array[], type = 1, more: Record<string, Uint8Array> = {}, order?: readonly number[]) => {
  const { shp, shx } = makeShapefile(type, records, order);
  return datasetOf({ 'a.shp': shp, 'a.shx': shx, ...more });
};
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('shapes', () => {
  test('rings out of order become shells with their holes, and types are known before reading', async () => {
    const { layer, features, notes } = await readBack(files([recordContent({ type: 5, rings: [HOLE, SHELL, FAR] }), recordContent({ type: 5, rings: [SHELL, HOLE] }), recordContent({ type: 0 })], 5));
    expect(features).toEqual([polygons([[SHELL, HOLE], [FAR]]), polygons([[SHELL, HOLE]]), without()]);
    expect(layer).toMatchObject({ name: 'made', geometryTypes: [GeometryType.Polygon, GeometryType.MultiPolygon], hasZ: false, hasM: false, ids: 'none', count: 3, fields: [] });
    expect(layer.crs.units.kind).toBe('geographic');
    expect(notes).toEqual(['crs-missing', 'shapefile-without-attributes']);
  });

  test('an open ring is closed, with its height; one without vertices is left out', async () => {
    const { features } = await readBack(files([recordContent({ type: 5, rings: [SHELL.slice(0, -1), HOLE.slice(0, -1), []] }), recordContent({ type: 3, rings: [SHELL.slice(0, -1)] })], 5));
    expect(features).toEqual([polygons([[SHELL, HOLE]]), lines([SHELL.slice(0, -1)])]);
    const high = await readBack(files([recordContent({ type: 15, rings: [[[0, 0, 7], [0, 10, 8], [10, 10, 9]]], withoutM: true })], 15));
    expect(high.features).toEqual([polygons([[[[0, 0, 7], [0, 10, 8], [10, 10, 9], [0, 0, 7]]]])]);
  });

  test.each([
    ['single polygons', 5, [{ type: 5, rings: [SHELL] }], [GeometryType.Polygon]],
    ['lines of one part and of several', 3, [{ type: 3, rings: [SHELL] }, { type: 3, rings: [SHELL, HOLE] }], [GeometryType.LineString, GeometryType.MultiLineString]],
    ['null shapes in a file of unknown type', 0, [{ type: 0 }], []],
  ])('the types of %s', async (_, type, records, expected) => {
    const { layer, features } = await readBack(files(records.map(recordContent), type));
    expect(layer.geometryTypes).toEqual(expected);
    expect([...new Set(features.map((feature) => feature.type))].filter((each) => each !== 0).sort()).toEqual(expected);
  });

  test.each([
    ['null shapes', 15, [{ type: 0 }], { geometryTypes: [GeometryType.Polygon], hasZ: true, hasM: false }],
    ['no shape', 21, [], { geometryTypes: [GeometryType.Point], hasZ: false, hasM: true }],
    ['a MultiPatch', 31, [{ type: 31, rings: [] }], { geometryTypes: [], hasZ: false, hasM: false }],
  ])('the type of a file with %s is that of its header', async (_, type, records, expected) => {
    const { layer } = await readBack(files(records.map(recordContent), type));
    expect(layer).toMatchObject(expected);
  });

  test('an empty polygon has its type and no part; a MultiPatch is left out with a note', async () => {
    const empty = recordContent({ type: 5, rings: [] });
    const { features, notes } = await readBack(files([empty, recordContent({ type: 31, rings: [] })], 5));
    expect(features).toEqual([{ type: GeometryType.Polygon, parts: [], row: [] }, without()]);
    expect(notes).toContain('geometry-left-out');
  });

  test('Z and M, and measures that mean no data', async () => {
    const measured = (m: number) => recordContent({ type: 13, rings: [[[0, 0, 1, NO_DATA], [1, 1, 2, m]]] });
    const with7 = await readBack(files([measured(NO_DATA), measured(7)], 13));
    expect(with7.layer).toMatchObject({ hasZ: true, hasM: true });
    expect(with7.features[1]).toEqual(lines([[[0, 0, 1, NaN], [1, 1, 2, 7]]]));
    const withoutAny = await readBack(files([measured(NO_DATA), measured(NO_DATA)], 13));
    expect(withoutAny.layer).toMatchObject({ hasZ: true, hasM: false });
    expect(withoutAny.features[1]).toEqual(lines([[[0, 0, 1], [1, 1, 2]]]));
  });

  test('records in another order are read in the order of their numbers', async () => {
    const records = Array.from({ length: 5000 }, (_, index) => recordContent({ type: 8, rings: [[[index, 0], [index, 1]]] }));
    const order = [...records.keys()].sort((a, b) => ((a * 7919) % 5003) - ((b * 7919) % 5003));
    const { features, batches } = await readBack(files(records, 8, {}, order));
    expect(features).toEqual(records.map((_, index) => multiPoint([[index, 0], [index, 1]])));
    expect(batches.map(({ first }) => first)).toEqual([0, 2048, 4096]);
  });

  test('batches hold as much as they may, and a larger feature alone', async () => {
    const ring = (count: number, x: number): number[][] => Array.from({ length: count }, (_, index) => [x + index, index]);
    const sizes = [10, BATCH_VERTICES - 10, 1, 3 * BATCH_VERTICES, 2, 2];
    const { batches, features } = await readBack(files(sizes.map((size, index) => recordContent({ type: 8, rings: [ring(size, index)] })), 8));
    expect(batches.map(({ types }) => types.length)).toEqual([2, 1, 1, 2]);
    expect(batches.map(({ first }) => first)).toEqual([0, 2, 3, 4]);
    expect(features.map(({ parts }) => parts[0].rings[0].length)).toEqual(sizes);
    expect(features[3].parts[0].rings[0].at(-1)).toEqual([3 + 3 * BATCH_VERTICES - 1, 3 * BATCH_VERTICES - 1]);
    const many = await readBack(files(Array.from({ length: BATCH_FEATURES + 1 }, (_, index) => pointAt(index))));
    expect(many.batches.map(({ types }) => types.length)).toEqual([BATCH_FEATURES, 1]);
  });

  test('a layer can be read again from its beginning', async () => {
    const { layers } = await openShapefileFeatures(files([pointAt(1), pointAt(2)]));
    for (let time = 0; time < 2; time++) {
      const xs: number[] = [];
      for await (const { geometry } of layers[0].read()) xs.push(...geometry.xy);
      expect(xs).toEqual([1, 1, 2, 2]);
    }
  });

  test('an error names the number of its record in the file', async () => {
    const broken = recordContent({ type: 3, rings: [SHELL, SHELL] });
    new DataView(broken.buffer).setInt32(48, 99, true);
    const good = recordContent({ type: 3, rings: [SHELL] });
    const dataset = files([...Array.from({ length: 3000 }, () => good), broken], 3, { 'a.prj': utf8('GEOGCS["x",UNIT["Degree",0.0174532925199433]]') });
    await expect(readBack(dataset)).rejects.toMatchObject({ code: 'shapefile-record-invalid', details: { record: 3001 } });
  });

  test('coordinates beyond degrees are planar if no system is stated', async () => {
    const { layer } = await readBack(files([pointAt(1), pointAt(500)]));
    expect(layer.crs.units.kind).toBe('planar');
  });
});

describe('rows', () => {
  const COLUMNS = [
    { name: 'text', type: 'C', length: 12 },
    { name: 'whole', type: 'N', length: 18 },
    { name: 'real', type: 'N', length: 12, decimals: 3 },
    { name: 'float', type: 'F', length: 13 },
    { name: 'yes', type: 'L', length: 1 },
    { name: 'day', type: 'D', length: 8 },
    { name: 'wide', type: 'N', length: 20 },
  ];
  const read = async (rows: readonly (readonly string[])[], columns = COLUMNS, more: Record<string, Uint8Array> = {}) => readBack(files(rows.map((_, index) => pointAt(index)), 1, { 'a.dbf': makeTable(columns, rows), ...more }));

  test('each type of column has its type of value', async () => {
    const { features, layer } = await read([
      ['abc  d', '123', '     1.5', '1.25e+003', 'T', '20240229', '5'],
      ['', '', '', '', '?', '', ''],
      [' \0\0', '-0', '-12,5', '********', 'n', '00000000', '-1.5'],
      ['\0abc', '-999999999999999999'.slice(0, 18), '.5', '12', 'Y', '20261123', '12345678901234567890'],
      ['abc', '999999999999999999', 'x', '-', 'F', 'abc', '12 3'],
      ['abc\0def', '9007199254740991', '7', '1e400', ' ', '18991231', '+4'],
      ['abc  \0', '12.7', '+7', '', 't', '', '*'],
    ]);
    expect(layer.fields.map(({ name, type, width, decimals }) => [name, type, width, decimals])).toEqual([
      ['text', 'text', 12, null],
      ['whole', 'integer', 18, null],
      ['real', 'real', 12, 3],
      ['float', 'real', 13, null],
      ['yes', 'boolean', null, null],
      ['day', 'date', null, null],
      ['wide', 'text', 20, null],
    ]);
    expect(features.map(({ row }) => row)).toEqual([
      ['abc  d', 123, 1.5, 1250, true, '2024-02-29', '5'],
      [null, null, null, null, null, null, null],
      [null, 0, -12.5, null, false, null, '-1.5'],
      [null, -99_999_999_999_999_999n, 0.5, 12, true, '2026-11-23', '12345678901234567890'],
      ['abc', 999_999_999_999_999_999n, null, null, false, null, null],
      ['abc', 9_007_199_254_740_991, 7, null, null, '1899-12-31', '+4'],
      ['abc', 12, 7, null, true, null, null],
    ]);
  });

  test.each([
    ['UTF-8 by the .cpg', { 'a.cpg': utf8('UTF-8') }, 0, 'S\u00c3\u00a3o', 'São'],
    ['Latin 1 by the .cpg', { 'a.cpg': utf8('ISO-8859-1') }, 0, 'S\u00e3o', 'São'],
    ['the code page 850 by the header', {}, 0x02, 'S\u00c6o', 'São'],
    ['a guess', {}, 0, 'S\u00e3o', 'São'],
    ['Japanese letters in bytes of ASCII', { 'a.cpg': utf8('ISO-2022-JP') }, 0, '\u001b$B4A\u001b(B', '漢'],
  ])('texts in %s', async (_, more, languageByte, bytes, expected) => {
    const rows = [[bytes], ['plain'], [bytes]];
    const table = makeTable([{ name: 't', type: 'C', length: 20 }], rows, [], languageByte);
    const { features } = await readBack(files(rows.map((__, index) => pointAt(index)), 1, { 'a.dbf': table, ...more }));
    expect(features.map(({ row }) => row[0])).toEqual([expected, 'plain', expected]);
  });

  test('repeated names get a number, memos are left out with a note', async () => {
    const columns = [{ name: 'A', type: 'N', length: 3 }, { name: 'A', type: 'N', length: 3 }, { name: 'memo', type: 'M', length: 10 }, { name: '', type: 'C', length: 2 }, { name: 'A_2', type: 'C', length: 2 }];
    const { layer, features, notes } = await read([['1', '2', '7', 'x', 'y']], columns);
    expect(layer.fields.map(({ name }) => name)).toEqual(['A', 'A_2', 'field_4', 'A_2_2']);
    expect(features[0].row).toEqual([1, 2, 'x', 'y']);
    expect(notes).toContain('fields-left-out');
  });

  test('values in binary', async () => {
    const bytesOf = (write: (view: DataView) => void, length: number): string => {
      const view = new DataView(new ArrayBuffer(length));
      write(view);
      return String.fromCharCode(...new Uint8Array(view.buffer));
    };
    const columns = [{ name: 'i', type: 'I', length: 4 }, { name: 'o', type: 'O', length: 8 }, { name: 't', type: 'T', length: 8 }];
    const values = [bytesOf((view) => view.setInt32(0, -5, true), 4), bytesOf((view) => view.setFloat64(0, 0.1, true), 8), bytesOf((view) => new Int32Array(view.buffer).set([2_440_589, 3_600_000]), 8)];
    const { layer, features } = await read([values], columns);
    expect(layer.fields).toEqual([field('i', 'integer'), field('o', 'real'), field('t', 'date-time')]);
    expect(features[0].row).toEqual([-5, 0.1, '1970-01-02T01:00:00']);
  });

  test('records whose row is marked as deleted are left out, and counted', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => [String(index)]);
    const deleted = [0, 7, 8, 2047, 2048, 2999];
    const table = makeTable([{ name: 'n', type: 'N', length: 6 }], rows, deleted);
    const { layer, features, batches, notes } = await readBack(files(rows.map((_, index) => pointAt(index)), 1, { 'a.dbf': table }));
    const kept = [...rows.keys()].filter((index) => !deleted.includes(index));
    expect(features).toEqual(kept.map((index) => point([index, index], index)));
    expect(layer.count).toBe(kept.length);
    expect(batches.map(({ first }) => first)).toEqual([0, 2048]);
    expect(notes).toContain('deleted-rows-left-out');
  });

  test.each([
    ['fewer', 2],
    ['more', 4],
  ])('rows marked as deleted are left out though the index lists %s records than there are', async (_, listed) => {
    const records = [0, 1, 2].map(pointAt);
    const shx = makeShapefile(1, Array.from({ length: listed }, (_each, index) => pointAt(index))).shx;
    const { features } = await readBack(files(records, 1, { 'a.shx': shx, 'a.dbf': makeTable([{ name: 'n', type: 'N', length: 6 }], [['0'], ['1'], ['2']], [2]) }));
    expect(features).toEqual([point([0, 0], 0), point([1, 1], 1)]);
  });

  test('a table with fewer or more rows than records, or one that is cut off', async () => {
    const columns = [{ name: 'n', type: 'N', length: 6 }];
    const short = await readBack(files([pointAt(0), pointAt(1), pointAt(2)], 1, { 'a.dbf': makeTable(columns, [['1']]) }));
    expect(short.features.map(({ row }) => row)).toEqual([[1], [null], [null]]);
    expect(short.notes).toContain('shapefile-attributes-differ');
    const long = await readBack(files([pointAt(0)], 1, { 'a.dbf': makeTable(columns, [['1'], ['2']]) }));
    expect(long.features.map(({ row }) => row)).toEqual([[1]]);
    const cut = await readBack(files([pointAt(0), pointAt(1)], 1, { 'a.dbf': makeTable(columns, [['1'], ['2']]).slice(0, -4) }));
    expect(cut.features.map(({ row }) => row)).toEqual([[1], [null]]);
    expect(cut.notes).toContain('shapefile-attributes-cut');
    for (const whole of [short, long]) expect(whole.notes).not.toContain('shapefile-attributes-cut');
    for (const bytes of [0, 40]) {
      const { layer, notes } = await readBack(files([pointAt(0)], 1, { 'a.dbf': makeTable(columns, [['1']]).slice(0, bytes) }));
      expect([layer.fields, notes.includes('shapefile-without-attributes')]).toEqual([[], true]);
    }
    // What it says of its rows is worth nothing then.
    const { notes } = await readBack(files([pointAt(0)], 1, { 'a.dbf': new TextEncoder().encode('lixolixolixo') }));
    expect(notes.filter((code) => code.startsWith('shapefile-'))).toEqual(['shapefile-without-attributes']);
  });

  test('wide rows make small batches', async () => {
    const columns = Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, type: 'C', length: 250 }));
    const rows = Array.from({ length: 400 }, (_, index) => columns.map((__, column) => `${index} ${column}`));
    const { batches, features } = await read(rows, columns);
    expect(batches.length).toBeGreaterThan(2);
    expect(features.map(({ row }) => row)).toEqual(rows);
  });
});
