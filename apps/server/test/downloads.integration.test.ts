import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportSchema, taskSchema } from '@geoinsights/contract';
import type { Task } from '@geoinsights/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { featuresOf, hasGdal, ogr2ogr } from '../../../testing/gdal.ts';
import { ApiClient, expectProblem } from './api-client.fixture.ts';
import { eventually, startTestServer, storedFiles } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const square = (west: number, east: number) => [[[west, -20], [east, -20], [east, -19.99], [west, -19.99], [west, -20]]];
const feature = (west: number, east: number) => ({ type: 'Feature', properties: { west }, geometry: { type: 'Polygon', coordinates: square(west, east) } });
const OVERLAPPING = JSON.stringify({ type: 'FeatureCollection', features: [feature(-40, -39.99), feature(-39.995, -39.98)] });
const SET = ['.shp', '.shx', '.dbf', '.prj'];

/** Two overlapping parcels, the first with a name that looks like a formula. */
const parcel = (west: number, name: string) => ({ type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates: [[[west, -15], [west + 0.01, -15], [west + 0.01, -14.99], [west, -14.99], [west, -15]]] } });
const PARCELS = JSON.stringify({ type: 'FeatureCollection', features: [parcel(-47, '=1+1'), parcel(-46.991, 'Lote 2')] });

