import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { layerGroupsSchema } from '@geoinsights/contract';
import type { CatalogueLayer } from '@geoinsights/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startSecureFront } from '../../../testing/secure-server.ts';
import { operatedServer, squaresFile, uuidIn } from './server.fixture.ts';

/** Where layers come from and where they appear, with either database: layers.integration.test.ts tests changes to the list on both. */
const server = await operatedServer('sources');
const { folder, dataFolder, groups, layers } = server;
const squares = (name: string, count: number, crs?: string | null): string => squaresFile(folder, name, count, crs);
const shown = async (uuid: string) => (await groups()).flatMap((group) => group.layers).find((layer) => layer.uuid === uuid);

async function catalogue(): Promise<CatalogueLayer[]> {
  const { stdout } = await layers('list', '--json');
  return layerGroupsSchema.parse(JSON.parse(stdout)).flatMap((group) => group.layers);
}

test('a published file is on the map at the next load', async () => {
  const uuid = uuidIn(await layers('publish', squares('mapa.geojson', 100), '--group', 'Fazendas', '--color', '#ff0000'));
  const layer = await shown(uuid);
  const query = new URLSearchParams({ SERVICE: 'WMS', VERSION: '1.1.1', REQUEST: 'GetMap', LAYERS: layer?.code ?? '', STYLES: '', SRS: 'EPSG:4326', BBOX: '-47.25,-15.75,-47.16,-15.66', WIDTH: '256', HEIGHT: '256', FORMAT: 'image/png', TRANSPARENT: 'TRUE', TILED: 'true' });
  const picture = async (): Promise<Response> => fetch(new URL(`${layer?.webmap.url ?? ''}?${query.toString()}`, server.address));
  let answer = await picture();
  // The WMS may use its old list of layers for a moment.
  for (let tries = 0; tries < 50 && answer.headers.get('content-type') !== 'image/png'; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    answer = await picture();
  }
  expect(answer.headers.get('content-type')).toBe('image/png');
  const empty = new URLSearchParams(query);
  empty.set('BBOX', '10,10,10.09,10.09');
  const nothing = await fetch(`${server.address}/api/v1/wms?${empty.toString()}`);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan((await nothing.arrayBuffer()).byteLength);
  query.set('REQUEST', 'GetFeatureInfo');
  for (const [name, value] of [['QUERY_LAYERS', layer?.code ?? ''], ['X', '100'], ['Y', '200'], ['INFO_FORMAT', 'application/json']] as const) query.set(name, value);
  expect(await (await picture()).text()).toContain('Talhão');
});

