import { PartKind } from '@geoinsights/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trials } from '../../../../../testing/trials.ts';
import { WGS84_BY_FORMAT } from '../../crs.ts';
import type { OutputFile, OutputFolder } from '../../driver.ts';
import type { CreateOptions } from '../../features/dataset-writer.ts';
import { GeometryType } from '../../features/feature-batch.ts';
import type { LayerSchema } from '../../features/feature-dataset.ts';
import type { Field, FieldType, FieldValue } from '../../features/field.ts';
import { memoryFolder } from '../../files/memory.ts';
import { createGeoJson } from '../create.ts';
import { batchOf, featuresOf, openFeatures, polygon, rewritten } from './feature-files.ts';
import type { PlainFeature } from './feature-files.ts';
import { featureCollection, written } from './random-geojson.ts';

const field = (name: string, type: FieldType): Field => ({ name, type, width: null, decimals: null });
const schemaOf = (more: Partial<LayerSchema> = {}): LayerSchema => ({
  name: 'farms', crs: WGS84_BY_FORMAT, fields: [], geometryTypes: [], hasZ: false, hasM: false, ids: 'none', count: 0, ...more,
});

/** Writes features as one layer. @returns the text of the file, and the losses */
async function textOf(features: readonly PlainFeature[], more: Partial<LayerSchema> = {}, options?: CreateOptions) {
  const folder = memoryFolder();
  const schema = schemaOf(more);
  const writer = await createGeoJson({ folder, name: 'out', workFolder: '' }, [schema], options);
  await writer.write(0, batchOf(features, schema.ids !== 'none'));
  const { files, losses } = await writer.close();
  expect(files).toEqual(['out.geojson']);
  return { text: new TextDecoder('utf-8', { fatal: true }).decode(folder.files.get('out.geojson')), losses: losses.map(({ code, field: name, count }) => [code, name, count]), texts: losses.map(({ text: words }) => words) };
}

/** The geometry of the only feature. */
async function geometryOf(feature: PlainFeature, options?: CreateOptions): Promise<string> {
  const { text } = await textOf([feature], {}, options);
  return /"geometry":(.*)\}\n\]\}\n$/.exec(text)?.[1] ?? '';
}

/** The properties of a feature with these values. */
async function propertiesOf(values: readonly [FieldType, FieldValue][]) {
  const fields = values.map(([type], index) => field(`f${index}`, type));
  const { text, ...lost } = await textOf([{ type: 0, parts: [], row: values.map(([, value]) => value), id: null }], { fields });
  return { text: /"properties":(.*),"geometry":null/.exec(text)?.[1], ...lost };
}

const SQUARE = [[0, 0], [2, 0], [2, 2], [0, 2], [0, 0]];
const HOLE = [[0.5, 0.5], [0.5, 1], [1, 1], [0.5, 0.5]];
const part = (kind: number, ...rings: number[][][]) => ({ kind, rings });
const feature = (type: number, ...parts: PlainFeature['parts']): PlainFeature => ({ type, parts, row: [], id: null });