let server: TestServer;
let api: ApiClient;
let folder: string;
let parcelsTask: string;
beforeAll(async () => {
  server = await startTestServer({}, 'product');
  api = new ApiClient(server.address, 'fix-geometry');
  folder = await mkdtemp(path.join(tmpdir(), 'geoinsights-datasets-'));
  const { uuid, progress_status: status } = await repaired([['parcels.geojson', PARCELS]]);
  expect(status).toBe('COMPLETED');
  parcelsTask = uuid;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function dataset(task: Task, position: number | string): Promise<Response> {
  return api.fetch(`/tools/files/${String(task.output_file)}/datasets/${String(position)}`);
}

/** Saves a response under the name that it states. */
async function saved(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  const file = path.join(folder, /filename="(.*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '');
  await writeFile(file, bytes);
  return file;
}

test('a result of which the disk has lost or changed a part is refused, and not begun and left open', async () => {
  const { output_file: output } = await repaired([['cut.geojson', OVERLAPPING]]);
  const stored = path.join(server.dataFolder, 'files', 'results', String(output));
  const bytes = await readFile(stored);
  await writeFile(stored, bytes.toString().replace('Polygon', 'Polygoñ').slice(0, -1));
  await expectProblem(await api.fetch(`/tools/files/${String(output)}`), 500, 'result-damaged');
  await writeFile(stored, bytes);
  expect((await api.fetch(`/tools/files/${String(output)}`, { headers: { range: 'bytes=0-4' } })).status).toBe(206);
  await truncate(stored, 10);
  await expectProblem(await api.fetch(`/tools/files/${String(output)}`), 500, 'result-damaged');
  await expectProblem(await api.fetch(`/tools/files/${String(output)}`, { headers: { range: 'bytes=0-4' } }), 500, 'result-damaged');
});

async function repaired(files: Parameters<ApiClient['send']>[0], options = {}): Promise<Task> {
  return api.ended((await api.start(options, await api.uploadSet(files))).uuid);
}

test('each dataset of a task can be had by itself, a shapefile as an archive of its own', async (context) => {
  context.skip(!hasGdal, 'GDAL is not installed');
  await writeFile(path.join(folder, 'farms.geojson'), OVERLAPPING);
  ogr2ogr('-f', 'ESRI Shapefile', path.join(folder, 'Município.shp'), path.join(folder, 'farms.geojson'));
  const set = await Promise.all(SET.map(async (extension) => [`Município${extension}`, new Uint8Array(await readFile(path.join(folder, `Município${extension}`)))] as const));
  const task = await repaired([['a.geojson', OVERLAPPING], ...set, ['broken.geojson', OVERLAPPING.slice(0, 150)]]);
  const datasets = reportSchema.parse(task.report).datasets.map(({ name, result_files: files = [] }) => ({ name, files: files.toSorted() }));
  expect(datasets).toMatchObject([
    { name: 'a', files: ['a-fixed.geojson'] },
    { name: 'Município', files: SET.map((extension) => `Município-fixed${extension}`).toSorted() },
  ]);
  const whole = await saved(await api.fetch(`/tools/files/${String(task.output_file)}`));

  const geojson = await saved(await dataset(task, 1));
  expect(path.basename(geojson)).toBe('a-fixed.geojson');
  expect(featuresOf(geojson)).toEqual(featuresOf(`/vsizip/${whole}/a-fixed.geojson`));

  const answer = await dataset(task, 2);
  expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain('Município-fixed.zip');
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const archive = await saved(answer);
  // GDAL finds the dataset by the archive alone: nothing else is in it.
  expect(featuresOf(`/vsizip/${archive}`)).toEqual(featuresOf(`/vsizip/${whole}/Município-fixed.shp`));
  expect(featuresOf(`/vsizip/${archive}`)).toHaveLength(2);

  // After a broken line the rest is asked for, of an unpacked file and of an archive made for this alone.
  for (const [position, bytes] of [[1, await readFile(geojson)], [2, await readFile(archive)]] as const) {
    const address = `/tools/files/${String(task.output_file)}/datasets/${String(position)}`;
    const rest = await api.fetch(address, { headers: { range: 'bytes=100-' } });
    expect([rest.status, rest.headers.get('content-range'), rest.headers.get('content-length')]).toEqual([206, `bytes 100-${String(bytes.length - 1)}/${String(bytes.length)}`, String(bytes.length - 100)]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(100))).toBe(true);
    const within = await api.fetch(address, { headers: { range: 'bytes=7-40' } });
    expect(Buffer.from(await within.arrayBuffer()).equals(bytes.subarray(7, 41))).toBe(true);
    await expectProblem(await api.fetch(address, { headers: { range: `bytes=${String(bytes.length)}-` } }), 416, 'range-not-satisfiable');
    expect((await api.fetch(address, { headers: { 'if-none-match': rest.headers.get('etag') ?? '' } })).status).toBe(304);
  }

  for (const position of [3, 999]) await expectProblem(await dataset(task, position), 404, 'unknown-file');
  for (const position of ['0', '-1', 'x', '1e1']) await expectProblem(await dataset(task, position), 400, 'invalid-request');
});

test('a result that is one dataset is had as a whole, and one that other tools made is not taken apart', async () => {
  const task = await repaired([['a.geojson', OVERLAPPING]]);
  const answer = await api.fetch(`/tools/files/${String(task.output_file)}/datasets/1`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, `/api/v1/tools/files/${String(task.output_file)}`]);
  await expectProblem(await api.fetch('/tools/files/nothing/datasets/1'), 404, 'unknown-file');
  await expectProblem(await api.fetch(`/tools/files/${String(task.report_file)}/datasets/1`), 404, 'unknown-file');
});

test('a report is sent compressed to who reads gzip, with its own length; not in parts, and not to others', async () => {
  const lots = Array.from({ length: 40 }, (_, index) => parcel(-47 + index * 0.0099, `Lote ${String(index)}`));
  const { report_file: file, output_file: output } = await repaired([['lots.geojson', JSON.stringify({ type: 'FeatureCollection', features: lots })]]);
  const ask = (uuid: unknown, headers: Record<string, string>) => api.fetch(`/tools/files/${String(uuid)}`, { headers });
  const headersOf = ({ headers }: Response) => ['content-encoding', 'x-uncompressed-length', 'vary'].map((name) => headers.get(name));
  const plain = await ask(file, { 'accept-encoding': 'identity' });
  const text = await plain.text();
  expect([headersOf(plain), plain.headers.get('content-length')]).toEqual([[null, null, 'accept-encoding'], String(Buffer.byteLength(text))]);
  const packed = await ask(file, { 'accept-encoding': 'br, gzip;q=0.8' });
  expect(headersOf(packed)).toEqual(['gzip', String(Buffer.byteLength(text)), 'accept-encoding']);
  expect(await packed.text()).toBe(text);
  expect((await ask(file, { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.get('etag') ?? '' })).status).toBe(304);
  for (const headers of [{ 'accept-encoding': 'gzip;q=0' }, { 'accept-encoding': 'gzip', 'range': 'bytes=0-9' }]) expect(headersOf(await ask(file, headers))).toEqual([null, null, 'accept-encoding']);
  const result = await ask(output, { 'accept-encoding': 'gzip' });
  expect(headersOf(result)).toEqual([null, null, null]);
  const stored = path.join(server.dataFolder, 'files', 'results', String(file));
  await writeFile(stored, text.slice(0, -1));
  await expectProblem(await ask(file, { 'accept-encoding': 'gzip' }), 500, 'result-damaged');
});

const report = (query: string, uuid = parcelsTask, tool = 'fix-geometry') => server.api.fetch(`/tools/${tool}/${uuid}/report?${query}`);

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
  // It contains names from files, so when displayed it must not run anything.
  if (format === 'html') expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline';.* sandbox$/);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(response.headers.get('content-length')));
  expect(bytes.toString('latin1').startsWith(beginning)).toBe(true);
});

test('the tables are in the language that was asked for, and who has one is not sent it again', async () => {
  const response = await report('format=findings.csv&language=pt');
  expect(await response.text()).toMatch(/^\u{FEFF}?Conjunto de dados;.*\r\n(?:.*;)'=1\+1;/u);
  const again = await server.api.fetch(`/tools/fix-geometry/${parcelsTask}/report?format=findings.csv&language=pt`, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
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
  const { report_file: file } = taskSchema.parse(await (await server.api.fetch(`/tools/fix-geometry/${parcelsTask}`)).json());
  await server.api.fetch(`/tools/files/${String(file)}`, { method: 'DELETE' });
  await expectProblem(await report('format=pdf'), 404, 'unknown-file');
});
