import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Task } from '@geoinsights/contract';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { POSTGRES_DEADLINES } from '../src/db/postgres-session.ts';
import { expectProblem } from './api-client.fixture.ts';
import { newDatabase } from './new-database.fixture.ts';
import { startOwnPostgres } from './own-postgres.fixture.ts';
import type { OwnPostgres } from './own-postgres.fixture.ts';
import { serverProcesses } from './server-process.fixture.ts';
import { PATIENCE } from './patience.fixture.ts';
import { startTestServer, storedFiles } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

/** All sessions on this database except the asking one. */
const OTHERS = 'datname = current_database() and pid <> pg_backend_pid()';

/** The advisory locks in this database. */
const ADVISORY = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";

async function connectTo(address: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A response that names the fault, says when to retry, and waited for no deadline. */
async function expectUnavailable(ask: () => Promise<Response>): Promise<void> {
  const begin = performance.now();
  const response = await ask();
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  await expectProblem(response, 503, 'database-unavailable');
  expect(performance.now() - begin).toBeLessThan(POSTGRES_DEADLINES.connectionTimeoutMillis);
}

/** Names the checks that need the database, and only those. */
async function expectNotReady({ address }: TestServer): Promise<void> {
  const response = await fetch(`${address}/readyz`);
  const away = { ok: false, why: 'The database of this server does not answer at the moment. Try again in a few seconds.' };
  expect([response.status, await response.json()]).toEqual([503, { status: 'not ready', checks: { database: away, storage: { ok: true }, queue: away, disk: { ok: true } } }]);
}

/** The end of a task, whose polls may be refused meanwhile. */
function endOf({ api }: TestServer, uuid: string): Promise<Task> {
  return vi.waitFor(() => api.ended(uuid), PATIENCE);
}

async function isBack({ api }: TestServer): Promise<void> {
  await vi.waitFor(async () => expect((await api.fetch('/layers/layer_groups')).status).toBe(200), PATIENCE);
}

describe('connections that PostgreSQL drops', () => {
  let server: TestServer;
  let address: string;

  beforeAll(async () => {
    const database = await newDatabase();
    address = database['DATABASE_URL'] ?? '';
    const named = new URL(address);
    named.searchParams.set('application_name', 'a name of the operator');
    server = await startTestServer({ DATABASE_URL: named.href });
  });
  afterAll(() => server.close());

  test('in the middle of a transaction: the call says so, and the next one is served', async () => {
    const [blocker, killer] = [await connectTo(address), await connectTo(address)];
    await blocker.query('begin; lock table upload_files in access exclusive mode');
    const answer = server.api.send([['a.kml', '<kml/>']]);
    await vi.waitFor(async () => {
      const { rowCount } = await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS} and wait_event_type = 'Lock'`);
      expect(rowCount).toBe(1);
    }, PATIENCE);
    await expectUnavailable(() => answer);
    await blocker.query('rollback');
    await server.api.upload();
    // Nothing is left of the unacknowledged upload.
    expect((await storedFiles(server.dataFolder)).uploads).toHaveLength(1);
  });

  test('all of them, the one that listens and the one of the lock too: tasks run on, at once, and no other server gets in', async () => {
    const killer = await connectTo(address);
    const before = await server.api.start({ behaviour: 'steps', milliseconds: 500 });
    await server.api.until(before.uuid, (task) => task.progress > 0);
    for (let time = 0; time < 3; time++) {
      await vi.waitFor(async () => {
        const { rowCount } = await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS}`);
        expect(rowCount).toBeGreaterThan(0);
      }, PATIENCE);
    }
    expect(await endOf(server, before.uuid)).toMatchObject({ progress_status: 'COMPLETED' });
    const begin = performance.now();
    const after = await server.api.start();
    expect(await server.api.ended(after.uuid)).toMatchObject({ progress_status: 'COMPLETED' });
    expect(performance.now() - begin).toBeLessThan(20_000);
    await expect(startTestServer({ DATABASE_URL: address })).rejects.toThrow(/^Another GeoInsights server/);
  });

  test('the former connection of the lock, which PostgreSQL takes for alive, is ended and not taken for another server', async () => {
    const [former, killer] = [await connectTo(address), await connectTo(address)];
    const holders = async () => (await killer.query<{ pid: number; name: string }>(`select pid, application_name as name from pg_stat_activity join pg_locks using (pid) where ${OTHERS} and locktype = 'advisory' and granted`)).rows;
    const [holder] = await holders();
    await former.query(`select set_config('application_name', $1, false)`, [holder.name]);
    const ended = new Promise((resolve) => former.once('end', resolve));
    const waiting = former.query('select pg_advisory_lock(7140921533)').catch(() => undefined);
    await vi.waitFor(async () => expect((await killer.query(`select from pg_locks where ${ADVISORY} and not granted`)).rowCount).toBeGreaterThan(0), PATIENCE);
    await killer.query('select pg_terminate_backend($1)', [holder.pid]);
    await Promise.all([waiting, ended]);
    await isBack(server);
    expect(await holders()).toMatchObject([{ name: holder.name }]);
  });

  test('a database that has lost the end of a task, as a replica may that takes over: the task runs once more', async () => {
    const killer = await connectTo(address);
    const { uuid } = await server.api.start();
    const { output_file: lost } = await server.api.ended(uuid);
    await killer.query(`update tasks set progress_status = 'RUNNING', output_file = null, report_file = null, finished_at = null where uuid = $1`, [uuid]);
    await killer.query(`delete from results where task = $1`, [uuid]);
    await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OTHERS}`);
    const task = await endOf(server, uuid);
    expect(task).toMatchObject({ progress_status: 'COMPLETED' });
    expect(task.output_file).not.toBe(lost);
  });
});

describe('a PostgreSQL server that goes away and comes back', () => {
  let postgres: OwnPostgres;
  let server: TestServer;

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    server = await startTestServer({ DATABASE_URL: postgres.address, TASK_ATTEMPTS: '1' });
  });
  afterAll(async () => {
    await server.close();
    await postgres.end();
  });

  test.for(['stop', 'kill'] as const)('after a %s: calls are refused quickly meanwhile, every task ends once, and the server works on', async (how) => {
    const before = await readdir(path.join(server.dataFolder, 'files', 'results'));
    const tasks: string[] = [];
    for (let number = 0; number < 5; number++) tasks.push((await server.api.start({ behaviour: 'steps', milliseconds: 400 })).uuid);
    const [first = ''] = tasks;
    await server.api.until(first, (task) => task.progress > 0);
    await postgres.tell(how);
    await Promise.all([
      expectUnavailable(() => server.api.fetch(`/tools/test-tool/${first}`)),
      expectUnavailable(() => server.api.send([['a.kml', '<kml/>']])),
      expectUnavailable(() => server.api.fetch('/layers/layer_groups')),
      expectNotReady(server),
    ]);
    // Running tasks have ended meanwhile and cannot report it.
    await pause(300);
    await postgres.tell('start');
    await isBack(server);
    const results = new Set<string>();
    for (const uuid of tasks) {
      const task = await server.api.ended(uuid);
      expect(task).toMatchObject({ progress_status: 'COMPLETED', error: null });
      for (const file of [task.output_file, task.report_file]) {
        expect((await server.api.fetch(`/tools/files/${String(file)}`)).status).toBe(200);
        results.add(String(file));
      }
    }
    // One result and one report per task, both as files and as rows.
    const kept = [...results].toSorted();
    expect(kept).toHaveLength(2 * tasks.length);
    const stored = await readdir(path.join(server.dataFolder, 'files', 'results'));
    expect(stored.filter((name) => !before.includes(name)).toSorted()).toEqual(kept);
    const { rows } = await (await connectTo(postgres.address)).query('select uuid from results where uuid = any($1)', [kept]);
    expect(rows).toHaveLength(kept.length);
    await expect(startTestServer({ DATABASE_URL: postgres.address })).rejects.toThrow(/^Another GeoInsights server/);
  });
});

describe('a database that another server takes while the connection is lost', () => {
  const { start } = serverProcesses();

  test('is left to it: this one says so and ends', async () => {
    const database = await newDatabase();
    const server = await start(database);
    const address = database['DATABASE_URL'] ?? '';
    const [other, killer] = [await connectTo(address), await connectTo(address)];
    const { uuid } = await server.api.start({ behaviour: 'stand-still' });
    await server.api.until(uuid, (task) => task.progress_status === 'RUNNING');
    // Queues for the lock, so that it gets it before anybody who comes later.
    const taken = other.query('select pg_advisory_lock(7140921533)');
    await vi.waitFor(async () => {
      const { rowCount } = await killer.query(`select pg_terminate_backend(pid) from pg_locks where ${ADVISORY} and granted and exists (select from pg_locks where ${ADVISORY} and not granted)`);
      expect(rowCount).toBe(1);
    }, PATIENCE);
    await taken;
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('Another GeoInsights server uses the database of DATABASE_URL');
    const { rows } = await other.query('select progress_status from tasks');
    expect(rows).toEqual([{ progress_status: 'RUNNING' }]);
  });
});
