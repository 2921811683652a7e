import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { needs } from '../../../testing/needs.ts';
import { containing } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const CONFORMANCE = ['core', 'json', 'ogc-process-description'].map((name) => `http://www.opengis.net/spec/ogcapi-processes-1/1.0/conf/${name}`);
const EXCEPTIONS = 'http://www.opengis.net/def/exceptions/ogcapi-processes-1/1.0';
const HAS_OWSLIB = spawnSync('python3', ['-c', 'import owslib.ogcapi.processes']).status === 0;

let server: TestServer;
let base: string;
beforeAll(async () => {
  server = await startTestServer();
  base = `${server.address}/ogcapi`;
});
afterAll(() => server.close());

async function ask(place: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }> {
  const response = await fetch(place.startsWith('http') ? place : `${base}${place}`, init);
  return { status: response.status, headers: response.headers, body: z.record(z.string(), z.unknown()).parse(await response.json()) };
}

const execute = (inputs: object, process = 'test-tool') => ask(`/processes/${process}/execution`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ inputs }) });
const linkSchema = z.object({ links: z.array(z.object({ rel: z.string(), href: z.url() })) });

test('the landing page leads to everything, and each process says what it takes and gives', async () => {
  const landing = await ask('/');
  expect(landing.headers.get('access-control-allow-origin')).toBe('*');
  for (const { href } of linkSchema.parse(landing.body).links) expect([href, (await fetch(href)).status]).toEqual([href, 200]);
  expect((await ask('/conformance')).body).toEqual({ conformsTo: CONFORMANCE });
  expect((await ask('/processes')).body).toMatchObject({ processes: [{ id: 'test-tool', version: '1', jobControlOptions: ['async-execute', 'dismiss'], outputTransmission: ['reference'] }] });
  const { body } = await ask('/processes/test-tool');
  expect(linkSchema.parse(body).links).toContainEqual({ rel: 'http://www.opengis.net/def/rel/ogc/1.0/execute', href: `${base}/processes/test-tool/execution` });
  expect(body).toMatchObject({ inputs: { input_file: { minOccurs: 1, schema: { type: 'string' } }, options: { minOccurs: 0, schema: { properties: { behaviour: {} } } } }, outputs: { result: {}, report: {} } });
});

test('an execution is a job, which ends with results by reference', async () => {
  const { uuid } = await server.api.upload('area.geojson', '{"a":1}');
  const created = await execute({ input_file: uuid, options: { value: { behaviour: 'copy' } } });
  expect(created).toMatchObject({ status: 201, body: { status: 'accepted', processID: 'test-tool', type: 'process' } });
  const place = created.headers.get('location') ?? '';
  expect(place).toBe(`${base}/jobs/${String(created.body['jobID'])}`);
  expect(Object.fromEntries(created.headers)).toMatchObject({ 'preference-applied': 'respond-async', 'cache-control': 'no-store' });
  await server.api.ended(String(created.body['jobID']));
  const done = await ask(place);
  expect(done.body).toMatchObject({ status: 'successful', progress: 100 });
  expect(done.headers.get('cache-control')).toBe('no-store');
  expect(linkSchema.parse(done.body).links).toContainEqual(expect.objectContaining({ rel: 'http://www.opengis.net/def/rel/ogc/1.0/results', href: `${place}/results` }));
  const { body, headers } = await ask(`${place}/results`);
  expect(headers.get('access-control-allow-origin')).toBeNull();
  const { result } = z.object({ result: z.object({ href: z.url() }), report: z.object({ href: z.url() }) }).parse(body);
  expect(await (await fetch(result.href)).text()).toBe('{"a":1}');
  // The job is the task that our own API knows.
  expect((await server.api.task(String(created.body['jobID']))).progress_status).toBe('COMPLETED');
});

