import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { layerGroupsSchema } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { expectProblem, matching } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let server: TestServer;

/** By Node's own client: fetch sends no TRACE. */
async function asked(method: string, address: string) {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    http.request(`${server.address}${address}`, { method }, resolve).on('error', reject).end();
  });
  return { status: message.statusCode, allow: message.headers.allow, body: z.object({ code: z.string() }).parse(JSON.parse(await text(message))) };
}

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('creating a task', () => {
  test('checks the tool, the input and the options', async () => {
    const { uuid } = await server.api.upload();
    await expectProblem(await server.api.post({ input_file: uuid }, 'no-tool'), 404, 'unknown-tool');
    await expectProblem(await server.api.post({ input_file: UNKNOWN }), 422, 'unknown-input-file');
    await expectProblem(await server.api.post({ input_file: '../x' }), 422, 'unknown-input-file');
    const problem = await expectProblem(await server.api.post({ input_file: uuid, options: { behaviour: 'dance' } }), 422, 'invalid-options');
    expect(problem.detail).toContain('behaviour');
  });

  test('checks the form of the request', async () => {
    await expectProblem(await server.api.post({}), 400, 'invalid-request');
    await expectProblem(await server.api.post({ input_file: 5 }), 400, 'invalid-request');
    await expectProblem(await server.api.post({ input_file: UNKNOWN, more: 1 }), 400, 'invalid-request');
    await expectProblem(await server.api.fetch('/tools/test-tool', { method: 'POST', headers: JSON_TYPE, body: '{"input_file":' }), 400, 'invalid-request');
    await expectProblem(await server.api.fetch('/tools/test-tool', { method: 'POST', headers: JSON_TYPE }), 400, 'invalid-request');
    await expectProblem(await server.api.fetch('/tools/test-tool', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }), 415, 'unsupported-media-type');
    await expectProblem(await server.api.post({ input_file: 'x'.repeat(4_200_000) }), 413, 'request-too-large');
  });
});

