import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataFolder } from '../../../testing/data-folder.ts';
import { openEmbeddedDatabase } from '../src/db/database.ts';
import type { Database } from '../src/db/database.ts';
import { ResumableStore } from '../src/files/resumable-store.ts';
import { UploadStore } from '../src/files/upload-store.ts';
import { TaskCreation } from '../src/tasks/task-creation.ts';

const HOUR = 3_600_000;
let folder = '';
let database: Database;
beforeAll(async () => {
  folder = await newDataFolder('expiry-race');
  database = await openEmbeddedDatabase(path.join(folder, 'database'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('an upload that got a task after it was listed as expired is not deleted, and one that is being deleted gets none', async () => {
  const uploads = new UploadStore(database.tables, 0);
  const creation = new TaskCreation(database.tables, HOUR, () => Promise.resolve());
  const [used, unused] = [randomUUID(), randomUUID()];
  for (const uuid of [used, unused]) await uploads.add(uuid, [{ name: 'a.kml', size: 1, storedName: '0.kml' }]);
  const task = (upload: string) => creation.create({ tool: 'fix-geometry', upload, options: {}, visitor: 'v', idempotencyKey: null, traceParent: null, mostTasks: 0 });
  const now = new Date(Date.now() + 1000);
  expect((await uploads.expired(now)).toSorted()).toEqual([used, unused].toSorted());
  await task(used);
  expect(await uploads.closeExpired(used, now)).toBe(false);
  expect(await uploads.filesOf(used)).toHaveLength(1);
  expect(await uploads.closeExpired(unused, now)).toBe(true);
  await expect(task(unused)).rejects.toThrow();
});

test('an upload in parts that grew after it was listed as expired keeps its parts', async () => {
  const resumable = new ResumableStore(database.tables, HOUR);
  const [grown, left] = [randomUUID(), randomUUID()];
  for (const uuid of [grown, left]) {
    await resumable.add({ uuid, name: 'a.kml', size: 9, visitor: 'v' });
    await resumable.addPart(uuid, { part: randomUUID(), start: 0, size: 1 });
  }
  const expired = new Date(Date.now() + HOUR + 1000);
  expect((await resumable.expired(expired)).toSorted()).toEqual([grown, left].toSorted());
  await new ResumableStore(database.tables, 3 * HOUR).addPart(grown, { part: randomUUID(), start: 1, size: 1 });
  expect(await resumable.forgetExpiredParts(grown, expired)).toBe(false);
  expect(await resumable.countParts(grown)).toBe(2);
  expect(await resumable.forgetExpiredParts(left, expired)).toBe(true);
  expect(await resumable.countParts(left)).toBe(0);
});
