import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tried } from '../../../../testing/attacks.ts';
import { expectProblem } from '../api-client.fixture.ts';
import { startTestServer } from '../server.fixture.ts';
import type { TestServer } from '../server.fixture.ts';
import { TUS, TusClient } from '../tus.fixture.ts';

const MEBIBYTE = 1_048_576;

let server: TestServer;
let tus: TusClient;
beforeAll(async () => {
  server = await startTestServer({
    UPLOAD_MAX_BYTES: String(2 * MEBIBYTE),
    UPLOAD_MAX_FILES: '3',
    STORAGE_MAX_BYTES: String(3 * MEBIBYTE),
    LIMIT_UPLOAD_BYTES_PER_HOUR: String(5 * MEBIBYTE),
  });
  tus = new TusClient(server.api);
});
afterAll(() => server.close());

test('uploads that are begun and never ended: only so many for one visitor', async (context) => {
  const begun = [await tus.begun('a.kml', 0), await tus.begun('b.kml', 1), await tus.begun('c.kml', 2)];
  const refusal = await tus.begin('d.kml', 1);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(refusal, 429, 'too-many-unfinished-uploads');
  expect((await tus.begin('d.kml', 1, { 'x-forwarded-for': '203.0.113.9' })).status).toBe(201);
  for (const id of begun) await tus.giveUp(id);
  expect((await tus.giveUp(await tus.begun('d.kml', 1))).status).toBe(204);
  tried(context, 4);
});

test('parts of what is never ended count as storage in use', async (context) => {
  const ids = [await tus.begun('a.kml', 2 * MEBIBYTE), await tus.begun('b.kml', 2 * MEBIBYTE)];
  expect((await tus.send(ids[0], 0, new Uint8Array(2 * MEBIBYTE))).status).toBe(204);
  await expectProblem(await tus.send(ids[1], 0, new Uint8Array(2 * MEBIBYTE)), 507, 'storage-full');
  await expectProblem(await tus.begin('c.kml', 2 * MEBIBYTE), 507, 'storage-full');
  for (const id of ids) await tus.giveUp(id);
  tried(context, 3);
});

test('a body that says it is short and goes on, or says nothing, is not kept', async (context) => {
  const id = await tus.begun('a.kml', 1000);
  const request = http.request(`${server.api.base}/tools/uploads/${id}`, { method: 'PATCH', headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' } });
  const status = new Promise<number | undefined>((resolve) => {
    request.on('response', (response) => resolve(response.statusCode));
  });
  request.on('error', () => undefined);
  request.write(Buffer.alloc(MEBIBYTE));
  request.write(Buffer.alloc(MEBIBYTE));
  expect(await status).toBe(400);
  request.destroy();
  expect(await tus.offset(id)).toBe(0);
  await tus.giveUp(id);
  tried(context, 1);
});

test('bytes count for the hour of the visitor, also those of an upload that was given up', async (context) => {
  const statuses: number[] = [];
  for (let time = 0; time < 6 && statuses.at(-1) !== 429; time++) {
    const id = await tus.begun('a.kml', MEBIBYTE);
    statuses.push((await tus.send(id, 0, new Uint8Array(MEBIBYTE))).status);
    await tus.giveUp(id);
  }
  expect(statuses.length).toBeGreaterThan(1);
  expect(statuses.at(-1)).toBe(429);
  tried(context, statuses.length);
});
