import { createConfig, lintFromString } from '@redocly/openapi-core';
import { taskSchema } from '@geoinsights/contract';
import { TOOLS } from '@geoinsights/tools';
import createClient from 'openapi-fetch';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { schemaNamesOf } from '../src/routes/v1/openapi-schemas.ts';
import type { paths } from './api-types.generated.ts';
import { ApiClient } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const CROSSED = { type: 'Polygon', coordinates: [[[-47, -15], [-46.99, -14.99], [-46.99, -15], [-47, -14.99], [-47, -15]]] };
const FARM = JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: 'farm' }, geometry: CROSSED }] });

/** What this test asks of an object's schema; other members of the description are none. */
const objectSchema = z.object({ type: z.literal('object'), required: z.array(z.string()).optional(), properties: z.record(z.string(), z.unknown()).optional(), default: z.record(z.string(), z.unknown()).optional() });

let server: TestServer;
let description: string;
let contentType: string | null = null;
beforeAll(async () => {
  server = await startTestServer({}, 'product');
  const answer = await server.api.fetch('/openapi.json');
  contentType = answer.headers.get('content-type');
  description = await answer.text();
});
afterAll(() => server.close());

test('the description passes the linter of Redocly without a word', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-invalid-schema-examples': 'error', 'no-invalid-media-type-examples': 'error', 'no-invalid-parameter-examples': 'error' } });
  const found = await lintFromString({ source: description, absoluteRef: '/openapi.json', config });
  expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)).toEqual([]);
});

test('what is required of an object is described, and is in its default', () => {
  // Generators of clients (orval for zod) make programs that do not compile of a default without it, and leave out of a type what is not described.
  const faults: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { required = [], properties = {}, default: byDefault } = objectSchema.safeParse(value).data ?? {};
    for (const name of required) {
      if (!Object.hasOwn(properties, name)) faults.push(`${place} does not describe ${name}`);
      if (byDefault !== undefined && !Object.hasOwn(byDefault, name)) faults.push(`the default of ${place} has no ${name}`);
    }
    for (const [name, member] of Object.entries(value)) visit(member, `${place}/${name}`);
  };
  visit(z.looseObject({ components: z.unknown() }).parse(JSON.parse(description)).components, '');
  expect(faults).toEqual([]);
});

test('every call has a name, and its schemas and errors stand once', () => {
  const operationSchema = z.looseObject({ operationId: z.string(), summary: z.string(), description: z.string() });
  const { paths: calls, components, servers } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)), components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }), servers: z.array(z.unknown()) })
    .parse(JSON.parse(description));
  const names = Object.values(calls).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId));
  // What Spectral requires beyond Redocly: `spectral:oas` was run on this once, without complaints.
  const { tags, info } = z.object({ tags: z.array(z.object({ name: z.string(), description: z.string() })), info: z.object({ contact: z.object({ name: z.string() }), description: z.string() }) }).parse(JSON.parse(description));
  expect(info.contact.name).toBe('GeoInsights');
  const used = Object.values(calls).flatMap((operations) => Object.values(operations).flatMap((operation) => z.array(z.string()).nonempty().parse(operation['tags'])));
  expect([...new Set(used)].toSorted()).toEqual(tags.map(({ name }) => name).toSorted());
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
  expect(servers).toHaveLength(1);
  const ofTools = [...TOOLS.values()].flatMap((tool) => Object.values(schemaNamesOf(tool)));
  expect(ofTools).toEqual(expect.arrayContaining(['RepairOptions', 'Report', 'CompressOptions', 'CompressReport']));
  expect(Object.keys(components.schemas).toSorted()).toEqual([...ofTools, 'Failure', 'Layer', 'LayerFeatures', 'LayerGroup', 'LayerGroups', 'NewTask', 'Problem', 'Task', 'Tool', 'Upload'].toSorted());
  const references = (names: readonly string[]) => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  expect(components.schemas['Task']).toMatchObject({ properties: { report: { anyOf: [...references([...TOOLS.values()].map((tool) => schemaNamesOf(tool).report)), { type: 'null' }] } } });
  expect(components.schemas['NewTask']).toMatchObject({ properties: { options: { anyOf: references([...TOOLS.values()].map((tool) => schemaNamesOf(tool).options)) } } });
  expect(components.schemas['RepairOptions']).toMatchObject({ properties: { maxGapWidth: {} } });
  // The examples are valid for the API.
  expect(taskSchema.parse(z.array(z.unknown()).parse(components.schemas['Task']?.['examples'])[0])).toMatchObject({ progress_status: 'RUNNING' });
  for (const operations of Object.values(calls)) expect(JSON.stringify(operations)).not.toContain('progress_status');
});

