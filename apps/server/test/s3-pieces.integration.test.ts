import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { z } from 'zod';
import { Cluster } from '../../../testing/cluster/cluster.ts';
import { ApiClient } from './api-client.fixture.ts';
import { newDatabase } from './new-database.fixture.ts';
import { newBucket } from './s3-bucket.fixture.ts';
import type { TestBucket } from './s3-bucket.fixture.ts';
import { eventually } from './server.fixture.ts';

let bucket: TestBucket;
let cluster: Cluster;
let api: ApiClient;
let database: pg.Client;

beforeAll(async () => {
  const { DATABASE_URL: databaseUrl = '' } = await newDatabase();
  bucket = await newBucket();
  cluster = await Cluster.start({ apis: 1, workers: 3, nginx: null, services: { databaseUrl, storage: bucket.environment } });
  api = new ApiClient(cluster.address);
  database = new pg.Client(databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await cluster.end();
});

const answersSchema = z.array(z.object({ number: z.number(), folder: z.string().optional(), reply: z.string().optional() }));

/** The results of a task's pieces, and the workers that processed them. */
async function answersOf(file: string | null): Promise<{ answers: z.infer<typeof answersSchema>; workers: Set<string> }> {
  const answers = answersSchema.parse(await (await api.fetch(`/tools/files/${String(file)}`)).json());
  return { answers, workers: new Set(answers.flatMap(({ folder = '' }) => /worker-\d/.exec(folder)?.[0] ?? [])) };
}

const piecesLeft = async (): Promise<number> => (await database.query('select * from pieces')).rows.length;
/** The output and the report of a task. */
const KEPT_OF_A_TASK = 2;

test('pieces of one task are worked off by other workers, and nothing of them is left', async () => {
  const { output_file: output, progress_status: status } = await api.ended((await api.start({ behaviour: 'pieces', pieces: 8, milliseconds: 400 })).uuid);
  expect(status).toBe('COMPLETED');
  const { answers, workers } = await answersOf(output);
  expect(answers.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  // The third one runs the task itself.
  expect(workers.size).toBe(2);
  expect(await piecesLeft()).toBe(0);
  expect(await bucket.keys('results/')).toHaveLength(KEPT_OF_A_TASK);
});

test('a piece whose worker is killed is worked off by another one', async () => {
  const { uuid } = await api.start({ behaviour: 'pieces', pieces: 4, milliseconds: 4000 });
  const running = async (): Promise<string[]> => (await database.query<{ lease: string }>("select lease from pieces where status = 'RUNNING' and lease_until > now()")).rows.map(({ lease }) => lease);
  expect(await eventually(async () => (await running()).length === 2)).toBe(true);
  const holder = await database.query<{ lease: string }>('select lease from tasks where uuid = $1', [uuid]);
  expect(holder.rows).toHaveLength(1);
  // One of three runs the task, so one of these two, at least, has a piece. At the same moment: a piece must not lose both workers, one after the other.
  const killed = cluster.of('worker').slice(0, 2);
  await Promise.all(killed.map((node) => node.signal('SIGKILL')));
  await Promise.all(killed.map((node) => node.start()));
  const { output_file: output, progress_status: status } = await api.ended(uuid);
  expect(status).toBe('COMPLETED');
  expect((await answersOf(output)).answers).toHaveLength(4);
  // What a killed attempt left behind belongs to nobody, and is removed by the next sweep.
  expect(await eventually(async () => (await running()).length === 0)).toBe(true);
});

test('a piece that has lost too many workers is returned to the process that cut it', async () => {
  const { uuid } = await api.start({ behaviour: 'pieces', pieces: 1, milliseconds: 60_000 });
  const lose = async (): Promise<boolean> => (await database.query("update pieces set attempts = 2, lease = gen_random_uuid(), lease_until = now() - interval '1 second' where task = $1 and status = 'RUNNING'", [uuid])).rowCount === 1;
  expect(await eventually(lose)).toBe(true);
  expect((await answersOf((await api.ended(uuid)).output_file)).answers).toEqual([{ number: 0, reply: 'undone' }]);
});

test('pieces of a task that was cancelled are let go', async () => {
  const { uuid } = await api.start({ behaviour: 'pieces', pieces: 6, milliseconds: 60_000 });
  expect(await eventually(async () => (await database.query("select from pieces where task = $1 and status = 'RUNNING'", [uuid])).rows.length === 2)).toBe(true);
  await api.cancel(uuid);
  expect(await eventually(async () => (await database.query('select from pieces where task = $1', [uuid])).rows.length === 0)).toBe(true);
  // All slots are free again.
  const { output_file: output } = await api.ended((await api.start({ behaviour: 'pieces', pieces: 2, milliseconds: 10 })).uuid);
  expect((await answersOf(output)).answers).toHaveLength(2);
});