describe('addresses', () => {
  test('that do not exist are 404', async () => {
    await expectProblem(await server.api.fetch('/nothing'), 404, 'not-found');
    await expectProblem(await server.api.fetch('/tools/no-tool/x'), 404, 'unknown-tool');
    await expectProblem(await server.api.fetch('/tools/test-tool/x'), 404, 'unknown-task');
    await expectProblem(await server.api.fetch(`/tools/test-tool/${UNKNOWN}`), 404, 'unknown-task');
    await expectProblem(await server.api.fetch(`/tools/files/${UNKNOWN}`), 404, 'unknown-file');
    await expectProblem(await server.api.fetch('/tools/files/x', { method: 'DELETE' }), 404, 'unknown-file');
    await expectProblem(await server.api.fetch(`/tools/test-tool/${'x'.repeat(500)}`), 404, 'not-found');
  });

  test('that exist are 405 for other methods, and say which they take', async () => {
    const response = await server.api.fetch('/tools/files', { method: 'PUT', headers: JSON_TYPE, body: 'not json' });
    expect((await expectProblem(response.clone(), 405, 'method-not-allowed')).detail).toBe('This address does not take PUT requests. It takes POST, OPTIONS.');
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
    for (const [method, place] of [['GET', '/tools/test-tool'], ['POST', '/layers/layer_groups'], ['PATCH', `/tools/files/${UNKNOWN}`], ['POST', `/tools/test-tool/${UNKNOWN}`]] as const) {
      await expectProblem(await server.api.fetch(place, { method }), 405, 'method-not-allowed');
    }
  });

  test.each([
    ['TRACE', '/api/v1/tools/files', 'POST, OPTIONS'],
    ['PROPFIND', '/api/v1/tools/files', 'POST, OPTIONS'],
    ['TRACE', `/api/v1/tools/test-tool/${UNKNOWN}?x=/`, 'GET, HEAD, DELETE, OPTIONS'],
    ['TRACE', '/ogcapi/processes/', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/v1/wms', 'GET, HEAD, OPTIONS'],
    // The address of a file by its id has the same form.
    ['PROPFIND', '/api/v1/tools/files/from-uploads', 'POST, OPTIONS'],
  ])('are 405 for %s, which no route here is for, too: %s', async (method, address, allowed) => {
    const { status, allow, body } = await asked(method, address);
    expect([status, allow, body.code]).toEqual([405, allowed, 'method-not-allowed']);
  });

  test('that do not exist are 404 for such methods as well', async () => {
    for (const address of ['/api/v1/nothing', '/ogcapi/nothing', '/api/v1/tools/test-tool/x/y/z']) expect((await asked('PROPFIND', address)).status).toBe(404);
  });

  test.each(['GET', 'PUT', 'OPTIONS', 'DELETE', 'PROPFIND'])('of a tool that there is not do not exist for %s either', async (method) => {
    for (const address of ['/api/v1/tools/no-tool', '/ogcapi/processes/no-tool/execution']) {
      const { status, allow, body } = await asked(method, address);
      expect([status, allow, body.code], address).toEqual([404, undefined, 'unknown-tool']);
    }
  });

  test('tell which methods they take', async () => {
    const response = await server.api.fetch('/tools/files', { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    await expectProblem(await server.api.fetch('/nothing', { method: 'OPTIONS' }), 404, 'not-found');
  });

  test('that cannot be read are 400', async () => {
    await expectProblem(await fetch(`${server.address}/api/v1/tools/%zz`), 400, 'invalid-request');
  });

  test('an upload cannot be downloaded, and nobody can list anything', async () => {
    const { uuid } = await server.api.upload();
    await expectProblem(await server.api.fetch(`/tools/files/${uuid}`), 404, 'unknown-file');
    await expectProblem(await server.api.fetch('/tools/files/'), 405, 'method-not-allowed');
  });

  test('what is no HTTP at all is answered with a problem, too', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = net.connect(Number(new URL(server.address).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*problem\+json[\s\S]*invalid-request/);
  });

  test('bodies that try to be prototypes are refused with that reason', async () => {
    for (const body of ['{"__proto__":{"input_file":"x"}}', '{"input_file":"x","__proto__":{"a":1}}', '{"input_file":"x","constructor":{"prototype":{}}}']) {
      const response = await server.api.fetch('/tools/test-tool', { method: 'POST', headers: JSON_TYPE, body });
      expect((await expectProblem(response, 400, 'invalid-request')).detail).toMatch(/__proto__|constructor/);
    }
  });

  test('bodyless requests may name JSON as their type', async () => {
    expect((await server.api.fetch('/layers/layer_groups', { headers: JSON_TYPE })).status).toBe(200);
    await expectProblem(await server.api.fetch(`/tools/files/${UNKNOWN}`, { method: 'DELETE', headers: JSON_TYPE }), 404, 'unknown-file');
  });
});

describe('downloading', () => {
  const content = '{"type":"FeatureCollection"}';
  let place: string;
  let etag: string;
  beforeAll(async () => {
    const { uuid } = await server.api.start({}, await server.api.upload('terra "é".geojson', content));
    const done = await server.api.ended(uuid);
    place = `/tools/files/${String(done.output_file)}`;
    etag = `"${String(done.output_file)}"`;
  });

  const get = (headers: Record<string, string>, method = 'GET') => server.api.fetch(place, { method, headers });

  test('gives the whole file with its name, length and type', async () => {
    const response = await get({ 'accept-encoding': 'gzip, br' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      etag,
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/geo\+json/);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=".*"; filename\*=UTF-8''terra%20%22%C3%A9%22-fixed\.geojson$/);
    expect(await response.text()).toBe(content);
  });

  test('HEAD gives the same without the bytes', async () => {
    const [response, whole] = [await get({}, 'HEAD'), await get({})];
    expect(response.status).toBe(200);
    for (const name of ['content-length', 'content-type', 'content-disposition', 'etag', 'last-modified']) expect([name, response.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    expect(whole.headers.get('content-length')).toBe(String(content.length));
    // A range is one of GET only (RFC 9110, section 14.2): a client that asks how long the file is must not hear how long the range is.
    for (const range of ['bytes=0-1', 'bytes=9999-']) {
      const ranged = await get({ range }, 'HEAD');
      expect([ranged.status, ranged.headers.get('content-length'), ranged.headers.get('content-range')]).toEqual([200, String(content.length), null]);
    }
  });

  test.for([
    ['bytes=0-4', 0, 5],
    ['bytes=5-', 5, content.length],
    ['bytes=-3', content.length - 3, content.length],
    ['bytes=3-9999', 3, content.length],
  ] as const)('gives a range: %s', async ([range, from, to]) => {
    const response = await get({ range });
    const part = content.slice(from, to);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-length')).toBe(String(part.length));
    expect(response.headers.get('content-range')).toBe(`bytes ${String(from)}-${String(to - 1)}/${String(content.length)}`);
    expect(await response.text()).toBe(part);
  });

  test('refuses a range outside, and says how long the file is', async () => {
    const response = await get({ range: 'bytes=9999-' });
    expect(response.headers.get('content-range')).toBe(`bytes */${content.length}`);
    expect((await expectProblem(response, 416, 'range-not-satisfiable')).detail).toContain(String(content.length));
  });

  test('honours If-Modified-Since of who names no tag', async () => {
    const date = (await get({})).headers.get('last-modified') ?? '';
    const earlier = new Date(Date.parse(date) - 1000).toUTCString();
    expect((await get({ 'if-modified-since': date })).status).toBe(304);
    expect((await get({ 'if-modified-since': earlier })).status).toBe(200);
    expect((await get({ 'if-modified-since': 'yesterday' })).status).toBe(200);
    expect((await get({ 'if-modified-since': date, 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('honours If-Match: what is another file, or only weakly the same, is refused', async () => {
    const tag = (await get({})).headers.get('etag') ?? '';
    for (const same of [tag, '*', `"other", ${tag}`]) expect((await get({ 'if-match': same })).status).toBe(200);
    for (const other of ['"other"', `W/${tag}`]) {
      const refused = await get({ 'if-match': other });
      expect(refused.headers.get('etag')).toBe(tag);
      await expectProblem(refused, 412, 'precondition-failed');
    }
    expect((await get({ 'if-match': '"other"', 'if-none-match': tag })).status).toBe(412);
    const earlier = new Date(0).toUTCString();
    expect((await get({ 'if-unmodified-since': earlier })).status).toBe(412);
    expect((await get({ 'if-unmodified-since': new Date(Date.now() + 5000).toUTCString() })).status).toBe(200);
  });

  test('honours If-None-Match and If-Range', async () => {
    const unchanged = await get({ 'if-none-match': `"other", W/${etag}` });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    const date = (await get({})).headers.get('last-modified') ?? '';
    expect((await get({ range: 'bytes=0-1', 'if-range': date })).status).toBe(206);
    expect((await get({ range: 'bytes=0-1', 'if-range': new Date(0).toUTCString() })).status).toBe(200);
  });
});

describe('the rest', () => {
  test('layer groups come from the database, by position', async () => {
    const groups = layerGroupsSchema.parse(await (await server.api.fetch('/layers/layer_groups')).json());
    expect(groups.map((group) => group.name)).toEqual(['Mapa de referência', 'Dados de exemplo', 'Desmatamento', 'Limites', 'Água', 'Proteção', 'Fundiário']);
    for (const { layers } of groups) expect(layers.map((layer) => layer.position)).toEqual(layers.map((_, index) => index + 1));
    expect(groups.at(2)?.layers.at(0)).toMatchObject({ code: 'prodes-cerrado-nb:yearly_deforestation', is_visible: false, revision: null, webmap: { url: matching(/^https:/) } });
    const own = groups.slice(0, 2).flatMap(({ layers }) => layers);
    expect(own).toHaveLength(5);
    // A path works behind every host name, and no header of a request may end up in a response.
    for (const layer of own) expect(layer).toMatchObject({ is_visible: true, revision: matching(/^[0-9a-f]{16}$/), webmap: { url: '/api/v1/wms' }, layer_tasks: [{ source_date: matching(/^20.*Z$/) }] });
  });

  test('layer groups are sent compressed, and not again to who has them', async () => {
    const answer = await server.api.fetch('/layers/layer_groups', { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const again = await server.api.fetch('/layers/layer_groups', { headers: { 'if-none-match': `"other", ${etag}` } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await server.api.fetch('/layers/layer_groups', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('OpenAPI 3.1 tells every call, and nothing else', async () => {
    const document = z
      .object({ openapi: z.string(), paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))) })
      .parse(await (await server.api.fetch('/openapi.json')).json());
    expect(document.openapi).toBe('3.1.0');
    const calls = Object.entries(document.paths).flatMap(([place, operations]) => Object.keys(operations).map((method) => `${method} ${place}`));
    expect(calls.toSorted()).toEqual([
      'delete /api/v1/tools/files/{uuid}',
      'delete /api/v1/tools/uploads/{uuid}',
      'delete /api/v1/tools/{tool}/{uuid}',
      'get /api/v1/layers/layer_groups',
      'get /api/v1/layers/{layer}/features',
      'get /api/v1/tools',
      'get /api/v1/tools/files/{uuid}',
      'get /api/v1/tools/files/{uuid}/datasets/{position}',
      'get /api/v1/tools/{tool}/{uuid}',
      'get /api/v1/tools/{tool}/{uuid}/events',
      'get /api/v1/tools/{tool}/{uuid}/report',
      'get /api/v1/wms',
      'head /api/v1/tools/files/{uuid}',
      'head /api/v1/tools/uploads/{uuid}',
      'options /api/v1/tools/uploads',
      'patch /api/v1/tools/uploads/{uuid}',
      'post /api/v1/tools/files',
      'post /api/v1/tools/files/from-uploads',
      'post /api/v1/tools/uploads',
      'post /api/v1/tools/{tool}',
    ]);
    expect(document.paths['/api/v1/tools/files']).toMatchObject({ post: { requestBody: { content: { 'multipart/form-data': {} } } } });
    expect(document.paths['/api/v1/tools/{tool}/{uuid}']).toMatchObject({ get: { responses: { 404: { content: { 'application/problem+json': {} } } } } });
  });

  test('pages of others may read what everybody may, and nothing that is known by an id', async () => {
    const { uuid } = await server.api.start();
    const done = await server.api.ended(uuid);
    const originsOf = async (place: string, method: string) => (await server.api.fetch(place, { method, headers: { origin: 'https://elsewhere.example' } })).headers.get('access-control-allow-origin');
    for (const place of ['/layers/layer_groups', '/openapi.json', '/wms?SERVICE=WMS&REQUEST=GetCapabilities']) {
      expect([place, await originsOf(place, 'GET'), await originsOf(place, 'OPTIONS')]).toEqual([place, '*', '*']);
    }
    const preflight = await server.api.fetch('/layers/layer_groups', { method: 'OPTIONS', headers: { 'origin': 'https://elsewhere.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'content-type' } });
    expect(Object.fromEntries(preflight.headers)).toMatchObject({ 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': '*' });
    for (const place of ['/tools/files', '/tools/test-tool', `/tools/test-tool/${uuid}`, `/tools/test-tool/${uuid}/events`, `/tools/files/${String(done.output_file)}`, '/operator/layers', '/nothing']) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'DELETE']) expect([place, method, await originsOf(place, method)]).toEqual([place, method, null]);
    }
  });

  test('the page to try it loads nothing from elsewhere', async () => {
    const page = await (await server.api.fetch('/docs')).text();
    const places = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(places.length).toBeGreaterThan(3);
    for (const address of places) expect((await fetch(new URL(address, `${server.api.base}/docs`))).status).toBe(200);
    expect(page).not.toMatch(/<script>|<style>|https?:\/\//);
  });

  test('every answer carries the security headers', async () => {
    for (const place of ['/layers/layer_groups', '/nothing', '/docs']) {
      const { headers } = await server.api.fetch(place);
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    }
  });
});
