import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { z } from 'zod';
import { CAMPAIGNS, run } from '../../../testing/cluster/campaigns.ts';
import { Cluster } from '../../../testing/cluster/cluster.ts';
import { foreignNginx } from '../../../testing/cluster/foreign-nginx.ts';
import { ApiClient } from './api-client.fixture.ts';
import { newDatabase } from './new-database.fixture.ts';
import { newBucket } from './s3-bucket.fixture.ts';
import type { TestBucket } from './s3-bucket.fixture.ts';
import { eventually } from './server.fixture.ts';

/** Two API nodes and three workers behind nginx. The load at the end is the short form of `npm run test:cluster`, which strikes more often, and strikes PostgreSQL and S3 too. */
let cluster: Cluster;
let bucket: TestBucket;
let database: pg.Client;
let api: ApiClient;

beforeAll(async () => {
  const { DATABASE_URL: databaseUrl = '' } = await newDatabase();
  bucket = await newBucket();
  cluster = await Cluster.start({ apis: 2, workers: 3, nginx: await foreignNginx(), services: { databaseUrl, storage: bucket.environment }, environment: { DRAIN_SECONDS: '1' } });
  api = new ApiClient(cluster.of('api')[0].address);
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

// First, while nothing else is in the bucket.
describe('the pieces of a task', () => {
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
});

test('any node answers any call, and a task is cancelled by a node that does not run it', async () => {
  const [one, other] = cluster.of('api').map(({ address }) => new ApiClient(address));
  const upload = await one.upload('a.kml', 'what was sent');
  const done = await one.ended((await other.start({}, upload)).uuid);
  expect(await (await other.fetch(`/tools/files/${String(done.output_file)}`)).text()).toBe('what was sent');

  const { uuid } = await one.start({ behaviour: 'stand-still' }, upload);
  await other.until(uuid, (task) => task.stage === 'standing still');
  expect(await (await other.cancel(uuid)).json()).toMatchObject({ progress_status: 'CANCELLED' });
  // The slot that had it is free again long before the lease would have lapsed.
  for (const { uuid: next } of [await one.start({}, upload), await one.start({}, upload), await one.start({}, upload)]) expect(await other.ended(next)).toMatchObject({ progress_status: 'COMPLETED' });

  expect((await one.fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' })).status).toBe(204);
  expect((await other.fetch(`/tools/files/${String(done.output_file)}`)).status).toBe(404);
});

test('any node tells the events of a task that a worker runs, and goes on from those that another one told', async () => {
  const [one, other] = cluster.of('api').map(({ address }) => new ApiClient(address));
  const { uuid } = await one.start({ behaviour: 'steps', milliseconds: 4000 });
  const place = `/tools/test-tool/${uuid}/events`;
  const idsOf = (text: string) => [...text.matchAll(/^id: (\S+)$/gm)].map(([, id = '']) => id);
  const gone = new AbortController();
  const first = await one.fetch(place, { signal: gone.signal });
  let told = '';
  // Not a loop over the stream: leaving that waits for the stream to be cancelled, which once never ended.
  const reader = (first.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream()).getReader();
  while (!/"stage":"step \d+"/.test(told)) {
    const { value, done } = await reader.read();
    if (done) break;
    told += value;
  }
  gone.abort();
  expect(told).toContain('"progress_status":"RUNNING"');
  const known = idsOf(told).at(-1) ?? '';
  const rest = await (await other.fetch(place, { headers: { 'last-event-id': known } })).text();
  expect(idsOf(rest)).not.toContain(known);
  expect(rest.match(/"progress_status":"COMPLETED"/g)).toHaveLength(1);
  // The same state has the same id on every server.
  const last = idsOf(rest).at(-1) ?? '';
  for (const node of [one, other]) expect((await node.fetch(place, { headers: { 'last-event-id': last } })).status).toBe(204);
});

test.for([
  ['kill-api', 1],
  ['kill-worker', 1],
  ['restart', 1],
  ['freeze', 1],
] as const)('%s, %i times under load: nothing that was acknowledged is lost', async ([name, times]) => {
  // Long tasks, one for each worker: a strike is sure to meet one, and few processes are started for them meanwhile.
  const { outcome, wrong } = await run(cluster, CAMPAIGNS[name], { times, visitors: cluster.of('worker').length, visits: { milliseconds: 2500 } });
  expect(wrong).toEqual([]);
  expect(outcome.completed).toBe(outcome.tasks);
  expect(outcome.completed).toBeGreaterThan(0);
});
