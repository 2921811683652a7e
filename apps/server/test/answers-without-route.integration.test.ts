import net from 'node:net';
import { text } from 'node:stream/consumers';
import { problemSchema } from '@geoinsights/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function sent(request: string): Promise<{ status: string | undefined; head: string; body: string }> {
  const socket = net.connect(Number(new URL(server.address).port), '127.0.0.1', () => socket.write(request));
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
  return { status: head.split(' ')[1], head, body };
}

test.for([
  ['no host', 'GET /api/v1/tools HTTP/1.1\r\nConnection: close\r\n\r\n', 'invalid-request', 400],
  ['no host, of a page', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 'invalid-request', 400],
  ['two hosts', 'GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 'invalid-request', 400],
  ['an expectation', 'POST /api/v1/tools/test-tool HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\nContent-Length: 2\r\n\r\n{}', 'expectation-failed', 417],
  ['a head that is too long', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 'request-head-too-large', 431],
  ['an address that is too long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 'request-head-too-large', 431],
  ['an address that is none', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'invalid-request', 400],
  ['no HTTP', 'NONSENSE\r\n\r\n', 'invalid-request', 400],
] as const)('a request with %s is answered by problem details', async ([, request, code, status]) => {
  const answer = await sent(request);
  expect(answer.status).toBe(String(status));
  expect(answer.head).toMatch(/^content-type: application\/problem\+json/im);
  expect(answer.head).toMatch(/^content-length: \d+/im);
  expect(problemSchema.parse(JSON.parse(answer.body))).toMatchObject({ code, status });
});

test.for([
  ['an address that is none', 'GET /%zz HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n'],
  ['a part of an address that is too long', `GET /api/v1/tools/${'x'.repeat(300)} HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n`],
  ['a packed body', 'GET /api/v1/tools HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n'],
] as const)('the refusal of %s bears the id of the request', async ([, request]) => {
  expect((await sent(request)).head).toMatch(/^x-request-id: mine$/im);
});

test('a request of HTTP/1.0 needs no host', async () => {
  expect((await sent('GET /livez HTTP/1.0\r\n\r\n')).status).toBe('200');
});

test('an expectation that can be met is met', async () => {
  const { head, body } = await sent('POST /api/v1/tools/test-tool HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}');
  expect([head, body.split('\r\n')[0]]).toEqual(['HTTP/1.1 100 Continue', 'HTTP/1.1 400 Bad Request']);
});

test.for(['//host/x', '//x', '/no-such-page', '/assets/no-such-file'])('%s, which is no page, makes no warning', async (place) => {
  const warnings = vi.fn();
  process.on('warning', warnings);
  expect((await sent(`GET ${place} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).status).toBe('404');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warnings);
  expect(warnings).not.toHaveBeenCalled();
});
