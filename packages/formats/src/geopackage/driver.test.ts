import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { memoryFolder } from '../files/memory.ts';
import { differences } from './test/comparison.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import { partsIn, patchOf } from './test/patches.ts';
import { applied, CLOCK, driver, newFolder, opened } from './test/work-folder.ts';

const SCHEMA_TEXT = 'sqlite_schema';

function value(path: string, sql: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return Object.values(database.prepare(sql).get() ?? {})[0];
  } finally {
    database.close();
  }
}

function twoLayers(path: string): void {
  makeGeopackage(
    path,
    [
      { name: 'farms', rows: [blobOf(square(0, 0)), null, blobOf(square(5, 5))], rtree: true, extent: [0, 0, 6, 6] },
      { name: 'odd "name"; --', column: 'the "geom"', type: 'MULTIPOLYGON', rows: [blobOf({ type: 'MultiPolygon', members: [square(1, 1), square(3, 3)] })], srsId: 5880 },
    ],
    ["CREATE TABLE layer_styles (id INTEGER PRIMARY KEY, styleQML TEXT)", "INSERT INTO layer_styles VALUES (1, '<qgis/>')", "CREATE TABLE notes (a, b)", "INSERT INTO notes VALUES (x'00ff', 1.5)"],
  );
}

it('delivers every layer in the order of the contents, with features in the order of their keys', async () => {
  const path = join(newFolder(), 'a.gpkg');
  twoLayers(path);
  const dataset = await opened(path);
  expect(dataset.layers.map(({ name, crs }) => [name, crs.code, crs.units.kind])).toEqual([
    ['farms', 'EPSG:4326', 'geographic'],
    ['odd "name"; --', 'EPSG:5880', 'planar'],
  ]);
  const [farms, odd] = dataset.layers;
  expect([0, 1, 2].map((feature) => partsIn(farms.geometry, feature))).toEqual([[[ringOf(0, 0).flat()]], [], [[ringOf(5, 5).flat()]]]);
  expect(partsIn(odd.geometry, 0)).toEqual([[ringOf(1, 1).flat()], [ringOf(3, 3).flat()]]);
  expect([farms.label(0), farms.label(2)]).toEqual(['1', '3']);
  expect(dataset.shellWinding).toBe('counter-clockwise');
});

it('tells tables apart that differ in the case of an accented letter, as SQLite does', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [
    { name: 'Área', rows: [blobOf(square(0, 0))] },
    { name: 'área', column: 'à', rows: [blobOf(square(5, 5))] },
    { name: 'Lots', rows: [blobOf(square(8, 8))] },
  ], ["UPDATE gpkg_geometry_columns SET table_name = 'LOTS' WHERE table_name = 'Lots'"]);
  const dataset = await opened(path);
  expect(dataset.notes).toEqual([]);
  expect(dataset.layers.map(({ name, geometry }) => [name, partsIn(geometry, 0)])).toEqual([
    ['Área', [[ringOf(0, 0).flat()]]],
    ['área', [[ringOf(5, 5).flat()]]],
    ['Lots', [[ringOf(8, 8).flat()]]],
  ]);
});

it('takes a column that is listed twice, in letters of other case, for one layer', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows: [blobOf(square(0, 0))] }], ["INSERT INTO gpkg_geometry_columns VALUES ('T', 'GEOM', 'POLYGON', 4326, 0, 0)"]);
  const { layers, notes } = await opened(path);
  expect(layers.map(({ name }) => name)).toEqual(['t']);
  expect(notes).toEqual([]);
});

it('returns the same bytes if nothing changed', async () => {
  const path = join(newFolder(), 'a.gpkg');
  twoLayers(path);
  const dataset = await opened(path);
  const result = await applied(dataset, [null, patchOf(dataset.layers[1].geometry, new Map())]);
  expect(readFileSync(result.path).equals(readFileSync(path))).toBe(true);
  expect(readdirSync(result.folder)).toEqual(['a.gpkg']);
});

it('writes through a folder that is not on disk', async () => {
  const path = join(newFolder(), 'a.gpkg');
  twoLayers(path);
  const folder = memoryFolder();
  await (await opened(path)).apply([null, null], folder);
  expect(readFileSync(path).equals(folder.files.get('a.gpkg') ?? new Uint8Array())).toBe(true);
});

