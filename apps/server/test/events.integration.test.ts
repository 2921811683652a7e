import { promisify } from 'node:util';
import type { Task } from '@geoinsights/contract';
import fastify from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { taskEventsRoutes } from '../src/routes/v1/task-events.ts';
import { TaskWatch } from '../src/tasks/task-watch.ts';
import { eventually } from './server.fixture.ts';

/** Events on their own, with a faster clock: what is sent while nothing happens, and what is released. */

const WAITING: Task = {
  uuid: 'task-1', tool: 'test-tool', progress_status: 'READY', progress: 0, stage: null, place_in_queue: 2, input_file: 'upload-1', output_file: null, report_file: null,
  report: null, error: null, created_at: '2026-11-23T12:00:00Z', started_at: null, finished_at: null, expires_at: '2026-11-24T12:00:00Z',
};

let app: FastifyInstance;
afterEach(async () => {
  const closed = app.close();
  // A connection whose response has just ended would be kept alive for over a minute.
  app.server.closeAllConnections();
  await closed;
});

/** @returns how often tasks were looked at, and the address of the events. */
async function start(taskNow: () => Task, heartbeatMilliseconds: number, most = 100, find = () => Promise.resolve(taskNow())): Promise<{ looks: () => number; address: string }> {
  let looks = 0;
  const watch = new TaskWatch(
    () => {
      looks++;
      return Promise.resolve(taskNow());
    },
    { milliseconds: 2, mostWatchers: most, mostOfVisitor: most },
  );
  app = fastify({ forceCloseConnections: 'idle' });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  taskEventsRoutes(app, watch, find, heartbeatMilliseconds);
  return { looks: () => looks, address: `${await app.listen({ port: 0, host: '127.0.0.1' })}/tools/test-tool/task-1/events` };
}

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, sign: RegExp): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  while (!sign.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

function readerOf({ body }: Response): ReadableStreamDefaultReader<Uint8Array> {
  if (body === null) throw new Error('The answer has no body.');
  return body.getReader();
}

test('while nothing changes a comment is sent from time to time, and the task once; then its change', async () => {
  let task = WAITING;
  const { address } = await start(() => task, 20);
  const response = await fetch(address);
  // Tells proxies to forward each event as it arrives.
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  const reader = readerOf(response);
  const quiet = await readUntil(reader, /(: still here\n\n){3}/);
  expect(quiet).toMatch(/^retry: \d+\n\nid: \S+\nevent: task\ndata: \{.*\}\n\n(: still here\n\n){3,}$/);
  // A client that reconnects knows it already.
  const known = /^id: (\S+)$/m.exec(quiet)?.[1] ?? '';
  const again = new AbortController();
  expect(await readUntil(readerOf(await fetch(address, { headers: { 'last-event-id': known }, signal: again.signal })), /still here/)).not.toContain('event: task');
  again.abort();
  task = { ...WAITING, progress_status: 'COMPLETED', place_in_queue: null };
  const end = await readUntil(reader, /never/);
  expect(end.match(/^event: task$/gm)).toHaveLength(1);
  expect(end).toContain('"progress_status":"COMPLETED"');
});

test('no comment is sent before its time', async () => {
  let task = WAITING;
  const { address, looks } = await start(() => task, 600_000);
  const reader = readerOf(await fetch(address));
  await readUntil(reader, /event: task/);
  const before = looks();
  expect(await eventually(() => looks() > before + 20)).toBe(true);
  task = { ...WAITING, progress_status: 'CANCELLED' };
  expect(await readUntil(reader, /never/)).not.toContain('still here');
});

test('who goes away is not looked up any more, and makes room for another watch', async () => {
  const { address, looks } = await start(() => WAITING, 600_000, 1);
  const going = new AbortController();
  await readUntil(readerOf(await fetch(address, { signal: going.signal })), /event: task/);
  expect((await fetch(address)).status).not.toBe(200);
  going.abort();
  expect(await eventually(async () => {
    const before = looks();
    await new Promise((resolve) => setTimeout(resolve, 30));
    return looks() === before;
  })).toBe(true);
  const other = new AbortController();
  expect((await fetch(address, { signal: other.signal })).status).toBe(200);
  other.abort();
});

test('who is gone before the task is found takes nobody the place', async () => {
  let found = Promise.withResolvers<Task>();
  let asked = 0;
  const { address } = await start(() => WAITING, 600_000, 1, () => {
    asked++;
    return found.promise;
  });
  const going = new AbortController();
  const gone = fetch(address, { signal: going.signal }).catch(() => null);
  expect(await eventually(() => asked === 1)).toBe(true);
  going.abort();
  await gone;
  expect(await eventually(async () => (await promisify(app.server.getConnections.bind(app.server))()) === 0)).toBe(true);
  found.resolve(WAITING);
  found = Promise.withResolvers<Task>();
  found.resolve(WAITING);
  const other = new AbortController();
  expect((await fetch(address, { signal: other.signal })).status).toBe(200);
  other.abort();
});

test('a server that stops ends the events, so that they are asked for elsewhere', async () => {
  const { address } = await start(() => WAITING, 600_000);
  const reader = readerOf(await fetch(address, { headers: { connection: 'close' } }));
  await readUntil(reader, /event: task/);
  const closed = app.close();
  expect(await readUntil(reader, /never/)).toBe('');
  await closed;
});
