import { readFileSync } from 'node:fs';
import { readdir, rename, truncate } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { layerGroupsSchema } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fingerprintOf } from '../src/observability/log-lines.ts';
import { expectProblem } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;
const MAP = '/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&STYLES=&CRS=EPSG:3857&BBOX=-1000000,-1000000,1000000,1000000&WIDTH=64&HEIGHT=64&FORMAT=image/png';

/** For what is logged a moment after the client has seen it. */
const PATIENCE = { timeout: 30_000 };
const DEPLOY = path.resolve(import.meta.dirname, '..', '..', '..', 'deploy');
const ASKING_FILES = ['grafana/geoinsights.json', 'prometheus/alerts.yml'];

/** What the operator sees of a server: health, metrics and log. */
let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'info' }, 'test', { logStream: { write: (line: string) => lines.push(line) > 0 } });
});
afterAll(() => server.close());

describe('health', () => {
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
});

describe('metrics', () => {
  async function metrics(): Promise<string> {
    const response = await fetch(`${server.address}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    return response.text();
  }

  /** The value of a series, by its name with its labels in order. */
  function valueOf(text: string, series: string): number | undefined {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  }

  test('what visitors do is counted, by templates of routes and without their ids', async () => {
    const { api } = server;
    const upload = await api.upload('area.geojson', '{"type":"FeatureCollection"}');
    const done = await api.ended((await api.start({}, upload)).uuid);
    const failed = await api.ended((await api.start({ behaviour: 'problem' }, upload)).uuid);
    expect([done.progress_status, failed.progress_status]).toEqual(['COMPLETED', 'FAILED']);
    await api.fetch(`/tools/files/${String(done.output_file)}`);
    await fetch(`${server.address}/nothing/${done.uuid}`, { method: 'PROPFIND' });
    await expect.poll(async () => valueOf(await metrics(), 'geoinsights_tasks_ended_total{tool="test-tool",state="FAILED"}'), PATIENCE).toBe(1);
    const text = await metrics();
    expect(text).not.toMatch(UUID);
    expect(text).not.toContain('127.0.0.1');
    for (const [series, value] of [
      ['geoinsights_http_request_duration_seconds_count{method="POST",route="/api/v1/tools/files",status="201"}', 1],
      ['geoinsights_http_request_duration_seconds_count{method="GET",route="/api/v1/tools/files/:uuid",status="200"}', 1],
      ['geoinsights_uploads_total', 1],
      ['geoinsights_upload_bytes_total', 28],
      ['geoinsights_tasks_ended_total{tool="test-tool",state="COMPLETED"}', 1],
      ['geoinsights_task_wait_seconds_count{tool="test-tool"}', 2],
      ['geoinsights_task_run_seconds_count{tool="test-tool",state="COMPLETED"}', 1],
      ['geoinsights_findings_total{kind="overlap"}', 1],
      ['geoinsights_tasks{tool="test-tool",state="COMPLETED"}', 1],
      ['geoinsights_tasks{tool="test-tool",state="FAILED"}', 1],
      ['geoinsights_tasks{tool="test-tool",state="READY"}', 0],
      ['geoinsights_task_oldest_wait_seconds', 0],
      ['geoinsights_storage_bytes{kind="uploads"}', 28],
      ['geoinsights_ready{part="database"}', 1],
      ['geoinsights_ready{part="disk"}', 1],
    ] as const) expect([series, valueOf(text, series)]).toEqual([series, value]);
    for (const name of ['geoinsights_storage_bytes{kind="results"}', 'geoinsights_database_bytes', 'geoinsights_disk_free_bytes', 'process_resident_memory_bytes', 'process_cpu_seconds_total']) {
      expect([name, valueOf(text, name) ?? 0], name).toEqual([name, expect.toSatisfy((value: number) => value > 0)]);
    }
  });

  test('pictures of maps are counted by what became of them', async () => {
    const groups = layerGroupsSchema.parse(await (await server.api.fetch('/layers/layer_groups')).json());
    const map = `${MAP}&LAYERS=${encodeURIComponent(groups[0]?.layers[0]?.code ?? '')}`;
    const drawn = await server.api.fetch(map);
    expect(drawn.headers.get('content-type')).toBe('image/png');
    await server.api.fetch(map, { headers: { 'if-none-match': drawn.headers.get('etag') ?? '' } });
    await server.api.fetch('/wms?SERVICE=WMS&REQUEST=GetCapabilities');
    const text = await metrics();
    expect(valueOf(text, 'geoinsights_maps_total{outcome="drawn"}')).toBe(1);
    expect(valueOf(text, 'geoinsights_maps_total{outcome="unchanged"}')).toBe(1);
    expect(valueOf(text, 'geoinsights_map_duration_seconds_count')).toBe(1);
  });

  test('addresses and methods that nobody has thought of are one series', async () => {
    for (const place of ['/nothing', '/else/where', '/api/v1/none']) await fetch(`${server.address}${place}`);
    await new Promise((resolve) => http.request(`${server.address}/some`, { method: 'PROPFIND' }, resolve).end());
    const routes = new Set((await metrics()).split('\n').flatMap((line) => /^geoinsights_http_request_duration_seconds_count\{method="(?:\w+)",route="([^"]*)"/.exec(line)?.[1] ?? []));
    expect([...routes].filter((route) => /nothing|else|some/.test(route))).toEqual([]);
    expect(routes).toContain('none');
  });

  test('what the dashboard and the alerts of deploy/ ask for is there', async () => {
    const there = await metrics();
    const asked = new Set(ASKING_FILES.flatMap((file) => [...readFileSync(path.join(DEPLOY, file), 'utf8').matchAll(/\b(?:geoinsights|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name)));
    expect(asked.size).toBeGreaterThan(15);
    const bare = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
    for (const name of asked) expect(there).toContain(`# TYPE ${bare(name)} `);
    // And the reverse: each of our metrics is displayed.
    const ours = new Set([...there.matchAll(/^# TYPE (geoinsights_\w+) /gm)].map(([, name]) => name));
    expect([...ours].filter((name) => ![...asked].some((each) => bare(each) === name))).toEqual([]);
  });

  test('are not shown to anyone who comes through a proxy', async () => {
    await expectProblem(await fetch(`${server.address}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } }), 404, 'not-found');
  });
});

describe('logs', () => {
  const lineSchema = z.looseObject({ level: z.number(), msg: z.string() });

  /** Log lines with this message, once this many exist. */
  async function logged(message: string, count = 1): Promise<z.infer<typeof lineSchema>[]> {
    const found = () => lines.map((line) => lineSchema.parse(JSON.parse(line))).filter(({ msg }) => msg === message);
    await expect.poll(() => found().length, PATIENCE).toBeGreaterThanOrEqual(count);
    return found();
  }

  test('answers and tasks are lines of JSON, with what leads from one to the other and nothing of who asked', async () => {
    lines.length = 0;
    const { api } = server;
    const { uuid } = await api.start({ behaviour: 'throw' });
    const ended = await api.ended(uuid);
    const task = fingerprintOf(uuid);
    expect(await logged('A task has ended.')).toMatchObject([{ level: 30, task, tool: 'test-tool', state: 'FAILED', code: 'task-crashed' }]);
    const [created] = await logged('A task was created.');
    expect(created).toMatchObject({ level: 30, task, tool: 'test-tool' });
    const answers = await logged('answered', 3);
    expect(answers.find(({ reqId }) => reqId === created['reqId'])).toMatchObject({ level: 30, method: 'POST', route: '/api/v1/tools/:tool', status: 201 });
    // An internal error with its stack, which contains file paths.
    expect(await logged('A task failed because of an internal error.')).toMatchObject([{ level: 50, task }]);
    await fetch(`${server.address}/livez`);
    await api.fetch(`/tools/test-tool/${uuid}?note=${ended.input_file}`, { headers: { 'user-agent': 'somebody' } });
    const text = lines.join('');
    expect(text).not.toMatch(UUID);
    expect(text).not.toMatch(/127\.0\.0\.1|somebody|note=|area\.geojson|livez/);
  });

  test('a fault of ours that ends a task is in the log with its reason', async () => {
    const { api } = server;
    const upload = await api.upload('area.geojson', 'all of it');
    const folder = path.join(server.dataFolder, 'files', 'uploads', upload.uuid);
    const [file = ''] = await readdir(folder);
    await truncate(path.join(folder, file), 3);
    lines.length = 0;
    const task = await api.ended((await api.start({}, upload)).uuid);
    expect(task.error).toMatchObject({ code: 'upload-damaged', file: 'area.geojson', detail: 'The copy of "area.geojson" on this server is damaged: it has 3 bytes instead of 9. The file on your own device is not affected. Upload it again.' });
    const [fault] = await logged('A task failed because the storage has damaged an upload.');
    expect(z.object({ err: z.object({ message: z.string() }) }).parse(fault).err.message).toContain('has 3 bytes instead of 9');
  });

  test.for([
    ['7c1f-proxy_1.2', true],
    ['3f8e2c1a-9b7d-4e5f-8a6b-1c2d3e4f5a6b', true],
    ['x'.repeat(65), false],
    ['a b"}', false],
  ] as const)('the id that a proxy gives a request is taken if it is sane: %s', async ([given, isTaken]) => {
    const response = await server.api.fetch('/nothing', { headers: { 'x-request-id': given } });
    const id = response.headers.get('x-request-id');
    if (isTaken) expect(id).toBe(given);
    else expect(id).toMatch(/^[0-9a-f]{18}$/);
    await expect.poll(() => lines.join(''), PATIENCE).toContain(`"reqId":"${String(id)}","method":"GET","route":"none","status":404`);
  });
});
