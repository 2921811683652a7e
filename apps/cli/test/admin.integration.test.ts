import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Task } from '@geoinsights/contract';
import { afterAll, expect, test } from 'vitest';
import { serverStatusSchema } from '@geoinsights/server/operator';
import { ApiClient } from '../../server/test/api-client.fixture.ts';
import { geotoolsHere } from './geotools-here.ts';
import { done, endServers, operatedServer, startServer } from './server.fixture.ts';

const SQUARE = JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] } }] });
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const server = await operatedServer('admin');
afterAll(endServers);
const admin = (...args: string[]) => geotoolsHere('admin', ...args, '--data-dir', server.dataFolder);
const api = (address = server.address) => new ApiClient(address, 'fix-geometry');

/** Completed by the first test. */
let completed: Task;

test('the operator sees the status of the server', async () => {
  completed = await api().ended((await api().start({}, await api().upload('square.geojson', SQUARE))).uuid);
  const status = serverStatusSchema.parse(JSON.parse(done(await admin('status', '--json')).stdout));
  expect(status).toMatchObject({ version: '0.1.0', database: 'embedded', parts: { database: { ok: true }, queue: { ok: true } }, stock: { oldestWaitSeconds: 0 } });
  expect(status.stock.tasks).toContainEqual({ tool: 'fix-geometry', state: 'COMPLETED', count: 1 });
  expect(done(await admin('status')).stdout).toMatch(/^version {3}0\.1\.0\ndatabase {2}ok \(embedded, \d+ MiB\)\nstorage {3}ok\nqueue {5}ok\ndisk {6}ok\nroom [\s\S]*\ntasks {5}fix-geometry: 0 READY, 0 RUNNING, 1 COMPLETED, 0 FAILED, 0 CANCELLED\n/);
});

test('a failed task runs again, a completed one does not, and one that has ended cannot be cancelled', async () => {
  const failed = await api().ended((await api().start({}, await api().upload('bad.geojson', '{'))).uuid);
  expect(failed.progress_status).toBe('FAILED');
  // It may already have begun.
  expect(done(await admin('requeue', failed.uuid)).stdout).toMatch(/^(READY|RUNNING)\n$/);
  const again = await api().ended(failed.uuid);
  expect(again.progress_status).toBe('FAILED');
  expect(Date.parse(again.finished_at ?? '')).toBeGreaterThan(Date.parse(failed.finished_at ?? ''));
  expect(done(await admin('cancel', failed.uuid)).stdout).toBe('FAILED\n');
  expect(await admin('requeue', completed.uuid)).toEqual({ status: 3, stdout: '', stderr: 'Task cannot run again: The task cannot be put into the queue again: it is COMPLETED.\n' });
  for (const command of ['requeue', 'cancel']) expect(await admin(command, UNKNOWN)).toMatchObject({ status: 3, stdout: '' });
});

test('expired files are deleted when the operator says so', async () => {
  expect(done(await admin('sweep')).stdout).toBe('swept\n');
  // A sweep that fails is not called done.
  const parts = path.join(server.dataFolder, 'files', 'parts');
  renameSync(parts, `${parts}-away`);
  expect(await admin('sweep')).toMatchObject({ status: 70, stdout: '' });
  renameSync(`${parts}-away`, parts);
});

test('a backup made during uploads is complete when it is restored, and readable by no other account', async () => {
  const place = `/tools/files/${String(completed.output_file)}`;
  const result = await (await api().fetch(place)).text();
  const file = path.join(server.folder, 'backup.tar');
  const stopped = new AbortController();
  const busy = (async () => {
    let uploads = 0;
    for (; !stopped.signal.aborted; uploads++) await api().upload(`${String(uploads)}.geojson`, SQUARE);
    return uploads;
  })();
  const made = done(await admin('backup', file)).stdout;
  stopped.abort();
  expect(await busy).toBeGreaterThan(0);
  expect(made).toMatch(/backup\.tar: \d+ files, \d+ bytes\n$/);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(path.join(server.dataFolder, 'snapshots'))).toEqual([]);

  const restored = path.join(server.folder, 'restored');
  expect(done(await geotoolsHere('admin', 'restore', file, '--data-dir', restored)).stdout).toContain('all unchanged');
  expect(readdirSync(restored).toSorted()).toEqual(['database', 'files', 'layers']);
  const again = await startServer(restored);
  expect(await api(again.address).task(completed.uuid)).toEqual(completed);
  expect(await (await api(again.address).fetch(place)).text()).toBe(result);
  await again.stop();
});

test('a backup of a stopped server is complete, too; a damaged one, or a folder that is not empty, is refused', async () => {
  await server.stop();
  expect(await admin('status')).toMatchObject({ status: 4, stdout: '' });
  const file = path.join(server.folder, 'stopped.tar');
  done(await admin('backup', file));
  expect(await admin('backup', file)).toMatchObject({ status: 3, stderr: `${file} already exists. Choose another name.\n` });
  const zip = path.join(server.folder, 'backup.zip');
  const refused = await admin('backup', zip);
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('A backup is a tar archive: its name has to end in .tar');
  expect(existsSync(zip)).toBe(false);
  // That is said before anything is written to the data folder: a snapshot halts a server's database for a moment.
  const untouched = path.join(server.folder, 'untouched');
  mkdirSync(untouched);
  expect(await geotoolsHere('admin', 'backup', file, '--data-dir', untouched)).toMatchObject({ status: 3 });
  expect(readdirSync(untouched)).toEqual([]);
  expect(await geotoolsHere('admin', 'restore', file, '--data-dir', server.dataFolder)).toMatchObject({ status: 3 });

  const bytes = readFileSync(file);
  const place = bytes.lastIndexOf('FeatureCollection');
  bytes.write('f', place);
  const damaged = path.join(server.folder, 'damaged.tar');
  writeFileSync(damaged, bytes);
  writeFileSync(path.join(server.folder, 'half.tar'), bytes.subarray(0, 100_000));
  const target = path.join(server.folder, 'none');
  for (const [name, words] of [['damaged.tar', 'has changed'], ['half.tar', 'is damaged|not a complete backup']] as const) {
    const run = await geotoolsHere('admin', 'restore', path.join(server.folder, name), '--data-dir', target);
    expect([run.status, run.stderr]).toEqual([3, expect.stringMatching(words)]);
    expect(existsSync(target) || existsSync(`${target}.part`)).toBe(false);
  }

  // A folder in the place of a backup, and a file in that of a folder.
  expect(await geotoolsHere('admin', 'restore', server.folder, '--data-dir', target)).toMatchObject({ status: 4, stderr: `${server.folder} cannot be written or read: it is a folder.\n` });
  expect(await geotoolsHere('admin', 'backup', path.join(file, 'new.tar'), '--data-dir', untouched)).toMatchObject({ status: 4, stderr: `${path.join(file, 'new.tar')} cannot be written or read: what should be its folder is a file.\n` });

  // Manually, without our commands.
  const byHand = path.join(server.folder, 'by-hand');
  mkdirSync(byHand);
  expect(spawnSync('tar', ['xf', file, '-C', byHand]).status).toBe(0);
  expect(spawnSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: byHand }).status).toBe(0);
});