describe('geometries', () => {
  it.each<[string, PlainFeature, string]>([
    ['none', feature(GeometryType.None), 'null'],
    ['a point', feature(GeometryType.Point, part(PartKind.Point, [[1, -2.5]])), '{"type":"Point","coordinates":[1,-2.5]}'],
    ['points', feature(GeometryType.MultiPoint, part(PartKind.Point, [[1, 2], [3, 4]])), '{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}'],
    ['a line', feature(GeometryType.LineString, part(PartKind.Line, [[1, 2], [3, 4]])), '{"type":"LineString","coordinates":[[1,2],[3,4]]}'],
    ['lines', feature(GeometryType.MultiLineString, part(PartKind.Line, [[1, 2], [3, 4]]), part(PartKind.Line, [[5, 6], [7, 8]])), '{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}'],
    ['a polygon', polygon(SQUARE, HOLE), '{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]],[[0.5,0.5],[0.5,1],[1,1],[0.5,0.5]]]}'],
    ['a polygon that goes the other way', polygon(SQUARE.toReversed(), HOLE.toReversed()), '{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]],[[0.5,0.5],[0.5,1],[1,1],[0.5,0.5]]]}'],
    ['one of several polygons', feature(GeometryType.MultiPolygon, part(PartKind.Polygon, SQUARE)), '{"type":"MultiPolygon","coordinates":[[[[0,0],[2,0],[2,2],[0,2],[0,0]]]]}'],
    ['Z, where there is one', feature(GeometryType.LineString, part(PartKind.Line, [[1, 2, 3.5], [3, 4]])), '{"type":"LineString","coordinates":[[1,2,3.5],[3,4]]}'],
    ['a collection', feature(GeometryType.GeometryCollection, part(PartKind.Point, [[1, 2]]), part(PartKind.Point, [[1, 2], [3, 4]]), part(PartKind.Line, [[1, 2], [3, 4]]), part(PartKind.Polygon, SQUARE)), '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"MultiPoint","coordinates":[[1,2],[3,4]]},{"type":"LineString","coordinates":[[1,2],[3,4]]},{"type":"Polygon","coordinates":[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}]}'],
    ['an empty point', feature(GeometryType.Point), '{"type":"Point","coordinates":[]}'],
    ['empty polygons', feature(GeometryType.MultiPolygon), '{"type":"MultiPolygon","coordinates":[]}'],
    ['an empty collection', feature(GeometryType.GeometryCollection), '{"type":"GeometryCollection","geometries":[]}'],
  ])('%s', async (_, given, text) => {
    expect(await geometryOf(given)).toBe(text);
  });

  it('lose unusable positions, are closed again, and say so', async () => {
    const ring = [[NaN, 0], [2, 0], [2, 2], [Infinity, 2], [0, 2], [NaN, 0]];
    const { text, losses } = await textOf([polygon(ring), feature(GeometryType.LineString, part(PartKind.Line, [[1, 2], [NaN, 4], [5, 6]])), feature(GeometryType.Point, part(PartKind.Point, [[NaN, NaN]]))]);
    expect(text).toContain('[[[2,0],[2,2],[0,2],[2,0]]]');
    expect(text).toContain('"coordinates":[[1,2],[5,6]]');
    expect(text).toContain('{"type":"Point","coordinates":[]}');
    expect(losses).toEqual([['value-left-out', null, 5]]);
  });

  it('that are longer than the write buffer are written whole', async () => {
    for (const turned of [false, true]) {
      const ring = Array.from({ length: 60_000 }, (_, index) => [Math.cos(index / 9549.3), Math.sin(index / 9549.3)]);
      const closed = [...ring, ring[0]];
      const read = await featuresOf(await openFeatures((await textOf([polygon(turned ? closed.toReversed() : closed), polygon(SQUARE)])).text));
      expect(read.map(({ parts }) => parts[0].rings)).toEqual([[closed], [SQUARE]]);
    }
  });

  it('have as many decimals as requested, and report that decimals were dropped', async () => {
    const point = feature(GeometryType.Point, part(PartKind.Point, [[1.123456789, 2.5, 3.14159265359]]));
    expect(await geometryOf(point, { decimals: 7 })).toBe('{"type":"Point","coordinates":[1.1234568,2.5,3.1415927]}');
    expect((await textOf([point], {}, { decimals: 7 })).losses).toEqual([['coordinates-rounded', null, null]]);
    expect((await textOf([polygon(SQUARE)], {}, { decimals: 7 })).losses).toEqual([]);
    expect((await textOf([point])).losses).toEqual([]);
  });

  it('are written without M', async () => {
    const line = feature(GeometryType.LineString, part(PartKind.Line, [[1, 2, 3, 4], [5, 6, 7, 8]]));
    const { text, losses } = await textOf([line], { hasZ: true, hasM: true });
    expect(text).toContain('[[1,2,3],[5,6,7]]');
    expect(losses).toEqual([['m-left-out', null, null]]);
  });
});

