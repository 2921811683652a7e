import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { ProblemError } from '@geoinsights/contract';
import { differences } from './test/comparison.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import { patchOf } from './test/patches.ts';
import { applied, newFolder, opened } from './test/work-folder.ts';

const rows = [blobOf(square(0, 0)), blobOf(square(5, 5))];
const moved = [{ source: 0, rings: [ringOf(0, 0, 2)] }];

async function patched(path: string): Promise<string[]> {
  const dataset = await opened(path);
  const result = await applied(dataset, dataset.layers.map(({ geometry }) => patchOf(geometry, new Map([[0, moved]]))));
  return differences(path, result.path).map(({ table, row, column }) => `${table} ${row} ${column}`);
}

const ONLY_THE_CELL = ['gpkg_contents 1 last_change', 't 1 geom'];

it('runs none of the triggers of the file, and restores every one as it was', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [
    'CREATE TABLE log (a)',
    "CREATE TRIGGER everything AFTER UPDATE ON t BEGIN DELETE FROM t WHERE fid <> NEW.fid; INSERT INTO log VALUES ('ran'); END",
    "CREATE TRIGGER \"contents ran\" AFTER UPDATE ON gpkg_contents BEGIN INSERT INTO log VALUES (randomblob(1000000)); END",
    'CREATE TRIGGER refuses BEFORE UPDATE ON t WHEN ST_IsValid(NEW.geom) BEGIN SELECT RAISE(ABORT, \'no\'); END',
    'CREATE TRIGGER d DELETE ON t BEGIN SELECT 1; END',
    'CREATE VIEW v AS SELECT * FROM t',
    "CREATE TRIGGER on_view INSTEAD OF UPDATE ON v BEGIN INSERT INTO log VALUES ('view'); END",
  ]);
  expect(await patched(path)).toEqual(ONLY_THE_CELL);
});

it('keeps the schema of a file with triggers byte for byte', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], Array.from({ length: 40 }, (_, index) => `CREATE TRIGGER t${index} AFTER UPDATE ON t BEGIN SELECT ${index}; END`));
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, moved]]))]);
  const [before, after] = [path, result.path].map((file) => readFileSync(file));
  const pages = new Set<number>();
  for (let at = 0; at < Math.max(before.length, after.length); at++) if (before[at] !== after[at]) pages.add(Math.floor(at / 4096));
  // The header's change counter, the contents and the table.
  expect(pages.size).toBe(3);
});

it('reads no view and no virtual table, whatever they would do', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [
    'CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS fid, zeroblob(i) AS geom FROM n',
    'CREATE VIRTUAL TABLE words USING fts5(geom)',
    "INSERT INTO gpkg_contents SELECT n, 'features', n, '', '', NULL, NULL, NULL, NULL, 4326 FROM (SELECT 'endless' AS n UNION SELECT 'words' UNION SELECT 'nowhere')",
    "INSERT INTO gpkg_geometry_columns SELECT table_name, 'geom', 'POLYGON', 4326, 0, 0 FROM gpkg_contents WHERE table_name IN ('endless', 'words')",
  ]);
  const dataset = await opened(path);
  expect(dataset.layers.map(({ name }) => name)).toEqual(['t']);
  expect(dataset.notes.map(({ code, text }) => `${code}: ${text}`)).toEqual([
    'table-not-repaired: Table "words" was left as it is: it is a virtual table.',
    'table-not-repaired: Table "endless" was left as it is: it is a view that computes its geometry, or one that cannot be read outside the program that made it.',
    'table-not-repaired: Table "nowhere" was left as it is: gpkg_geometry_columns does not name its geometry column.',
  ]);
});

it('treats names that look like SQL as names', async () => {
  const path = join(newFolder(), 'a.gpkg');
  const name = `x"; DROP TABLE gpkg_contents; --`;
  makeGeopackage(path, [{ name, column: "g'e\"om", rows, rtree: false }]);
  const found = await patched(path);
  expect(found).toEqual(['gpkg_contents 1 last_change', `${name} 1 g'e"om`]);
});

