import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import compress from '@fastify/compress';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerErrorsAsProblems } from '../src/errors.ts';
import { siteRoutes } from '../src/site.ts';

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'geoinsights-site-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Site</title>');
  await writeFile(path.join(folder, 'assets', 'app-1a2b.js'), 'console.log(1);'.repeat(1000));
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

test.for(['/nothing', '/geotools/other', '/.sources-hash', '/..%2f..%2fpackage.json', '//geotools', '/geotools//fix-geometry', '/x%00'])('%s shows the not-found screen with its status', async (url) => {
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