describe('values', () => {
  it('of all types are written', async () => {
    const { text, losses } = await propertiesOf([
      ['text', 'a'], ['integer', -5], ['integer', 9007199254740993n], ['integer', 9007199254740991], ['real', 0.1], ['real', 1e-7], ['real', 3], ['boolean', true], ['boolean', false],
      ['date', '2024-02-29'], ['date-time', '2024-02-29T08:30:00Z'], ['json', '{"a": [1,\n "x y"]}'], ['text', null],
    ]);
    expect(text).toBe('{"f0":"a","f1":-5,"f2":9007199254740993,"f3":9007199254740991,"f4":0.1,"f5":0.0000001,"f6":3.0,"f7":true,"f8":false,"f9":"2024-02-29","f10":"2024-02-29T08:30:00Z","f11":{"a":[1,"x y"]},"f12":null}');
    expect(losses).toEqual([]);
  });

  it('that are bytes are written as texts', async () => {
    const { text, losses, texts } = await propertiesOf([['binary', Uint8Array.of(0, 255, 16, 8)], ['binary', new Uint8Array(0)], ['binary', Uint8Array.of(1, 2, 3)], ['binary', null]]);
    expect(text).toBe('{"f0":"AP8QCA==","f1":"","f2":"AQID","f3":null}');
    expect(losses).toEqual(['f0', 'f1', 'f2', 'f3'].map((name) => ['field-type-changed', name, null]));
    expect(texts[1]).toBe('The field "f1" contains bytes, which GeoJSON does not have: they are written as Base64 text.');
  });

  it('that are not finite are written as null and reported', async () => {
    const { text, losses, texts } = await propertiesOf([['real', NaN], ['real', -Infinity]]);
    expect(text).toBe('{"f0":null,"f1":null}');
    expect(losses).toEqual([['value-left-out', 'f0', 1], ['value-left-out', 'f1', 1]]);
    expect(texts[1]).toBe('One value of the field "f1" is NaN or infinite, which JSON does not have: it is written as null.');
  });

  it('that are missing in all features leave the type of their field unknown, which is reported', async () => {
    const fields = [field('t', 'text'), field('i', 'integer'), field('d', 'date'), field('r', 'real')];
    const rows = [[null, null, null, null], [null, null, null, 1]].map((row) => ({ ...feature(GeometryType.None), row }));
    expect((await textOf(rows, { fields })).losses).toEqual([['field-type-changed', 'i', null], ['field-type-changed', 'd', null]]);
  });

  it('of a layer without features are lost with their fields, and no other loss is reported for that layer', async () => {
    const { losses } = await textOf([], { fields: [field('b', 'binary'), field('i', 'integer')] });
    expect(losses).toEqual([['field-left-out', null, null]]);
  });

  it('that contain lone surrogates get replacement characters, which is reported', async () => {
    const rows = [['a\ud800', '\udc00'], ['😀', 'x\ud83d'], ['b', null]].map((row) => ({ ...feature(GeometryType.None), row, id: row[0] }));
    const { text, losses } = await textOf(rows, { fields: [field('a', 'text'), field('b', 'text')], ids: 'own' });
    expect([...text.matchAll(/\{"a":.*?\}/g)].map(([found]) => found)).toEqual(['{"a":"a\ufffd","b":"\ufffd"}', '{"a":"😀","b":"x\ufffd"}', '{"a":"b","b":null}']);
    expect(losses).toEqual([['characters-replaced', null, 1], ['characters-replaced', 'a', 1], ['characters-replaced', 'b', 2]]);
  });

  it('that claim to be JSON and are not stay texts', async () => {
    const { text } = await propertiesOf([['json', '{"a":'], ['json', '['.repeat(2000) + ']'.repeat(2000)], ['json', '"\ud800"']]);
    expect(text).toBe(`{"f0":"{\\"a\\":","f1":"${'['.repeat(2000)}${']'.repeat(2000)}","f2":"\ufffd"}`);
  });

  it('that are texts are read back unchanged, whatever characters they contain', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }), async (one, other) => {
        const { text } = await textOf([{ type: 0, parts: [], row: [one, other], id: one }], { fields: [field('a', 'text'), field(`b${other}`, 'text')], ids: 'own' });
        const [{ row, id }] = await featuresOf(await openFeatures(text));
        expect([row, id]).toEqual([[one.toWellFormed(), other.toWellFormed()], one.toWellFormed()]);
        expect(text.split('\n')).toHaveLength(4);
      }),
      { numRuns: trials(100) },
    );
  });
});

