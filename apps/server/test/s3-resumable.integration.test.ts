import { randomBytes } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDatabase } from './new-database.fixture.ts';
import { newBucket } from './s3-bucket.fixture.ts';
import type { TestBucket } from './s3-bucket.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';
import { sha256, TusClient } from './tus.fixture.ts';

/** Two API nodes on one bucket: each part of an upload may arrive at a different one. */

const MEBIBYTE = 1_048_576;

let nodes: [TestServer, TestServer];
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await newBucket();
  const shared = { ...(await newDatabase()), ...bucket.environment, ROLE: 'api' };
  nodes = [await startTestServer(shared), await startTestServer(shared)];
});
afterAll(() => Promise.all(nodes.map((node) => node.close())));

test('parts that come to different nodes are one file in the bucket, and nothing else stays there', async () => {
  const [one, other] = nodes.map(({ api }) => new TusClient(api));
  const content = randomBytes(7 * MEBIBYTE);
  const id = await one.begun('large.gpkg', content.length);
  for (const [index, start] of [0, 3, 6].entries()) {
    const part = new Uint8Array(content.subarray(start * MEBIBYTE, (start + 3) * MEBIBYTE));
    expect((await [one, other][index % 2].send(id, start * MEBIBYTE, part)).status).toBe(204);
  }
  expect(await other.offset(id)).toBe(content.length);
  const answers = await Promise.all([one.joined([id]), other.joined([id])]);
  const [{ uuid }] = answers;
  expect(answers[1].uuid).toBe(uuid);
  expect([...(await bucket.keys('uploads/')), ...(await bucket.keys('parts/'))]).toEqual([`uploads/${uuid}/0.gpkg`]);
  const object = await bucket.client.send(new GetObjectCommand({ Bucket: bucket.settings.bucket, Key: `uploads/${uuid}/0.gpkg` }));
  expect(sha256((await object.Body?.transformToByteArray()) ?? new Uint8Array())).toBe(sha256(content));
});

test('an upload that is given up leaves nothing in the bucket', async () => {
  const [one, other] = nodes.map(({ api }) => new TusClient(api));
  const id = await one.begun('a.kml', 6);
  await other.send(id, 0, new Uint8Array(3));
  expect(await bucket.keys(`parts/${id}/`)).toHaveLength(1);
  expect((await other.giveUp(id)).status).toBe(204);
  expect(await bucket.keys('parts/')).toEqual([]);
});
