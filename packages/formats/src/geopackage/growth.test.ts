// A small file must not make SQLite write or hold much more than what was repaired.
import { ProblemError } from '@geoinsights/contract';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFolder } from '../files/disk.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import type { TableToMake } from './test/make-geopackage.ts';
import { patchOf } from './test/patches.ts';
import { applied, newFolder, opened } from './test/work-folder.ts';

const ROWS = 60;
const rows = Array.from({ length: ROWS }, () => blobOf(square(0, 0)));
/** True only for repaired geometries, so that the file itself stays small. */
const IS_REPAIRED = `(geom <> x'${Buffer.from(rows[0]).toString('hex')}')`;

function manyRows(count: number, values: string): string {
  return `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ${count}) SELECT ${values} FROM n`;
}

/** Repairs every row of a file. Returns the resulting problem, and whether anything was left behind. */
async function repairAll(table: Partial<TableToMake>, more: readonly string[] = []): Promise<{ code: string | null; message: string; left: string[] }> {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows, ...table }], more);
  expect(statSync(path).size).toBeLessThan(400_000);
  const dataset = await opened(path);
  const moved = new Map(rows.map((_, feature) => [feature, [{ source: 0, rings: [ringOf(0, 0, 2)] }]]));
  const folder = newFolder();
  const failed: unknown = await dataset.apply([patchOf(dataset.layers[0].geometry, moved)], diskFolder(folder)).then(() => null, (error: unknown) => error);
  if (failed !== null && !(failed instanceof ProblemError)) throw new Error('no problem was told', { cause: failed });
  return { code: failed?.code ?? null, message: failed?.message ?? '', left: readdirSync(folder) };
}

it.each<[string, Partial<TableToMake>, readonly string[]]>([
  ['an index on huge values', {}, [`CREATE INDEX i ON t (hex(zeroblob(1e6 * ${IS_REPAIRED})))`]],
  ['an index on many values that are not so large', {}, [`CREATE INDEX i ON t (zeroblob(1e5 * ${IS_REPAIRED}))`]],
  ['many small indexes', {}, Array.from({ length: 30 }, (_, index) => `CREATE INDEX i${index} ON t (zeroblob(2000 * ${IS_REPAIRED}), ${index})`)],
  ['an index of part of the rows', {}, [`CREATE INDEX i ON t (zeroblob(1e5)) WHERE ${IS_REPAIRED}`]],
  ['a stored column that is computed', { extraColumns: `, big AS (zeroblob(1e5 * ${IS_REPAIRED})) STORED` }, []],
  ['an index on a column that is computed', { extraColumns: `, big AS (zeroblob(1e5 * ${IS_REPAIRED})) VIRTUAL` }, ['CREATE INDEX i ON t (big)']],
  ['columns that double each other', { extraColumns: `, c0 AS (substr(geom, 1, 90 * ${IS_REPAIRED})) STORED${Array.from({ length: 18 }, (_, index) => `, c${index + 1} AS (c${index} || c${index}) STORED`).join('')}` }, []],
  [
    'a table without rowids',
    { rows: [], createTable: `CREATE TABLE t (fid INTEGER PRIMARY KEY, geom POLYGON, name TEXT, big AS (zeroblob(1e5 * ${IS_REPAIRED})) STORED) WITHOUT ROWID` },
    [`INSERT INTO t (fid, geom) ${manyRows(ROWS, `i, x'${Buffer.from(rows[0]).toString('hex')}'`)}`],
  ],
  ['an index on the table of contents', {}, ["CREATE INDEX i ON gpkg_contents (hex(zeroblob(2e6 * (last_change > '2021-'))))"]],
])('refuses %s and leaves nothing behind', async (_, table, more) => {
  const { code, message, left } = await repairAll(table, more);
  expect(code).toBe('geopackage-not-writable');
  expect(message).toContain('would make the file many times larger');
  expect(left).toEqual([]);
});

it('writes what ordinary indexes, computed columns and defaults of added columns need', async () => {
  const extraColumns = ', size AS (length(geom)) STORED, copy AS (geom) STORED';
  const more = ['CREATE INDEX a ON t (geom)', 'CREATE INDEX b ON t (hex(geom))', 'CREATE INDEX c ON t (copy)', "ALTER TABLE t ADD COLUMN note TEXT DEFAULT 'waits for a survey that was ordered'"];
  expect(await repairAll({ extraColumns, rtree: true }, more)).toEqual({ code: null, message: '', left: ['a.gpkg'] });
});

it('runs no trigger that would write a million rows', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [
    'CREATE TABLE log (a)',
    'CREATE TRIGGER much AFTER UPDATE ON t BEGIN INSERT INTO log WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000) SELECT i FROM n; END',
  ]);
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [ringOf(0, 0, 2)] }]]]))]);
  expect(statSync(result.path).size).toBe(statSync(path).size);
});

const computedContents = (name: string): string[] => [
  'DROP TABLE gpkg_contents',
  `CREATE TABLE gpkg_contents (given TEXT, data_type TEXT, last_change TEXT, table_name AS (${name}))`,
  "INSERT INTO gpkg_contents VALUES ('t', 'features', '')",
];

it.each([
  ['one value', 'hex(zeroblob(1e8))', 1],
  ['many values', 'hex(zeroblob(1e5))', 2000],
])('refuses metadata that are computed to be huge: %s', async (_, expression, count) => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [
    ...computedContents(expression),
    `INSERT INTO gpkg_contents (given, data_type) ${manyRows(count, "'t', 'features'")}`,
  ]);
  await expect(opened(path)).rejects.toMatchObject({ code: 'geopackage-metadata-invalid', message: expect.stringContaining('computed') as string });
});

it('refuses metadata that default values make huge', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [
    `INSERT INTO gpkg_spatial_ref_sys ${manyRows(3000, 'i, i + 90000, i, i, i, i')}`,
    'ALTER TABLE gpkg_spatial_ref_sys RENAME COLUMN definition TO other',
    `ALTER TABLE gpkg_spatial_ref_sys ADD COLUMN definition TEXT DEFAULT '${'x'.repeat(100_000)}'`,
  ]);
  await expect(opened(path)).rejects.toMatchObject({ code: 'too-large' });
});

it('refuses columns that are computed from each other at exponential cost', async () => {
  const path = join(newFolder(), 'a.gpkg');
  const doubled = Array.from({ length: 19 }, (_, index) => `, c${index + 1} AS (c${index} + c${index})`).join('');
  makeGeopackage(path, [{ name: 't', rows: rows.slice(0, 1), extraColumns: `, c0 AS (length(geom))${doubled}` }], ['CREATE INDEX i ON t (c19 + 1)']);
  const dataset = await opened(path);
  await expect(applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [ringOf(0, 0, 2)] }]]]))])).rejects.toMatchObject({ code: 'too-large' });
});

it('treats a schema with an index on itself as damaged', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [
    'CREATE INDEX i ON gpkg_ogr_contents (feature_count)',
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET tbl_name = 'sqlite_schema', sql = 'CREATE INDEX i ON sqlite_schema (hex(zeroblob(2e6)) || sql)' WHERE name = 'i'",
  ]);
  await expect(opened(path)).rejects.toMatchObject({ code: 'geopackage-damaged' });
});
