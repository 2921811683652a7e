import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { differences } from './test/comparison.ts';
import { withFeatures } from './test/feature-files.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import { patchOf } from './test/patches.ts';
import { applied, newFolder, opened } from './test/work-folder.ts';

const rows = [blobOf(square(0, 0)), blobOf(square(5, 5))];
const moved = [{ source: 0, rings: [ringOf(0, 0, 2)] }];
const register = (view: string, column: string): string[] => [
  `INSERT INTO gpkg_contents (table_name, data_type, identifier, last_change, srs_id) VALUES ('${view}', 'features', '${view}', '2020-01-01T00:00:00.000Z', 4326)`,
  `INSERT INTO gpkg_geometry_columns VALUES ('${view}', '${column}', 'POLYGON', 4326, 0, 0)`,
];

it('repairs the table beneath a view, with and without triggers, and names for each view the table of its geometry', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows, rtree: true }], [
    'CREATE TABLE edits (n)',
    'CREATE TABLE "Other" (fid INTEGER PRIMARY KEY, shape POLYGON)',
    'INSERT INTO "Other" SELECT fid, geom FROM t',
    'CREATE VIEW plain AS SELECT fid AS OGC_FID, geom AS shape, name FROM t WHERE fid < 9',
    'CREATE VIEW again AS SELECT OGC_FID, shape FROM plain',
    'CREATE VIEW edited AS SELECT * FROM t',
    'CREATE TRIGGER edited_update INSTEAD OF UPDATE ON edited BEGIN INSERT INTO edits VALUES (1); END',
    'CREATE VIEW foreign_table AS SELECT * FROM Other',
    'CREATE VIEW computed AS SELECT fid, ST_Buffer(geom, 1) AS geom FROM t',
    "CREATE VIEW replaced AS SELECT fid, substr(geom, 1) AS geom FROM t",
    ...register('plain', 'shape'), ...register('again', 'Shape'), ...register('edited', 'geom'), ...register('foreign_table', 'shape'), ...register('computed', 'geom'), ...register('replaced', 'geom'),
  ]);
  const dataset = await opened(path);
  expect(dataset.layers.map(({ name }) => name)).toEqual(['t']);
  const shown = (view: string): string => `Table "${view}" is a view of table "t": it shows what is repaired there and is left as it is.`;
  const computed = 'it is a view that computes its geometry, or one that cannot be read outside the program that made it.';
  expect(dataset.notes.map(({ text }) => text)).toEqual([
    shown('plain'),
    shown('again'),
    shown('edited'),
    'Table "foreign_table" was left as it is: it is a view of table "Other", whose geometry is not read.',
    `Table "computed" was left as it is: ${computed}`,
    `Table "replaced" was left as it is: ${computed}`,
    'Table "Other" was left as it is: its column "shape" is of type POLYGON, but gpkg_geometry_columns does not name it.',
  ]);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, moved]]))]);
  // Including the statements of the views and triggers, and the table that a trigger would have written to.
  expect(differences(path, result.path).map(({ table, column }) => `${table}.${column}`)).toEqual(['gpkg_contents.last_change', 't.geom', 'rtree_t_geom.maxx', 'rtree_t_geom.maxy', 'rtree_t_geom_node.data']);
  const database = new DatabaseSync(result.path, { readOnly: true });
  for (const view of ['plain', 'again', 'edited']) {
    const rowsOfView = database.prepare(`SELECT * FROM "${view}"`).all();
    const geometry = rowsOfView[0]['shape'] ?? rowsOfView[0]['geom'];
    expect(Buffer.from(geometry as Uint8Array).equals(Buffer.from(database.prepare('SELECT geom FROM t WHERE fid = 1').get()?.['geom'] as Uint8Array))).toBe(true);
  }
  database.close();
});

it('says that a view and other tables are not in a new file made of the features', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], ['CREATE VIEW v AS SELECT * FROM t', 'CREATE TABLE owners (fid INTEGER, owner TEXT)', 'CREATE VIEW joined AS SELECT t.fid, t.geom, owner, t.fid * 2 AS twice FROM t JOIN owners ON owners.fid = t.fid', 'CREATE TABLE w (a TEXT PRIMARY KEY, geom POLYGON) WITHOUT ROWID', ...register('v', 'geom'), ...register('joined', 'geom'), ...register('w', 'geom')]);
  const { layers, notes } = await withFeatures(path, (dataset) => dataset);
  expect(layers.map(({ name }) => name)).toEqual(['t']);
  expect(notes).toEqual([
    { code: 'table-left-out', text: 'Table "w" was left out: it has no integer primary key.' },
    { code: 'table-left-out', text: 'Table "v" was left out: it is a view of table "t", from which the features are taken.' },
    { code: 'table-left-out', text: 'Table "joined" was left out: it is a view of table "t", from which the features are taken, but not its own columns ("owner", "twice"): to have these, export the view as a layer of its own.' },
  ]);
});

it('does not mistake a file in which only views are registered for one without features', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], [
    'CREATE VIEW v AS SELECT * FROM t',
    "UPDATE gpkg_contents SET table_name = 'v' WHERE table_name = 't'",
    "UPDATE gpkg_geometry_columns SET table_name = 'v' WHERE table_name = 't'",
  ]);
  const before = readFileSync(path);
  await expect(opened(path)).rejects.toMatchObject({ code: 'geopackage-without-features', message: expect.stringContaining(': table "v" is not one, because it is a view of table "t", whose geometry is not read. A view is not run here: export it as a layer of its own. Send') as string });
  await expect(withFeatures(path, () => 'it was opened')).rejects.toMatchObject({ message: expect.stringContaining(': table "v" is not one, because it is a view of table "t", whose geometry is not read. A view is not run here: export it as a layer of its own. Send') as string });
  expect(readFileSync(path).equals(before)).toBe(true);
});

it('names at most fifty tables that it leaves alone', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }], Array.from({ length: 60 }, (_, index) => `CREATE TABLE other${index} (fid INTEGER PRIMARY KEY, geom MultiPolygon)`));
  const { notes } = await opened(path);
  expect(notes).toHaveLength(51);
  expect(notes.at(-1)).toEqual({ code: 'notes-left-out', text: '10 more notes on this file are not listed.' });
});

it('leaves out a table whose geometry column is said to be its key, which holds numbers', async () => {
  const path = join(newFolder(), 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows }, { name: 'u', rows }], ["UPDATE gpkg_geometry_columns SET column_name = 'FID' WHERE table_name = 'u'"]);
  const { layers, notes } = await withFeatures(path, (dataset) => dataset);
  expect(layers.map(({ name }) => name)).toEqual(['t']);
  expect(notes).toEqual([{ code: 'table-left-out', text: 'Table "u" was left out: gpkg_geometry_columns names its key "fid", which holds numbers, as its geometry column.' }]);
  expect((await opened(path)).layers.map(({ name }) => name)).toEqual(['t']);
});
