import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '../src/db/database.ts';
import type { Database } from '../src/db/database.ts';
import { openPostgresDatabase } from '../src/db/postgres-database.ts';
import { UploadStore } from '../src/files/upload-store.ts';
import { TaskCreation } from '../src/tasks/task-creation.ts';
import { TaskLeases } from '../src/tasks/task-leases.ts';
import type { ClaimedTask } from '../src/tasks/task-leases.ts';
import { TaskStore } from '../src/tasks/task-store.ts';
import { readVisitors } from '../src/visitors/visitors.ts';
import { newDatabase, newFolderForDatabase } from './new-database.fixture.ts';

const HOUR = 3_600_000;
const REPORT: Report = { tool: 'test-tool', datasets: [], failures: [], found: {}, remaining: {}, notes: [] };

let folder: string;
let database: Database;
let store: TaskStore;
let creation: TaskCreation;
let leases: TaskLeases;
let upload: string;

beforeAll(async () => {
  folder = await newFolderForDatabase('leases');
  const { DATABASE_URL: url = null } = await newDatabase();
  database = url === null ? await openEmbeddedDatabase(path.join(folder, 'database')) : await openPostgresDatabase(url, 'alone', () => undefined);
  store = new TaskStore(database.tables);
  creation = new TaskCreation(database.tables, HOUR, () => Promise.resolve());
  leases = new TaskLeases(database.tables, HOUR, 30);
  upload = randomUUID();
  await new UploadStore(database.tables, HOUR).add(upload, [{ name: 'a.kml', size: 1, storedName: 'a.kml' }]);
});
afterEach(() => database.tables.deleteFrom('tasks').execute());
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

async function newTask(visitor = 'a visitor'): Promise<string> {
  return creation.create({ tool: 'test-tool', upload, options: {}, visitor, idempotencyKey: null, traceParent: null, mostTasks: 0 });
}

async function claim({ takesLapsed } = { takesLapsed: false }): Promise<ClaimedTask> {
  const task = await leases.claim(leases.newLease(), { takesLapsed });
  if (task === null) throw new Error('No task waits.');
  return task;
}

function lapse(): Promise<unknown> {
  return sql`update tasks set lease_until = now() - interval '1 second' where progress_status = 'RUNNING'`.execute(database.tables);
}

const result = () => ({ uuid: randomUUID(), name: 'a', size: 1 });

describe('a lease', () => {
  test('gives a task to one attempt, and to no other while it lasts', async () => {
    const uuid = await newTask();
    expect(await claim()).toMatchObject({ uuid, attempts: 1 });
    expect(await leases.claim(leases.newLease(), { takesLapsed: true })).toBeNull();
  });

  test('claimed again, since the answer was lost, is the same attempt', async () => {
    const [first, second] = [await newTask(), await newTask()];
    const lease = leases.newLease();
    expect(await leases.claim(lease, { takesLapsed: false })).toMatchObject({ uuid: first, attempts: 1, lease });
    expect(await leases.claim(lease, { takesLapsed: false })).toMatchObject({ uuid: first, attempts: 1, lease });
    expect(await claim()).toMatchObject({ uuid: second, attempts: 1 });
  });

  test('that was given before the clock of the database was put back leaves the task to another attempt, and the worker that lives loses one attempt by it', async () => {
    const uuid = await newTask();
    const before = await claim();
    await sql`update tasks set lease_until = lease_until + interval '1 hour'`.execute(database.tables);
    expect(await claim({ takesLapsed: true })).toMatchObject({ uuid, attempts: 2 });
    expect(await leases.renew([before.lease])).toEqual(new Set());
    expect(await leases.claim(leases.newLease(), { takesLapsed: true })).toBeNull();
  });

  test('that has lapsed leaves the task to another attempt, where others may be at work, and the first one can say nothing any more', async () => {
    const uuid = await newTask();
    const frozen = await claim();
    await lapse();
    expect(await leases.claim(leases.newLease(), { takesLapsed: false })).toBeNull();
    const other = await claim({ takesLapsed: true });
    expect(other).toMatchObject({ uuid, attempts: 2 });

    await leases.progress(frozen, 0.9, 'from the grave');
    await leases.fail(frozen, new ProblemError('task-crashed').toProblem());
    await leases.giveBack(frozen);
    expect(await leases.complete(frozen, result(), result(), REPORT)).toBe(false);
    expect(await store.find(uuid)).toMatchObject({ progress_status: 'RUNNING', progress: 0, stage: null });
    expect(await leases.renew([frozen.lease, other.lease])).toEqual(new Set([other.lease]));

    const [output, reportFile] = [result(), result()];
    expect(await leases.complete(other, output, reportFile, REPORT)).toBe(true);
    expect(await leases.complete(frozen, result(), result(), REPORT)).toBe(false);
    expect(await store.find(uuid)).toMatchObject({ progress_status: 'COMPLETED', output_file: output.uuid, report_file: reportFile.uuid });
  });

  test('given back, as by a server that stops, leaves a task that waits, and its attempt does not count', async () => {
    const uuid = await newTask();
    await leases.giveBack(await claim());
    expect(await store.find(uuid)).toMatchObject({ progress_status: 'READY', progress: 0, started_at: null });
    expect(await claim()).toMatchObject({ uuid, attempts: 1 });
  });

  test('that is renewed does not lapse, and that of a cancelled task cannot be renewed', async () => {
    const uuid = await newTask();
    const { lease } = await claim();
    await lapse();
    expect(await leases.renew([lease])).toEqual(new Set([lease]));
    expect(await leases.claim(leases.newLease(), { takesLapsed: true })).toBeNull();
    await store.cancel(uuid);
    expect(await leases.renew([lease])).toEqual(new Set());
  });

  test('takes a result once, however often its end is reported', async () => {
    const uuid = await newTask();
    const task = await claim();
    const [output, reportFile] = [result(), result()];
    expect(await leases.complete(task, output, reportFile, REPORT)).toBe(true);
    expect(await leases.complete(task, output, reportFile, REPORT)).toBe(true);
    expect(await leases.complete(task, result(), result(), REPORT)).toBe(false);
    expect(await store.find(uuid)).toMatchObject({ progress_status: 'COMPLETED', output_file: output.uuid, report_file: reportFile.uuid });
  });

  test('does not outlive a server that was alone: what ran waits again, but for what still runs', async () => {
    const [first, second] = [await newTask(), await newTask()];
    const held = await claim();
    await claim();
    await leases.releaseAllBut([held.lease]);
    expect(await store.find(first)).toMatchObject({ progress_status: 'RUNNING' });
    expect(await store.find(second)).toMatchObject({ progress_status: 'READY', started_at: null });
    expect(await claim()).toMatchObject({ uuid: second, attempts: 1 });
    await leases.releaseAll();
    expect(await claim()).toMatchObject({ uuid: first, attempts: 2 });
  });
});

