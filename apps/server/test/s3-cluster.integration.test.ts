import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CAMPAIGNS, run } from '../../../testing/cluster/campaigns.ts';
import { Cluster } from '../../../testing/cluster/cluster.ts';
import { foreignNginx } from '../../../testing/cluster/foreign-nginx.ts';
import type {} from '../../../testing/s3.setup.ts';
import { ApiClient } from './api-client.fixture.ts';
import { newDatabase } from './new-database.fixture.ts';

/** The short form of `npm run test:cluster`, which strikes more often, and strikes PostgreSQL and S3 too. */
let cluster: Cluster;

beforeAll(async () => {
  const { DATABASE_URL: databaseUrl = '' } = await newDatabase();
  cluster = await Cluster.start({ apis: 2, workers: 2, nginx: await foreignNginx(), services: { databaseUrl, storage: inject('s3') ?? {} }, environment: { DRAIN_SECONDS: '1' } });
});
afterAll(() => cluster.end());

test('any node answers any call, and a task is cancelled by a node that does not run it', async () => {
  const [one, other] = cluster.of('api').map(({ address }) => new ApiClient(address));
  const upload = await one.upload('a.kml', 'what was sent');
  const done = await one.ended((await other.start({}, upload)).uuid);
  expect(await (await other.fetch(`/tools/files/${String(done.output_file)}`)).text()).toBe('what was sent');

  const { uuid } = await one.start({ behaviour: 'stand-still' }, upload);
  await other.until(uuid, (task) => task.stage === 'standing still');
  expect(await (await other.cancel(uuid)).json()).toMatchObject({ progress_status: 'CANCELLED' });
  // The slot that had it is free again long before the lease would have lapsed.
  for (const { uuid: next } of [await one.start({}, upload), await one.start({}, upload)]) expect(await other.ended(next)).toMatchObject({ progress_status: 'COMPLETED' });

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
  // Long tasks: a strike is sure to meet one, and few processes are started for them meanwhile.
  const { outcome, wrong } = await run(cluster, CAMPAIGNS[name], { times, visitors: 2, visits: { milliseconds: 1500 } });
  expect(wrong).toEqual([]);
  expect(outcome.completed).toBe(outcome.tasks);
  expect(outcome.completed).toBeGreaterThan(0);
});