describe('the file', () => {
  it('has no fields if it has no features, which is reported', async () => {
    expect((await textOf([], { fields: [field('t', 'text'), field('i', 'integer')] })).losses).toEqual([['field-left-out', null, null]]);
    expect((await textOf([])).losses).toEqual([]);
  });

  it('has the name of its layer, ids that count up, and one feature per line', async () => {
    const ids = ['a"', 7, 12345678901234567890n, 1.5, null].map((id) => ({ ...feature(GeometryType.None), id }));
    const { text } = await textOf(ids, { name: 'São "José"', ids: 'own' });
    expect(text.split('\n')).toEqual([
      '{"type":"FeatureCollection","name":"São \\"José\\"","features":[',
      ...['"id":"a\\"",', '"id":7,', '"id":12345678901234567890,', '"id":1.5,', ''].map((id, index) => `{"type":"Feature",${id}"properties":{},"geometry":null}${index < 4 ? ',' : ''}`),
      ']}',
      '',
    ]);
    expect((await textOf([{ ...feature(GeometryType.None), id: 7 }], { ids: 'rows' })).text).toContain('"id":7,');
    expect((await textOf([{ ...feature(GeometryType.None), id: 7 }], { ids: 'none' })).text).not.toContain('"id"');
  });

  it.each([
    [{ ...WGS84_BY_FORMAT }, null, 0],
    [{ ...WGS84_BY_FORMAT, code: 'OGC:CRS84' }, null, 0],
    [{ ...WGS84_BY_FORMAT, code: null, name: 'unknown' }, null, 0],
    [{ ...WGS84_BY_FORMAT, code: 'EPSG:31982' }, 'urn:ogc:def:crs:EPSG::31982', 0],
    [{ ...WGS84_BY_FORMAT, code: null, name: 'our own', wkt: 'PROJCS["our own"]' }, null, 1],
  ])('names its system only if it is not WGS 84: %j', async (crs, name, losses) => {
    const { text, losses: told } = await textOf([], { crs });
    expect(text.includes('"crs"')).toBe(name !== null);
    if (name !== null) expect(JSON.parse(text)).toMatchObject({ crs: { type: 'name', properties: { name } } });
    expect(told.map(([code]) => code)).toEqual(Array.from({ length: losses }, () => 'system-changed'));
  });

  it('of a layer without features is valid', async () => {
    const folder = memoryFolder();
    const writer = await createGeoJson({ folder, name: 'out', workFolder: '' }, [schemaOf()]);
    await writer.close();
    expect(JSON.parse(new TextDecoder().decode(folder.files.get('out.geojson')))).toEqual({ type: 'FeatureCollection', name: 'farms', features: [] });
  });

  it('of very many layers, only some wait for their names at a time: each takes memory and a handle', async () => {
    const folder = memoryFolder();
    let [open, most] = [0, 0];
    const counted: OutputFolder = {
      async create(name) {
        const output = await folder.create(name);
        most = Math.max(most, ++open);
        return { write: (bytes) => output.write(bytes), close: () => (open--, output.close()), abort: () => (open--, output.abort()) };
      },
    };
    const layers = Array.from({ length: 200 }, (_, layer) => schemaOf({ name: `layer ${layer}` }));
    const writer = await createGeoJson({ folder: counted, name: 'out', workFolder: '' }, layers);
    await writer.write(150, batchOf([]));
    const { files } = await writer.close();
    expect([...folder.files.keys()]).toEqual(files);
    expect(files).toHaveLength(200);
    expect([open, most]).toEqual([0, 66]);
  });

  it('is discarded if what ends it cannot be written', async () => {
    const aborted: string[] = [];
    const full: OutputFolder = {
      create: (name) => Promise.resolve({ write: () => Promise.reject(new Error('full')), close: () => Promise.resolve(), abort: () => (aborted.push(name), Promise.resolve()) }),
    };
    const writer = await createGeoJson({ folder: full, name: 'out', workFolder: '' }, [schemaOf()]);
    await expect(writer.close()).rejects.toThrow('full');
    expect(aborted).toEqual(['out.geojson']);
  });

  it('is one per layer, all delivered at the same time, with names that are all different', async () => {
    const folder = memoryFolder();
    const layers = ['a/b', 'A:B', 'other', 'x'.repeat(300)].map((name) => schemaOf({ name }));
    const writer = await createGeoJson({ folder, name: 'out', workFolder: '' }, layers, { decimals: 1 });
    await writer.write(0, batchOf([feature(GeometryType.None)]));
    await writer.write(2, batchOf([feature(GeometryType.Point, part(PartKind.Point, [[1.25, 2]]))]));
    await expect(writer.write(1, batchOf([]))).rejects.toThrow('was ended');
    expect([...folder.files]).toEqual([]);
    const { files, losses } = await writer.close();
    expect(files).toEqual(['out-a_b.geojson', 'out-A_B-2.geojson', 'out-other.geojson', `out-${'x'.repeat(300).slice(0, 228)}.geojson`]);
    expect([...folder.files.keys()]).toEqual(files);
    expect(losses.map(({ code, layer }) => [code, layer.slice(0, 5)])).toEqual([['layers-divided', 'a/b'], ['layers-divided', 'A:B'], ['layers-divided', 'other'], ['coordinates-rounded', 'other'], ['layers-divided', 'xxxxx']]);
    for (const [index, name] of files.entries()) expect(JSON.parse(new TextDecoder().decode(folder.files.get(name)))).toMatchObject({ name: layers[index].name });
  });

  it('is not there if writing was aborted, or if one of several files could not be closed', async () => {
    const memory = memoryFolder();
    const writer = await createGeoJson({ folder: memory, name: 'out', workFolder: '' }, [schemaOf(), schemaOf({ name: 'other' })]);
    await writer.write(1, batchOf([feature(GeometryType.None)]));
    await writer.abort();
    expect([...memory.files]).toEqual([]);

    const calls: string[] = [];
    const folder: OutputFolder = {
      create: (name): Promise<OutputFile> =>
        Promise.resolve({
          write: () => Promise.resolve(),
          close: () => (name === 'out-farms.geojson' ? Promise.reject(new Error('the disk is full')) : Promise.resolve()),
          abort: () => Promise.resolve(void calls.push(name)),
        }),
    };
    const failing = await createGeoJson({ folder, name: 'out', workFolder: '' }, [schemaOf(), schemaOf({ name: 'other' })]);
    await expect(failing.close()).rejects.toThrow('the disk is full');
    expect(calls).toEqual(['out-other.geojson']);
  });
});

