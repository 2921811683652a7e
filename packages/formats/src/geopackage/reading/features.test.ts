import { ProblemError } from '@geoinsights/contract/errors';
import { PartKind } from '@geoinsights/geometry';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { growthOf, IN_PROPORTION } from '../../../../../testing/growth.ts';
import { notesAsStated } from '../../crs.ts';
import { GeometryType } from '../../features/feature-batch.ts';
import { readAll, withFeatures } from '../test/feature-files.ts';
import { blobOf, makeGeopackage, ringOf, square, wkbOf } from '../test/make-geopackage.ts';
import type { Shape, TableToMake } from '../test/make-geopackage.ts';
import { newFolder } from '../test/work-folder.ts';

function madeWith(tables: readonly TableToMake[], more: readonly string[] = []): string {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, tables, more);
  return path;
}

/** A table `t` without geometry, its columns and rows in SQL. */
function table(columns: string, ...rows: string[]): string {
  return madeWith(
    [{ name: 't', createTable: `CREATE TABLE t (fid INTEGER PRIMARY KEY, geom POINT, ${columns})`, rows: [], type: 'POINT' }],
    rows.map((row) => `INSERT INTO t VALUES (NULL, NULL, ${row})`),
  );
}

const polygon = (...rings: (readonly (readonly number[])[])[]) => ({ kind: PartKind.Polygon, rings });

it('reads layers in the order of the contents, with fields, systems, types and ids', async () => {
  const path = madeWith(
    [
      { name: 'farms', rows: [blobOf(square(0, 0)), null, blobOf({ type: 'MultiPolygon', members: [square(1, 1), square(3, 3)] })] },
      { name: 'odd "name"; --', column: 'the "geom"', type: 'POINT', rows: [], srsId: 5880 },
    ],
    ['DELETE FROM farms WHERE fid = 2', "INSERT INTO farms VALUES (9223372036854775807, NULL, 'last')"],
  );
  await withFeatures(path, async ({ layers, notes }) => {
    expect(notes).toEqual([]);
    expect(layers.map(({ name, crs, geometryTypes, hasZ, hasM, ids, count }) => ({ name, code: crs.code, geometryTypes, hasZ, hasM, ids, count }))).toEqual([
      { name: 'farms', code: 'EPSG:4326', geometryTypes: [GeometryType.Polygon, GeometryType.MultiPolygon], hasZ: false, hasM: false, ids: 'rows', count: 3 },
      { name: 'odd "name"; --', code: 'EPSG:5880', geometryTypes: [GeometryType.Point], hasZ: false, hasM: false, ids: 'rows', count: 0 },
    ]);
    expect(layers[0].fields).toEqual([{ name: 'name', type: 'text', width: null, decimals: null, column: { declaration: 'TEXT', alias: null, title: null, description: null, mime: null } }]);
    const features = [
      { type: GeometryType.Polygon, parts: [polygon(ringOf(0, 0))], row: ['row 0'], id: 1 },
      { type: GeometryType.MultiPolygon, parts: [polygon(ringOf(1, 1)), polygon(ringOf(3, 3))], row: ['row 2'], id: 3 },
      { type: GeometryType.None, parts: [], row: ['last'], id: 9223372036854775807n },
    ];
    expect(await readAll(layers[0])).toEqual(features);
    // It can be read any number of times.
    expect(await readAll(layers[0])).toEqual(features);
    expect(await readAll(layers[1])).toEqual([]);
  });
});

const lineOf = (...positions: number[][]): Shape => ({ type: 'LineString', at: positions });
const pointAt = (...position: number[]): Shape => ({ type: 'Point', at: position });

it.each([
  ['XY', [[1, 2], [3, 4]]],
  ['XYZ', [[1, 2, 7], [3, 4, 8]]],
  ['XYM', [[1, 2, 7], [3, 4, 8]]],
  ['XYZM', [[1, 2, 7, 70], [3, 4, 8, 80]]],
] as const)('reads geometries of %s in either byte order and with any envelope', async (dimensions, positions) => {
  const line = lineOf(...positions.map((position) => [...position]));
  for (const littleEndian of [true, false]) {
    for (const ewkb of [true, false]) {
      for (const envelope of [0, 1, 2, 3, 4] as const) {
        const path = madeWith([{ name: 't', type: 'LINESTRING', rows: [blobOf(line, { dimensions, littleEndian, ewkb, envelope })] }]);
        await withFeatures(path, async ({ layers: [layer] }) => {
          expect([layer.geometryTypes, layer.hasZ, layer.hasM]).toEqual([[GeometryType.LineString], dimensions.includes('Z'), dimensions.includes('M')]);
          expect((await readAll(layer))[0].parts).toEqual([{ kind: PartKind.Line, rings: [positions] }]);
        });
      }
    }
  }
});