it('accepts unusual keys', async () => {
  for (const createTable of [
    'CREATE TABLE t (geom POLYGON, name TEXT)',
    'CREATE TABLE t (rowid TEXT, geom POLYGON, name TEXT)',
    'CREATE TABLE t (geom POLYGON, name TEXT PRIMARY KEY)',
    'CREATE TABLE t (rowid INTEGER PRIMARY KEY, geom POLYGON, name TEXT)',
  ]) {
    const path = join(newFolder(), 'a.gpkg');
    makeGeopackage(path, [{ name: 't', createTable, rows }]);
    const dataset = await opened(path);
    expect(dataset.layers[0].label(1)).toBe('2');
    expect((await patched(path)).filter((difference) => difference.startsWith('t '))).toHaveLength(1);
  }
});

it('reads keys beyond what a double can hold', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], ['UPDATE t SET fid = 9223372036854775807 WHERE fid = 2']);
  const dataset = await opened(path);
  expect(dataset.layers[0].label(1)).toBe('9223372036854775807');
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[1, moved]]))]);
  expect(differences(path, result.path).map(({ table, row }) => `${table} ${row}`)).toContain('t 9223372036854775807');
});

it('is not stopped by CHECK constraints, foreign keys, generated columns and indexes, and keeps them correct', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(
    path,
    [{ name: 't', rows, extraColumns: ', size AS (length(geom)) VIRTUAL, kept AS (length(geom)) STORED, CHECK (length(geom) < 1000000)' }],
    ['CREATE INDEX by_geom ON t (geom)', 'CREATE TABLE child (g REFERENCES t (geom) ON UPDATE SET NULL)', 'INSERT INTO child SELECT geom FROM t'],
  );
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, [{ source: 0, rings: [[...ringOf(0, 0), [0, 0]]] }]]]))]);
  expect(differences(path, result.path).map(({ table, row, column }) => `${table} ${row} ${column}`)).toEqual([...ONLY_THE_CELL, 't 1 size', 't 1 kept']);
  const database = new DatabaseSync(result.path, { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
});

it('says so if a table needs a function that only its program has, and leaves nothing behind', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, []);
  const database = new DatabaseSync(path);
  database.function('ST_Area', { deterministic: true }, (blob) => (blob instanceof Uint8Array ? blob.length : 0));
  database.exec(`CREATE TABLE t (fid INTEGER PRIMARY KEY, geom POLYGON); CREATE INDEX by_area ON t (ST_Area(geom));
    INSERT INTO gpkg_contents VALUES ('t', 'features', 't', '', '', NULL, NULL, NULL, NULL, 4326); INSERT INTO gpkg_geometry_columns VALUES ('t', 'geom', 'POLYGON', 4326, 0, 0)`);
  database.prepare('INSERT INTO t (geom) VALUES (?)').run(rows[0]);
  database.close();
  const dataset = await opened(path);
  const folder = newFolder();
  const { diskFolder } = await import('../files/disk.ts');
  const failed: unknown = await dataset.apply([patchOf(dataset.layers[0].geometry, new Map([[0, moved]]))], diskFolder(folder)).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ProblemError);
  expect(failed).toMatchObject({ code: 'geopackage-not-writable' });
  expect(readdirSync(folder)).toEqual([]);
});

it('neither applies nor removes a journal that cannot be one, and follows no link in the place of a log', async () => {
  const folder = newFolder();
  const path = join(folder, 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }]);
  writeFileSync(`${path}-journal`, Buffer.concat([Buffer.from('d9d505f920a163d7', 'hex'), Buffer.alloc(1024, 1)]));
  symlinkSync('/etc/passwd', `${path}-wal`);
  expect((await opened(path)).layers).toHaveLength(1);
  expect(readdirSync(dirname(path)).toSorted()).toEqual(['a.gpkg', 'a.gpkg-journal', 'a.gpkg-wal']);
});

const LONG = 'n'.repeat(4097);
it.each([
  ['a table', `CREATE TABLE "${LONG}" (a)`],
  ['a column of features', `ALTER TABLE t ADD COLUMN "${LONG}" TEXT`],
  ['a column of geometry in a table that is not listed', `CREATE TABLE other ("${LONG}" POLYGON)`],
  ['a table in the list of contents', `INSERT INTO gpkg_contents SELECT '${LONG}', 'features', 'x', '', '', NULL, NULL, NULL, NULL, 4326`],
  ['a column in the list of geometries', `UPDATE gpkg_geometry_columns SET column_name = '${LONG}'`],
])('refuses a name of %s that would fill every report', async (_, statement) => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [statement]);
  await expect(opened(path)).rejects.toMatchObject({ code: 'too-large', message: expect.stringContaining('the name of a table or column has more than 4096 characters') as unknown });
});
