import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exemplaryGarbage } from '../../../packages/formats/test/garbage/cases.ts';
import { ApiClient, expectProblem } from './api-client.fixture.ts';
import { startTestServer, storedFiles, type TestServer } from './server.fixture.ts';

// One failing case after another: this tests what the tool says about each, and what the server makes of that.
vi.mock('../src/tasks/tool-process.ts', async () => ({ runToolProcess: (await import('./tool-in-this-process.fixture.ts')).runToolHere }));

let server: TestServer;
let api: ApiClient;

beforeAll(async () => {
  server = await startTestServer({}, 'product');
  api = new ApiClient(server.address, 'fix-geometry');
});
afterAll(() => server.close());

describe('garbage through the API', () => {
  it.each(exemplaryGarbage())('$title is distinguished from all else, and leaves nothing behind', async ({ files, codes }) => {
    const upload = await api.uploadSet(Object.entries(files).map(([name, bytes]) => [name, new Uint8Array(bytes)] as const));
    const task = await api.ended((await api.start({}, upload)).uuid);
    expect(task).toMatchObject({ progress_status: 'FAILED', output_file: null, report: null });
    expect(codes).toContain(task.error?.code);
    expect(task.error?.status).toBeGreaterThanOrEqual(400);
    expect(task.error?.status).toBeLessThan(500);
    expect(task.error?.detail).toMatch(/farm/i);
    expect(task.error?.file).toMatch(/farm/i);

    await expect.poll(async () => (await storedFiles(server.dataFolder)).work).toEqual([]);
    expect((await api.fetch(`/tools/files/${upload.uuid}`, { method: 'DELETE' })).status).toBeLessThan(300);
    expect(await storedFiles(server.dataFolder)).toEqual({ incoming: [], uploads: [], results: [], work: [] });
  });
});

describe('characters that no database takes as text', () => {
  it.each(['Rio\0 Verde', 'Rio\ud800 Verde'])('in the names of features (%j) are replaced in the report, and harm nothing', async (nome) => {
    const farm = (west: number) => ({ type: 'Feature', properties: { nome }, geometry: { type: 'Polygon', coordinates: [[[west, 0], [west + 1, 0], [west + 1, 1], [west, 1], [west, 0]]] } });
    const upload = await api.upload('farms.geojson', JSON.stringify({ type: 'FeatureCollection', features: [farm(-50), farm(-49.5)] }));
    const task = await api.ended((await api.start({}, upload)).uuid);
    expect(task.error).toBeNull();
    expect(JSON.stringify(task.report)).toContain('Rio\ufffd Verde');
  });

  it.each(['no\0me', 'no\udc00me'])('in an option (%j) are refused by its name', async (labelField) => {
    const { uuid } = await api.upload();
    const problem = await expectProblem(await api.post({ input_file: uuid, options: { labelField } }), 422, 'invalid-options');
    expect(problem.detail).toBe('The options are not valid: labelField: contains a character that is not allowed in text (NUL, or half of a surrogate pair).');
    const followed = await expectProblem(await api.post({ input_file: uuid, options: { then: [{ tool: 'extract', options: { where: labelField } }] } }), 422, 'invalid-options');
    expect(followed.detail).toContain('then: contains a character');
  });
});

it('a list where an option takes one, and an object in it, are asked for in words', async () => {
  const { uuid } = await api.upload();
  const said = async (options: object) => (await expectProblem(await api.post({ input_file: uuid, options }), 422, 'invalid-options')).detail;
  expect(await said({ decisions: 'all' })).toBe('The options are not valid: decisions: takes a list');
  expect(await said({ decisions: ['x'] })).toBe('The options are not valid: decisions.0: takes a JSON object');
  expect(await said([])).toBe('The options are not valid: they are given as a JSON object');
  expect(await said({ then: { tool: 'compress' } })).toBe('The options are not valid: then: takes a list');
});
