import { taskSchema } from '@geoinsights/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient, expectProblem } from './api-client.fixture.ts';
import { eventually, startTestServer, storedFiles } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

/** Two parcels that overlap, of which the first is called like a formula. */
const square = (west: number, name: string) => ({ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [[[west, -15], [west + 0.01, -15], [west + 0.01, -14.99], [west, -14.99], [west, -15]]] } });
const PARCELS = JSON.stringify({ type: 'FeatureCollection', features: [square(-47, '=1+1'), square(-46.991, 'Lote 2')] });

let server: TestServer;
let api: ApiClient;
let task: string;
beforeAll(async () => {
  server = await startTestServer({}, 'product');
  api = new ApiClient(server.address, 'fix-geometry');
  const { uuid } = await api.start({}, await api.upload('parcels.geojson', PARCELS));
  expect(await api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED' });
  task = uuid;
});
afterAll(() => server.close());

const report = (query: string, uuid = task, tool = 'fix-geometry') => server.api.fetch(`/tools/${tool}/${uuid}/report?${query}`);

test.each([
  ['json', 'application/json', 'parcels-fixed-report.json', '{'],
  ['json.gz', 'application/gzip', 'parcels-fixed-report.json.gz', '\u001F'],
  ['csv', 'application/zip', 'parcels-fixed-report-csv.zip', 'PK'],
  ['balance.csv', 'text/csv; charset=utf-8', 'parcels-fixed-report-balance.csv', '\u{EF}\u{BB}\u{BF}Dataset,'],
  ['findings.csv', 'text/csv; charset=utf-8', 'parcels-fixed-report-findings.csv', '\u{EF}\u{BB}\u{BF}Dataset,'],
  ['gpkg', 'application/geopackage+sqlite3', 'parcels-fixed-report.gpkg', 'SQLite format 3'],
  ['html', 'text/html; charset=utf-8', 'parcels-fixed-report.html', '<!doctype html>'],
  ['pdf', 'application/pdf', 'parcels-fixed-report.pdf', '%PDF-1.7'],
])('the report of a finished task as %s', async (format, type, name, beginning) => {
  const response = await report(`format=${format}`);
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([200, type, `attachment; filename="${name}"`]);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  expect(bytes.toString('latin1').startsWith(beginning)).toBe(true);
});

test('the tables are in the language that was asked for, and who has one is not sent it again', async () => {
  const response = await report('format=findings.csv&language=pt');
  expect(await response.text()).toMatch(/^\u{FEFF}?Conjunto de dados;.*\r\n(?:.*;)'=1\+1;/u);
  const again = await server.api.fetch(`/tools/fix-geometry/${task}/report?format=findings.csv&language=pt`, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect(await eventually(async () => (await storedFiles(server.dataFolder)).work.length === 0)).toBe(true);
});

test('it says why there is none', async () => {
  await expectProblem(await report('format=docx'), 400, 'invalid-request');
  await expectProblem(await report(''), 400, 'invalid-request');
  await expectProblem(await report('format=pdf', '00000000-0000-4000-8000-000000000000'), 404, 'unknown-task');
  const failed = await api.start({}, await api.upload('broken.geojson', '{"type":'));
  await api.ended(failed.uuid);
  await expectProblem(await report('format=pdf', failed.uuid), 409, 'report-not-ready');
  const compress = new ApiClient(server.address, 'compress');
  const other = await compress.start({}, await compress.upload('parcels.geojson', PARCELS));
  await compress.ended(other.uuid);
  await expectProblem(await report('format=pdf', other.uuid, 'compress'), 404, 'not-found');
  const { report_file: file } = taskSchema.parse(await (await server.api.fetch(`/tools/fix-geometry/${task}`)).json());
  await server.api.fetch(`/tools/files/${String(file)}`, { method: 'DELETE' });
  await expectProblem(await report('format=pdf'), 404, 'unknown-file');
});
