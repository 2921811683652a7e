import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { afterAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { PartKind } from '@geoinsights/geometry';
import { trials } from '../../../../testing/trials.ts';
import type { DatasetTarget, CreateDataset, CreateOptions, WrittenDataset } from '../features/dataset-writer.ts';
import { GeometryType, type FeatureId } from '../features/feature-batch.ts';
import type { FeatureDataset } from '../features/feature-dataset.ts';
import type { FieldType, FieldValue } from '../features/field.ts';
import { fileOfBytes, memoryFolder } from '../files/memory.ts';
import { openKmlFeatures } from '../kml/features.ts';
import { field, givenLayer, openText, plainLayer, type GivenLayer, type PlainFeature, type PlainLayer, type PlainPart, type Position } from '../kml/test/plain-features.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { createKml, createKmz, openKmzFeatures } from './index.ts';

const workFolder = mkdtempSync(join(tmpdir(), 'create-kml-'));
afterAll(() => rmSync(workFolder, { recursive: true }));

interface Created {
  readonly bytes: Uint8Array;
  readonly written: WrittenDataset;
}

async function create(layers: readonly GivenLayer[], options: CreateOptions = {}, by: CreateDataset = createKml): Promise<Created> {
  const folder = memoryFolder();
  const target: DatasetTarget = { folder, name: 'made', workFolder };
  const writer = await by(target, layers.map(({ schema }) => schema), options);
  for (const [i, { batches }] of layers.entries()) for (const batch of batches) await writer.write(i, batch);
  const written = await writer.close();
  expect([...folder.files.keys()]).toEqual(written.files);
  expect(readdirSync(workFolder)).toEqual([]);
  const [bytes] = folder.files.values();
  return { bytes, written };
}

const textOf = ({ bytes }: Created): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

function reopened({ bytes }: Created): Promise<FeatureDataset> {
  return openKmlFeatures({ format: 'kml', name: 'made', files: [fileOfBytes('made.kml', bytes)] });
}

/** @param told what the notes say */
async function layersOf(created: Created, told: readonly string[] = []): Promise<PlainLayer[]> {
  const { layers, notes } = await reopened(created);
  expect(notes.map(({ text }) => text)).toEqual(told);
  return Promise.all(layers.map(plainLayer));
}

/** Features without geometry. */
const rows = (...values: FieldValue[][]): PlainFeature[] => values.map((row) => ({ type: GeometryType.None, parts: [], row }));
const shape = (type: PlainFeature['type'], ...parts: PlainPart[]): PlainFeature => ({ type, parts, row: [] });
const part = (kind: PartKind, ...rings: Position[][]): PlainPart => ({ kind, rings });

const SHELL: Position[] = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]];
const HOLE: Position[] = [[2, 2], [2, 4], [4, 4], [4, 2], [2, 2]];
const turned = (ring: readonly Position[]): Position[] => [...ring].reverse();

