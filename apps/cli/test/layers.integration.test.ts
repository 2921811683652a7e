import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { layerGroupsSchema } from '@geoinsights/contract';
import type { CatalogueLayer } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { placeOfDataFolders } from '../../../testing/data-folder.ts';
import { needs } from '../../../testing/needs.ts';
import { CERTIFICATE } from '../../../testing/secure-server.ts';
import { geotoolsLayers } from './geotools.ts';
import { geotoolsLayersHere } from './geotools-here.ts';
import type { Run } from './geotools.ts';
import { endServers, squaresFile, startServer, uuidIn, type RunningServer } from './server.fixture.ts';

const folder = mkdtempSync(path.join(placeOfDataFolders(), 'geotools-layers-'));
const dataFolder = path.join(folder, 'data');
Object.assign(process.env, { NODE_EXTRA_CA_CERTS: CERTIFICATE });
afterAll(() => {
  endServers();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const layers = (...args: string[]): Promise<Run> => geotoolsLayersHere(dataFolder, ...args);
/** The program itself, once in each place where it has another way to the catalogue. Beside a server of PostgreSQL it is tried by s3-layers.integration.test.ts. */
const program = (...args: string[]): Promise<Run> => geotoolsLayers(dataFolder, ...args);

async function catalogue(): Promise<CatalogueLayer[]> {
  const { stdout } = await layers('list', '--json');
  return layerGroupsSchema.parse(JSON.parse(stdout)).flatMap((group) => group.layers);
}

const squares = (name: string, count: number, crs?: string | null): string => squaresFile(folder, name, count, crs);

test('without a data folder the command refuses to work', async () => {
  expect(existsSync(dataFolder)).toBe(false);
  const run = await program('list');
  expect(run.status).toBe(2);
  expect(run.stderr).toContain('There is no data folder');
  expect(existsSync(dataFolder)).toBe(false);
});

describe('layers of a server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(dataFolder);
  });
  const groups = async () => layerGroupsSchema.parse(await (await fetch(`${server.address}/api/v1/layers/layer_groups`)).json());
  const shown = async (uuid: string) => (await groups()).flatMap((group) => group.layers).find((layer) => layer.uuid === uuid);

  test('the data of published layers are readable by their account only', needs(process.platform !== 'win32', 'Windows has no modes of files'), async () => {
    const run = await layers('publish', squares('private.geojson', 1), '--group', 'Private');
    expect(run.status).toBe(0);
    const inLayers = readdirSync(path.join(dataFolder, 'layers'), { recursive: true, encoding: 'utf8' });
    expect(inLayers.length).toBeGreaterThan(0);
    for (const name of inLayers) expect(`${name} ${(statSync(path.join(dataFolder, 'layers', name)).mode & 0o077).toString(8)}`).toBe(`${name} 0`);
    expect((await layers('remove', uuidIn(run))).status).toBe(0);
  });

  test('the token is readable by its account only, and nothing is done without it', async () => {
    const access = path.join(dataFolder, 'operator.json');
    await expect.poll(() => existsSync(access)).toBe(true);
    if (process.platform !== 'win32') expect(statSync(access).mode & 0o777).toBe(0o600);
    const { token } = z.object({ token: z.string() }).parse(JSON.parse(readFileSync(access, 'utf8')));
    const place = `${server.address}/api/v1/operator/layers`;
    for (const authorization of [undefined, 'Bearer ', `Bearer ${token}x`, token, `Basic ${token}`]) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(place, { method, headers: authorization === undefined ? {} : { authorization } });
        expect(`${method} ${authorization ?? 'nothing'} ${answer.status}`).toBe(`${method} ${authorization ?? 'nothing'} 401`);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      }
    }
    expect((await fetch(place, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(await (await fetch(`${server.address}/api/v1/openapi.json`)).text()).not.toContain('operator');
  });

  test('a file is published while the server runs, replaced, changed and removed', async () => {
    const file = squares('talhoes.geojson', 40);
    const args = ['--group', 'Fazendas', '--name', 'Talhões', '--color', '#aa3355', '--visible', '--licence', 'CC0', '--minimum-zoom', '5', '--style', 'outlined', '--provider-date', '2026-08-01'];
    const uuid = uuidIn(await program('publish', file, ...args));
    const first = await shown(uuid);
    expect(first).toMatchObject({
      name: 'Talhões', code: 'talhoes', color: '#aa3355', is_visible: true, licence: 'CC0', minimum_zoom: 5, style: 'outlined', webmap: { url: '/api/v1/wms' },
      layer_tasks: [{ provider_date: '2026-08-01T00:00:00.000Z', details: 'Publicada do arquivo talhoes.geojson, com 40 feições.' }],
    });
    expect(first?.layer_tasks[0].source_date).not.toBeNull();
    expect((await groups()).at(-1)?.name).toBe('Fazendas');

    const before = readdirSync(path.join(dataFolder, 'layers'));
    expect(uuidIn(await layers('publish', squares('mais.geojson', 60), '--group', 'Fazendas', '--name', 'Talhões'))).toBe(uuid);
    const data = readdirSync(path.join(dataFolder, 'layers')).filter((name) => !before.includes(name));
    expect(data).toHaveLength(1);
    const second = await shown(uuid);
    expect(second).toMatchObject({ code: 'talhoes', color: '#aa3355', is_visible: true });
    expect(second?.layer_tasks).toHaveLength(2);
    expect(second?.revision).not.toBe(first?.revision);

    expect(await layers('update', uuid, '--name', 'Quadras', '--hidden', '--licence', 'none')).toMatchObject({ status: 0 });
    expect(await shown(uuid)).toMatchObject({ name: 'Quadras', is_visible: false, licence: null, revision: second?.revision });

    expect(await layers('remove', uuid)).toMatchObject({ status: 0 });
    expect(await shown(uuid)).toBeUndefined();
    expect((await groups()).map(({ name }) => name)).not.toContain('Fazendas');
    // Pictures ordered just before may still be drawn from them. Data removed earlier may go meanwhile.
    expect(readdirSync(path.join(dataFolder, 'layers'))).toEqual(expect.arrayContaining(data));
    expect(await layers('remove', uuid)).toMatchObject({ status: 3 });
  });

  test('a server that stops leaves the catalogue, and no data of removed layers', async () => {
    await layers('update', '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a01', '--name', 'Renomeada', '--code', 'novo:nome');
    await server.stop();
    expect(existsSync(path.join(dataFolder, 'operator.json'))).toBe(false);
    const left = await catalogue();
    expect(left).toContainEqual(expect.objectContaining({ name: 'Renomeada', code: 'novo:nome' }));
    expect(readdirSync(path.join(dataFolder, 'layers'))).toHaveLength(left.filter(({ revision }) => typeof revision === 'string').length);
  });

  test('a command waits if something else holds the data folder for a moment', async () => {
    const lock = new DatabaseSync(path.join(dataFolder, 'lock'));
    lock.exec('begin exclusive');
    const run = program('publish', squares('espera.geojson', 5), '--group', 'Espera');
    await new Promise((resolve) => setTimeout(resolve, 4000));
    lock.close();
    const uuid = uuidIn(await run);
    await layers('remove', uuid);
  });

  test('all of this works while no server runs, and persists when one starts again', async () => {
    const uuid = uuidIn(await program('publish', squares('offline.geojson', 5, null), '--group', 'Fora', '--crs', 'EPSG:31983'));
    await layers('remove', '6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02');
    // The remains of a killed publish, and of one that may still be running.
    const [old, recent] = ['.publishing-old', '0b0c3c5e-0000-4000-8000-000000000000.part'].map((name) => path.join(dataFolder, 'layers', name));
    for (const place of [old, recent]) mkdirSync(place);
    utimesSync(old, Date.now() / 1000 - 90_000, Date.now() / 1000 - 90_000);
    // A possible remnant of a crash: the address of a server that no longer exists.
    writeFileSync(path.join(dataFolder, 'operator.json'), JSON.stringify({ address: 'http://127.0.0.1:9', token: 'old' }));
    server = await startServer(dataFolder);
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
    expect(await shown(uuid)).toMatchObject({ name: 'offline' });
    expect(await shown('6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a01')).toMatchObject({ name: 'Renomeada' });
    expect(await shown('6a0c4f0e-6a53-4a52-9c1c-3d9b6c1f0a02')).toBeUndefined();
    await server.stop();
  });
});
