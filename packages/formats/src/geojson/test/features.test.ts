import { PartKind } from '@geoinsights/geometry';
import { describe, expect, it } from 'vitest';
import { BATCH_FEATURES, BATCH_VERTICES, GeometryType } from '../../features/feature-batch.ts';
import type { Field, FieldValue } from '../../features/field.ts';
import { fileOfBytes } from '../../files/memory.ts';
import { openGeoJsonFeatures } from '../features.ts';
import { geojsonDriver } from '../index.ts';
import { batchesOf, featuresOf, openFeatures } from './feature-files.ts';
import { filesOf } from './patching.ts';

const collection = (...features: string[]): string => `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
const feature = (properties: string, geometry = 'null', more = ''): string => `{"type":"Feature",${more}"properties":${properties},"geometry":${geometry}}`;
const geometry = (type: string, coordinates: string): string => `{"type":"${type}","coordinates":${coordinates}}`;
const SQUARE = '[[0,0],[2,0],[2,2],[0,0]]';

/** Values of a field "a" as the file spells them; its type, and the values read. */
const FIELDS: [string, string[], Partial<Field>, FieldValue[]][] = [
  ['whole numbers', ['1', '-20', 'null', '0', '-0'], { type: 'integer', width: null }, [1, -20, null, 0, 0]],
  ['whole numbers beyond the exact doubles', ['9007199254740991', '9007199254740993', '-123456789012345678901234567890'], { type: 'integer' }, [9007199254740991, 9007199254740993n, -123456789012345678901234567890n]],
  ['numbers with a fraction', ['1', '2.50', '-0.125'], { type: 'real' }, [1, 2.5, -0.125]],
  ['numbers with an exponent', ['1e2', '3'], { type: 'real' }, [100, 3]],
  ['a whole number with a point', ['1.0'], { type: 'real' }, [1]],
  ['numbers beyond the doubles', ['1.5', '1e999'], { type: 'text', width: 5 }, ['1.5', '1e999']],
  ['whole numbers beyond the exact doubles beside a fraction', ['9007199254740993', '0.50', '-7'], { type: 'text', width: 16 }, ['9007199254740993', '0.50', '-7']],
  ['long whole numbers that doubles hold, beside a fraction', ['0.5', '9007199254740992', '123456789012345680000'], { type: 'real' }, [0.5, 9007199254740992, 123456789012345680000]],
  ['numbers beyond the doubles, and booleans', ['true', '1e999'], { type: 'json' }, ['true', '1e999']],
  ['booleans', ['true', 'false', 'null'], { type: 'boolean' }, [true, false, null]],
  ['texts', ['"abc"', '"São José"', '""'], { type: 'text', width: 8 }, ['abc', 'São José', '']],
  ['escapes and letters of 32 bits', ['"a\\"\\n\\u00e9"', '"😀😀"'], { type: 'text', width: 4 }, ['a"\né', '😀😀']],
  ['dates', ['"2024-02-29"', 'null', '"0001-12-31"'], { type: 'date', width: null }, ['2024-02-29', null, '0001-12-31']],
  ['a date that is none', ['"2024-02-29"', '"2023-02-29"'], { type: 'text', width: 10 }, ['2024-02-29', '2023-02-29']],
  ['times', ['"2024-02-29T08:30:00"', '"2024-02-29T08:30:00.123Z"', '"2024-02-29T23:59:59-03:00"'], { type: 'date-time' }, ['2024-02-29T08:30:00', '2024-02-29T08:30:00.123Z', '2024-02-29T23:59:59-03:00']],
  ['times that are none', ['"2024-02-29T08:30:00"', '"2024-02-29T24:00:00"'], { type: 'text', width: 19 }, ['2024-02-29T08:30:00', '2024-02-29T24:00:00']],
  ['a time without seconds', ['"2024-02-29T08:30"'], { type: 'text' }, ['2024-02-29T08:30']],
  ['dates and times', ['"2024-02-29"', '"2024-02-29T08:30:00Z"'], { type: 'text', width: 20 }, ['2024-02-29', '2024-02-29T08:30:00Z']],
  ['dates and numbers', ['"2024-02-29"', '7'], { type: 'text', width: 10 }, ['2024-02-29', '7']],
  ['lists and objects', ['[1, "a b" ,2]', '{"k": [ ]}'], { type: 'json', width: null }, ['[1,"a b",2]', '{"k":[]}']],
  ['numbers and booleans', ['1', 'true', '2.0'], { type: 'json' }, ['1', 'true', '2.0']],
  ['lists and numbers', ['[1]', '12345678901234567890'], { type: 'json' }, ['[1]', '12345678901234567890']],
  ['texts and all else', ['"a"', '1.50', 'false', '{"b": 1}', 'null'], { type: 'text', width: 7 }, ['a', '1.50', 'false', '{"b":1}', null]],
  ['null alone', ['null', 'null'], { type: 'text', width: 0 }, [null, null]],
  ['words that JSON does not have', ['1.5', 'NaN', '-Infinity'], { type: 'real' }, [1.5, null, null]],
  ['such words in a list', ['[NaN, 1]'], { type: 'json' }, ['[null,1]']],
];

describe('fields', () => {
  it.each(FIELDS)('%s', async (_, values, field, read) => {
    for (const chunk of [undefined, 7]) {
      const dataset = await openFeatures(collection(...values.map((value) => feature(`{"a" :${value} }`))), chunk);
      expect(dataset.layers[0].fields).toHaveLength(1);
      expect(dataset.layers[0].fields[0]).toMatchObject({ name: 'a', decimals: null, ...field });
      expect((await featuresOf(dataset)).map(({ row }) => row)).toEqual(read.map((value) => [value]));
    }
  });

  it('are those of all features, in the order in which they appear; what a feature lacks is null', async () => {
    const dataset = await openFeatures(collection(feature('{"b":1,"a":"x"}'), feature('null'), feature('{"a":"y","":true,"b":2}'), '{"type":"Feature","geometry":null}'));
    expect(dataset.layers[0].fields.map(({ name, type }) => [name, type])).toEqual([['b', 'integer'], ['a', 'text'], ['', 'boolean']]);
    expect((await featuresOf(dataset)).map(({ row }) => row)).toEqual([[1, 'x', null], [null, null, null], [2, 'y', true], [null, null, null]]);
  });

  it('may have any name, however it is escaped', async () => {
    const dataset = await openFeatures(collection(feature('{"__proto__":1,"constructor":2,"é":3,"a b":4}'), feature('{"\\u00e9":5,"toString":6,"\\ud800":7}')));
    expect(dataset.layers[0].fields.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'é', 'a b', 'toString', '\ufffd']);
    expect((await featuresOf(dataset)).map(({ row }) => row)).toEqual([[1, 2, 3, 4, null, null], [null, null, 5, null, 6, 7]]);
  });

  it('that are repeated keep the last value, and so do members of a feature', async () => {
    const twice = '{"type":"Feature","id":"x","id":7,"properties":{"ghost":1},"properties":{"a":"text","a":1.5e-300,"a":2},"geometry":null}';
    const dataset = await openFeatures(collection(twice, '{"type":"Feature","id":"y","id":null,"properties":{"a":3},"properties":null,"geometry":null}'));
    expect(dataset.layers[0].fields.map(({ name, type }) => [name, type])).toEqual([['a', 'integer']]);
    expect((await featuresOf(dataset)).map(({ row, id }) => [row, id])).toEqual([[[2], 7], [[null], null]]);
  });

  it('outside the properties, and outside the features, are named in a note', async () => {
    const told = async (text: string): Promise<string[]> => {
      const notes = await Promise.all([undefined, 7].map(async (chunk) => (await openFeatures(text, chunk)).notes.map(({ code, text: said }) => `${code}: ${said}`)));
      expect(notes[0]).toEqual(notes[1]);
      return notes[0];
    };
    const ofFile = (members: string): string => `attributes-left-out: Besides its features, the file has ${members} left out.`;
    const ofFeatures = (members: string): string => `attributes-left-out: Besides their "properties", features have ${members} left out.`;
    const plain = feature('{"a":1}', geometry('Point', '[1,2]'), '"id":1,"bbox":[1,2,1,2],');
    const around = (members: string, ...features: string[]): string => `{"type":"FeatureCollection","name":"x","bbox":[0,0,1,1],"xy_coordinate_resolution":1e-7,${members}"features":[${features.join(',')}]}`;
    expect(await told(around('', plain))).toEqual([]);
    expect(await told(around('"metadata":{"license":"CC BY"},', plain))).toEqual([ofFile('a member called "metadata", which GeoJSON does not define. It was')]);
    expect(await told(around('"títu\\u006co":"Safra","links":[],', plain, feature('{}', 'null', '"name":"Ana","geometry_name":"the_geom","rings":[],')))).toEqual([
      ofFile('members called "título", "links", which GeoJSON does not define. They were'),
      ofFeatures('members called "name", "geometry_name", "rings", which GeoJSON does not define. They were'),
    ]);
    // A feature that is read again, because its geometry comes before its type.
    expect(await told(collection('{"geometry":{"coordinates":[1,2],"type":"Point"},"when":{"start":"-52"},"type":"Feature","properties":{}}'))).toEqual([ofFeatures('a member called "when", which GeoJSON does not define. It was')]);
    expect(await told('{"type":"Feature","name":"Ana","when":1,"properties":{},"geometry":null}\n{"type":"Feature","when":2,"properties":{},"geometry":null}')).toEqual([ofFeatures('members called "when", "name", which GeoJSON does not define. They were')]);
  });

  it('are not made of numbers after the fourth in a position, which are counted in a note', async () => {
    const told = async (...geometries: string[]): Promise<string[]> => (await openFeatures(`{"type":"FeatureCollection","features":[${geometries.map((each) => `{"type":"Feature","properties":{"a":1},"geometry":${each}}`).join(',')}]}`)).notes.map(({ code, text }) => `${code}: ${text}`);
    expect(await told(geometry('Point', '[1,2,3,4]'))).toEqual([]);
    expect(await told(geometry('Point', '[1,2]'), geometry('LineString', '[[1,2,3,4,5],[1,2,3,4,5e0,"x"]]'))).toEqual(['ordinates-left-out: 3 numbers are beyond the first four of a position; the first one is in feature 2. They were not read.']);
    // Coordinates before the type are read again.
    expect(await told('{"coordinates":[[1,2,3,4,5],[6,7]],"type":"LineString"}')).toEqual(['ordinates-left-out: One number is beyond the first four of a position; it is in feature 1. It was not read.']);
  });

  it('do not come from a list of features that a later one replaces', async () => {
    const ghost = feature('{"ghost":"x"}', geometry('Point', '[500,1,2]'), '"id":1,');
    const dataset = await openFeatures(`{"type":"FeatureCollection","features":[${ghost}],"features":[${feature('{"a":1}', geometry('LineString', '[[0,1],[2,3]]'))}]}`);
    const [layer] = dataset.layers;
    expect(layer).toMatchObject({ count: 1, ids: 'none', hasZ: false, geometryTypes: [GeometryType.LineString], crs: { name: 'WGS 84 (by the format)' } });
    expect(layer.fields.map(({ name }) => name)).toEqual(['a']);
    expect(await featuresOf(dataset)).toEqual([{ type: GeometryType.LineString, parts: [{ kind: PartKind.Line, rings: [[[0, 1], [2, 3]]] }], row: [1], id: null }]);
  });

  it('are limited to 2048; the others are named in a note', async () => {
    const many = Array.from({ length: 2050 }, (_, index) => `"f${index}":${index}`).join(',');
    const dataset = await openFeatures(collection(feature(`{${many}}`), feature('{"f2049":1,"f0":5}')));
    expect(dataset.layers[0].fields).toHaveLength(2048);
    expect(dataset.notes.map(({ code }) => code)).toEqual(['attributes-left-out']);
    expect(dataset.notes[0].text).toMatch(/more than 2048.*"f2048"/);
    const rows = (await featuresOf(dataset)).map(({ row }) => row);
    expect([rows[0][2047], rows[1][0], rows[1][2047]]).toEqual([2047, 5, null]);
  });

  it('have names of at most 4096 bytes; a longer one is named by its beginning', async () => {
    const [longest, longer] = ['x'.repeat(4096), `${'é'.repeat(2048)}x`];
    const dataset = await openFeatures(collection(feature(`{"${longest}":1,"${longer}":2,"a":3}`), feature(`{"${longer}":4}`)));
    expect(dataset.layers[0].fields.map(({ name }) => name)).toEqual([longest, 'a']);
    expect((await featuresOf(dataset)).map(({ row }) => row)).toEqual([[1, 3], [null, null]]);
    expect(dataset.notes).toEqual([{ code: 'attributes-left-out', text: `Properties whose names have more than 4096 bytes were not read; the first of these names begins with "${'é'.repeat(20)}".` }]);
  });

  it('that one feature has more than once keep their last value, and a note counts the others', async () => {
    // All lone surrogates are read as the same character.
    const dataset = await openFeatures(collection(feature('{"a":1,"b":2,"a":3}'), feature('{"c\\ud800":4,"a":5,"c\\ud801":6}'), feature('{"a":7,"b":8}')));
    expect((await featuresOf(dataset)).map(({ row }) => row)).toEqual([[3, 2, null], [5, null, 6], [7, 8, null]]);
    expect(dataset.notes).toEqual([{ code: 'attributes-left-out', text: 'Features have the same property more than once: "a", "c\ufffd". The last value of each was read, as other programs do, and 2 others were left out.' }]);
  });

  it('with values of several types, texts among them, are read as texts, with a note', async () => {
    const dataset = await openFeatures(collection(feature('{"a":1,"b":[1],"c":1,"d":true}'), feature('{"a":"x","b":"y","c":2.5,"d":0}')));
    expect(dataset.layers[0].fields.map(({ type }) => type)).toEqual(['text', 'text', 'real', 'json']);
    expect(dataset.notes).toEqual([{ code: 'fields-of-mixed-kinds', text: 'Some fields mix text with numbers or other values, and all values were read as text: "a", "b".' }]);
  });

  it('with numbers that no numeric type can hold together are read as texts, with a note', async () => {
    const dataset = await openFeatures(collection(feature('{"a":9007199254740993,"b":1e999,"c":9007199254740993}'), feature('{"a":0.5,"b":1,"c":1}')));
    expect(dataset.layers[0].fields.map(({ type }) => type)).toEqual(['text', 'text', 'integer']);
    expect(dataset.notes).toEqual([{ code: 'column-type-differs', text: '"a", "b": numeric fields, in which some values have a fraction and some more than 15 digits, which no single type of number can store. Read as text, so each keeps its digits.' }]);
  });

  it('that are not an object, and words that JSON does not have, are reported', async () => {
    const dataset = await openFeatures(collection(feature('[1]'), feature('"x"'), feature('{"a":NaN}')));
    expect(dataset.notes.map(({ code }) => code)).toEqual(['attributes-left-out', 'attributes-left-out']);
    expect(dataset.notes[0].text).toMatch(/^2 features/);
    expect((await featuresOf(dataset)).map(({ row }) => row)).toEqual([[null], [null], [null]]);
  });

  it('may have long values', async () => {
    const long = 'é'.repeat(1_500_000);
    const dataset = await openFeatures(collection(feature(`{"a":"${long}","b":1}`, 'null', `"id":"${long}",`)));
    expect(dataset.layers[0].fields[0].width).toBe(1_500_000);
    const [{ row, id }] = await featuresOf(dataset);
    expect(row[0] === long && id === long && row[1] === 1).toBe(true);
  });
});

describe('ids', () => {
  it.each([
    ['texts and numbers', ['"a"', '7', '1.5', '12345678901234567890', 'null', '[1]'], ['a', 7, 1.5, 12345678901234567890n, null, null]],
    ['escaped', ['"\\u0041\\""'], ['A"']],
  ])('that are %s', async (_, ids, read) => {
    const dataset = await openFeatures(collection(...ids.map((id) => feature('{}', 'null', `"id":${id},`)), feature('{}')));
    expect(dataset.layers[0].ids).toBe('own');
    expect((await featuresOf(dataset)).map(({ id }) => id)).toEqual([...read, null]);
  });

  it('are absent if no feature has one', async () => {
    const dataset = await openFeatures(collection(feature('{"id":1}'), feature('{}', 'null', '"id":null,')));
    expect(dataset.layers[0].ids).toBe('none');
    expect((await batchesOf(dataset))[0].ids).toBeNull();
  });
});

const { Point: POINT, Line: LINE, Polygon: POLYGON } = PartKind;
const GEOMETRIES: [string, string, number, unknown][] = [
  ['null', 'null', GeometryType.None, []],
  ['a point', geometry('Point', '[1,2]'), GeometryType.Point, [[POINT, [[[1, 2]]]]]],
  ['a line', geometry('LineString', '[[1,2],[3,4]]'), GeometryType.LineString, [[LINE, [[[1, 2], [3, 4]]]]]],
  ['points', geometry('MultiPoint', '[[1,2],[3,4]]'), GeometryType.MultiPoint, [[POINT, [[[1, 2], [3, 4]]]]]],
  ['lines', geometry('MultiLineString', '[[[1,2],[3,4]],[],[[5,6],[7,8]]]'), GeometryType.MultiLineString, [[LINE, [[[1, 2], [3, 4]]]], [LINE, [[[5, 6], [7, 8]]]]]],
  ['a polygon that is open, with an empty hole', geometry('Polygon', '[[[0,0,5],[2,0],[2,2]],[]]'), GeometryType.Polygon, [[POLYGON, [[[0, 0, 5], [2, 0], [2, 2], [0, 0, 5]]]]]],
  ['a polygon whose first ring is empty', geometry('Polygon', `[[],${SQUARE}]`), GeometryType.Polygon, [[POLYGON, [[[0, 0], [2, 0], [2, 2], [0, 0]]]]]],
  ['polygons', geometry('MultiPolygon', `[[${SQUARE}],[]]`), GeometryType.MultiPolygon, [[POLYGON, [[[0, 0], [2, 0], [2, 2], [0, 0]]]]]],
  ['a collection in a collection', `{"type":"GeometryCollection","geometries":[${geometry('Point', '[1,2]')},{"geometries":[${geometry('LineString', '[[1,2],[3,4]]')}],"type":"GeometryCollection"}]}`, GeometryType.GeometryCollection, [[POINT, [[[1, 2]]]], [LINE, [[[1, 2], [3, 4]]]]]],
  ['a point without coordinates', geometry('Point', '[]'), GeometryType.Point, []],
  ['a line without coordinates', geometry('LineString', '[]'), GeometryType.LineString, []],
  ['a polygon without coordinates', geometry('Polygon', '[]'), GeometryType.Polygon, []],
  ['polygons without coordinates', geometry('MultiPolygon', '[]'), GeometryType.MultiPolygon, []],
  ['an empty collection', '{"type":"GeometryCollection","geometries":[]}', GeometryType.GeometryCollection, []],
  ['Z and M', geometry('LineString', '[[1,2,3,4],[5,6]]'), GeometryType.LineString, [[LINE, [[[1, 2, 3, 4], [5, 6]]]]]],
];

describe('geometries', () => {
  it.each(GEOMETRIES)('%s', async (_, text, type, parts) => {
    for (const chunk of [undefined, 5]) {
      const dataset = await openFeatures(collection(feature('{}', text), feature('{}', geometry('Point', '[0,0]'))), chunk);
      const [first, second] = await featuresOf(dataset);
      expect(first.type).toBe(type);
      expect(first.parts.map(({ kind, rings }) => [kind, rings])).toEqual(parts);
      expect(second.parts).toEqual([{ kind: POINT, rings: [[[0, 0]]] }]);
      expect(dataset.layers[0].geometryTypes).toEqual([...new Set([type, GeometryType.Point])].filter((each) => each > 0).toSorted((one, other) => one - other));
    }
  });

  it('whose collections lose their own parts are reported', async () => {
    const within = (...members: readonly string[]): string => `{"type":"GeometryCollection","geometries":[${members.join(',')}]}`;
    const [point, points, polygons] = [geometry('Point', '[1,2]'), geometry('MultiPoint', '[[1,2],[3,4]]'), geometry('MultiPolygon', `[[${SQUARE}]]`)];
    const notesOf = async (text: string) => (await openFeatures(text)).notes.map(({ code, text: said }) => [code, said]);
    expect(await notesOf(collection(feature('{}', within(point, points)), feature('{}', polygons)))).toEqual([]);
    expect(await notesOf(collection(feature('{}', point), feature('{}', within(point, polygons))))).toEqual([['collection-flattened', 'One geometry collection has MultiLineStrings, MultiPolygons or collections among its members; it is in feature 2. The parts of these were read as separate members.']]);
    expect(await notesOf(collection(feature('{}', within(within(point))), feature('{}', within(points, within())), within(point)))).toEqual([['collection-flattened', '2 geometry collections have MultiLineStrings, MultiPolygons or collections among their members; the first one is in feature 1. The parts of these were read as separate members.']]);
  });

  it('have Z and M when one position has', async () => {
    const layerOf = async (coordinates: string) => (await openFeatures(collection(feature('{}', geometry('Point', '[1,2]')), feature('{}', geometry('Point', coordinates))))).layers[0];
    expect(await layerOf('[1,2]')).toMatchObject({ hasZ: false, hasM: false });
    expect(await layerOf('[1,2,3]')).toMatchObject({ hasZ: true, hasM: false });
    expect(await layerOf('[1,2,null,4]')).toMatchObject({ hasZ: false, hasM: true });
    const batches = await batchesOf(await openFeatures(collection(feature('{}', geometry('Point', '[1,2,3]')), feature('{}', geometry('Point', '[1,2]')))));
    expect([...batches[0].geometry.z ?? []]).toEqual([3, NaN]);
    expect(batches[0].geometry.m).toBeNull();
  });

  it('without a feature around them are features without fields', async () => {
    const loose = await openFeatures(`{"type":"GeometryCollection","geometries":[${geometry('Point', '[1,2]')},${geometry('Polygon', `[${SQUARE}]`)}],"properties":{"a":1}}`);
    expect(loose.layers[0]).toMatchObject({ fields: [], count: 2, geometryTypes: [GeometryType.Point, GeometryType.Polygon] });
    expect((await featuresOf(loose)).map(({ type, row }) => [type, row])).toEqual([[GeometryType.Point, []], [GeometryType.Polygon, []]]);
    expect(await featuresOf(await openFeatures(geometry('Point', '[1,2]')))).toMatchObject([{ type: GeometryType.Point, row: [] }]);
    expect(await featuresOf(await openFeatures(feature('{"a":1}', geometry('Point', '[1,2]'))))).toMatchObject([{ type: GeometryType.Point, row: [1] }]);
  });

  it('that are repeated keep the last one', async () => {
    const members = (...of: string[]): string => `{"type":"Feature",${of.join(',')},"properties":{}}`;
    const [one, other] = [geometry('Point', '[1,2]'), geometry('LineString', '[[3,4],[5,6]]')];
    const dataset = await openFeatures(collection(
      members(`"geometry":${one}`, `"geometry":${other}`), members(`"geometry":${one}`, '"geometry":null'), members('"type":"Feature"', `"geometry":${one}`),
      members('"geometry":{"type":"Point","coordinates":[7,8],"coordinates":[1,2]}'), members('"geometry":{"type":"LineString","coordinates":[7,8],"type":"Point"}'),
    ));
    expect((await featuresOf(dataset)).map(({ type, parts }) => [type, parts.map(({ rings }) => rings)])).toEqual([
      [GeometryType.LineString, [[[[3, 4], [5, 6]]]]], [GeometryType.None, []], [GeometryType.Point, [[[[1, 2]]]]], [GeometryType.Point, [[[[1, 2]]]]], [GeometryType.Point, [[[[7, 8]]]]],
    ]);
  });

  it('of other kinds, and unusable positions, are reported', async () => {
    const dataset = await openFeatures(collection(feature('{"a":1}', '{"type":"CircularString","coordinates":[[0,0],[1,1]]}'), feature('{"a":2}', geometry('LineString', '[[0,1],[null,2]]'))));
    expect(dataset.notes.map(({ code, text }) => [code, /feature (\d)/.exec(text)?.[1]])).toEqual([['geometry-left-out', '1'], ['position-unreadable', '2']]);
    expect((await featuresOf(dataset)).map(({ type, parts, row }) => [type, parts.length, row])).toEqual([[GeometryType.None, 0, [1]], [GeometryType.LineString, 1, [2]]]);
  });
});

describe('files', () => {
  const lines = [feature('{"a":1}', geometry('Point', '[1,2]')), feature('{"b":"x"}', geometry('Point', '[3,4]'))];
  it.each([
    ['one object a line', `${lines.join('\n')}\n`],
    ['record separators', lines.map((line) => `\u001e${line}\n`).join('')],
    ['several collections', lines.map((line) => collection(line)).join('\r\n')],
    ['a byte order mark and CRLF', `\ufeff${collection(...lines).replaceAll(/([,{[])/g, '$1\r\n ')}\r\n`],
    ['members in another order', `{"features":[${lines.map((line) => `{"geometry":${/"geometry":(.*)\}$/.exec(line)?.[1]},"properties":${/"properties":(\{.*?\})/.exec(line)?.[1]},"type":"Feature"}`).join(',')}],"type":"FeatureCollection"}`],
  ])('with %s', async (_, text) => {
    for (const chunk of [undefined, 1, 40]) {
      const dataset = await openFeatures(text, chunk);
      expect(dataset.layers[0].name).toBe('test');
      expect((await featuresOf(dataset)).map(({ row, parts }) => [row, parts[0].rings[0][0]])).toEqual([[[1, null], [1, 2]], [[null, 'x'], [3, 4]]]);
    }
  });

  it('without features have no extent', async () => {
    const dataset = await openFeatures(collection());
    expect(dataset.layers[0]).toMatchObject({ count: 0, fields: [], geometryTypes: [] });
    expect(await batchesOf(dataset)).toEqual([]);
  });

  it('state their system, or it is derived from their coordinates', async () => {
    const crsOf = async (member: string, coordinates: string) => {
      const { layers, notes } = await openFeatures(`{"type":"FeatureCollection",${member}"features":[${feature('{}', geometry('Point', coordinates))}]}`);
      return [layers[0].crs.code, layers[0].crs.units.kind, notes.map(({ code }) => code)];
    };
    expect(await crsOf('', '[1,2]')).toEqual(['EPSG:4326', 'geographic', []]);
    expect(await crsOf('', '[200000,7000000]')).toEqual([null, 'planar', ['crs-missing']]);
    expect(await crsOf('"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::31982"}},', '[200000,7000000]')).toEqual(['EPSG:31982', 'planar', []]);
    expect(await crsOf('"crs":{"type":"link"},', '[1,2]')).toEqual([null, 'geographic', ['crs-missing']]);
  });

  it.each<[string, string, string]>([
    ['its own', '"Região \\u03b1"', 'Região α'],
    ['the last of several', '"a","name":"b"', 'b'],
    ['that of the file, where it is empty', '" "', 'test'],
    ['that of the file, where it is no text', '{"pt":"a"}', 'test'],
    ['that of the file, where it is no word', 'NaN', 'test'],
    ['that of the file, where it has half a letter', '"a\\ud800"', 'test'],
    ['that of the file, where it has a line end', '"a\\n"', 'test'],
    ['that of the file, where it is too long', `"${'a'.repeat(2000)}"`, 'test'],
  ])('give the layer the name of the collection: %s', async (_, name, expected) => {
    const point = feature('{"name":"of the feature"}', geometry('Point', '[1,2]'), '"name":"of the feature too",');
    expect((await openFeatures(`{"name":${name},${collection(point).slice(1)}`)).layers[0].name).toBe(expected);
    expect((await openFeatures(`${collection(point).slice(0, -1)},"name":${name}}`)).layers[0].name).toBe(expected);
    expect((await geojsonDriver.open(filesOf(fileOfBytes('test.geojson', new TextEncoder().encode(`{"name":${name},${collection(point).slice(1)}`))))).layers[0].name).toBe(expected);
    expect((await openFeatures(feature('null', 'null', `"name":${name},`))).layers[0].name).toBe('test');
  });

  it('with bytes that are not UTF-8 are read as Windows-1252, text by text, with a note', async () => {
    const bytes = new TextEncoder().encode(collection(feature('{"aXb":"cXd","f":"\\nX","g":["X"],"h":"ã"}'), feature('{"aXb":"e","h":"x"}'))).map((byte) => (byte === 0x58 ? 0xe9 : byte));
    const dataset = await openFeatures(bytes);
    expect(dataset.notes.map(({ code }) => code)).toEqual(['text-not-utf8']);
    expect(dataset.notes[0].text).toContain('read as Windows-1252');
    expect(dataset.layers[0].fields.map(({ name }) => name)).toEqual(['aéb', 'f', 'g', 'h']);
    expect((await featuresOf(dataset)).map(({ row }) => row)).toEqual([['céd', '\né', '["é"]', 'ã'], ['e', null, null, 'x']]);
  });

  it('can be read again from the beginning as often as needed, and progress is reported while they are read', async () => {
    const shares: number[] = [];
    const bytes = new TextEncoder().encode(collection(...lines));
    const dataset = await openGeoJsonFeatures(filesOf(fileOfBytes('test.geojson', bytes), 50), { onProgress: (share) => shares.push(share) });
    expect(shares.at(-1)).toBe(1);
    expect(await featuresOf(dataset)).toEqual(await featuresOf(dataset));
    await dataset.close();
  });
});

describe('batches', () => {
  it('are right when a piece of the file that was read ahead arrives late', async () => {
    const text = `${feature('{"n":-1}')}\n${' '.repeat(3 << 20)}${Array.from({ length: 3 * BATCH_FEATURES }, (_, index) => feature(`{"n":${index},"x":"${'x'.repeat(400)}"}`)).join('\n')}`;
    const whole = fileOfBytes('test.geojson', new TextEncoder().encode(text));
    let lateOne = Infinity;
    let calls = 0;
    const read: typeof whole.read = async (start, end, room) => {
      const bytes = await whole.read(start, end);
      if (++calls === lateOne) await new Promise((resolve) => setTimeout(resolve, 30));
      if (room === undefined || room.length < bytes.length) return bytes;
      room.set(bytes);
      return room.subarray(0, bytes.length);
    };
    const dataset = await openGeoJsonFeatures({ format: 'geojson', name: 'test', files: [{ ...whole, read }] });
    lateOne = calls + 2;
    const numbers: FieldValue[] = [];
    for await (const { rows } of dataset.layers[0].read()) {
      numbers.push(...rows.map(([n]) => n));
      if (rows.length === BATCH_FEATURES) await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect(numbers).toEqual(Array.from({ length: 3 * BATCH_FEATURES + 1 }, (_, index) => index - 1));
  });

  it('hold at most a fixed number of features, and know the index of the first', async () => {
    const count = 2 * BATCH_FEATURES + 5;
    const dataset = await openFeatures(Array.from({ length: count }, (_, index) => feature(`{"n":${index}}`, geometry('Point', `[${index % 90},1]`))).join('\n'), 5000);
    const batches = await batchesOf(dataset);
    expect(batches.map(({ first, rows }) => [first, rows.length])).toEqual([[0, BATCH_FEATURES], [BATCH_FEATURES, BATCH_FEATURES], [2 * BATCH_FEATURES, 5]]);
    expect(batches.flatMap(({ rows }) => rows.map(([n]) => n))).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(batches[1].geometry.xy[0]).toBe(BATCH_FEATURES % 90);
  });

  it('end with the feature that takes them beyond the limit of vertices', async () => {
    const line = geometry('LineString', `[${Array.from({ length: BATCH_VERTICES / 2 + 1 }, (_, index) => `[${index % 90},0]`).join(',')}]`);
    const batches = await batchesOf(await openFeatures(collection(feature('{}', line), feature('{}', line), feature('{}', line), feature('{}'))));
    expect(batches.map(({ types }) => types.length)).toEqual([2, 2]);
  });

  it('belong to their receiver and are not reused, however large', async () => {
    const count = 10 * BATCH_VERTICES;
    const line = (x: number): string => feature('{}', geometry('LineString', `[${Array.from({ length: count }, () => `[${x},0]`).join(',')}]`));
    const batches = await batchesOf(await openFeatures(collection(line(1), line(2))));
    expect(batches.map(({ geometry: { xy } }) => [xy.length, xy[0], xy[2 * count - 2]])).toEqual([[2 * count, 1, 1], [2 * count, 2, 2]]);
  });

  it('end with the feature that takes its attributes beyond the limit of bytes', async () => {
    const long = feature(`{"a":"${'x'.repeat(3 << 20)}"}`);
    const batches = await batchesOf(await openFeatures(collection(long, long, long)));
    expect(batches.map(({ types }) => types.length)).toEqual([2, 1]);
  });
});