test('layers of a WMS are listed and imported: here from this server, behind a proxy with https', async () => {
  const front = await startSecureFront(server.address);
  const address = `https://${front.host}/api/v1/wms`;
  const offer = await layers('import-wms', address);
  expect(offer).toMatchObject({ status: 0, stderr: '' });
  expect(offer.stdout).toContain('imoveis-rurais-exemplo');
  const uuid = uuidIn(await layers('import-wms', address, '--layer', 'imoveis-rurais-exemplo', '--group', 'Importadas', '--color', '#112233'));
  expect(await shown(uuid)).toMatchObject({ name: 'Imóveis rurais (exemplo)', code: 'imoveis-rurais-exemplo', color: '#112233', webmap: { url: address }, is_visible: false });
  expect(uuidIn(await layers('import-wms', address, '--layer', 'imoveis-rurais-exemplo'))).toBe(uuid);
  const named = await layers('import-wms', address, '--layer', 'paises', '--name', 'Vizinhos', '--group', 'Importadas');
  expect(named.stdout).toContain('added "Vizinhos" to "Importadas"');
  expect(await shown(uuidIn(named))).toMatchObject({ name: 'Vizinhos', code: 'paises' });
  expect(await layers('import-wms', address, '--layer', 'paises', '--name', 'Países vizinhos', '-q')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(await shown(uuidIn(named))).toMatchObject({ name: 'Países vizinhos', code: 'paises' });
  expect(await layers('update', uuidIn(named), '--style', 'outlined')).toMatchObject({ status: 2, stdout: '' });
  const unknown = await layers('import-wms', address, '--layer', 'nothing');
  expect(unknown).toMatchObject({ status: 3 });
  expect(unknown.stderr).toContain('There is no layer "nothing"');
  front.stop();
});

test('a service without https is refused, and no layer of it can be imported', async () => {
  const address = `${server.address}/api/v1/wms`;
  const refused = await layers('import-wms', address, '--layer', 'imoveis-rurais-exemplo', '--group', 'Sem https');
  expect(refused).toMatchObject({ status: 3, stdout: '' });
  expect(refused.stderr).toMatch(/^The service has no https: The WMS at 127\.0\.0\.1:\d+ answers over http, but not over https \(there is no connection to it: .+\)\./);
  const remote = (await catalogue()).find(({ webmap }) => webmap.url.startsWith('https:'));
  const updated = await layers('update', remote?.uuid ?? '', '--url', address);
  expect(updated).toMatchObject({ status: 3 });
  expect(updated.stderr).toContain(`The map cannot show images from "${address}"`);
});

test('an address that is not a WMS is reported', async () => {
  const service = createServer((request, answer) => {
    if (request.url?.startsWith('/large') === true) {
      answer.writeHead(200);
      const chunk = Buffer.alloc(1 << 20, 0x20);
      const more = (): void => {
        while (!answer.destroyed) if (!answer.write(chunk)) return void answer.once('drain', more);
      };
      more();
    } else answer.writeHead(request.url?.startsWith('/gone') === true ? 404 : 200).end('<html/>');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = z.custom<AddressInfo>((value) => typeof value === 'object').parse(service.address());
  const base = `http://127.0.0.1:${address.port}`;
  try {
    expect((await layers('import-wms', `${base}/gone`)).stderr).toContain('status 404');
    expect((await layers('import-wms', `${base}/page`)).stderr).toContain('first element is <html>');
    expect((await layers('import-wms', `${base}/large`)).stderr).toContain('longer than 32 MiB');
  } finally {
    service.closeAllConnections();
    service.close();
  }
  expect((await layers('import-wms', base)).stderr).toContain('there is no connection to it: nothing listens there: the service may be down, or the port wrong (ECONNREFUSED)');
  expect((await layers('import-wms', 'ftp://example.org')).status).toBe(2);
});

test('files that cannot be published are reported, and nothing of them remains', async () => {
  const before = readdirSync(path.join(dataFolder, 'layers'));
  const unknown = await layers('publish', squares('sem-sistema.geojson', 1, 'urn:x:something'), '--group', 'G');
  expect(unknown).toMatchObject({ status: 3 });
  expect(unknown.stderr).toContain('--crs');
  // Metres mistaken for degrees.
  expect(await layers('publish', squares('sem-crs.geojson', 1, null), '--group', 'G')).toMatchObject({ status: 3 });
  expect((await layers('publish', squares('a.geojson', 1), '--group', 'G', '--crs', 'EPSG:4674')).stderr).toContain('do not exist in "EPSG:4674", first in Talhão 0');
  expect(await layers('publish', path.join(folder, 'missing.kml'), '--group', 'G')).toMatchObject({ status: 3 });
  expect(await layers('publish', squares('a.geojson', 1))).toMatchObject({ status: 2 });
  expect(await layers('publish', squares('a.geojson', 1), '--group', 'G', '--color', 'red')).toMatchObject({ status: 2 });
  expect((await layers('publish', squares('a.geojson', 1), '--group', 'G', '--style', 'dotted')).stderr).toContain('filled, outlined or background');
  expect(await layers('list', '--color', '#ffffff')).toMatchObject({ status: 2 });
  expect(await layers('burn')).toMatchObject({ status: 2 });
  // Data of layers replaced earlier may disappear meanwhile.
  expect(before).toEqual(expect.arrayContaining(readdirSync(path.join(dataFolder, 'layers'))));
});