it('reads points, empty geometries and collections, and fills Z where only some have it', async () => {
  const members: Shape[] = [pointAt(1, 2), { type: 'MultiPoint', members: [pointAt(3, 4), pointAt(NaN, NaN), pointAt(5, 6)] }, lineOf([0, 0], [1, 1]), square(7, 7)];
  const rows = [
    blobOf({ type: 'GeometryCollection', members: [...members, { type: 'GeometryCollection', members: [pointAt(9, 9)] }] }),
    blobOf(pointAt(NaN, NaN), { envelope: 0 }),
    blobOf({ type: 'MultiPolygon', members: [] }),
    blobOf({ type: 'Polygon', at: [] }),
    blobOf(pointAt(1, 2, 3), { dimensions: 'XYZ' }),
    new Uint8Array(0),
  ];
  await withFeatures(madeWith([{ name: 't', type: 'GEOMETRY', rows }]), async ({ layers: [layer], notes }) => {
    expect(notes).toEqual([{ code: 'collection-flattened', text: 'In table "t", one geometry collection has MultiLineStrings, MultiPolygons or collections among its members; the parts of these were read as separate members: row 1.' }]);
    expect([layer.geometryTypes, layer.hasZ, layer.hasM]).toEqual([[1, 3, 6, 7], true, false]);
    const features = await readAll(layer);
    expect(features.map(({ type }) => type)).toEqual([7, 1, 6, 3, 1, 0]);
    expect(features.slice(1, 4).map(({ parts }) => parts)).toEqual([[], [], []]);
    expect(features[4].parts).toEqual([{ kind: PartKind.Point, rings: [[[1, 2, 3]]] }]);
    expect(features[0].parts.map(({ kind, rings }) => [kind, rings.map((ring) => ring.map(([x, y, z]) => [x, y, z]))])).toEqual([
      [PartKind.Point, [[[1, 2, NaN]]]],
      [PartKind.Point, [[[3, 4, NaN], [5, 6, NaN]]]],
      [PartKind.Line, [[[0, 0, NaN], [1, 1, NaN]]]],
      [PartKind.Polygon, [ringOf(7, 7).map(([x, y]) => [x, y, NaN])]],
      [PartKind.Point, [[[9, 9, NaN]]]],
    ]);
  });
});

it('reads a polygon whose first ring is empty like the one in GeoJSON: the next ring is its shell', async () => {
  const rows = [blobOf({ type: 'Polygon', at: [[], ringOf(0, 0), []] })];
  await withFeatures(madeWith([{ name: 't', rows }]), async ({ layers: [layer] }) => {
    expect((await readAll(layer))[0].parts).toEqual([{ kind: PartKind.Polygon, rings: [ringOf(0, 0)] }]);
  });
});

it('finds the heights of members of a collection that mentions none', async () => {
  const blob = blobOf({ type: 'GeometryCollection', members: [pointAt(1, 2, 3)] }, { dimensions: 'XYZ', envelope: 0 });
  blob.writeUInt32LE(7, 8 + 1);
  await withFeatures(madeWith([{ name: 't', type: 'GEOMETRY', rows: [blob] }]), async ({ layers: [layer] }) => {
    expect([layer.hasZ, layer.hasM]).toEqual([true, false]);
    expect((await readAll(layer))[0].parts).toEqual([{ kind: PartKind.Point, rings: [[[1, 2, 3]]] }]);
  });
});

