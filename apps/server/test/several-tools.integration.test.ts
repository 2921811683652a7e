import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema, toolListSchema } from '@geoinsights/contract';
import { groupDatasets, openDiskFile } from '@geoinsights/formats';
import { TOOL_LIST } from '@geoinsights/tools/list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiClient, containing, expectProblem } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const CROSSED = '{"type":"Polygon","coordinates":[[[-47,-15],[-46.99,-14.99],[-46.99,-15],[-47,-14.99],[-47,-15]]]}';
const KML = `<kml>${'<Placemark><name>farm</name></Placemark>'.repeat(200)}</kml>`;

let server: TestServer;
const folder = mkdtempSync(path.join(tmpdir(), 'several-tools-'));
beforeAll(async () => {
  server = await startTestServer({}, 'product');
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const apiOf = (tool: string) => new ApiClient(server.address, tool);

async function downloaded(file: string | null): Promise<{ name: string; bytes: Buffer }> {
  const response = await server.api.fetch(`/tools/files/${String(file)}`);
  expect(response.status).toBe(200);
  return { name: /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
}

async function filesIn(archive: { name: string; bytes: Buffer }): Promise<string[]> {
  const place = path.join(folder, archive.name);
  writeFileSync(place, archive.bytes);
  const file = await openDiskFile(place);
  const { datasets, close } = await groupDatasets([file]);
  await close();
  await file.close();
  return datasets.flatMap(({ files }) => files.map(({ name }) => name));
}

test('the tools are listed with what they take and tell, and kept by who has asked', async () => {
  const response = await server.api.fetch('/tools');
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' });
  const tools = toolListSchema.parse(await response.json());
  expect(tools.map(({ name, title, summary }) => ({ name, title, summary }))).toEqual(TOOL_LIST.map(({ name, title, summary }) => ({ name, title, summary })));
  const [fixGeometry] = tools;
  expect(fixGeometry).toMatchObject({
    inputs: { minimum: 1, maximum: null },
    options_schema: { properties: { snapDistance: {}, then: { type: 'array', maxItems: 4 } } },
    report_schema: { properties: { tool: { const: 'fix-geometry' }, datasets: {} } },
  });
  const again = await server.api.fetch('/tools', { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await expectProblem(await server.api.fetch('/tools', { method: 'POST' }), 405, 'method-not-allowed');
});

test('files are compressed from the upload to the download', async () => {
  const api = apiOf('compress');
  const { uuid } = await api.start({}, await api.uploadSet([['farm.kml', KML], ['area.geojson', CROSSED]]));
  const task = await api.ended(uuid);
  expect(task).toMatchObject({ tool: 'compress', progress_status: 'COMPLETED', error: null, report: { tool: 'compress', files: [{ name: 'farm.kml', bytes: KML.length }, { name: 'area.geojson', bytes: CROSSED.length }], summary: [containing('2 files: '), containing('farm.kml'), containing('area.geojson')] } });
  const archive = await downloaded(task.output_file);
  expect(archive.name).toBe('compressed-files.zip');
  expect(archive.bytes.length).toBeLessThan(KML.length / 5);
  expect(await filesIn(archive)).toEqual(['farm.kml', 'area.geojson']);
  expect(JSON.parse((await downloaded(task.report_file)).bytes.toString())).toEqual(task.report);
  await expectProblem(await api.post({ input_file: task.input_file, options: { level: 9 } }), 422, 'invalid-options');
  // A task is found only at the address of its tool.
  await expectProblem(await server.api.fetch(`/tools/fix-geometry/${uuid}`), 404, 'unknown-task');
});

test('a repair goes on with another tool, in one task', async () => {
  const api = apiOf('fix-geometry');
  const upload = await api.upload('farm.geojson', CROSSED);
  const task = await api.ended((await api.start({ gaps: 'keep', then: [{ tool: 'compress' }] }, upload)).uuid);
  expect(task).toMatchObject({
    progress_status: 'COMPLETED',
    report: { tool: 'fix-geometry', found: { 'self-intersection': 1 }, then: [{ tool: 'compress', files: [{ name: 'farm-fixed.geojson' }], failures: [] }] },
  });
  const archive = await downloaded(task.output_file);
  expect([archive.name, await filesIn(archive)]).toEqual(['farm-fixed.zip', ['farm-fixed.geojson']]);
  const written = reportSchema.parse(JSON.parse((await downloaded(task.report_file)).bytes.toString()));
  expect(written.datasets[0]?.layers[0]?.findings).toHaveLength(1);
  expect(written.then).toMatchObject([{ tool: 'compress' }]);
});

test('what is to come after a repair is looked at before the task is made', async () => {
  const api = apiOf('fix-geometry');
  const { uuid } = await api.upload('farm.geojson', CROSSED);
  for (const [then, words] of [
    [[{ tool: 'compress', options: { level: 9 } }], 'level'],
    [[{ tool: 'convert' }], 'then.0.options.to: takes shapefile, kml, kmz, geopackage or geojson'],
    [[{ tool: 'compress', options: null }], 'then.0.options'],
    [[{ tool: 'paint', options: {} }], 'then.0.tool: takes a tool, one of convert, reproject, merge, split, extract, simplify, buffer, compress'],
    [[{ tool: 'fix-geometry', options: {} }], 'takes a tool'],
    [[{ tool: 'preview-tolerances', options: {} }], 'takes a tool'],
    [Array.from({ length: 5 }, () => ({ tool: 'compress' })), '4'],
    ['compress', 'then'],
  ] as const) {
    const { detail } = await expectProblem(await api.post({ input_file: uuid, options: { then } }), 422, 'invalid-options');
    expect(detail).toContain(words);
  }
});

test('what is wrong with options whatever the files are is said at once, also for the last of several tools', async () => {
  const { uuid } = await apiOf('extract').upload('farm.geojson', CROSSED);
  for (const [tool, options, code] of [
    ['extract', { where: 'owner ==' }, 'filter-invalid'],
    ['merge', { crs: 'UTM 22' }, 'crs-ambiguous'],
    ['fix-geometry', { then: [{ tool: 'compress' }, { tool: 'reproject', options: { to: 'Atlantis' } }] }, 'crs-not-known'],
  ] as const) await expectProblem(await apiOf(tool).post({ input_file: uuid, options }), 422, code);
});

test('the answer to a question for a tool that does not exist names those that do', async () => {
  const { detail } = await expectProblem(await server.api.fetch('/tools/paint/x'), 404, 'unknown-tool');
  expect(detail).toBe(`There is no tool named "paint". The tools are ${TOOL_LIST.map(({ name }) => name).join(', ')}.`);
});

test('every tool is a process of OGC API Processes', async () => {
  const { processes } = z.object({ processes: z.array(z.looseObject({ id: z.string() })) }).parse(await (await fetch(`${server.address}/ogcapi/processes`)).json());
  expect(processes.map(({ id }) => id)).toEqual(TOOL_LIST.map(({ name }) => name));
  expect(processes.find(({ id }) => id === 'compress')).toMatchObject({ title: 'Compress files', description: containing('ZIP') });
  const described: unknown = await (await fetch(`${server.address}/ogcapi/processes/compress`)).json();
  expect(described).toMatchObject({ inputs: { options: { schema: { type: 'object', additionalProperties: false } } } });
});
