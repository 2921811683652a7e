import type * as nodeFileSystem from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, expect, test, vi } from 'vitest';
import { newDataFolder } from '../../../testing/data-folder.ts';
import { DurableNodeFilesystem } from '../src/db/durable-node-filesystem.ts';
import { DURABLE_START_PARAMETERS } from '../src/db/durable-start.ts';

const flushes = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof nodeFileSystem>();
  return {
    ...original,
    fsyncSync: (descriptor: number) => {
      flushes.count += 1;
      original.fsyncSync(descriptor);
    },
  };
});

let folder = '';
afterAll(() => rm(folder, { recursive: true, force: true }));

test('every committed statement of the embedded database is flushed to the disk', async () => {
  folder = await newDataFolder('durability');
  const database = await PGlite.create({ fs: new DurableNodeFilesystem(path.join(folder, 'database')), startParams: DURABLE_START_PARAMETERS });
  await database.exec('create table numbers (number integer)');
  const before = flushes.count;
  for (let number = 0; number < 20; number++) await database.query('insert into numbers values ($1)', [number]);
  expect(flushes.count - before).toBeGreaterThanOrEqual(20);
  await database.close();
});