it.each([
  ['MultiPoint', { type: 'MultiPoint', members: [pointAt(1, 2, 3)] }, 4],
  ['MultiLineString', { type: 'MultiLineString', members: [lineOf([0, 0, 3], [1, 1, 4])] }, 5],
  ['MultiPolygon', { type: 'MultiPolygon', members: [{ type: 'Polygon', at: [[[0, 0, 3], [1, 0, 3], [1, 1, 3], [0, 0, 3]]] }] }, 6],
] as const)('finds the heights of members of a %s that mentions none', async (_, shape, code) => {
  const flat = blobOf({ type: 'MultiPolygon', members: [square(0, 0), square(3, 3)] });
  for (const columns of [{}, { extraColumns: 'seen DATE' }]) {
    const blob = blobOf(shape, { dimensions: 'XYZ' });
    blob.writeUInt32LE(code, 40 + 1);
    await withFeatures(madeWith([{ name: 't', type: 'GEOMETRY', rows: [flat, blob, flat], ...columns }]), async ({ layers: [layer] }) => {
      expect([layer.hasZ, layer.hasM]).toEqual([true, false]);
      expect((await readAll(layer))[1].parts[0].rings[0][0][2]).toBe(3);
    });
  }
});

it.each([
  ['MultiPoint', pointAt(5, 6), pointAt(1, 2, 3)],
  ['MultiLineString', lineOf([5, 5], [6, 6], [7, 8]), lineOf([0, 0, 3], [1, 1, 4])],
  ['MultiPolygon', square(5, 5), { type: 'Polygon', at: [[[0, 0, 3], [1, 0, 3], [1, 1, 3], [0, 0, 3]]] }],
] as const)('finds the heights of the second member of a %s whose first one is flat', async (type, first, second) => {
  const flat = blobOf({ type, members: [first, first] });
  const blob = Buffer.concat([blobOf({ type, members: [first] }), wkbOf(second, { dimensions: 'XYZ' })]);
  blob.writeUInt32LE(2, 40 + 5);
  for (const columns of [{}, { extraColumns: 'seen DATE' }]) {
    await withFeatures(madeWith([{ name: 't', type: 'GEOMETRY', rows: [flat, blob, flat], ...columns }]), async ({ layers: [layer] }) => {
      expect([layer.hasZ, layer.hasM]).toEqual([true, false]);
      const points = (await readAll(layer))[1].parts.flatMap(({ rings }) => rings.flat());
      expect(points.at(-1)?.[2]).toBe(type === 'MultiLineString' ? 4 : 3);
    });
  }
});

it.each([
  [0, 0, false, false],
  [1, 0, true, false],
  [0, 1, false, true],
  [2, 2, true, true],
])('takes the dimensions of a table without geometry from its declaration: z is %s, m is %s', async (z, m, hasZ, hasM) => {
  const path = madeWith([{ name: 't', rows: [null] }, { name: 'u', rows: [blobOf(square(0, 0))] }], [`UPDATE gpkg_geometry_columns SET z = ${z}, m = ${m}`]);
  await withFeatures(path, ({ layers }) => {
    expect(layers.map((layer) => [layer.hasZ, layer.hasM])).toEqual([[hasZ, hasM], [false, false]]);
  });
});

it('reads a file that does not declare dimensions', async () => {
  const path = madeWith([{ name: 't', rows: [] }], ['ALTER TABLE gpkg_geometry_columns DROP COLUMN z', "UPDATE gpkg_geometry_columns SET m = 'maybe'"]);
  await withFeatures(path, ({ layers: [layer] }) => {
    expect([layer.hasZ, layer.hasM]).toEqual([false, false]);
  });
});

it('closes rings that the file leaves open, and leaves out rings without a vertex', async () => {
  const open = { type: 'Polygon', at: [[[0, 0], [4, 0], [4, 4]], [], [[1, 1], [2, 1], [2, 2], [1, 1]]] } as const;
  await withFeatures(madeWith([{ name: 't', rows: [blobOf(open)] }]), async ({ layers: [layer] }) => {
    expect((await readAll(layer))[0].parts).toEqual([polygon([[0, 0], [4, 0], [4, 4], [0, 0]], [[1, 1], [2, 1], [2, 2], [1, 1]])]);
  });
});

it('leaves curves and surfaces out with a note, inside collections too', async () => {
  const curve = Buffer.from(blobOf(lineOf([0, 0], [1, 1])));
  curve.writeUInt32LE(8, 41);
  const inside = Buffer.concat([blobOf({ type: 'GeometryCollection', members: [pointAt(1, 1), lineOf([0, 0], [1, 1])] })]);
  inside.writeUInt32LE(15, inside.length - 40);
  const extended = Buffer.from(blobOf(pointAt(1, 1)));
  extended.writeUInt8(0x23, 3);
  const path = madeWith([{ name: 't', type: 'GEOMETRY', rows: [curve, blobOf(pointAt(1, 1)), inside, extended] }]);
  await withFeatures(path, async ({ layers: [layer], notes }) => {
    expect(notes).toEqual([
      { code: 'geometry-left-out', text: 'In table "t", 3 geometries of a type that cannot be read (CircularString, PolyhedralSurface, an extended geometry type) were left out, and their features have no geometry: rows 1, 3, 4.' },
    ]);
    expect(layer.geometryTypes).toEqual([GeometryType.Point]);
    expect((await readAll(layer)).map(({ type, parts }) => [type, parts.length])).toEqual([[0, 0], [1, 1], [0, 0], [0, 0]]);
  });
});

