import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { taskSchema, uploadSchema } from '@geoinsights/contract';
import type { Task, Upload } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tried } from '../../../../testing/attacks.ts';
import { ApiClient, expectProblem } from '../api-client.fixture.ts';
import { eventually, startTestServer, storedFiles } from '../server.fixture.ts';
import type { TestServer } from '../server.fixture.ts';

const MEBIBYTE = 1_048_576;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    LIMIT_REQUESTS_PER_MINUTE: '40',
    LIMIT_TILES_PER_MINUTE: '20',
    LIMIT_UPLOAD_BYTES_PER_HOUR: String(MEBIBYTE),
    LIMIT_TASKS_AT_ONCE: '3',
    LIMIT_TASKS_PER_UPLOAD: '4',
    STORAGE_MAX_BYTES: String(3 * MEBIBYTE),
    UPLOAD_MAX_BYTES: String(2 * MEBIBYTE),
    TASK_CONCURRENCY: '1',
  });
});
afterAll(() => server.close());

/** Calls as they arrive from a visitor's address through the proxy on this machine. */
class VisitorClient extends ApiClient {
  readonly #address: string;

  constructor(address: string) {
    super(server.address);
    this.#address = address;
  }

  override fetch(place: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', this.#address);
    return super.fetch(place, { ...init, headers });
  }

  /** How many concurrent calls were refused, and the last refusal. */
  async flood(place: string, times: number): Promise<{ refused: number; refusal: Response | undefined }> {
    const answers = await Promise.all(Array.from({ length: times }, () => this.fetch(place)));
    const refusals = answers.filter(({ status }) => status === 429);
    const refusal = refusals.pop();
    await Promise.all(answers.filter((answer) => answer !== refusal).map((answer) => answer.arrayBuffer()));
    return { refused: refusals.length + (refusal === undefined ? 0 : 1), refusal };
  }
}

async function expectRefusal(response: Response | undefined, code: string): Promise<void> {
  if (response === undefined) throw new Error('Nothing was refused.');
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(response, 429, code);
}