it('opens a file that is only in memory, and leaves no copy of it behind', async () => {
  const folder = newFolder();
  const path = join(folder, 'a.gpkg');
  twoLayers(path);
  const bytes = readFileSync(path);
  const work = newFolder();
  const file = { name: 'a.gpkg', size: bytes.length, read: (start: number, end: number) => Promise.resolve(bytes.subarray(start, end)) };
  const dataset = await driver.open({ format: 'geopackage', name: 'a', files: [file] }, { workFolder: work });
  expect(dataset.layers).toHaveLength(2);
  await dataset.close();
  expect(readdirSync(work)).toEqual([]);
});

it('changes the cell, its index row, the extent and last_change, and no other cell', async () => {
  const path = join(newFolder(), 'a.gpkg');
  twoLayers(path);
  const before = readFileSync(path);
  const dataset = await opened(path);
  const moved = ringOf(5, 5, 3);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[2, [{ source: 0, rings: [moved] }]]])), null]);
  const found = differences(path, result.path);
  expect(found.filter(({ table }) => !table.startsWith('rtree_farms_geom'))).toEqual([
    { table: 'gpkg_contents', row: '1', column: 'last_change', before: '2020-01-01T00:00:00.000Z', after: CLOCK },
    { table: 'gpkg_contents', row: '1', column: 'max_x', before: 6, after: 8 },
    { table: 'gpkg_contents', row: '1', column: 'max_y', before: 6, after: 8 },
    { table: 'farms', row: '3', column: 'geom', before: new Uint8Array(blobOf(square(5, 5))), after: new Uint8Array(blobOf({ type: 'Polygon', at: [moved] })) },
  ]);
  expect(found.filter(({ table }) => table === 'rtree_farms_geom').map(({ row, column }) => `${row} ${column}`)).toEqual(['3 maxx', '3 maxy']);
  expect(value(result.path, 'PRAGMA integrity_check')).toBe('ok');
  expect(value(result.path, "SELECT rtreecheck('rtree_farms_geom')")).toBe('ok');
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(readdirSync(result.folder)).toEqual(['a.gpkg']);
  expect(result.notes).toEqual([]);
});

it('writes the same bytes every time', async () => {
  const path = join(newFolder(), 'a.gpkg');
  twoLayers(path);
  const results = [];
  for (let run = 0; run < 2; run++) {
    const dataset = await opened(path);
    const patch = patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [0] }, { source: -1, rings: [ringOf(2, 2)] }]]]));
    results.push(readFileSync((await applied(dataset, [patch, null])).path));
  }
  expect(results[0].equals(results[1])).toBe(true);
});

it('widens a POLYGON column to GEOMETRY if one feature of several got more parts, and says so', async () => {
  const path = join(newFolder(), 'a.gpkg');
  twoLayers(path);
  const dataset = await opened(path);
  const patch = patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [0] }, { source: -1, rings: [ringOf(2, 2)] }]]]));
  const result = await applied(dataset, [patch, null]);
  const found = differences(path, result.path);
  expect(found.find(({ table }) => table === 'gpkg_geometry_columns')).toMatchObject({ column: 'geometry_type_name', before: 'POLYGON', after: 'GEOMETRY' });
  expect(found.filter(({ table }) => table === SCHEMA_TEXT)).toMatchObject([
    { column: 'sql', after: 'CREATE TABLE "farms" (fid INTEGER PRIMARY KEY AUTOINCREMENT, "geom" GEOMETRY, name TEXT)' },
  ]);
  expect(result.notes.map(({ code }) => code)).toEqual(['column-type-widened']);
  expect(value(result.path, 'PRAGMA integrity_check')).toBe('ok');
  const again = await opened(result.path);
  expect(partsIn(again.layers[0].geometry, 0)).toEqual([[ringOf(0, 0).flat()], [ringOf(2, 2).flat()]]);
});

