import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { uploadSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from './api-client.fixture.ts';
import type { ApiClient } from './api-client.fixture.ts';
import { startFaultyWay } from '../../../testing/cluster/faulty-way.ts';
import type { FaultyWay } from '../../../testing/cluster/faulty-way.ts';
import { newDatabase } from './new-database.fixture.ts';
import { newBucket } from './s3-bucket.fixture.ts';
import type { TestBucket } from './s3-bucket.fixture.ts';
import { eventually } from './server.fixture.ts';
import { serverProcesses } from './server-process.fixture.ts';
import type { ServerProcess } from './server-process.fixture.ts';

const MEBIBYTE = 1_048_576;
const processes = serverProcesses();
let bucket: TestBucket;
let way: FaultyWay;
let server: ServerProcess;
let api: ApiClient;
beforeAll(async () => {
  bucket = await newBucket();
  way = await startFaultyWay(bucket.settings.endpoint);
  server = await processes.start({ ...bucket.environment, S3_ENDPOINT: way.address, LOG_LEVEL: 'info' });
  ({ api } = server);
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await way.close();
});

const download = (uuid: string | null, init?: RequestInit) => api.fetch(`/tools/files/${uuid ?? ''}`, init);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const remove = (uuid: string) => api.fetch(`/tools/files/${uuid}`, { method: 'DELETE', headers: { 'content-type': 'application/json' } });
const completed = async (task: Task) => {
  const ended = await api.ended(task.uuid);
  expect(ended).toMatchObject({ progress_status: 'COMPLETED' });
  return ended;
};

/** What visitors sent or got, in the bucket. */
const visitorsKeys = async () => [...(await bucket.keys('uploads/')), ...(await bucket.keys('results/'))];

/** What visitors sent or got, on the server's own disk. */
async function onOwnDisk(): Promise<string[]> {
  const names = await readdir(processes.dataFolder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile() && /work|files/.test(path.relative(processes.dataFolder, entry.parentPath))).map(({ name }) => name);
}

test('an upload, its task, its result by ranges, and its deletion go through the bucket, and nothing stays on the disk', async () => {
  const content = randomBytes(11 * MEBIBYTE);
  const upload = await api.uploadSet([
    ['area.geojson', content],
    ['other.prj', 'plane'],
  ]);
  expect(await visitorsKeys()).toEqual([`uploads/${upload.uuid}/0.geojson`, `uploads/${upload.uuid}/1.prj`]);
  const task = await completed(await api.start({}, upload));
  expect((await bytesOf(await download(task.output_file))).equals(content)).toBe(true);
  const part = await download(task.output_file, { headers: { range: 'bytes=6000000-6000009' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 6000000-6000009/${String(content.length)}`]);
  expect((await bytesOf(part)).equals(content.subarray(6_000_000, 6_000_010))).toBe(true);
  expect((await download(task.output_file, { method: 'HEAD' })).headers.get('content-length')).toBe(String(content.length));
  expect((await download(task.output_file, { headers: { 'if-none-match': part.headers.get('etag') ?? '' } })).status).toBe(304);
  await expectProblem(await download(task.output_file, { headers: { range: 'bytes=99999999-' } }), 416, 'range-not-satisfiable');
  expect(await onOwnDisk()).toEqual([]);
  expect((await remove(upload.uuid)).status).toBe(204);
  expect(await visitorsKeys()).toEqual([]);
  await expectProblem(await download(task.output_file), 404, 'unknown-file');
});

test('an upload that its sender breaks off leaves nothing in the bucket', async () => {
  const sender = new AbortController();
  const form = new FormData();
  form.append('files', new Blob([randomBytes(9 * MEBIBYTE)]), 'area.geojson');
  const body = new Response(form);
  const type = body.headers.get('content-type') ?? '';
  const whole = await bytesOf(body);
  const stream = new ReadableStream({
    async pull(controller) {
      controller.enqueue(whole.subarray(0, 8 * MEBIBYTE));
      await eventually(async () => (await bucket.unfinished()).length > 0);
      sender.abort();
      controller.close();
    },
  });
  await expect(api.fetch('/tools/files', { method: 'POST', headers: { 'content-type': type }, body: stream, duplex: 'half', signal: sender.signal })).rejects.toThrow();
  expect(await eventually(async () => (await bucket.unfinished()).length === 0)).toBe(true);
  expect(await visitorsKeys()).toEqual([]);
});

describe('while the storage is away', () => {
  test('calls are refused with that reason, tasks wait for it, and all goes on when it is back', async () => {
    const upload = await api.upload();
    const done = await completed(await api.start({}, upload));
    way.way = 'gone';
    try {
      for (const answer of [await api.send([['b.geojson', '{}']]), await download(done.output_file)]) {
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
        expect(answer.headers.get('content-disposition')).toBeNull();
        await expectProblem(answer, 503, 'storage-unavailable');
      }
      const waiting = await api.start({}, upload);
      expect((await api.until(waiting.uuid, ({ progress_status: status }) => status === 'RUNNING')).output_file).toBeNull();
      // The storage has been asked repeatedly by then, and has not been available yet.
      await pause(1000);
      expect((await api.task(waiting.uuid)).progress_status).toBe('RUNNING');
      const cancelled = await api.start({}, upload);
      await api.until(cancelled.uuid, ({ progress_status: status }) => status === 'RUNNING');
      await api.cancel(cancelled.uuid);
      expect((await api.ended(cancelled.uuid)).progress_status).toBe('CANCELLED');
      way.way = 'whole';
      const { output_file: result } = await completed(waiting);
      expect((await download(result)).status).toBe(200);
    } finally {
      way.way = 'whole';
    }
    expect(server.output().match(/tried again with every call/g)).toHaveLength(1);
    expect(server.output().match(/storage is back/g)).toHaveLength(1);
    await remove(upload.uuid);
  });

  test('a deletion is done for who asked for it', async () => {
    const upload = await api.upload();
    way.way = 'gone';
    try {
      expect((await remove(upload.uuid)).status).toBe(204);
      await expectProblem(await remove(upload.uuid), 404, 'unknown-file');
    } finally {
      way.way = 'whole';
    }
    // The sweep a day later deletes it: file-storage.integration.test.ts.
    expect(server.output()).toContain('A later sweep deletes it.');
  });
});

test('a visitor is sent to the storage for a download, where the operator wants it so', async () => {
  const presigning = await processes.start({ ...bucket.environment, S3_DOWNLOADS: 'presigned', ...(await newDatabase()), DATA_DIR: path.join(processes.dataFolder, 'presigning') });
  const client = presigning.api;
  const { output_file: result } = await client.ended((await client.start()).uuid);
  const place = `/tools/files/${result ?? ''}`;
  const sent = await client.fetch(place, { redirect: 'manual' });
  expect([sent.status, sent.headers.get('cache-control')]).toEqual([307, 'no-store']);
  expect(sent.headers.get('location')).toContain(bucket.settings.endpoint);
  const followed = await client.fetch(place, { headers: { range: 'bytes=0-5' } });
  expect([followed.status, followed.headers.get('content-type'), await followed.text()]).toEqual([206, 'application/geo+json', '{"type']);
  expect(followed.headers.get('content-disposition')).toContain('area-fixed.geojson');
  expect((await client.fetch(place, { method: 'HEAD', redirect: 'manual' })).status).toBe(200);
  presigning.child.kill('SIGTERM');
  await presigning.ended;
});

test('a slow storage is waited for', async () => {
  way.way = 'slow';
  try {
    const upload = await api.upload('slow.geojson', randomBytes(6 * MEBIBYTE));
    const { output_file: result } = await completed(await api.start({}, upload));
    expect((await bytesOf(await download(result))).length).toBe(6 * MEBIBYTE);
    await remove(upload.uuid);
  } finally {
    way.way = 'whole';
  }
});

test('of a storage that fails half of its calls nothing acknowledged is lost, and nothing comes out wrong', async () => {
  way.way = 'half';
  const before = way.spoiled;
  const flows = Array.from({ length: 6 }, async (_, number) => {
    const content = randomBytes(number % 3 === 0 ? 6 * MEBIBYTE : 1000);
    const answer = await again(() => api.send([[`${number}.geojson`, content]]));
    expect(answer.status, await answer.clone().text()).toBe(201);
    const task = await completed(await api.start({}, uploadSchema.parse(await answer.json())));
    expect((await downloaded(task.output_file)).equals(content)).toBe(true);
  });
  try {
    await Promise.all(flows);
  } finally {
    way.way = 'whole';
  }
  expect(way.spoiled - before).toBeGreaterThan(20);
});

test('no key is in what was logged', () => {
  expect(server.output()).toContain('tried again with every call');
  expect(server.output()).not.toContain(bucket.settings.secretAccessKey);
  expect(server.output()).not.toMatch(/x-amz|authorization|signature=/i);
});

/** As browsers resume an interrupted download. Existing bytes must always be correct. */
async function downloaded(uuid: string | null): Promise<Buffer> {
  for (;;) {
    const answer = await again(() => download(uuid));
    const bytes = await bytesOf(answer).catch(() => null);
    if (bytes !== null) return bytes;
  }
}

/** Like a client that is asked to retry. */
async function again(call: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    await expectProblem(answer, 503, 'storage-unavailable');
  }
}
