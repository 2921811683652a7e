import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient, containing } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

/** The product in its default configuration. */
let server: TestServer;
let api: ApiClient;
beforeAll(async () => {
  server = await startTestServer({}, 'product');
  api = new ApiClient(server.address, 'fix-geometry');
});
afterAll(() => server.close());

type Ring = readonly (readonly [number, number])[];

function fileOf(rings: readonly Ring[]): string {
  const features = rings.map((ring) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } }));
  return JSON.stringify({ type: 'FeatureCollection', crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::31983' } }, features });
}

/** A hundred kilobytes of triangles, each overlapping nearly all others. */
function triangles(count: number): string {
  let state = 7;
  const share = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  const place = (): [number, number] => [Math.round(share() * 9999), Math.round(share() * 9999)];
  return fileOf(Array.from({ length: count }, () => [place(), place(), place()]));
}

/** The coverage of a machine that drives straight on, logged at every step: each quad overlaps a good dozen others. */
function swaths(count: number): string {
  const [width, step, length] = [12, 1, 15];
  return fileOf(Array.from({ length: count }, (_, i) => {
    const [x, y] = [500_000 + i * step, 7_500_000 + 3 * Math.sin(i / 40)];
    return [[x, y], [x + length, y + 0.1], [x + length, y + width + 0.1], [x, y + width]];
  }));
}

test('a small file that would hold a processor for minutes is refused before it is begun, and says why and what to do', async () => {
  const greedy = triangles(850);
  expect(greedy.length).toBeLessThan(130_000);
  const { uuid } = await api.start({}, await api.upload('greedy.geojson', greedy));
  const failed = await api.ended(uuid);
  expect(failed).toMatchObject({ progress_status: 'FAILED', error: { code: 'task-too-costly', status: 422, file: 'greedy', detail: containing('command line') } });
});

test('a dense layer as it comes from the field is repaired', async () => {
  const { uuid } = await api.start({}, await api.upload('swaths.geojson', swaths(250)));
  expect(await api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED', report: { remaining: {} } });
});

test('of several files the one that costs too much is named, and the others are repaired', async () => {
  const uploaded = await api.uploadSet([['greedy.geojson', triangles(850)], ['swaths.geojson', swaths(40)]]);
  const { uuid } = await api.start({}, uploaded);
  expect(await api.ended(uuid)).toMatchObject({ progress_status: 'COMPLETED', report: { failures: [{ files: ['greedy.geojson'], problem: { code: 'task-too-costly' } }] } });
});