describe('tasks that are asked for at the same time', () => {
  const asked = { tool: 'test-tool', options: {}, visitor: 'a visitor', idempotencyKey: null, traceParent: null, mostTasks: 0 };

  test('are made together, each in the queue once, and who is refused is refused alone', async () => {
    const queued: number[] = [];
    const making = new TaskCreation(database.tables, HOUR, (tasks) => Promise.resolve(void queued.push(tasks)));
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, () => making.create({ ...asked, upload })),
      making.create({ ...asked, upload: randomUUID() }),
    ]);
    const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const rows = await database.tables.selectFrom('tasks').select('uuid').execute();
    expect(rows.map(({ uuid }) => uuid).toSorted()).toEqual(made.toSorted());
    expect(made).toHaveLength(20);
    expect(outcomes.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'unknown-input-file' } });
    // The first on its own, and all others in the next batch.
    expect(queued).toEqual([1, 19]);
  });

  test('are no more than an upload may have', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => creation.create({ ...asked, upload, mostTasks: 5 })));
    expect(outcomes.map(({ status }) => status)).toEqual([...Array.from({ length: 5 }, () => 'fulfilled'), ...Array.from({ length: 7 }, () => 'rejected')]);
    expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'too-many-tasks-of-upload' } });
  });

  test('are each made alone where one of them cannot be, so that the others are', async () => {
    const keys = ['one', 'two', 'two', 'three'];
    const outcomes = await Promise.allSettled(keys.map((idempotencyKey) => creation.create({ ...asked, upload, idempotencyKey })));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[2]).toMatchObject({ reason: { code: '23505' } });
  });
});

describe('whose turn it is', () => {
  test('one file waits for one task, and not for all the files of another visitor', async () => {
    const many = [await newTask('one with many'), await newTask('one with many'), await newTask('one with many'), await newTask('one with many')];
    expect((await claim()).uuid).toBe(many[0]);
    const single = await newTask('one with a single file');
    expect((await claim()).uuid).toBe(single);
    expect((await claim()).uuid).toBe(many[1]);
  });

  test('visitors take turns where one task runs at a time', async () => {
    const [a, b, a2, b2] = [await newTask('a'), await newTask('b'), await newTask('a'), await newTask('b')];
    const order: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const task = await claim();
      order.push(task.uuid);
      await leases.fail(task, new ProblemError('task-crashed').toProblem());
    }
    expect(order).toEqual([a, b, a2, b2]);
  });

  test('is shown to everyone who waits', async () => {
    const many = [await newTask('one with many'), await newTask('one with many'), await newTask('one with many')];
    await claim();
    const single = await newTask('one with a single file');
    const places = await Promise.all([...many, single].map(async (uuid) => (await new TaskStore(database.tables).find(uuid))?.place_in_queue));
    expect(places).toEqual([null, 2, 3, 1]);
  });
});

test('visitors are distinguished by their address, or by their network where they have many, and their names say nothing of it', async () => {
  const visitorOf = await readVisitors(database.tables);
  expect(visitorOf('203.0.113.7')).toBe(visitorOf('::ffff:203.0.113.7'));
  expect(visitorOf('203.0.113.7')).not.toBe(visitorOf('203.0.113.8'));
  expect(visitorOf('2001:db8:1:2::1')).toBe(visitorOf('2001:0db8:0001:0002:ffff::9'));
  expect(visitorOf('2001:db8:1:2::1')).not.toBe(visitorOf('2001:db8:1:3::1'));
  expect(visitorOf('fe80::1%eth0')).toBe(visitorOf('fe80::2'));
  expect(visitorOf('203.0.113.7')).toMatch(/^[\w-]{22}$/);
});
