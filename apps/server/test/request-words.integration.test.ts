import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';
import { TUS } from './tus.fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const post = (place: string, body?: unknown): [string, RequestInit] => [place, { method: 'POST', headers: { 'content-type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }];

test.for([
  ['nothing', ...post('/tools/test-tool'), 'the body: is needed, as a JSON object.'],
  ['null', ...post('/tools/test-tool', null), 'the body: is needed, as a JSON object.'],
  ['a list', ...post('/tools/test-tool', []), 'the body: takes a JSON object.'],
  ['no input', ...post('/tools/test-tool', {}), 'input_file: is needed.'],
  ['a number for a text', ...post('/tools/test-tool', { input_file: 5 }), 'input_file: takes a text.'],
  ['members that there are not', ...post('/tools/test-tool', { input_file: 'x', more: 1, __proto__x: 2 }), 'the body: takes no "more", "__proto__x".'],
  ['no uploads', ...post('/tools/files/from-uploads', {}), 'uploads: is needed.'],
  ['an empty list of uploads', ...post('/tools/files/from-uploads', { uploads: [] }), 'uploads: must not be empty.'],
  ['a text for the list', ...post('/tools/files/from-uploads', { uploads: 'x' }), 'uploads: takes a list.'],
  ['too long a list', ...post('/tools/files/from-uploads', { uploads: Array.from({ length: 10_001 }, () => 'x') }), 'uploads: takes at most 10000 values.'],
  ['an upload of no length', '/tools/uploads', { method: 'POST', headers: TUS }, 'upload-length: is needed.'],
  ['a report of no kind', '/tools/test-tool/x/report', {}, 'format: takes json, json.gz, csv, balance.csv, findings.csv, gpkg, html or pdf.'],
  ['a report in another language', '/tools/test-tool/x/report?format=csv&language=fr', {}, 'language: takes en or pt.'],
] as const)('a request with %s is refused in words of ours', async ([, place, init, words]) => {
  const { detail } = await expectProblem(await server.api.fetch(place, init), 400, 'invalid-request');
  expect(detail).toBe(`The request does not have the expected form: ${words}`);
});

test('an execution without its input is refused with that reason', async () => {
  const answer = await fetch(`${server.address}/ogcapi/processes/test-tool/execution`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"inputs":{}}' });
  expect((await expectProblem(answer, 400, 'invalid-request')).detail).toContain(': inputs.input_file: is needed.');
});