describe('any dataset that can be read', () => {
  it('is read the same after it was written again', async () => {
    await fc.assert(
      fc.asyncProperty(featureCollection, fc.integer({ min: 0, max: 1000 }), fc.constantFrom(3, 64, undefined), async (value, seed, chunk) => {
        let state = seed;
        const text = written(value, (count) => (state = (state * 1103515245 + 12345) & 0x3fffffff) % count);
        const dataset = await openFeatures(text, chunk);
        const { texts } = await rewritten(dataset);
        const again = await openFeatures(texts.get('out.geojson') ?? '');
        expect(again.notes.filter(({ code }) => code !== 'crs-missing')).toEqual([]);
        expect(again.layers[0].geometryTypes).toEqual(dataset.layers[0].geometryTypes);
        expect(again.layers[0].fields.map(({ name }) => name)).toEqual(dataset.layers[0].count === 0 ? [] : dataset.layers[0].fields.map(({ name }) => name));
        expect((await featuresOf(again)).map(comparable)).toEqual((await featuresOf(dataset)).map(comparable));
      }),
      { numRuns: trials(170) },
    );
  });
});

/** Without what GeoJSON does not hold: M, ring directions, the sign of zero. Numbers from texts become texts again. */
function comparable({ type, parts, row, id }: PlainFeature): unknown {
  const ring = (positions: number[][], kind: number): number[][] => {
    const plain = positions.map((position) => position.slice(0, 3).map((ordinate) => ordinate + 0));
    const other = plain.toReversed();
    return kind === PartKind.Polygon && JSON.stringify(other) < JSON.stringify(plain) ? other : plain;
  };
  return { type, parts: parts.map(({ kind, rings }) => ({ kind, rings: rings.map((positions) => ring(positions, kind)) })), row: row.map(String), id: typeof id === 'string' ? id : Number(id) + 0 };
}