it('gives each type of the standard its field and its values', async () => {
  const columns = 'b BOOLEAN, t TINYINT, s SMALLINT, m MEDIUMINT, i INT, n INTEGER, f FLOAT, d DOUBLE, r REAL, x TEXT, y TEXT(5), z BLOB, w BLOB(9), day DATE, at DATETIME, big BIGINT, v VARCHAR(7), dec DECIMAL(10,2), free';
  const path = table(
    columns,
    "1, 1, 2, 3, 4, 9007199254740993, 1.5, 2.5, 3, 'é', 'abcde', x'00ff', x'', '2024-02-29', '2024-02-29T10:20:30.000Z', 5, 'v', 1.25, x'01'",
    "0, NULL, NULL, NULL, NULL, -9223372036854775808, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-02-29 10:20:30.5+0130', NULL, NULL, 2, NULL",
    "NULL, NULL, NULL, NULL, NULL, 7, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2024-02-29T10:20Z', NULL, NULL, NULL, NULL",
  );
  await withFeatures(path, async ({ layers: [layer], notes }) => {
    expect(notes).toEqual([]);
    expect(layer.fields.map(({ name, type, width }) => [name, type, width])).toEqual([
      ['b', 'boolean', null], ['t', 'integer', null], ['s', 'integer', null], ['m', 'integer', null], ['i', 'integer', null], ['n', 'integer', null],
      ['f', 'real', null], ['d', 'real', null], ['r', 'real', null], ['x', 'text', null], ['y', 'text', 5], ['z', 'binary', null], ['w', 'binary', null],
      ['day', 'date', null], ['at', 'date-time', null], ['big', 'integer', null], ['v', 'text', 7], ['dec', 'real', null], ['free', 'binary', null],
    ]);
    const rows = (await readAll(layer)).map(({ row }) => row);
    expect(rows[0]).toEqual([
      true, 1, 2, 3, 4, 9007199254740993n, 1.5, 2.5, 3, 'é', 'abcde', Uint8Array.of(0, 255), new Uint8Array(0), '2024-02-29', '2024-02-29T10:20:30Z', 5, 'v', 1.25, Uint8Array.of(1),
    ]);
    expect([rows[1]?.[0], rows[1]?.[5], rows[1]?.[14], rows[1]?.[17]]).toEqual([false, -9223372036854775808n, '2024-02-29T10:20:30.5+01:30', 2]);
    expect([rows[2]?.[5], rows[2]?.[14]]).toEqual([7, '2024-02-29T10:20:00Z']);
  });
});

it('takes what is stored for what it is where a column holds other values than it declares, and counts what is missing', async () => {
  const path = table(
    'b BOOLEAN, i INTEGER, j INTEGER, r REAL, x TEXT, day DATE, at DATETIME, z BLOB',
    "7, 1.5, 'many', 9e999, x'00', '2024-02-30', 'noon', 'text'",
    "0, 2, 3, 'much', 'ok', '2024-02-29', '2024-02-29', NULL",
  );
  await withFeatures(path, async ({ layers: [layer], notes }) => {
    expect(layer.fields.map(({ type }) => type)).toEqual(['integer', 'real', 'integer', 'real', 'text', 'text', 'text', 'text']);
    expect((await readAll(layer)).map(({ row }) => row)).toEqual([
      [7, 1.5, null, Infinity, null, '2024-02-30', 'noon', 'text'],
      [0, 2, 3, null, 'ok', '2024-02-29', '2024-02-29', null],
    ]);
    expect(notes.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 'column-type-differs'));
    expect([notes[0], notes[2], notes[3]].map(({ text }) => text)).toEqual([
      'Column "b" of table "t" contains values that its type BOOLEAN does not allow, and was read as integer.',
      'Column "j" of table "t" contains one value that is not of type integer; it was left out.',
      'Column "r" of table "t" contains one value that is not of type real; it was left out.',
    ]);
  });
});

