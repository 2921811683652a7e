import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { containing, expectProblem } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';
import { TusClient } from './tus.fixture.ts';

const MEBIBYTE = 1_048_576;
const PART_TYPE = 'application/offset+octet-stream';
const FORM = '--edge\r\ncontent-disposition: form-data; name="a.kml"; filename="a.kml"\r\n\r\nx\r\n--edge--\r\n';
const FORM_TYPE = 'multipart/form-data; boundary=edge';

const bytes = (content: string) => new TextEncoder().encode(content);

let server: TestServer;
let tus: TusClient;
beforeAll(async () => {
  server = await startTestServer();
  tus = new TusClient(server.api);
});
afterAll(() => server.close());

describe('a body packed by Content-Encoding is refused, and the sentence says so', () => {
  test.for(['gzip', 'GZIP', 'br', 'no-such-encoding'])('as an upload: %s', async (encoding) => {
    const answer = await server.api.fetch('/tools/files', { method: 'POST', headers: { 'content-type': FORM_TYPE, 'content-encoding': encoding }, body: gzipSync(FORM) });
    expect((await expectProblem(answer, 415, 'unsupported-content-encoding')).detail).toContain(encoding.toLowerCase());
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  test('as a part of an upload, of which nothing is kept', async () => {
    const id = await tus.begun('a.kml', 4);
    await expectProblem(await tus.send(id, 0, new Uint8Array(gzipSync('abcd')), { 'content-encoding': 'gzip' }), 415, 'unsupported-content-encoding');
    expect(await tus.offset(id)).toBe(0);
  });

  test('as the options of a task', async () => {
    const answer = await server.api.fetch('/tools/test-tool', { method: 'POST', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: gzipSync('{}') });
    await expectProblem(answer, 415, 'unsupported-content-encoding');
  });

  test('but not one that says that it is as it is', async () => {
    const answer = await server.api.fetch('/tools/files', { method: 'POST', headers: { 'content-type': FORM_TYPE, 'content-encoding': 'identity' }, body: FORM });
    expect(answer.status).toBe(201);
  });
});

describe('a type that an address does not take', () => {
  test('is refused with the one that it takes', async () => {
    const asForm = { method: 'POST', headers: { 'content-type': FORM_TYPE }, body: FORM };
    expect((await expectProblem(await server.api.fetch('/tools/test-tool', asForm), 415, 'unsupported-media-type')).detail).toContain('application/json');
    expect((await expectProblem(await server.api.post({}, 'files'), 415, 'unsupported-media-type')).detail).toContain('multipart/form-data');
    const id = await tus.begun('a.kml', 4);
    for (const type of ['application/json', 'text/plain', FORM_TYPE]) {
      expect((await expectProblem(await tus.send(id, 0, bytes('abcd'), { 'content-type': type }), 415, 'unsupported-media-type')).detail).toContain(PART_TYPE);
    }
  });

  test.for([
    ['an upload', () => Promise.resolve(['POST', '/tools/files', {}] as const)],
    ['a part of one', async () => ['PATCH', `/tools/uploads/${await tus.begun('a.kml', 4)}`, { 'tus-resumable': '1.0.0', 'upload-offset': '0' }] as const],
  ] as const)('is refused before the rest has come, so that nothing long is held in memory: JSON as %s', async ([, target]) => {
    const [method, place, headers] = await target();
    const request = http.request(`${server.api.base}${place}`, { method, headers: { 'content-type': 'application/json', ...headers } });
    request.write('['.repeat(1000));
    const response = await new Promise<http.IncomingMessage>((resolve) => void request.once('response', resolve));
    expect([response.statusCode, await text(response)]).toEqual([415, containing('unsupported-media-type')]);
    request.destroy();
  });

  test('is known in capital letters and with a parameter', async () => {
    const id = await tus.begun('a.kml', 4);
    expect((await tus.send(id, 0, bytes('ab'), { 'content-type': 'Application/Offset+Octet-Stream' })).status).toBe(204);
    expect((await tus.send(id, 2, bytes('cd'), { 'content-type': `${PART_TYPE}; charset=binary` })).status).toBe(204);
  });

  test('is no fault of a call without a body', async () => {
    const id = await tus.begun('a.kml', 4);
    expect((await server.api.fetch(`/tools/uploads/${id}`, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/json' } })).status).toBe(204);
    const { uuid } = await server.api.upload();
    expect((await server.api.fetch(`/tools/files/${uuid}`, { method: 'DELETE', headers: { 'content-type': 'application/json' } })).status).toBe(204);
  });

  test('is no fault of a deletion, with which it means nothing', async () => {
    const deletion = { method: 'DELETE', headers: { 'tus-resumable': '1.0.0', 'content-type': 'application/json' }, body: '{}' };
    expect((await server.api.fetch(`/tools/uploads/${await tus.begun('a.kml', 4)}`, deletion)).status).toBe(204);
    expect((await server.api.fetch(`/tools/files/${(await server.api.upload()).uuid}`, deletion)).status).toBe(204);
  });
});

test.for(['/api/v1/tools/fix-geometry', '/ogcapi/processes/fix-geometry/execution'])('the options of a task at %s may hold all decisions that a repair takes', async (place) => {
  const own = await startTestServer({}, 'product');
  const { uuid } = await own.api.upload();
  const decisions = Array.from({ length: 10_000 }, (_, index) => ({ finding: { kind: 'overlap', at: [-50.1234567 + index * 1e-3, -20.1234567], features: [index + 1, index + 2], dataset: 'talhoes', layer: 'talhoes' }, action: 'give', to: index + 1 }));
  const asked = { input_file: uuid, options: { decisions } };
  const answer = await fetch(`${own.address}${place}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(place.startsWith('/ogcapi') ? { inputs: asked } : asked) });
  expect([answer.status, await answer.text()]).toEqual([201, containing(place.startsWith('/ogcapi') ? 'accepted' : 'fix-geometry')]);
  await own.close();
});

test('the answer to a body with thousands of unknown members names some of them', async () => {
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`member-${index}`, 0])));
  const problem = await expectProblem(await server.api.fetch('/tools/test-tool', { method: 'POST', headers: { 'content-type': 'application/json' }, body }), 400, 'invalid-request');
  expect(problem.detail.length).toBeLessThan(1000);
  expect(problem.detail).toContain('"member-0", "member-1"');
});

test.for([
  ['JSON', '/api/v1/tools/test-tool', 413],
  ['JSON', '/ogcapi/processes/test-tool/execution', 413],
  ['a file', '/api/v1/tools/test-tool', 415],
] as const)('who sends %s of many megabytes to %s can read why it is refused', async ([what, place, status]) => {
  const { port } = new URL(server.address);
  const socket = net.connect(Number(port), '127.0.0.1');
  const body = Buffer.alloc(20 * MEBIBYTE, ' ');
  socket.write(`POST ${place} HTTP/1.1\r\nHost: x\r\nContent-Type: ${what === 'JSON' ? 'application/json' : 'application/geo+json'}\r\nContent-Length: ${body.length}\r\n\r\n`);
  // Like a program that reads when all is sent.
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.write(body, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
  const answer = await new Promise<Buffer>((resolve) => void socket.once('data', resolve));
  expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  socket.destroy();
});
