import { reportSchema } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiClient, containing } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

let server: TestServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startTestServer({}, 'product');
  api = new ApiClient(server.address, 'fix-geometry');
});
afterAll(() => server.close());

const square = (west: number, east: number) => [[[west, -20], [east, -20], [east, -19.99], [west, -19.99], [west, -20]]];
const feature = (west: number, east: number) => ({ type: 'Feature', properties: { west }, geometry: { type: 'Polygon', coordinates: square(west, east) } });
/** Two farms, one of which covers part of the other. */
const OVERLAPPING = JSON.stringify({ type: 'FeatureCollection', features: [feature(-40, -39.99), feature(-39.995, -39.98)] });
const CUT_OFF = OVERLAPPING.slice(0, 150);

const resultSchema = z.object({ features: z.array(z.object({ properties: z.object({ west: z.number() }) })) });

async function downloaded(uuid: string | null): Promise<{ name: string; bytes: Buffer }> {
  const response = await api.fetch(`/tools/files/${String(uuid)}`);
  expect(response.status).toBe(200);
  return { name: response.headers.get('content-disposition') ?? '', bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The names in the directory of a ZIP archive. */
function entriesOf(archive: Buffer): string[] {
  const names: string[] = [];
  for (let at = archive.indexOf('PK\x01\x02'); at >= 0; at = archive.indexOf('PK\x01\x02', at + 46)) {
    names.push(archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28)));
  }
  return names;
}

describe('a batch in which one file cannot be read', () => {
  test('gives the others back, and says in the task and in the report file which one is missing and why', async () => {
    const upload = await api.uploadSet([['es.geojson', OVERLAPPING], ['rj.geojson', CUT_OFF]]);
    const { uuid } = await api.start({}, upload);
    const task = await api.ended(uuid);
    expect(`${task.progress_status} ${task.error?.detail ?? ''}`).toBe('COMPLETED ');
    expect(task.report).toMatchObject({
      found: { overlap: 1 },
      remaining: {},
      datasets: [{ name: 'es', verified: true }],
      failures: [{ files: ['rj.geojson'], problem: { code: 'json-truncated', status: 422, file: 'rj.geojson', detail: containing('"rj.geojson" ends at line 1') } }],
    });
    const { name, bytes } = await downloaded(task.output_file);
    expect(name).toContain('es-fixed.geojson');
    expect(resultSchema.parse(JSON.parse(bytes.toString())).features).toHaveLength(2);
    const written = reportSchema.parse(JSON.parse((await downloaded(task.report_file)).bytes.toString()));
    expect(written.failures).toEqual(task.report?.failures);
  });

  test('puts nothing of a dataset that failed into the archive', async () => {
    const upload = await api.uploadSet([
      ['a.geojson', OVERLAPPING],
      ['b.dbf', 'the .shp of it was forgotten'],
      ['b.shx', 'as well'],
      ['c.zip', 'PK\x03\x04 and nothing more'],
      ['d.kml', ''],
      ['e.gpkg', 'no database'],
      ['f.geojson', OVERLAPPING],
      ['g.shp', Buffer.concat([Buffer.from([0, 0, 39, 10]), Buffer.alloc(50)])],
      ['g.dbf', 'goes with it'],
      ['readme.txt', 'not data, and not called so'],
    ]);
    const { uuid } = await api.start({}, upload);
    const task = await api.ended(uuid);
    expect(`${task.progress_status} ${task.error?.detail ?? ''}`).toBe('COMPLETED ');
    expect(reportSchema.parse(task.report).datasets.map((dataset) => dataset.name)).toEqual(['a', 'f']);
    expect(task.report?.failures.map(({ files, problem }) => `${files.join('+')}: ${problem.code}`)).toEqual([
      'b.dbf+b.shx: companion-without-shp',
      'c.zip: file-unrecognised',
      'd.kml: file-empty',
      'e.gpkg: file-unrecognised',
      'g.shp+g.dbf: shapefile-header-invalid',
    ]);
    expect(task.report?.notes).toEqual([{ code: 'file-left-out', text: containing('readme.txt') }]);
    const { name, bytes } = await downloaded(task.output_file);
    expect(name).toContain('fixed-files.zip');
    expect(entriesOf(bytes)).toEqual(['a-fixed.geojson', 'f-fixed.geojson']);
  });
});

describe('a batch in which no file can be read', () => {
  test('fails with the first reason, and tells the others beside it', async () => {
    const upload = await api.uploadSet([['rj.geojson', CUT_OFF], ['es.kml', '']]);
    const { uuid } = await api.start({}, upload);
    const task = await api.ended(uuid);
    expect(task).toMatchObject({ progress_status: 'FAILED', output_file: null, report: null, report_file: null });
    expect(task.error).toMatchObject({
      code: 'json-truncated',
      file: 'rj.geojson',
      failures: [
        { files: ['rj.geojson'], problem: { code: 'json-truncated' } },
        { files: ['es.kml'], problem: { code: 'file-empty', detail: containing('"es.kml" is empty') } },
      ],
    });
  });

  test('fails as ever when it is one file', async () => {
    const { uuid } = await api.start({}, await api.upload('rj.geojson', CUT_OFF));
    const { error } = await api.ended(uuid);
    expect(error?.code).toBe('json-truncated');
    expect(error).not.toHaveProperty('failures');
  });
});
