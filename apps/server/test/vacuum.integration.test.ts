import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { newDataFolder } from '../../../testing/data-folder.ts';
import { openEmbeddedDatabase } from '../src/db/database.ts';
import type { Database } from '../src/db/database.ts';
import { Vacuum } from '../src/db/vacuum.ts';
import { UploadStore } from '../src/files/upload-store.ts';

const UPLOADS = 60;
let folder = '';
let database: Database;
beforeAll(async () => {
  folder = await newDataFolder('vacuum');
  database = await openEmbeddedDatabase(path.join(folder, 'database'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function databaseBytes(): Promise<number> {
  const { rows } = await sql`select pg_database_size(current_database())::int as bytes`.execute(database.tables);
  return z.tuple([z.object({ bytes: z.number() })]).parse(rows)[0].bytes;
}

/** Adds uploads and removes them once they have expired. */
async function comeAndGo(): Promise<void> {
  const uploads = new UploadStore(database.tables, 0);
  const files = Array.from({ length: 20 }, (_, index) => ({ name: `a rather long name of a file ${String(index)}.geojson`, size: index, storedName: `${String(index)}.geojson` }));
  for (let upload = 0; upload < UPLOADS; upload++) await uploads.add(randomUUID(), files);
  for (const uuid of await uploads.expired(new Date())) {
    await uploads.forgetUpload(uuid);
    await uploads.remove(uuid);
  }
}

test('the embedded database does not grow with uploads that have come and gone', async () => {
  const vacuum = new Vacuum(database.tables);
  // Emptied index pages are reused one run later.
  for (let round = 0; round < 2; round++) {
    await comeAndGo();
    await vacuum.run();
  }
  const first = await databaseBytes();
  for (let round = 0; round < 3; round++) {
    await comeAndGo();
    await vacuum.run();
  }
  expect(await databaseBytes() - first).toBeLessThan(100_000);
});

test('a run ends when its time is over, and the next one goes on from there', async () => {
  const done: string[] = [];
  const vacuum = new Vacuum(database.tables, { milliseconds: 0, onTable: (table) => done.push(table) });
  await vacuum.run();
  await vacuum.run();
  await vacuum.run();
  expect(new Set(done).size).toBe(3);
});
