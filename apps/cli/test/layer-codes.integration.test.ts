import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { hasGdal } from '../../../testing/gdal.ts';
import type { Run } from './geotools.ts';
import { operatedServer, squaresFile, uuidIn } from './server.fixture.ts';

const server = await operatedServer('codes');
const { folder, layers } = server;
const publish = (file: string, ...args: string[]): Promise<Run> => layers('publish', squaresFile(folder, file, 100), '--group', 'Cite', ...args);
const codeOf = async (uuid: string): Promise<string | undefined> => (await server.groups()).flatMap((group) => group.layers).find((layer) => layer.uuid === uuid)?.code;
const wms = (parameters: Readonly<Record<string, string>>): Promise<Response> => fetch(`${server.address}/api/v1/wms?${new URLSearchParams({ SERVICE: 'WMS', VERSION: '1.1.1', ...parameters }).toString()}`);
const MAP = { STYLES: '', SRS: 'EPSG:4326', BBOX: '-47.25,-15.75,-47.16,-15.66', WIDTH: '256', HEIGHT: '256', FORMAT: 'image/png' };

/** The WMS may use its old list of layers for a moment. */
async function offered(code: string): Promise<void> {
  await expect.poll(async () => (await wms({ REQUEST: 'GetCapabilities' })).text(), { timeout: 20_000 }).toContain(`<Name>${code}</Name>`);
}

let lakes = '';

test('a layer is published under the name that its operator chooses, and found by it in every call', async () => {
  lakes = uuidIn(await publish('lakes.geojson', '--code', 'cite:Lakes'));
  expect(await codeOf(lakes)).toBe('cite:Lakes');
  await offered('cite:Lakes');
  const capabilities = await (await wms({ REQUEST: 'GetCapabilities', VERSION: '1.3.0' })).text();
  expect(capabilities).toContain('<Name>cite:Lakes</Name>');
  for (const LAYERS of ['cite:Lakes', 'cite:Lakes,cite:Lakes']) {
    expect((await wms({ REQUEST: 'GetMap', LAYERS, ...MAP })).headers.get('content-type')).toBe('image/png');
  }
  const info = await wms({ REQUEST: 'GetFeatureInfo', LAYERS: 'cite:Lakes', QUERY_LAYERS: 'cite:Lakes', X: '100', Y: '200', INFO_FORMAT: 'application/json', ...MAP });
  expect(await info.text()).toContain('"id":"cite:Lakes.');
  expect((await wms({ REQUEST: 'GetLegendGraphic', LAYER: 'cite:Lakes', FORMAT: 'image/png' })).headers.get('content-type')).toBe('image/png');
});

test('GDAL finds the layer in the capabilities, and draws it', needs(hasGdal, 'GDAL is not installed'), () => {
  const list = spawnSync('gdalinfo', [`WMS:${server.address}/api/v1/wms`], { encoding: 'utf8' });
  expect(list.status, list.stderr).toBe(0);
  expect(list.stdout).toMatch(/SUBDATASET_\d+_NAME=WMS:\S*LAYERS=cite(:|%3A)Lakes&/i);
  const address = `WMS:${server.address}/api/v1/wms?SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&LAYERS=cite:Lakes&SRS=EPSG:4326&BBOX=-47.25,-15.75,-47.16,-15.66`;
  const picture = path.join(folder, 'lakes.tif');
  const drawn = spawnSync('gdal_translate', ['-q', '-outsize', '64', '64', address, picture], { encoding: 'utf8', cwd: folder });
  expect(drawn.status, drawn.stderr).toBe(0);
  const { stdout } = spawnSync('gdalinfo', ['-stats', picture], { encoding: 'utf8' });
  // Something is drawn: not all pixels are the same.
  expect(Math.max(...[...stdout.matchAll(/StdDev=([\d.]+)/g)].map(([, deviation]) => Number(deviation)))).toBeGreaterThan(0);
});

test('the name of an existing layer is changed, and stays when its data are replaced', async () => {
  expect(await layers('update', lakes, '--code', 'cite:Ponds')).toMatchObject({ status: 0, stderr: '' });
  expect(await codeOf(lakes)).toBe('cite:Ponds');
  expect(uuidIn(await publish('lakes.geojson'))).toBe(lakes);
  expect(await codeOf(lakes)).toBe('cite:Ponds');
  await publish('lakes.geojson', '--code', 'cite:Lakes');
  expect(await codeOf(lakes)).toBe('cite:Lakes');
});

test('two published layers cannot have the same name', async () => {
  const taken = await publish('other.geojson', '--code', 'cite:Lakes');
  expect(taken.status).toBe(3);
  expect(taken.stderr).toContain('already has the code "cite:Lakes": "lakes"');
  const other = uuidIn(await publish('other.geojson'));
  expect(await layers('update', other, '--code', 'cite:Lakes')).toMatchObject({ status: 3 });
  expect(await codeOf(other)).toBe('other');
  // It may keep its own.
  expect(await layers('update', other, '--code', 'other')).toMatchObject({ status: 0 });
});

test('an invalid layer name is refused before anything is read', async () => {
  const run = await publish('bad.geojson', '--code=a,b');
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toContain('--code takes letters, digits');
});