test('what is not there, not ready, failed or dismissed says so in the words of the standard', async () => {
  const { uuid } = await server.api.upload();
  expect(await execute({ input_file: uuid }, 'none')).toMatchObject({ status: 404, body: { type: `${EXCEPTIONS}/no-such-process` } });
  expect(await ask('/jobs/none')).toMatchObject({ status: 404, body: { type: `${EXCEPTIONS}/no-such-job` } });
  expect(await execute({})).toMatchObject({ status: 400, body: { code: 'invalid-request', detail: containing('input_file: is needed') } });
  // Inputs by reference are what many clients of the standard begin with.
  for (const input of [{ href: 'https://example.org/a.kml' }, [uuid], null]) expect(await execute({ input_file: input })).toMatchObject({ status: 400, body: { code: 'invalid-request', detail: containing('input_file: takes the uuid of one upload') } });
  expect(await execute({ input_file: uuid, options: { behaviour: 'dance' } })).toMatchObject({ status: 422, body: { code: 'invalid-options' } });

  const running = `/jobs/${String((await execute({ input_file: uuid, options: { behaviour: 'stand-still' } })).body['jobID'])}`;
  expect(await ask(`${running}/results`)).toMatchObject({ status: 404, body: { type: `${EXCEPTIONS}/result-not-ready` } });
  expect(await ask(running, { method: 'DELETE' })).toMatchObject({ status: 200, body: { status: 'dismissed' } });

  const failing = String((await execute({ input_file: uuid, options: { behaviour: 'problem' } })).body['jobID']);
  await server.api.ended(failing);
  expect((await ask(`/jobs/${failing}`)).body).toMatchObject({ status: 'failed' });
  expect(await ask(`/jobs/${failing}/results`)).toMatchObject({ status: 422, body: { code: 'file-empty' } });
});

test('an address that there is not, or not for this method, is answered as programs read it', async () => {
  for (const place of ['/jobs', '/api', '/collections', '/jobs/']) expect(await ask(place)).toMatchObject({ status: 404, body: { code: 'not-found' } });
  for (const [method, place, allowed] of [
    ['POST', '/processes', 'GET, HEAD, OPTIONS'],
    ['GET', '/processes/test-tool/execution', 'POST, OPTIONS'],
    ['PUT', '/jobs/none', 'GET, HEAD, DELETE, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const { status, headers, body } = await ask(place, { method });
    expect([status, headers.get('allow'), body['code']]).toEqual([405, allowed, 'method-not-allowed']);
  }
  const preflight = await fetch(`${base}/processes`, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

test('the list of processes comes in pages to who asks for that', async () => {
  expect((await ask('/processes?limit=1')).body).toMatchObject({ processes: [{ id: 'test-tool' }] });
  expect((await ask('/processes?limit=1&offset=1')).body).toMatchObject({ processes: [] });
  expect(await ask('/processes?limit=none')).toMatchObject({ status: 400, body: { detail: containing('limit: takes a number') } });
});

/** Its versions return either a list or the whole response; those of Debian 12 and 13 cannot execute. */
const OWSLIB_READS = `
import json, sys
from owslib.ogcapi.processes import Processes
service = Processes(sys.argv[1])
found = service.processes()
names = [each['id'] for each in (found if isinstance(found, list) else found['processes'])]
print(json.dumps({'names': names, 'inputs': sorted(service.process(names[0])['inputs']), 'links': len(service.links), 'conforms': service.conformance()['conformsTo']}))
`;

test('OWSLib finds what there is, and what each process takes', needs(HAS_OWSLIB, 'OWSLib for Python is not installed'), async () => {
  const { stdout } = await promisify(execFile)('python3', ['-c', OWSLIB_READS, base]);
  expect(JSON.parse(stdout)).toEqual({ names: ['test-tool'], inputs: ['input_file', 'options'], links: 6, conforms: CONFORMANCE });
});

test('the answer to one job too many says when to come again', async () => {
  const limited = await startTestServer({ LIMIT_TASKS_AT_ONCE: '1' });
  try {
    const { uuid } = await limited.api.upload();
    const start = () => ask(`${limited.address}/ogcapi/processes/test-tool/execution`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ inputs: { input_file: uuid, options: { behaviour: 'stand-still' } } }) });
    expect((await start()).status).toBe(201);
    const refused = await start();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  } finally {
    await limited.close();
  }
});
