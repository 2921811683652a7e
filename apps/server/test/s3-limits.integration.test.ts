import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tried } from '../../../testing/attacks.ts';
import { expectProblem } from './api-client.fixture.ts';
import { newDatabase } from './new-database.fixture.ts';
import { newBucket } from './s3-bucket.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

/** Two API nodes on one PostgreSQL server: the requests of one address to both count together. */

const MEBIBYTE = 1_048_576;
/** Counts are exchanged once a second. */
const TOLD_MILLISECONDS = 1500;

let nodes: [TestServer, TestServer];
beforeAll(async () => {
  const shared = { ...(await newDatabase()), ...(await newBucket()).environment, ROLE: 'api', LIMIT_REQUESTS_PER_MINUTE: '60', LIMIT_UPLOAD_BYTES_PER_HOUR: String(MEBIBYTE) };
  nodes = [await startTestServer(shared), await startTestServer(shared)];
});
afterAll(() => Promise.all(nodes.map((node) => node.close())));

function ask(node: TestServer, address: string): Promise<Response> {
  return node.api.fetch('/layers/layer_groups', { headers: { 'x-forwarded-for': address } });
}

function send(node: TestServer, address: string, bytes: number): Promise<Response> {
  const form = new FormData();
  form.append('a.kml', new Blob([new Uint8Array(bytes)]), 'a.kml');
  return node.api.fetch('/tools/files', { method: 'POST', body: form, headers: { 'x-forwarded-for': address } });
}

test('requests to one node are missing at the other one', async (context) => {
  const [one, other] = nodes;
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(one, '203.0.113.1')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  let allowed = 0;
  let refusal = await ask(other, '203.0.113.1');
  while (refusal.status === 200 && allowed < 60) {
    allowed++;
    await pause(TOLD_MILLISECONDS / 5);
    refusal = await ask(other, '203.0.113.1');
  }
  // Ten are left, and some arrive before the first exchange; alone, the node would have let sixty through.
  expect(allowed).toBeLessThan(30);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(refusal, 429, 'too-many-requests');
  expect((await ask(other, '203.0.113.2')).status).toBe(200);
  tried(context, 50 + allowed);
});

test('bytes that one node took count at the other one', async (context) => {
  const [one, other] = nodes;
  expect((await send(one, '203.0.113.3', 0.7 * MEBIBYTE)).status).toBe(201);
  await pause(TOLD_MILLISECONDS);
  expect((await send(other, '203.0.113.3', 0.1 * MEBIBYTE)).status).toBe(201);
  await pause(TOLD_MILLISECONDS);
  await expectProblem(await send(other, '203.0.113.3', 0.5 * MEBIBYTE), 429, 'upload-quota-used');
  expect((await send(other, '203.0.113.4', 0.5 * MEBIBYTE)).status).toBe(201);
  tried(context, 1);
});
