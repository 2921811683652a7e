import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openDiskFile } from '../files/disk.ts';
import { differences } from './test/comparison.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import { partsIn, patchOf } from './test/patches.ts';
import { applied, driver, newFolder, opened } from './test/work-folder.ts';

const moved = [{ source: 0, rings: [ringOf(0, 0, 2)] }];

/** A file as QGIS leaves it: in write-ahead mode, with the log merged or not. */
function inLogMode(folder: string, sql: string): { main: string; log: string } {
  const path = join(folder, 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows: [blobOf(square(0, 0)), blobOf(square(5, 5))] }]);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(sql);
  if (!existsSync(`${path}-wal`)) writeFileSync(`${path}-wal`, '');
  const [main, log] = ['b.gpkg', 'b.gpkg-wal'].map((name) => join(folder, name));
  copyFileSync(path, main);
  copyFileSync(`${path}-wal`, log);
  database.close();
  return { main, log };
}

it('reads and patches a file in write-ahead mode that came without its log, and keeps the mode', async () => {
  const folder = newFolder();
  inLogMode(folder, 'SELECT 1');
  const path = join(folder, 'a.gpkg');
  const before = readFileSync(path);
  expect([...before.subarray(18, 20)]).toEqual([2, 2]);
  const dataset = await opened(path);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, moved]]))]);
  expect([...readFileSync(result.path).subarray(18, 20)]).toEqual([2, 2]);
  expect(readdirSync(result.folder)).toEqual(['a.gpkg']);
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(differences(path, result.path).map(({ table, column }) => `${table}.${column}`)).toEqual(['gpkg_contents.last_change', 't.geom']);
  const again = await applied(await opened(path), [null]);
  expect(readFileSync(again.path).equals(before)).toBe(true);
});

it('merges the log that lies beside the file, in a copy, and says so', async () => {
  const folder = newFolder();
  const { main, log } = inLogMode(folder, "DELETE FROM t WHERE fid = 1; UPDATE gpkg_contents SET description = 'from the log'");
  const kept = [main, log].map((path) => readFileSync(path));
  const dataset = await opened(main);
  expect(dataset.layers[0].geometry.featureOffsets).toHaveLength(2);
  expect(dataset.notes.map(({ code }) => code)).toEqual(['geopackage-log-merged']);
  const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, moved]]))]);
  expect(readdirSync(result.folder)).toEqual(['b.gpkg']);
  expect(partsIn((await opened(result.path)).layers[0].geometry, 0)).toEqual([[ringOf(0, 0, 2).flat()]]);
  await dataset.close();
  expect([main, log].map((path, index) => readFileSync(path).equals(kept[index]))).toEqual([true, true]);
});

it('finds the log in the upload, however its name is capitalized', async () => {
  const folder = newFolder();
  const { main, log } = inLogMode(folder, 'DELETE FROM t WHERE fid = 1');
  const [moveTo, logTo] = ['x', 'y'].map((name) => join(newFolder(), name));
  copyFileSync(main, moveTo);
  copyFileSync(log, logTo);
  const files = [await openDiskFile(moveTo, 'Farm.gpkg'), await openDiskFile(logTo, 'farm.GPKG-WAL')];
  const dataset = await driver.open({ format: 'geopackage', name: 'Farm', files }, { workFolder: newFolder() });
  expect(dataset.layers[0].geometry.featureOffsets).toHaveLength(2);
  for (const file of files) await file.close();
  await dataset.close();
});

it('refuses a log that claims more pages than there are', async () => {
  const folder = newFolder();
  const { main, log } = inLogMode(folder, 'DELETE FROM t WHERE fid = 1');
  const bytes = readFileSync(log);
  bytes.writeUInt32BE(0xfffffff0, 32 + 4);
  writeFileSync(log, bytes);
  await expect(opened(main)).rejects.toMatchObject({ code: 'geopackage-damaged', message: expect.stringContaining('write-ahead log') as string });
});
