import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import fastify from 'fastify';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerErrorsAsProblems } from '../src/errors.ts';
import { SQLITE_WORKER_POLICY } from '../src/security-headers.ts';
import { siteRoutes } from '../src/site.ts';

const WORKER = 'postMessage(1);'.repeat(1000);

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'geoinsights-site-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Site</title>');
  await writeFile(path.join(folder, 'assets', 'app-1a2b.js'), 'console.log(1);'.repeat(1000));
  await writeFile(path.join(folder, 'assets', 'check.worker-3c4d.js'), WORKER);
  await writeFile(path.join(folder, 'assets', 'check.worker-3c4d.js.br'), brotliCompressSync(WORKER));
  await writeFile(path.join(folder, '.sources-hash'), 'hash');
  app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  answerErrorsAsProblems(app);
  await app.register(compress, { global: true, threshold: 1024 });
  await siteRoutes(app, folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

test.for(['/', '/geoexplorer', '/geotools', '/geotools/', '/geotools/fix-geometry', '/geotools/fix-geometry?task=1'])('%s is a page', async (url) => {
  const response = await app.inject(url);
  expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([200, 'text/html; charset=utf-8', 'no-cache']);
  expect(response.body).toContain('<title>Site</title>');
});

test.for(['/nothing', '/index.html', '/GeoTools', '/geotools/other', '/.sources-hash', '/..%2f..%2fpackage.json', '//geotools', '/geotools//fix-geometry', '/x%00'])('%s shows the not-found screen with its status', async (url) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.body).toContain('<title>Site</title>');
});

test('assets are cached for good and sent compressed', async () => {
  const response = await app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip' } });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'gzip' });
  expect(response.rawPayload.length).toBeLessThan(1000);
});

test('a copy that the build compressed is sent to whoever reads it, with the headers of the file itself', async () => {
  const headers = { 'content-type': 'application/javascript; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable', 'content-security-policy': SQLITE_WORKER_POLICY, vary: 'accept-encoding' };
  const sent = (encodings: string): Promise<LightMyRequestResponse> => app.inject({ url: '/assets/check.worker-3c4d.js', headers: { 'accept-encoding': encodings } });
  const copy = await sent('gzip, deflate, br, zstd');
  expect([copy.statusCode, copy.headers]).toMatchObject([200, { ...headers, 'content-encoding': 'br' }]);
  expect(copy.rawPayload).toEqual(brotliCompressSync(WORKER));
  expect(brotliDecompressSync(copy.rawPayload).toString()).toBe(WORKER);
  const other = await sent('gzip');
  expect([other.statusCode, other.headers]).toMatchObject([200, { ...headers, 'content-encoding': 'gzip' }]);
  expect(gunzipSync(other.rawPayload).toString()).toBe(WORKER);
  const plain = await sent('identity');
  expect([plain.statusCode, plain.headers, plain.body]).toMatchObject([200, headers, WORKER]);
  expect(plain.headers['content-encoding']).toBeUndefined();
});

test('a missing asset is no page, and neither is a missing call of the API', async () => {
  for (const url of ['/assets/old.js', '/assets/', '/api/v2/x', '/api/v1/tools//x', '/ogcapi/jobs']) {
    const response = await app.inject(url);
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    // Another server may have it already, or soon.
    expect([url, response.headers['cache-control']]).toEqual([url, 'no-store']);
  }
});

test('pages take no other method', async () => {
  const response = await app.inject({ method: 'POST', url: '/geotools' });
  expect([response.statusCode, response.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('a condition that the file does not meet is refused, and a part that it does not have is not asked of it', async () => {
  const url = '/assets/app-1a2b.js';
  for (const headers of [{ 'if-match': '"other"' }, { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }]) {
    const refused = await app.inject({ url, headers });
    expect([refused.statusCode, refused.json()]).toMatchObject([412, { code: 'precondition-failed' }]);
  }
  for (const range of ['bytes=99999999-', 'bytes=0-5']) {
    const whole = await app.inject({ url, headers: { range } });
    expect([range, whole.statusCode, whole.headers['content-range']]).toEqual([range, 200, undefined]);
  }
  const screen = await app.inject({ url: '/nothing', headers: { range: 'bytes=0-5' } });
  expect([screen.statusCode, screen.headers['content-range']]).toEqual([404, undefined]);
  expect(screen.body).toContain('<title>Site</title>');
});