describe('a KML that was created', () => {
  it('has the values, types and names that were given', async () => {
    const fields = [field('name', 'text'), field('b', 'boolean'), field('i', 'integer'), field('narrow', 'integer', 9), field('r', 'real'), field('a<b&"c\'', 'text'), field('1st', 'text'), field('description', 'text'), field(' tab\tand\nline ', 'text')];
    const features = rows(
      ['one', true, 2_147_483_647, 999_999_999, 1e-7, '<a href="x">&amp;</a> ]]>', ' edges \t', 'about', 'a\r\nb\rc'],
      [null, false, -2_147_483_648, -1, -1.5e300, '', 'Ünï 😀', null, ' '],
      ['', null, null, null, null, null, null, '', null],
    );
    const created = await create([givenLayer('Straßen & <Wege>', fields, features)]);
    expect(created.written.losses).toEqual([]);
    const [layer] = await layersOf(created);
    // Elements of KML come first.
    const order = [0, 7, 1, 2, 3, 4, 5, 6, 8];
    expect(layer.name).toBe('Straßen & <Wege>');
    expect(layer.fields).toEqual(order.map((i) => [fields[i].name, fields[i].type]));
    expect(layer.features.map(({ row }) => row)).toEqual(features.map(({ row }) => order.map((i) => row[i])));
  });

  it.each([
    ['int', 'integer', [2 ** 31 - 1, -(2 ** 31)], []],
    ['double', 'real', [2 ** 31, 1, Number.MAX_SAFE_INTEGER], ['field-type-changed']],
    ['string', 'text', [2n ** 63n - 1n, 1], ['field-type-changed']],
  ] as const)('declares whole numbers as %s by their values', async (simple, type, values, losses) => {
    const created = await create([givenLayer('l', [field('n', 'integer')], rows(...values.map((value) => [value])))]);
    expect(textOf(created)).toContain(`<SimpleField name="n" type="${simple}">`);
    expect(created.written.losses.map(({ code }) => code)).toEqual(losses);
    const [layer] = await layersOf(created);
    expect(layer.fields).toEqual([['n', type]]);
    expect(layer.features.map(({ row }) => row[0])).toEqual(values.map((value) => (type === 'text' ? String(value) : value)));
  });

  it('refuses numbers that are wider than declared', async () => {
    const { schema, batches } = givenLayer('l', [field('n', 'integer', 9)], rows([2 ** 40]));
    const writer = await createKml({ folder: memoryFolder(), name: 'made', workFolder }, [schema]);
    await expect(writer.write(0, batches[0])).rejects.toThrow('wider than its field');
    await writer.abort();
  });

  it('reports everything that it holds in another form', async () => {
    const fields = [field('Name', 'text'), field('d', 'date'), field('t', 'date-time'), field('j', 'json'), field('x', 'binary'), field('c', 'text'), field('DESCRIPTION', 'text'), field('', 'text'), field('k\u0001\ud800', 'text')];
    const features = rows(['n\u0001', '2026-11-23', '2026-11-23T08:30:00Z', '[1,"a"]', new Uint8Array(3), 'a\u0000b\ufffe\ud800', null, 'e', 'f']);
    const given = givenLayer('l', fields, features, ['id-1']);
    const created = await create([{ ...given, schema: { ...given.schema, hasM: true } }], { decimals: 3 });
    expect(created.written.losses.map(({ code, field: name, count }) => [code, name, count])).toEqual([
      ['field-renamed', 'Name', null],
      ['characters-replaced', 'Name', 1],
      ['field-type-changed', 'd', null],
      ['field-type-changed', 't', null],
      ['field-type-changed', 'j', null],
      ['field-left-out', 'x', null],
      ['characters-replaced', 'c', 3],
      ['field-left-out', 'DESCRIPTION', null],
      ['field-renamed', '', null],
      ['field-renamed', 'k\u0001\ud800', null],
      ['m-left-out', null, null],
      ['ids-as-field', null, null],
      ['coordinates-rounded', null, null],
    ]);
    expect((await create([given], { decimals: 1 })).written.losses.at(-1)?.text).toBe('Coordinates have at most 1 decimal place.');
    const [layer] = await layersOf(created);
    expect(layer.fields.map(([name]) => name)).toEqual(['name', 'id', 'd', 't', 'j', 'c', 'unnamed', 'k\ufffd\ufffd']);
    expect(layer.features[0].row).toEqual(['n\ufffd', 'id-1', '2026-11-23', '2026-11-23T08:30:00Z', '[1,"a"]', 'a\ufffdb\ufffd\ufffd', 'e', 'f']);
  });

  it('has separate fields for names that differ only in characters that XML cannot hold', async () => {
    const fields = ['k\u0001', 'k\u0002', 'k\ufffd', 'k\u0001\u0002'].map((name) => field(name, 'text'));
    const created = await create([givenLayer('l', fields, rows(['a', 'b', 'c', 'd']))]);
    const [layer] = await layersOf(created);
    expect(layer.fields.map(([name]) => name)).toEqual(['k\ufffd_2', 'k\ufffd_3', 'k\ufffd', 'k\ufffd\ufffd']);
    expect(layer.features[0].row).toEqual(['a', 'b', 'c', 'd']);
    expect(created.written.losses.map(({ text }) => text)).toContain('The field "k\u0002" has characters in its name that XML cannot contain: it is named "k\ufffd_3".');
  });

  it('has ids as a field unless it has such a field already, and none for ids of a table', async () => {
    const ids: FeatureId[] = ['a', 7, null, 2n ** 60n];
    const created = await create([givenLayer('l', [], rows([], [], [], []), ids)]);
    expect((await layersOf(created))[0].features.map(({ row }) => row[0])).toEqual(['a', '7', null, String(2n ** 60n)]);
    const taken = await create([givenLayer('l', [field('id', 'text')], rows(['x']), ['a'])]);
    expect(taken.written.losses.map(({ code }) => code)).toEqual(['ids-left-out']);
    expect((await layersOf(taken))[0].features[0].row).toEqual(['x']);
    const keys = givenLayer('l', [], rows([]), [1]);
    const ofTable = await create([{ ...keys, schema: { ...keys.schema, ids: 'rows' } }]);
    expect(ofTable.written.losses).toEqual([]);
    expect((await layersOf(ofTable))[0].fields).toEqual([]);
    const notInOrder = givenLayer('l', [], rows([], []), [1, 7]);
    expect((await create([{ ...notInOrder, schema: { ...notInOrder.schema, ids: 'rows' } }])).written.losses).toEqual([
      { code: 'ids-left-out', layer: 'l', field: null, count: null, text: 'The primary keys of the features were left out, because KML has no keys.' },
    ]);
  });

  it('has geometries of every type, with shells that run counter-clockwise', async () => {
    const features = [
      shape(GeometryType.Point, part(PartKind.Point, [[1, 2, 3]])),
      shape(GeometryType.LineString, part(PartKind.Line, [[0, 0], [1.5, -1, 0]])),
      shape(GeometryType.Polygon, part(PartKind.Polygon, turned(SHELL), turned(HOLE))),
      shape(GeometryType.MultiPoint, part(PartKind.Point, [[1, 2], [3, 4]])),
      shape(GeometryType.MultiLineString, part(PartKind.Line, [[0, 0], [1, 1]])),
      shape(GeometryType.MultiPolygon, part(PartKind.Polygon, SHELL, HOLE), part(PartKind.Polygon, HOLE)),
      shape(GeometryType.GeometryCollection, part(PartKind.Point, [[1, 2]]), part(PartKind.Line, [[0, 0], [1, 1]])),
      shape(GeometryType.None),
    ];
    const [layer] = await layersOf(await create([givenLayer('l', [], features)]));
    const expected = features.map(withAltitudes);
    expected[2] = shape(GeometryType.Polygon, part(PartKind.Polygon, SHELL, HOLE));
    expected[5] = shape(GeometryType.MultiPolygon, part(PartKind.Polygon, SHELL, HOLE), part(PartKind.Polygon, turned(HOLE)));
    expect(layer.features).toEqual(expected);
  });

  it('leaves out empty geometries and positions without numbers, and says so', async () => {
    const features = [shape(GeometryType.Polygon), shape(GeometryType.MultiPoint), shape(GeometryType.LineString, part(PartKind.Line, [[0, 0], [NaN, 1], [Infinity, 0], [2, 2]])), shape(GeometryType.Point, part(PartKind.Point, [[NaN, 0]]))];
    const created = await create([givenLayer('l', [], features)]);
    expect(created.written.losses.map(({ code, count, text }) => [code, count, text])).toEqual([
      ['empty-geometry-left-out', 2, '2 features have an empty geometry, which KML does not have: they are written without geometry.'],
      ['value-left-out', 3, '3 positions do not have two finite numbers and were left out.'],
    ]);
    expect((await layersOf(created))[0].features.map(({ parts }) => parts)).toEqual([[], [], [part(PartKind.Line, [[0, 0], [2, 2]])], []]);
  });

  it('rounds coordinates on request', async () => {
    const created = await create([givenLayer('l', [], [shape(GeometryType.Point, part(PartKind.Point, [[1.23456, -0.00001, 9.999]]))])], { decimals: 2 });
    expect(textOf(created)).toContain('<coordinates>1.23,0,10</coordinates>');
  });

  it('has a document for each layer, and a schema with an id of its own, valid in XML', async () => {
    const layers = ['a b', 'a-b', '1', 'ü', ''].map((name) => givenLayer(name, [field('f', 'text')], rows([name])));
    const created = await create([...layers, givenLayer('empty', [field('n', 'integer')], [])]);
    const ids = [...textOf(created).matchAll(/<Schema name="[^"]*" id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
    expect((await layersOf(created, ['A folder without placemarks was left out: "empty".'])).map(({ name, features }) => [name, features[0].row])).toEqual([['a b', ['a b']], ['a-b', ['a-b']], ['1', ['1']], ['ü', ['ü']], ['made', ['']]]);
  });

  it.each([[[]], [[givenLayer('l', [], [])]]])('is complete without features', async (layers) => {
    const created = await create(layers);
    new SaxesParser({ xmlns: true }).write(textOf(created)).close();
    expect((await openText(textOf(created))).layers).toEqual([]);
  });

  it('leaves out layers without features, and says so', async () => {
    const full = givenLayer('full', [field('f', 'text')], rows(['x']));
    const created = await create([givenLayer('before', [field('name', 'text'), field('n', 'integer')], []), full, givenLayer('after', [], [])]);
    expect((await layersOf(created, ['Folders without placemarks were left out: "before", "after".'])).map(({ name }) => name)).toEqual(['full']);
    const text = 'The layer has no features: in KML it is an empty folder, which few programs read as a layer';
    expect(textOf(created)).toContain('<SimpleField name="n"');
    expect(created.written.losses.map(({ code, layer, text: said }) => [code, layer, said])).toEqual([['layer-left-out', 'before', `${text}; its fields are in its schema.`], ['layer-left-out', 'after', `${text}.`]]);
  });

  it('accepts features that are larger than its buffers', async () => {
    const ring = Array.from({ length: 60_000 }, (_, i): Position => [Math.cos(i / 9600) * 90, Math.sin(i / 9600) * 80]);
    const closed = [...ring, ring[0]];
    const note = 'x😀'.repeat(200_000);
    const given = givenLayer('l', [field('t', 'text')], [{ type: GeometryType.Polygon, parts: [part(PartKind.Polygon, turned(closed))], row: [note] }]);
    const [layer] = await layersOf(await create([given]));
    expect(JSON.stringify(layer.features[0].parts[0].rings[0]) === JSON.stringify(closed)).toBe(true);
    expect(layer.features[0].row[0] === note).toBe(true);
  });

  it('leaves nothing behind when it is aborted', async () => {
    for (const by of [createKml, createKmz]) {
      const folder = memoryFolder();
      const { schema, batches } = givenLayer('l', [field('n', 'integer')], rows([1]));
      const writer = await by({ folder, name: 'made', workFolder }, [schema]);
      await writer.write(0, batches[0]);
      await writer.abort();
      expect(readdirSync(workFolder)).toEqual([]);
      expect(folder.files.size).toBe(0);
    }
  });

  it('ends the layers before the one that is written', async () => {
    const layers = [givenLayer('a', [], rows([])), givenLayer('b', [], rows([]))];
    const writer = await createKml({ folder: memoryFolder(), name: 'made', workFolder }, layers.map(({ schema }) => schema));
    await writer.write(1, layers[1].batches[0]);
    await expect(writer.write(0, layers[0].batches[0])).rejects.toThrow(RangeError);
    await writer.abort();
  });
});

describe('a KMZ that was created', () => {
  it('is refused beyond the size that can be read again, and GeoPackage recommended', async () => {
    const output = await memoryFolder().create('a.kmz');
    // Memory that nothing writes to or reads takes up none.
    await expect(new ArchiveWriter(output, 'a.kmz').write(new Uint8Array(2 ** 31 + 1))).rejects.toMatchObject({ code: 'kmz-too-large', message: expect.stringMatching(/larger than 2 GiB.* Choose GeoPackage/) as string });
  });

  const layers = [givenLayer('l', [field('name', 'text'), field('n', 'integer')], rows(['a', 1], ['b', 2]))];

  it('holds the same document, and is the same bytes each time', async () => {
    const kml = await create(layers);
    const kmz = await create(layers, {}, createKmz);
    expect(Buffer.from((await create(layers, {}, createKmz)).bytes).equals(Buffer.from(kmz.bytes))).toBe(true);
    const archive = await fromBufferPromise(Buffer.from(kmz.bytes));
    const found: string[] = [];
    for await (const entry of archive.eachEntry()) {
      const stream = await archive.openReadStreamPromise(entry);
      found.push(`${entry.fileName} ${(await buffer(stream)).toString()}`);
    }
    expect(found).toEqual([`doc.kml ${textOf(kml)}`]);
  });

  it('is read as it was written', async () => {
    const { bytes } = await create(layers, {}, createKmz);
    const opened = await openKmzFeatures({ format: 'kmz', name: 'made', files: [fileOfBytes('made.kmz', bytes)] }, { workFolder });
    expect(opened.format).toBe('kmz');
    expect(await Promise.all(opened.layers.map(plainLayer))).toEqual(await layersOf(await create(layers)));
    await opened.close();
  });
});

const ordinate = fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.integer({ min: -1800, max: 1800 }).map((value) => value / 10)).map((value) => (value === 0 ? 0 : value));
const position = fc.oneof(fc.tuple(ordinate, ordinate), fc.tuple(ordinate, ordinate, fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))));
const chain = fc.array(position, { minLength: 2, maxLength: 6 });
/** Three corners that turn left, somewhere. */
const shell = fc.tuple(ordinate, ordinate, fc.integer({ min: 1, max: 50 })).map(([x, y, size]): Position[] => [[x, y], [x + size, y], [x, y + size], [x, y]]);
const linePart = chain.map((ring) => part(PartKind.Line, ring));
const polygonPart = fc.tuple(shell, fc.array(shell, { maxLength: 2 })).map(([outer, holes]) => part(PartKind.Polygon, outer, ...holes.map(turned)));
const pointPart = position.map((one) => part(PartKind.Point, [one]));
const geometry = fc.oneof(
  fc.constant(shape(GeometryType.None)),
  pointPart.map((one) => shape(GeometryType.Point, one)),
  linePart.map((one) => shape(GeometryType.LineString, one)),
  polygonPart.map((one) => shape(GeometryType.Polygon, one)),
  fc.array(position, { minLength: 1, maxLength: 4 }).map((points) => shape(GeometryType.MultiPoint, part(PartKind.Point, points))),
  fc.array(linePart, { minLength: 1, maxLength: 3 }).map((parts) => shape(GeometryType.MultiLineString, ...parts)),
  fc.array(polygonPart, { minLength: 1, maxLength: 3 }).map((parts) => shape(GeometryType.MultiPolygon, ...parts)),
  fc.tuple(pointPart, fc.array(fc.oneof(linePart, polygonPart), { minLength: 1, maxLength: 3 })).map(([first, rest]) => shape(GeometryType.GeometryCollection, first, ...rest)),
);
/** In KML a position without an altitude lies at 0, if another of its geometry has one. */
function withAltitudes(feature: PlainFeature): PlainFeature {
  const hasAny = feature.parts.some(({ rings }) => rings.flat().some((one) => one.length > 2));
  return hasAny ? { ...feature, parts: feature.parts.map((each) => ({ ...each, rings: each.rings.map((ring) => ring.map(([x, y, z = 0]) => [x, y, z])) })) } : feature;
}
/** Characters that XML can hold. */
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r', '<', '>', '&', ']', '"', "'", 'a', 'é', '\u00a0', '\u0085', '\u2028', '😀') })).filter((one) => !/[\p{Cs}\ufffe\uffff]|(?![\t\n\r\u007f-\u009f])\p{Cc}/u.test(one));
const VALUES: Readonly<Partial<Record<FieldType, fc.Arbitrary<FieldValue>>>> = {
  text,
  integer: fc.integer(),
  real: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  boolean: fc.boolean(),
};
const fieldsAndFeatures = fc
  .uniqueArray(fc.tuple(text.filter((name) => name !== '' && !/^(?:name|description)$/i.test(name)), fc.constantFrom<FieldType>('text', 'integer', 'real', 'boolean')), { selector: ([name]) => name, maxLength: 4 })
  .chain((fields) =>
    fc.record({
      fields: fc.constant(fields.map(([name, type]) => field(name, type))),
      features: fc.array(
        fc.record({ geometry, row: fc.tuple(...fields.map(([, type]) => fc.option(VALUES[type] ?? fc.constant(null)))) }).map(({ geometry: { type, parts }, row }): PlainFeature => ({ type, parts, row })),
        { minLength: 1, maxLength: 6 },
      ),
      name: text.map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one !== ''),
    }),
  );

it('reads back what was written', async () => {
  await fc.assert(
    fc.asyncProperty(fieldsAndFeatures, async ({ fields, features, name }) => {
      const created = await create([givenLayer(name, fields, features)]);
      new SaxesParser({ xmlns: true }).write(textOf(created)).close();
      expect(created.written.losses).toEqual([]);
      const [layer] = await layersOf(created);
      expect(layer).toEqual({ name, fields: fields.map((one) => [one.name, one.type]), features: features.map(withAltitudes) });
    }),
    { numRuns: trials(130) },
  );
});
