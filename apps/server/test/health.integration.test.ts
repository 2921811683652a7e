import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TASK_IDLE_RUNNERS: '0' });
});
afterAll(() => server.close());

async function ask(place: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.address}${place}`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return { status: response.status, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

test('a server that runs is live and ready', async () => {
  expect(await ask('/livez')).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready', checks: { database: { ok: true }, storage: { ok: true }, queue: { ok: true }, disk: { ok: true } } } });
});

test('without its folders it is live and not ready, names the storage and no path, and is ready when they are back', async () => {
  const files = path.join(server.dataFolder, 'files');
  await rename(files, `${files}-away`);
  const answer = await ask('/readyz');
  await rename(`${files}-away`, files);
  expect(answer).toEqual({ status: 503, body: { status: 'not ready', checks: { database: { ok: true }, storage: { ok: false, why: 'fails' }, queue: { ok: true }, disk: { ok: true } } } });
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
});
