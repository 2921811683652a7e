import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { layerGroupsSchema } from '@geoinsights/contract';
import { afterAll, expect, test } from 'vitest';
import { newDatabase } from '../../server/test/new-database.fixture.ts';
import { newBucket } from '../../server/test/s3-bucket.fixture.ts';
import { geotoolsLayers } from './geotools.ts';
import { geotoolsLayersHere } from './geotools-here.ts';
import { endServers, squaresFile, startServer, uuidIn } from './server.fixture.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'geotools-s3-layers-'));
const bucket = await newBucket();
/** The programs find them in their environment, as an operator's do. */
Object.assign(process.env, await newDatabase(), bucket.environment);
afterAll(() => {
  endServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const PICTURE = 'service=WMS&version=1.3.0&request=GetMap&styles=&crs=EPSG:4326&bbox=-30,-70,10,-30&width=64&height=64&format=image/png&layers=';
const pictureOf = async (address: string, code: string) => {
  const answer = await fetch(`${address}/api/v1/wms?${PICTURE}${code}`);
  return { status: answer.status, type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()).toString('base64') };
};

const shownBy = async (address: string, uuid: string) =>
  layerGroupsSchema.parse(await (await fetch(`${address}/api/v1/layers/layer_groups`)).json()).flatMap(({ layers }) => layers).find((layer) => layer.uuid === uuid);

test('layers that are published with and without a server are drawn by another one that shares no disk with it', async () => {
  const [one, other] = [path.join(folder, 'one'), path.join(folder, 'other')];
  const server = await startServer(one);
  const through = await geotoolsLayers(one, 'publish', squaresFile(folder, 'through.geojson', 40), '--group', 'Fazendas', '--name', 'through');
  expect(uuidIn(through)).toMatch(/^[0-9a-f-]{36}$/);
  const first = await pictureOf(server.address, 'through');
  expect(first).toMatchObject({ status: 200, type: 'image/png' });
  await server.stop();
  uuidIn(await geotoolsLayers(one, 'publish', squaresFile(folder, 'direct.geojson', 10), '--group', 'Fazendas', '--name', 'direct'));
  rmSync(one, { recursive: true });

  const second = await startServer(other);
  expect(readdirSync(path.join(other, 'layers'))).toEqual([]);
  expect(await pictureOf(second.address, 'through')).toEqual(first);
  expect(await pictureOf(second.address, 'direct')).toMatchObject({ status: 200, type: 'image/png' });
  expect(readdirSync(path.join(other, 'layers'))).toHaveLength(2);

  // What the catalogue keeps of a layer is the same on each kind of database: all of it on the embedded one (layers.integration.test.ts), here what has a type of its own.
  const change = (...args: string[]) => geotoolsLayersHere(other, ...args);
  const uuid = uuidIn(through);
  expect(uuidIn(await change('publish', squaresFile(folder, 'more.geojson', 60), '--group', 'Fazendas', '--name', 'through', '--provider-date', '2026-08-01'))).toBe(uuid);
  const replaced = await shownBy(second.address, uuid);
  expect(replaced?.layer_tasks).toHaveLength(2);
  expect(replaced?.layer_tasks.map(({ provider_date }) => provider_date)).toContain('2026-08-01T00:00:00.000Z');
  expect(await change('update', uuid, '--name', 'Quadras', '--visible', '--minimum-zoom', '5')).toMatchObject({ status: 0 });
  expect(await shownBy(second.address, uuid)).toMatchObject({ name: 'Quadras', is_visible: false, minimum_zoom: 5 });
  expect(await change('update-group', 'Fazendas', '--visible')).toMatchObject({ status: 0 });
  expect(await shownBy(second.address, uuid)).toMatchObject({ name: 'Quadras', is_visible: true });
  expect(await change('remove', uuid)).toMatchObject({ status: 0 });
  expect(await shownBy(second.address, uuid)).toBeUndefined();
  await second.stop();
});
