import type * as nodeFileSystem from 'node:fs';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { openDurable } from '../src/db/open-durable.ts';

/** What was synced, and what was renamed, in order of occurrence. */
const events = vi.hoisted((): string[] => []);
vi.mock('node:fs', async (importOriginal) => {
  const original = await importOriginal<typeof nodeFileSystem>();
  return {
    ...original,
    fsyncSync: (descriptor: number) => {
      original.fsyncSync(descriptor);
      events.push(`flush ${original.readlinkSync(`/proc/self/fd/${String(descriptor)}`)}`);
    },
    renameSync: (from: string, to: string) => {
      original.renameSync(from, to);
      events.push(`rename ${from} ${to}`);
    },
  };
});

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'geoinsights-first-start-'));
  folders.push(folder);
  return folder;
}

test('a new database is on the disk, file by file and folder by folder, before it has its name and is opened', needs(existsSync('/proc/self/fd'), 'which files are flushed is seen on Linux only'), async () => {
  const dataFolder = await newFolder();
  const folder = path.join(dataFolder, 'database');
  const unfinished = `${folder}.unfinished`;
  mkdirSync(folder);
  const database = await openDurable(folder);
  const renamed = events.indexOf(`rename ${unfinished} ${folder}`);
  expect(renamed).toBeGreaterThan(0);
  const before = new Set(events.slice(0, renamed));
  const there = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  // Created by the opening that followed.
  const missing = there.filter((name) => name !== 'postmaster.pid' && !before.has(`flush ${path.join(unfinished, name)}`));
  expect(there.length).toBeGreaterThan(900);
  expect(missing).toEqual([]);
  expect(events.slice(renamed + 1, renamed + 3)).toEqual([`flush ${dataFolder}`, `flush ${path.dirname(dataFolder)}`]);
  await database.close();
});

test('one that was being made when the power failed is made anew', async () => {
  const folder = path.join(await newFolder(), 'database');
  mkdirSync(path.join(`${folder}.unfinished`, 'base'), { recursive: true });
  writeFileSync(path.join(`${folder}.unfinished`, 'PG_VERSION'), '');
  const database = await openDurable(folder);
  await database.exec('create table numbers (number integer); insert into numbers values (1)');
  await database.close();
  expect(existsSync(`${folder}.unfinished`)).toBe(false);
  const again = await openDurable(folder);
  expect((await again.query('select number from numbers')).rows).toEqual([{ number: 1 }]);
  await again.close();
  rmSync(folder, { recursive: true });
});