it('widens to MULTIPOLYGON if every geometry of the column is one', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows: [blobOf(square(0, 0)), null] }]);
  const dataset = await opened(path);
  const patch = patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [0] }, { source: -1, rings: [ringOf(2, 2)] }]]]));
  const result = await applied(dataset, [patch]);
  expect(value(result.path, 'SELECT geometry_type_name FROM gpkg_geometry_columns')).toBe('MULTIPOLYGON');
  expect(value(result.path, "SELECT sql FROM sqlite_schema WHERE name = 't'")).toContain('"geom" MULTIPOLYGON');
});

it.each([
  ['an unusual spelling', 'CREATE TABLE t (fid INTEGER PRIMARY KEY, -- geom POLYGON,\n /* geom POLYGON */ name TEXT DEFAULT (\'a, geom POLYGON\'), [geom]polygon NOT NULL)', 'GEOMETRY NOT NULL)'],
  ['a declaration of its own', 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT)', 'geom BLOB'],
  ['a strict table', 'CREATE TABLE t (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT) STRICT', 'geom BLOB'],
])('keeps %s of the table readable when it widens a column', async (_, createTable, expected) => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', createTable, rows: [blobOf(square(0, 0)), blobOf(square(8, 8))] }]);
  const dataset = await opened(path);
  const patch = patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [0] }, { source: -1, rings: [ringOf(2, 2)] }]]]));
  const result = await applied(dataset, [patch]);
  expect(value(result.path, "SELECT sql FROM sqlite_schema WHERE name = 't'")).toContain(expected);
  expect(value(result.path, 'SELECT geometry_type_name FROM gpkg_geometry_columns')).toBe('GEOMETRY');
  expect(value(result.path, 'PRAGMA integrity_check')).toBe('ok');
});

it('writes NULL for a feature that lost its geometry, and removes it from the index', async () => {
  const path = join(newFolder(), 'a.gpkg');
  twoLayers(path);
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, []]])), null]);
  expect(value(result.path, 'SELECT geom FROM farms WHERE fid = 1')).toBe(null);
  expect(value(result.path, 'SELECT count(*) FROM rtree_farms_geom')).toBe(1);
  expect(value(result.path, 'SELECT min_x FROM gpkg_contents')).toBe(5);
});

it('writes an empty geometry where the column may not be NULL', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', declaration: 'POLYGON NOT NULL', rows: [blobOf(square(0, 0)), blobOf(square(4, 4))] }]);
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, []]]))]);
  const blob = value(result.path, 'SELECT geom FROM t WHERE fid = 1');
  const nan = '000000000000f87f'.repeat(4);
  expect(Buffer.from(blob instanceof Uint8Array ? blob : []).toString('hex')).toBe(`47500013e6100000${nan}010300000000000000`);
  const again = await opened(result.path);
  expect(partsIn(again.layers[0].geometry, 0)).toEqual([]);
});

it('keeps an extent that was omitted or made wider on purpose', async () => {
  for (const extent of [null, [-50, -50, 50, 50] as const]) {
    const path = join(newFolder(), 'a.gpkg');
    makeGeopackage(path, [{ name: 't', rows: [blobOf(square(0, 0))], extent }]);
    const dataset = await opened(path);
    const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [ringOf(0, 0, 2)] }]]]))]);
    expect(differences(path, result.path).map(({ table, column }) => `${table}.${column}`)).toEqual(['gpkg_contents.last_change', 't.geom']);
  }
});

it('repairs a table whose extent is no number, and leaves that as it is', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows: [blobOf(square(0, 0))], extent: [0, 0, 1, 1] }], ["UPDATE gpkg_contents SET min_x = 'unknown'"]);
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [ringOf(0, 0, 2)] }]]]))]);
  expect(differences(path, result.path).map(({ table, column }) => `${table}.${column}`)).toEqual(['gpkg_contents.last_change', 't.geom']);
});

it('reports progress up to 1, never decreasing', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows: Array.from({ length: 3000 }, (_, index) => blobOf(square(index, 0))) }]);
  const bytes = readFileSync(path);
  const shares: number[] = [];
  const file = { name: 'a.gpkg', path, size: bytes.length, read: (start: number, end: number) => Promise.resolve(bytes.subarray(start, end)) };
  await driver.open({ format: 'geopackage', name: 'a', files: [file] }, { onProgress: (share) => shares.push(share) });
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  expect(shares.at(-1)).toBe(1);
});
