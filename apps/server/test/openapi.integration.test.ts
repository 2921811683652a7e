import { createConfig, lintFromString } from '@redocly/openapi-core';
import { taskSchema } from '@geoinsights/contract';
import { TOOLS } from '@geoinsights/tools';
import createClient from 'openapi-fetch';
import openapiTypes, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { schemaNamesOf } from '../src/routes/v1/openapi-schemas.ts';
import type { paths } from './api-types.generated.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const CROSSED = { type: 'Polygon', coordinates: [[[-47, -15], [-46.99, -14.99], [-46.99, -15], [-47, -14.99], [-47, -15]]] };
const FARM = JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: { name: 'farm' }, geometry: CROSSED }] });

let server: TestServer;
let description: string;
beforeAll(async () => {
  server = await startTestServer({}, 'product');
  description = await (await server.api.fetch('/openapi.json')).text();
});
afterAll(() => server.close());

test('the description passes the linter of Redocly without a word', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: description, absoluteRef: '/openapi.json', config });
  expect(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`)).toEqual([]);
});

test('every call has a name, and its schemas and errors stand once', () => {
  const operationSchema = z.looseObject({ operationId: z.string(), summary: z.string(), description: z.string() });
  const { paths: calls, components, servers } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operationSchema)), components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }), servers: z.array(z.unknown()) })
    .parse(JSON.parse(description));
  const names = Object.values(calls).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId));
  // What Spectral asks beyond Redocly: it was run on this once, `spectral:oas`, without a word.
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
  // Examples are what the API takes and gives.
  expect(taskSchema.parse(z.array(z.unknown()).parse(components.schemas['Task']?.['examples'])[0])).toMatchObject({ progress_status: 'RUNNING' });
  for (const operations of Object.values(calls)) expect(JSON.stringify(operations)).not.toContain('progress_status');
});

/** Made anew by `npx vitest run -u` on this file; what a change of the API is to those who use it shows there. */
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