it('reads infinities as such', async () => {
  await withFeatures(table('r REAL, i INTEGER', '9e999, 9e999', '-9e999, 1'), async ({ layers: [layer], notes }) => {
    expect(layer.fields.map(({ type }) => type)).toEqual(['real', 'real']);
    expect((await readAll(layer)).map(({ row }) => row)).toEqual([[Infinity, Infinity], [-Infinity, 1]]);
    expect(notes.map(({ text }) => text)).toEqual(['Column "i" of table "t" contains values that its type INTEGER does not allow, and was read as real.']);
  });
});

it('keeps all digits of whole numbers beside numbers with a fraction, as texts, and says so', async () => {
  const path = table(
    'a BIGINT, b INTEGER, c NUMERIC, d NUMERIC, e NUMERIC, f INTEGER',
    "9007199254740993, 9223372036854775807, 9007199254740993, 9007199254740993, 1, 9007199254740992",
    "0.5, 0.5, 'abc', 7, 0.5, 0.5",
  );
  await withFeatures(path, async ({ layers: [layer], notes }) => {
    expect(layer.fields.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'integer', 'real', 'real']);
    expect((await readAll(layer)).map(({ row }) => row)).toEqual([
      ['9007199254740993', '9223372036854775807', '9007199254740993', 9007199254740993n, 1, 9007199254740992],
      ['0.5', '0.5', 'abc', 7, 0.5, 0.5],
    ]);
    const rounded = 'contains both fractions and whole numbers that reals would round, and was read as text.';
    expect(notes.map(({ text }) => text)).toEqual([
      `Column "a" of table "t" ${rounded}`,
      `Column "b" of table "t" ${rounded}`,
      'Column "c" of table "t" contains both text and numbers, and was read as text.',
      'Column "f" of table "t" contains values that its type INTEGER does not allow, and was read as real.',
    ]);
  });
});

it('reads columns that gpkg_data_columns calls JSON as JSON, as long as all of them are', async () => {
  const path = madeWith([{ name: 't', createTable: 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom POINT, a TEXT, b TEXT)', rows: [] }], [
    'CREATE TABLE gpkg_data_columns (table_name TEXT, column_name TEXT, name TEXT, title TEXT, description TEXT, mime_type TEXT, constraint_name TEXT)',
    "INSERT INTO gpkg_data_columns (table_name, column_name, mime_type) VALUES ('T', 'A', 'application/json'), ('t', 'b', 'application/json')",
    `INSERT INTO t VALUES (1, NULL, ' {"a": [1]}', '[1]'), (2, NULL, NULL, '"a text"')`,
  ]);
  await withFeatures(path, async ({ layers: [layer], notes }) => {
    expect(layer.fields.map(({ type }) => type)).toEqual(['json', 'text']);
    expect((await readAll(layer)).map(({ row }) => row)).toEqual([[' {"a": [1]}', '[1]'], [null, '"a text"']]);
    expect(notes.map(({ text }) => text)).toEqual(['Column "b" of table "t" contains values that are not JSON objects or lists, although it is declared as JSON, and was read as text.']);
  });
});

