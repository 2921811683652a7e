import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { fillDataFolder, newDataFolder } from '../../../testing/data-folder.ts';
import { lackingForSmallDisk } from '../../../testing/faults/disk-full.ts';
import { needs } from '../../../testing/needs.ts';
import { openEmbeddedDatabase } from '../src/db/database.ts';
import { PGliteClient } from '../src/db/pglite-client.ts';
import { Vacuum } from '../src/db/vacuum.ts';
import { PATIENCE } from './patience.fixture.ts';

const MEBIBYTE = 1_048_576;
const lacking = lackingForSmallDisk();
const afterwards: (() => void)[] = [];
afterEach(() => {
  for (const end of afterwards.splice(0).reverse()) end();
});

/** A single statement. */
async function ask(client: PGliteClient, statement: string): Promise<unknown> {
  const release = await client.acquire();
  try {
    return (await client.query(statement, [])).rows;
  } finally {
    release();
  }
}

/** Writes to the log, and nowhere else. */
const logAMebibyte = (client: PGliteClient) => ask(client, `select pg_logical_emit_message(true, 'test', repeat('x', ${String(MEBIBYTE)})) is not null`);

test('a disk that is full just as the log of the embedded database needs room: it is reported, and when there is room again all that was acknowledged is there, with no restart', needs(lacking === null, lacking ?? ''), async () => {
  const disk = mkdtempSync(path.join(tmpdir(), 'geoinsights-broken-'));
  afterwards.push(() => rmSync(disk, { recursive: true, force: true }));
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(200 * MEBIBYTE)}`, 'none', disk]).status).toBe(0);
  afterwards.push(() => spawnSync('umount', ['--lazy', disk]));
  fillDataFolder(disk);
  const changes: string[] = [];
  const client = await PGliteClient.open(path.join(disk, 'database'), { onChange: ({ kind }) => changes.push(kind) });
  await ask(client, 'create table numbers (number integer)');
  await ask(client, 'insert into numbers values (1)');
  const { bavail, bsize } = statfsSync(disk);
  const filler = path.join(disk, 'filler');
  writeFileSync(filler, new Uint8Array(bavail * bsize - MEBIBYTE));
  const logUntilFull = async () => {
    for (let time = 0; time < 40; time++) await logAMebibyte(client);
  };
  await expect(logUntilFull()).rejects.toMatchObject({ code: 'storage-full' });
  await expect(ask(client, 'select number from numbers')).rejects.toMatchObject({ code: 'storage-full' });
  rmSync(filler);
  await vi.waitFor(async () => expect(await ask(client, 'select number from numbers')).toEqual([{ number: 1 }]), PATIENCE);
  await logUntilFull();
  expect(changes).toEqual(['lost', 'back']);
  await client.close();
});

test('an embedded database that does not answer is opened anew, and of a transaction that was under way nothing is left', async () => {
  const folder = await newDataFolder('silent');
  afterwards.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const changes: string[] = [];
  const heard: string[] = [];
  const client = await PGliteClient.open(path.join(folder, 'database'), { onChange: ({ kind }) => changes.push(kind), longestAnswerMilliseconds: 5000 });
  await client.listen('a_channel', (payload) => heard.push(payload));
  await ask(client, 'create table numbers (number integer)');
  await ask(client, 'insert into numbers values (1)');
  const release = await client.acquire();
  await client.exec('begin; insert into numbers values (2)');
  await expect(client.query('select pg_sleep(600)', [])).rejects.toMatchObject({ code: 'database-unavailable' });
  const others = vi.waitFor(async () => expect(await ask(client, 'select number from numbers')).toEqual([{ number: 1 }]), PATIENCE);
  await vi.waitFor(() => expect(changes).toEqual(['lost', 'back']), PATIENCE);
  // The client still believes that it is in its transaction.
  await expect(client.query('insert into numbers values (3)', [])).rejects.toMatchObject({ code: 'database-unavailable' });
  release();
  await others;
  await ask(client, `select pg_notify('a_channel', 'again')`);
  await vi.waitFor(() => expect(heard).toEqual(['again']), PATIENCE);
  await client.close();
});

test('the log of the embedded database is cut by every sweep', async () => {
  const folder = await newDataFolder('log');
  afterwards.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const place = path.join(folder, 'database');
  const database = await openEmbeddedDatabase(place);
  const { tables } = database;
  const oldest = () => readdirSync(path.join(place, 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted().at(0);
  const vacuum = new Vacuum(tables);
  await vacuum.run();
  const before = oldest();
  for (let time = 0; time < 20; time++) await sql`select pg_logical_emit_message(true, 'test', repeat('x', ${MEBIBYTE}::int)) is not null`.execute(tables);
  expect(oldest()).toBe(before);
  await vacuum.run();
  expect(oldest()).not.toBe(before);
  await database.close();
});
