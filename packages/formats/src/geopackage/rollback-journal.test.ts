import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { fileOfBytes } from '../files/memory.ts';
import { undoChange } from './rollback-journal.ts';
import { differences } from './test/comparison.ts';
import { blobOf, makeGeopackage, ringOf, square } from './test/make-geopackage.ts';
import { patchOf } from './test/patches.ts';
import { applied, driver, newFolder, opened } from './test/work-folder.ts';

const moved = [{ source: 0, rings: [ringOf(0, 0, 2)] }];

interface BrokenOff {
  /** As it was before the change. */
  readonly before: string;
  readonly main: string;
  readonly journal: string;
}

/** A file whose program was killed in the middle of a change, with some of its pages written and its journal next to it. */
function brokenOff(synchronous: 'FULL' | 'OFF'): BrokenOff {
  const folder = newFolder();
  const path = join(folder, 'a.gpkg');
  makeGeopackage(path, [{ name: 't', rows: [blobOf(square(0, 0)), blobOf(square(5, 5))] }], ['CREATE TABLE filler (a)', 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) INSERT INTO filler SELECT randomblob(3000) FROM n']);
  const [before, main, journal] = ['before.gpkg', 'b.gpkg', 'b.gpkg-journal'].map((name) => join(folder, name));
  copyFileSync(path, before);
  const database = new DatabaseSync(path);
  // A cache so small that changed pages are written before the end.
  database.exec(`PRAGMA journal_mode = DELETE; PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = 5; PRAGMA cache_spill = 1; BEGIN`);
  database.exec('DELETE FROM t WHERE fid = 1; UPDATE filler SET a = randomblob(3000); INSERT INTO filler SELECT randomblob(5000) FROM filler');
  copyFileSync(path, main);
  copyFileSync(`${path}-journal`, journal);
  database.exec('ROLLBACK');
  database.close();
  return { before, main, journal };
}

for (const synchronous of ['FULL', 'OFF'] as const) {
  it(`rolls back an interrupted change, in a copy, and says so (synchronous ${synchronous})`, async () => {
    const { before, main, journal } = brokenOff(synchronous);
    expect(readFileSync(main).equals(readFileSync(before))).toBe(false);
    const kept = [main, journal].map((path) => readFileSync(path));
    const dataset = await opened(main);
    expect(dataset.notes.map(({ code }) => code)).toEqual(['geopackage-change-undone']);
    expect(dataset.layers[0].geometry.featureOffsets).toHaveLength(3);
    const same = await applied(dataset, [null]);
    expect(readFileSync(same.path).equals(readFileSync(before))).toBe(true);
    const result = await applied(dataset, [patchOf(dataset.layers[0].geometry, new Map([[0, moved]]))]);
    expect(differences(before, result.path).map(({ table, column }) => `${table}.${column}`)).toEqual(['gpkg_contents.last_change', 't.geom']);
    expect(readdirSync(result.folder)).toEqual(['b.gpkg']);
    await dataset.close();
    expect([main, journal].map((path, index) => readFileSync(path).equals(kept[index]))).toEqual([true, true]);
  });
}

it('rolls back what SQLite itself would roll back', async () => {
  const { main } = brokenOff('FULL');
  const dataset = await opened(main);
  const ours = readFileSync((await applied(dataset, [null])).path);
  await dataset.close();
  const database = new DatabaseSync(main);
  database.prepare('SELECT count(*) FROM t').get();
  database.close();
  expect(readFileSync(main).equals(ours)).toBe(true);
});

it('stops at a page that is not as it was journalled, as SQLite does', async () => {
  const { before, main, journal } = brokenOff('FULL');
  const bytes = readFileSync(journal);
  const [sectorSize, pageSize] = [bytes.readUInt32BE(20), bytes.readUInt32BE(24)];
  // The last byte of the checksum of the first page.
  bytes[sectorSize + pageSize + 8 - 1] ^= 1;
  writeFileSync(journal, bytes);
  const ours = join(newFolder(), 'ours.gpkg');
  copyFileSync(main, ours);
  await undoChange(ours, fileOfBytes('b.gpkg-journal', bytes), 'b.gpkg');
  const database = new DatabaseSync(main);
  database.prepare('PRAGMA user_version').get();
  database.close();
  expect(readFileSync(ours).equals(readFileSync(main))).toBe(true);
  expect(readFileSync(ours).equals(readFileSync(before))).toBe(false);
});

it('leaves a journal alone if its change was finished or its header is invalid', async () => {
  const { before, journal } = brokenOff('FULL');
  const bytes = readFileSync(journal);
  const [pageSize, sectorSize] = [24, 20].map((field) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt32BE(1000, field);
    return copy;
  });
  for (const finished of [Buffer.alloc(0), Buffer.concat([Buffer.alloc(28), bytes.subarray(28)]), pageSize, sectorSize]) {
    const files = [fileOfBytes('a.gpkg', readFileSync(before)), fileOfBytes('a.gpkg-journal', finished)];
    const dataset = await driver.open({ format: 'geopackage', name: 'a', files }, { workFolder: newFolder() });
    expect(dataset.notes).toEqual([]);
    await dataset.close();
  }
});

it('refuses an inconsistent journal, and leaves nothing behind', async () => {
  const { main, journal } = brokenOff('FULL');
  const spoilt = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = readFileSync(journal);
    change(bytes);
    return bytes;
  };
  const magic = readFileSync(journal).subarray(0, 8);
  for (const [bytes, words] of [
    [spoilt((copy) => copy.writeUInt32BE(0xfffffff0, 16)), 'more pages than there are'],
    [spoilt((copy) => copy.writeUInt32BE(0, 16)), 'still being created'],
    [Buffer.concat([readFileSync(journal), Buffer.from('/etc/passwd'), magic]), 'several databases'],
  ] as const) {
    const work = newFolder();
    const files = [fileOfBytes('a.gpkg', readFileSync(main)), fileOfBytes('a.gpkg-journal', bytes)];
    await expect(driver.open({ format: 'geopackage', name: 'a', files }, { workFolder: work })).rejects.toMatchObject({ code: 'geopackage-damaged', message: expect.stringContaining(words) as string });
    expect(readdirSync(work)).toEqual([]);
  }
});