describe('one address', () => {
  test('asks no more often than it may, and hears when to come again', async (context) => {
    const { refused, refusal } = await new VisitorClient('203.0.113.1').flood('/layers/layer_groups', 100);
    expect(refused).toBe(60);
    expect(refusal?.headers.get('ratelimit-policy')).toBe('"requests";q=40;w=60');
    expect(refusal?.headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/);
    await expectRefusal(refusal, 'too-many-requests');
    // Requests for missing pages count as well; the allowance of another address does not change.
    expect((await new VisitorClient('203.0.113.1').fetch('/nothing')).status).toBe(429);
    expect((await new VisitorClient('203.0.113.2').fetch('/layers/layer_groups')).status).toBe(200);
    tried(context, 101);
  });

  test('guesses no ids beyond that', async (context) => {
    const { refused } = await new VisitorClient('203.0.113.3').flood('/tools/files/00000000-0000-4000-8000-000000000000', 90);
    expect(refused).toBe(50);
    tried(context, 90);
  });

  test('has its maps counted apart', async (context) => {
    const api = new VisitorClient('203.0.113.4');
    expect((await api.flood('/wms?SERVICE=WMS&REQUEST=GetCapabilities', 50)).refused).toBe(30);
    expect((await api.fetch('/layers/layer_groups')).status).toBe(200);
    tried(context, 50);
  });

  test('of IPv6 is all the addresses that its owner has, and none of the neighbours', async (context) => {
    const answers = await Promise.all(Array.from({ length: 80 }, (_, index) => new VisitorClient(`2001:db8:0:1::${(index + 1).toString(16)}`).fetch('/layers/layer_groups')));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
    expect((await new VisitorClient('2001:db8:0:2::1').fetch('/layers/layer_groups')).status).toBe(200);
    const mapped = [...Array.from({ length: 40 }, () => '198.51.100.7'), '::ffff:198.51.100.7'];
    const statuses: number[] = [];
    for (const address of mapped) statuses.push((await new VisitorClient(address).fetch('/layers/layer_groups')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    tried(context, 121);
  });

  test('uploads no more in an hour than it may', async (context) => {
    const api = new VisitorClient('203.0.113.5');
    const half = new Uint8Array(0.6 * MEBIBYTE);
    const upload = await api.upload('a.kml', half);
    await expectRefusal(await api.send([['b.kml', half]]), 'upload-quota-used');
    expect((await api.send([['c.kml', 'small']])).status).toBe(201);
    expect((await new VisitorClient('203.0.113.6').fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' })).status).toBe(204);
    tried(context, 1);
  });

  test('is cut off in the middle of an upload that does not say how long it is, and nothing of it is kept', async (context) => {
    const request = http.request(`${server.api.base}/tools/files`, { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=edge', 'x-forwarded-for': '203.0.113.50' } });
    request.on('error', () => undefined);
    const answer = once(request, 'response').then(([response]: http.IncomingMessage[]) => response.statusCode);
    let status: number | undefined;
    void answer.then((told) => (status = told));
    request.write('--edge\r\ncontent-disposition: form-data; name="a.kml"; filename="a.kml"\r\n\r\n');
    for (let sent = 0; sent < 40 && status === undefined; sent++) {
      request.write(Buffer.alloc(0.1 * MEBIBYTE));
      await pause(100);
    }
    expect(await answer).toBe(429);
    expect(await eventually(async () => (await storedFiles(server.dataFolder)).incoming.length === 0)).toBe(true);
    tried(context, 1);
  });

  test('has no more tasks waiting and running than it may, however fast it asks', async (context) => {
    const api = new VisitorClient('203.0.113.7');
    const uploads: Upload[] = [];
    for (let count = 0; count < 8; count++) uploads.push(await api.upload());
    const answers = await Promise.all(uploads.map(({ uuid }) => api.post({ input_file: uuid, options: { behaviour: 'stand-still' } })));
    const made: Task[] = [];
    for (const answer of answers) if (answer.status === 201) made.push(taskSchema.parse(await answer.json()));
    expect(made).toHaveLength(3);
    await expectRefusal(answers.find(({ status }) => status === 429), 'too-many-tasks');
    const [first, ...others] = z.tuple([taskSchema]).rest(taskSchema).parse(made);
    await api.cancel(first.uuid);
    const next = await api.start({}, uploads.at(-1));
    for (const { uuid } of [...others, next]) await api.cancel(uuid);
    tried(context, 8);
  });

  test('has no more tasks on one upload than it may have', async (context) => {
    const api = new VisitorClient('203.0.113.8');
    const upload = await api.upload();
    for (let count = 0; count < 4; count++) await api.cancel((await new VisitorClient(`203.0.113.${String(20 + count)}`).start({}, upload)).uuid);
    await expectRefusal(await api.post({ input_file: upload.uuid }), 'too-many-tasks-of-upload');
    tried(context, 5);
  });
});

describe('all together', () => {
  test('keep no more than the server is to keep, with or without saying how much comes', async (context) => {
    const before = await storedFiles(server.dataFolder);
    const kept: Upload[] = [];
    let refused: Response | undefined;
    for (let count = 0; count < 6 && refused === undefined; count++) {
      const answer = await new VisitorClient(`198.51.100.${String(20 + count)}`).send([['a.kml', new Uint8Array(0.7 * MEBIBYTE)]]);
      if (answer.status === 201) kept.push(uploadSchema.parse(await answer.json()));
      else refused = answer;
    }
    expect(kept).toHaveLength(4);
    if (refused !== undefined) await expectProblem(refused, 507, 'storage-full');
    const stream = new Blob([new Uint8Array(10)]).stream();
    const untold = await fetch(`${server.api.base}/tools/files`, { method: 'POST', body: stream, duplex: 'half', headers: { 'content-type': 'multipart/form-data; boundary=edge' } });
    await expectProblem(untold, 507, 'storage-full');
    for (const { uuid } of kept) await server.api.fetch(`/tools/files/${uuid}`, { method: 'DELETE' });
    expect(await eventually(async () => (await storedFiles(server.dataFolder)).uploads.length === before.uploads.length)).toBe(true);
    expect((await new VisitorClient('198.51.100.30').send([['a.kml', 'x']])).status).toBe(201);
    tried(context, 3);
  });
});

describe('results', () => {
  test('count like uploads', async (context) => {
    const api = new VisitorClient('198.51.100.40');
    const send = (visitor: number, size: number) => new VisitorClient(`198.51.100.${String(visitor)}`).send([['a.kml', new Uint8Array(size * MEBIBYTE)]]);
    const upload = uploadSchema.parse(await (await send(41, 0.9)).json());
    // One request, as the address may send few.
    expect(await (await api.fetch(`/tools/test-tool/${(await api.start({}, upload)).uuid}/events`)).text()).toContain('COMPLETED');
    const other = await send(42, 0.7);
    expect(other.status).toBe(201);
    await expectProblem(await send(43, 0.7), 507, 'storage-full');
    for (const { uuid } of [upload, uploadSchema.parse(await other.json())]) await api.fetch(`/tools/files/${uuid}`, { method: 'DELETE' });
    tried(context, 1);
  });
});

describe('a task asked for twice with one Idempotency-Key', () => {
  const post = (api: ApiClient, body: object, key: string) => api.fetch('/tools/test-tool', { method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': key }, body: JSON.stringify(body) });
  const uuidOf = async (answer: Response) => taskSchema.parse(await answer.json()).uuid;

  test('is made once, even when both ask at the same time', async (context) => {
    const api = new VisitorClient('203.0.113.40');
    const body = { input_file: (await api.upload()).uuid, options: { behaviour: 'copy', milliseconds: 1 } };
    const answers = await Promise.all(Array.from({ length: 3 }, () => post(api, body, 'one')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
    const uuids = await Promise.all(answers.map(uuidOf));
    expect(new Set(uuids).size).toBe(1);
    await api.cancel(uuids[0] ?? '');
    const later = await post(api, { ...body, options: { milliseconds: 1, behaviour: 'copy' } }, 'one');
    expect([later.status, await uuidOf(later)]).toEqual([200, uuids[0]]);
    tried(context, 4);
  });

  test('is refused with other options, is another one on another upload, and needs a usable key', async (context) => {
    const api = new VisitorClient('203.0.113.41');
    const input_file = (await api.upload()).uuid;
    const made = await uuidOf(await post(api, { input_file }, 'one'));
    await expectProblem(await post(api, { input_file, options: { milliseconds: 5 } }, 'one'), 422, 'idempotency-key-reused');
    const other = await post(api, { input_file: (await api.upload()).uuid }, 'one');
    expect(other.status).toBe(201);
    expect(await uuidOf(other)).not.toBe(made);
    await expectProblem(await post(api, { input_file }, 'x'.repeat(256)), 400, 'invalid-request');
    tried(context, 3);
  });
});