it('keeps the words of the standard for a type, with lengths of texts and bytes alone', async () => {
  const path = madeWith([{ name: 't', createTable: 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom POINT, a DOUBLE(7), b BOOLEAN(1), c DATE(3), d Text ( 20 ), e BLOB(5), f VARCHAR(9))', rows: [], type: 'POINT' }]);
  await withFeatures(path, ({ layers: [{ fields }] }) => {
    expect(fields.map(({ column }) => column?.declaration ?? null)).toEqual(['DOUBLE', 'BOOLEAN', 'DATE', 'TEXT(20)', 'BLOB(5)', null]);
  });
});

it('reads a type of many blanks as fast as any other', async () => {
  const read = (share: number): Promise<void> => withFeatures(table(`a DECIMAL${' '.repeat(3000 * share)}(10,2)`, '1.5'), ({ layers: [{ fields }] }) => expect(fields.map(({ type }) => type)).toEqual(['real']));
  expect(await growthOf(read)).toBeLessThan(IN_PROPORTION);
});

it('says which rules for values are left out', async () => {
  const notesOf = async (createTable: string): Promise<unknown> => await withFeatures(madeWith([{ name: 't', createTable, rows: [], type: 'POINT' }]), ({ notes }) => notes);
  const rules = 'Table "t" has constraints on values, which were left out; the values themselves are kept: ';
  const meaning = '(a default, not empty, unique, listed values, or a reference to another table)';
  const head = 'CREATE TABLE t (fid INTEGER PRIMARY KEY NOT NULL, geom POINT NOT NULL';
  expect(await notesOf(`${head}, free TEXT, "CHECK (" TEXT, a TEXT NOT NULL, b INT DEFAULT 5, c TEXT UNIQUE, d INT REFERENCES owners (id), e TEXT)`)).toEqual([{ code: 'rules-left-out', text: `${rules}columns "a", "b", "c", "d" ${meaning}.` }]);
  expect(await notesOf(`${head}, a INT DEFAULT 1 CHECK (a > 0))`)).toEqual([{ code: 'rules-left-out', text: `${rules}column "a" ${meaning} and its CHECK conditions.` }]);
  expect(await notesOf(`${head}, a INT CHECK (a > 0))`)).toEqual([{ code: 'rules-left-out', text: `${rules}its CHECK conditions.` }]);
});

it('leaves computed columns, tables without features and metadata out, and says so', async () => {
  const path = madeWith([{ name: 't', createTable: "CREATE TABLE t (fid INTEGER PRIMARY KEY, geom POINT, a TEXT, b AS (a || 'b'), c AS (zeroblob(1000)) STORED)", rows: [] }], [
    ...[['plain', 'attributes'], ['layer_styles', 'attributes'], ['old', 'aspatial'], ['photo', 'Tiles'], ['height', '2d-gridded-coverage']].map(([name, type]) => `CREATE TABLE ${name} (a); INSERT INTO gpkg_contents VALUES ('${name}', '${type}', '${name}', '', '', NULL, NULL, NULL, NULL, 0)`),
    "CREATE TABLE gpkg_metadata (id INTEGER, md_standard_uri TEXT, metadata TEXT); INSERT INTO gpkg_metadata VALUES (1, 'http://gdal.org', '<GDALMultiDomainMetadata/>')",
  ]);
  await withFeatures(path, ({ layers, notes }) => {
    expect(layers.map(({ name, fields }) => [name, fields.map((field) => field.name)])).toEqual([['t', ['a']]]);
    expect(notes).toEqual([
      { code: 'table-left-out', text: 'Table "plain" was left out: it has no geometry.' },
      { code: 'table-left-out', text: 'Table "layer_styles" was left out: it contains styles of QGIS.' },
      { code: 'table-left-out', text: 'Table "old" was left out: it has no geometry.' },
      { code: 'table-left-out', text: 'Table "photo" was left out: it contains tiles.' },
      { code: 'table-left-out', text: 'Table "height" was left out: it contains no features but "2d-gridded-coverage".' },
      { code: 'fields-left-out', text: 'In table "t", the computed columns "b", "c" were left out.' },
    ]);
  });
});

it('leaves out tables that no table of the standard lists, and says so if they have rows', async () => {
  const path = madeWith([{ name: 't', rows: [], type: 'POINT' }], [
    'CREATE TABLE "owners of land" (id INTEGER PRIMARY KEY, name TEXT)',
    'INSERT INTO "owners of land" VALUES (1, \'Ana\')',
    'CREATE TABLE layer_styles (id INTEGER PRIMARY KEY, f_table_name TEXT, styleQML TEXT)',
    "INSERT INTO layer_styles VALUES (1, 't', '<qgis/>')",
    'CREATE TABLE empty (a)',
    'CREATE VIRTUAL TABLE words USING fts5(a)',
    "INSERT INTO words VALUES ('b')",
    'CREATE VIRTUAL TABLE boxes USING rtree(id, minx, maxx)',
    'INSERT INTO boxes VALUES (1, 0, 1)',
    'CREATE TABLE boxes_data (a)',
    'INSERT INTO boxes_data VALUES (1)',
  ]);
  await withFeatures(path, ({ notes }) => expect(notes).toEqual([
    { code: 'table-left-out', text: 'Table "owners of land" was left out: it has no geometry.' },
    { code: 'table-left-out', text: 'Table "layer_styles" was left out: it contains styles of QGIS.' },
    { code: 'table-left-out', text: 'Table "boxes_data" was left out: it has no geometry.' },
  ]));
});

it('says that metadata are left out, where there are some', async () => {
  const path = madeWith([{ name: 't', rows: [], type: 'POINT' }], ['CREATE TABLE gpkg_metadata (id INTEGER, md_standard_uri TEXT, metadata TEXT)', "INSERT INTO gpkg_metadata VALUES (1, 'http://www.isotc211.org/2005/gmd', '<gmd/>')"]);
  await withFeatures(path, ({ notes }) => expect(notes).toEqual([{ code: 'table-left-out', text: 'The metadata of the file (table "gpkg_metadata") was left out.' }]));
});

it('assumes what an unknown system measures from the features, whatever extent the file states', async () => {
  const pointIn = (x: number, extent: readonly [number, number, number, number] | null) => madeWith([{ name: 't', type: 'POINT', rows: [blobOf(pointAt(x, 20))], srsId: 777, extent }]);
  const paths = [pointIn(500000, null), pointIn(500000, [0, 0, 10, 10]), pointIn(5, null), pointIn(5, [0, 0, 500000, 20])];
  const kinds = await Promise.all(paths.map((path) => withFeatures(path, ({ layers: [{ crs }], notes }) => [crs.name, crs.units.kind, notes[0].code])));
  const planar = ['unknown', 'planar', 'crs-missing'];
  const geographic = ['unknown', 'geographic', 'crs-missing'];
  expect(kinds).toEqual([planar, planar, geographic, geographic]);
});

it('names each table whose system is the undefined one in degrees', async () => {
  const table = (name: string) => ({ name, type: 'POINT', rows: [blobOf(pointAt(1, 2))], srsId: 0 });
  const told = (name: string) => ({ code: 'crs-missing', text: `Table "${name}" does not say which coordinate reference system it uses; the file only calls its coordinates geographic, that is, degrees.` });
  await withFeatures(madeWith([table('a'), table('b')]), ({ notes }) => expect(notes).toEqual([told('a'), told('b')]));
});

it('does not say of metres in the undefined system in degrees that they were read as degrees, and says how they were read once that is stated', async () => {
  const metres = madeWith([{ name: 't', type: 'POINT', rows: [blobOf(pointAt(500000, 8000000))], srsId: 0 }]);
  const why = 'Table "t" does not say which coordinate reference system it uses; the file only calls its coordinates geographic, that is, degrees.';
  await withFeatures(metres, ({ notes }) => {
    expect(notes.map(({ text }) => text)).toEqual([why]);
    expect(notesAsStated(notes, 'SIRGAS 2000').map(({ text }) => text)).toEqual([`${why} Its coordinates were read as SIRGAS 2000, which was given as the reference system of the files.`]);
  });
});

it('says of a system that it does not know whether the file lists it', async () => {
  const layer = { name: 't', type: 'POINT', rows: [blobOf(pointAt(500000, 20))], srsId: 777 };
  const notesOf = async (...more: string[]) => await withFeatures(madeWith([layer], more), ({ notes }) => notes.map(({ text }) => text));
  const taken = 'Its coordinates were read as plain units of unknown length.';
  expect(await notesOf()).toEqual([`Table "t" is in the reference system with srs_id 777, which is missing from gpkg_spatial_ref_sys, the list of systems in the file. ${taken}`]);
  expect(await notesOf("INSERT INTO gpkg_spatial_ref_sys VALUES ('Own grid', 777, 'ME', 1, 'not defined', NULL)")).toEqual([`Table "t" is in the reference system "Own grid" (srs_id 777), whose definition in gpkg_spatial_ref_sys cannot be understood. ${taken}`]);
  // As GDAL writes it, from version 3.9 on, for a layer that has none.
  expect(await notesOf(`INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined SRS', 777, 'GDAL', 99999, 'LOCAL_CS["Undefined SRS",LOCAL_DATUM["unknown",32767],UNIT["unknown",0],AXIS["Easting",EAST],AXIS["Northing",NORTH]]', NULL)`)).toEqual([`Table "t" is in the reference system "Undefined SRS" (srs_id 777), which says nothing about its coordinates. ${taken}`]);
  expect(await notesOf('DROP TABLE gpkg_spatial_ref_sys')).toEqual([`Table "t" is in the reference system with srs_id 777, but the file has no list of systems (gpkg_spatial_ref_sys). ${taken}`]);
});

it('divides a layer into batches that are whole features', async () => {
  const long = lineOf(...Array.from({ length: 40_000 }, (_, index) => [index, -index]));
  const rows = [blobOf(long), blobOf(long), ...Array.from({ length: 5000 }, (_, index) => blobOf(pointAt(index, index)))];
  const path = madeWith([{ name: 't', type: 'GEOMETRY', rows }, { name: 'u', rows: [] }], ["INSERT INTO u SELECT n, NULL, printf('%.*c', 3000000, 'x') FROM (SELECT 1 AS n UNION SELECT 2 UNION SELECT 3)"]);
  await withFeatures(path, async ({ layers: [layer, texts] }) => {
    const sizes: number[][] = [];
    for await (const { first, rows: { length }, geometry, types } of layer.read()) {
      expect([types.length, geometry.featureOffsets.length]).toEqual([length, length + 1]);
      sizes.push([first, length]);
    }
    expect(sizes).toEqual([[0, 1], [1, 1], [2, 2048], [2050, 2048], [4098, 904]]);
    const ofTexts: number[] = [];
    for await (const batch of texts.read()) ofTexts.push(batch.rows.length);
    expect(ofTexts).toEqual([2, 1]);
  });
});

it.each([
  ['text in place of geometry', 'POLYGON ((0 0))', 'the cell contains text or a number instead of a geometry'],
  ['a blob that is no geometry', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9), 'it does not begin with the letters GP'],
  ['a geometry that ends too early', blobOf(square(0, 0)).subarray(0, 60), 'it claims 5 vertices but only 7 bytes follow'],
  ['a count beyond the blob', Buffer.concat([blobOf(pointAt(1, 1)).subarray(0, 40), Buffer.from('0104000000ffffffff', 'hex')]), 'it claims 4294967295 points but only 0 bytes follow'],
  ['a MultiPolygon of points', Buffer.concat([blobOf(pointAt(1, 1)).subarray(0, 40), Buffer.from('010600000001000000', 'hex'), wkbOf(pointAt(1, 1))]), 'a geometry of type 6 contains one of type 1'],
])('names the row of %s', async (_, cell, reason) => {
  await withFeatures(madeWith([{ name: 't', rows: [blobOf(square(0, 0)), cell] }]), async ({ layers: [layer] }) => {
    await expect(readAll(layer)).rejects.toMatchObject({ code: 'geopackage-geometry-invalid', details: { table: 't', row: '2', reason } });
  });
});

// Rows are taken 256 at a time.
it.each([3, 256, 300])('refuses a key that is no integer, the last of %i rows', async (count) => {
  const path = madeWith([{ name: 't', createTable: 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom POINT) WITHOUT ROWID', rows: [], type: 'POINT' }], Array.from({ length: count }, (_, i) => `INSERT INTO t VALUES (${i + (i === count - 1 ? 0.5 : 0)}, NULL)`));
  await withFeatures(path, async ({ layers: [layer] }) => {
    await expect(readAll(layer)).rejects.toMatchObject({ code: 'geopackage-geometry-invalid', details: { table: 't', row: `${count - 0.5}`, reason: 'its primary key is not an integer' } });
  });
});

it('has the same words as the repair for files that are none', async () => {
  const path = join(newFolder(), 'a.gpkg');
  writeFileSync(path, 'not a database');
  const failed: unknown = await withFeatures(path, () => null).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ProblemError);
  expect(failed).toMatchObject({ code: 'geopackage-not-sqlite' });
});

it('refuses a table in which a key is missing, as the repair does, and leaves out no row', async () => {
  const path = madeWith([{ name: 't', createTable: 'CREATE TABLE t (fid INTEGER PRIMARY KEY DESC, geom POINT)', rows: [], type: 'POINT' }], ['INSERT INTO t VALUES (NULL, NULL)', 'INSERT INTO t VALUES (5, NULL)']);
  await withFeatures(path, async ({ layers: [layer] }) => {
    expect(layer.count).toBe(2);
    await expect(readAll(layer)).rejects.toMatchObject({ code: 'geopackage-geometry-invalid', details: { reason: 'its primary key is not an integer' } });
  });
});

it('bounds the set of type codes that a file can make up', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => {
    const blob = Buffer.from(blobOf(pointAt(1, 1)));
    blob.writeUInt32LE(1_000_000 + index, 41);
    return blob;
  });
  await withFeatures(madeWith([{ name: 't', type: 'POINT', rows }]), async ({ layers: [layer] }) => {
    await expect(readAll(layer)).rejects.toMatchObject({ code: 'geopackage-geometry-invalid', details: { row: '1' } });
  });
});