const answersSchema = z.object({ paths: z.record(z.string(), z.partialRecord(z.string(), z.looseObject({ responses: z.partialRecord(z.string(), z.looseObject({ content: z.record(z.string(), z.unknown()).optional(), headers: z.record(z.string(), z.unknown()).optional() })) }))) });

test('a HEAD request is answered without ranges, and from here', () => {
  const responsesSchema = z.object({ responses: z.record(z.string(), z.unknown()) });
  const { paths: calls } = z.object({ paths: z.record(z.string(), z.looseObject({ head: responsesSchema.optional() })) }).parse(JSON.parse(description));
  const answers = Object.values(calls).flatMap(({ head }) => (head === undefined ? [] : Object.keys(head.responses)));
  expect(answers.filter((status) => ['206', '307', '416'].includes(status))).toEqual([]);
  expect(answers).toContain('200');
});

test('what is answered was promised: the status, the type and the headers', async () => {
  const { paths: calls } = answersSchema.parse(JSON.parse(description));
  const { api } = server;
  const promised = async (address: string, place: string, init: RequestInit, status: number) => {
    const method = init.method ?? 'GET';
    const answer = await api.fetch(place, { redirect: 'manual', ...init });
    const [name, type] = [`${method} ${place} ${answer.status}`, answer.headers.get('content-type')?.split(';')[0]];
    expect(name).toBe(`${method} ${place} ${status}`);
    const promise = calls[`/api/v1${address}`]?.[method.toLowerCase()]?.responses[status];
    if (promise === undefined) throw new Error(`Not promised: ${name}`);
    const length = (await answer.arrayBuffer()).byteLength;
    if (length > 0) expect([name, Object.keys(promise.content ?? {}).map((known) => known.split(';')[0])]).toEqual([name, expect.arrayContaining([type])]);
    for (const header of Object.keys(promise.headers ?? {})) expect([name, header, answer.headers.has(header)]).toEqual([name, header, true]);
    return answer;
  };
  const json = (body: string, headers = {}) => ({ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const tus = (method: string, headers = {}, body?: string) => ({ method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body === undefined ? {} : { body }) });
  const own = new ApiClient(server.address, 'fix-geometry');
  const { uuid } = await own.upload('farm.geojson', FARM);
  const task = await own.ended((await own.start({}, { uuid, files: [], expires_at: '' })).uuid);
  const result = `/tools/files/${String(task.output_file)}`;
  const begun = await promised('/tools/uploads', '/tools/uploads', tus('POST', { 'upload-length': '4', 'upload-metadata': 'filename YS5rbWw=' }), 201);
  const part = (begun.headers.get('location') ?? '').replace('/api/v1', '');
  const [etag, wms] = [`"${String(task.output_file)}"`, '/wms?SERVICE=WMS&REQUEST=GetCapabilities'];
  for (const [address, place, init, status] of [
    ['/tools/{tool}', '/tools/fix-geometry', json(JSON.stringify({ input_file: uuid }), { 'idempotency-key': 'a' }), 201],
    ['/tools/{tool}', '/tools/fix-geometry', json(JSON.stringify({ input_file: uuid }), { 'idempotency-key': 'a' }), 200],
    ['/tools/{tool}', '/tools/fix-geometry', json(`"${'x'.repeat(4_200_000)}"`), 413],
    ['/tools/{tool}', '/tools/fix-geometry', json('{}', { 'content-type': 'text/plain' }), 415],
    ['/tools/{tool}', '/tools/fix-geometry', json('{'), 400],
    ['/tools/files/from-uploads', '/tools/files/from-uploads', json('{}', { 'content-type': 'text/plain' }), 415],
    ['/tools/files/from-uploads', '/tools/files/from-uploads', json(`"${'x'.repeat(70_000)}"`), 413],
    ['/tools/files', '/tools/files', json('{}'), 415],
    ['/tools/files/{uuid}', result, {}, 200],
    ['/tools/files/{uuid}', result, { method: 'HEAD' }, 200],
    ['/tools/files/{uuid}', result, { headers: { range: 'bytes=0-1' } }, 206],
    ['/tools/files/{uuid}', result, { headers: { 'if-none-match': etag } }, 304],
    ['/tools/files/{uuid}', result, { headers: { range: 'bytes=99999-' } }, 416],
    ['/tools/files/{uuid}/datasets/{position}', `${result}/datasets/1`, {}, 307],
    ['/tools/{tool}/{uuid}/report', `/tools/fix-geometry/${task.uuid}/report?format=findings.csv`, {}, 200],
    ['/tools/uploads', '/tools/uploads', { method: 'OPTIONS' }, 204],
    ['/tools/uploads', '/tools/uploads', tus('POST', { 'content-type': 'text/plain', 'upload-length': '4', 'upload-metadata': 'filename YS5rbWw=' }, 'x'), 415],
    ['/tools/uploads/{uuid}', part, tus('HEAD'), 200],
    ['/tools/uploads/{uuid}', part, tus('PATCH', { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }, 'abcd'), 204],
    ['/tools/uploads/{uuid}', part, tus('PATCH', { 'upload-offset': '9', 'content-type': 'application/offset+octet-stream' }, 'abcd'), 409],
    ['/tools', '/tools', {}, 200],
    ['/layers/layer_groups', '/layers/layer_groups', {}, 200],
    ['/wms', wms, {}, 200],
    ['/wms', `${wms}&VERSION=1.1.1`, {}, 200],
    ['/wms', wms, { headers: { 'if-none-match': '*' } }, 304],
    ['/wms', '/wms?REQUEST=GetMap&VERSION=1.1.1', {}, 200],
  ] as const) await promised(address, place, init, status);
});

test('what is refused whatever the call is, is promised for each', () => {
  for (const [address, operations] of Object.entries(answersSchema.parse(JSON.parse(description)).paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const other = operation?.responses['default'];
      expect([address, method, other === undefined ? null : Object.keys(other.content ?? {})]).toEqual([address, method, method === 'head' ? [] : ['application/problem+json']]);
    }
  }
});

/** Regenerated by `npx vitest run -u` on this file, which shows what a change of the API means to its users. */
test('the types that are made from it are those that the client below was written with', async () => {
  await expect(astToString(await openapiTypes(description, { defaultNonNullable: false }))).toMatchFileSnapshot('./api-types.generated.ts');
});

test('a client made from it uploads, runs the tool, polls and downloads', async () => {
  const client = createClient<paths>({ baseUrl: server.address });
  const form = new FormData();
  form.append('files', new Blob([FARM]), 'farm.geojson');
  const upload = await client.POST('/api/v1/tools/files', { body: {}, bodySerializer: () => form });
  expect(upload.data?.files).toEqual([{ name: 'farm.geojson', size: FARM.length }]);
  const created = await client.POST('/api/v1/tools/{tool}', { params: { path: { tool: 'fix-geometry' } }, body: { input_file: upload.data?.uuid ?? '', options: { overlaps: 'fix' } } });
  const { uuid = '' } = created.data ?? {};
  const poll = () => client.GET('/api/v1/tools/{tool}/{uuid}', { params: { path: { tool: 'fix-geometry', uuid } } });
  await expect.poll(async () => (await poll()).data?.progress_status, { timeout: 60_000 }).toBe('COMPLETED');
  const done = await poll();
  expect(done.data?.report).toMatchObject({ tool: 'fix-geometry', found: { 'self-intersection': 1 } });
  const result = await client.GET('/api/v1/tools/files/{uuid}', { params: { path: { uuid: done.data?.output_file ?? '' } }, parseAs: 'text' });
  expect(result.data).toContain('farm');
  expect(result.response.headers.get('content-disposition')).toContain('farm-fixed.geojson');
  const unknown = await client.GET('/api/v1/tools/{tool}/{uuid}', { params: { path: { tool: 'fix-geometry', uuid: 'none' } } });
  expect(unknown.error?.code).toBe('unknown-task');
});

test('is served as the type that links to it announce', () => {
  expect(contentType).toMatch(/^application\/vnd\.oai\.openapi\+json; ?version="?3\.1"?(;|$)/);
});
