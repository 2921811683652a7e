import { rm } from 'node:fs/promises';
import path from 'node:path';
import { SEED_GROUPS } from '@geoinsights/catalogue';
import { layerGroupsSchema } from '@geoinsights/contract';
import type { LayerGroup } from '@geoinsights/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataFolder } from '../../../testing/data-folder.ts';
import { openEmbeddedDatabase } from '../src/db/database.ts';
import { openCatalogue, readOperatorAccess } from '../src/operator/direct.ts';
import { expectProblem } from './api-client.fixture.ts';
import { startTestServer } from './server.fixture.ts';
import type { TestServer } from './server.fixture.ts';

const PLAIN = 'http://mapas.example/wms';
const UUID = /^[0-9a-f-]{36}$/;

/** Where pictures on our pages may come from, as a browser interprets the page's policy (CSP level 3, section 6.7.2). */
function allowsPicture(policy: string, page: string, picture: string): boolean {
  const directives = new Map(policy.split(';').map((directive) => directive.trim().split(/\s+/)).map(([name = '', ...sources]) => [name, sources]));
  const url = new URL(picture, page);
  return (directives.get('img-src') ?? directives.get('default-src') ?? []).some((source) => {
    if (source === "'self'") return url.origin === new URL(page).origin;
    if (/^[a-z]+:$/.test(source)) return url.protocol === source || (source === 'http:' && url.protocol === 'https:');
    throw new Error(`The test cannot read the source ${source}.`);
  });
}

let server: TestServer;
let policy: string;
beforeAll(async () => {
  server = await startTestServer();
  policy = (await fetch(`${server.address}/geoexplorer`)).headers.get('content-security-policy') ?? '';
});
afterAll(() => server.close());

async function shown(): Promise<LayerGroup[]> {
  return layerGroupsSchema.parse(await (await server.api.fetch('/layers/layer_groups')).json());
}

/** Layers that the page could not show, for the page addresses that a browser may have. */
function blocked(groups: readonly LayerGroup[]): string[] {
  const pages = [`${server.address}/geoexplorer`, 'http://localhost:3000/geoexplorer', 'https://mapas.example/geoexplorer'];
  return pages.flatMap((page) => groups.flatMap(({ layers }) => layers).filter(({ webmap }) => !allowsPicture(policy, page, webmap.url)).map(({ name, webmap }) => `${name} (${webmap.url}) on ${page}`));
}

async function asOperator(method: string, place: string, body: unknown): Promise<Response> {
  const access = await readOperatorAccess(server.dataFolder);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${access?.token ?? ''}` };
  return server.api.fetch(`/operator/layers${place}`, { method, headers, body: JSON.stringify(body) });
}

function layerAt(url: string) {
  return { group: 'Importadas', name: url, place: { kind: 'wms', url, code: 'a' } };
}

describe('no layer of the catalogue is one that our own page cannot show:', () => {
  test('the policy is read as a browser reads it', () => {
    expect(allowsPicture(policy, 'http://localhost:3000/', 'http://mapas.example/wms')).toBe(false);
    expect(allowsPicture(policy, 'http://localhost:3000/', 'http://localhost:8080/wms')).toBe(false);
    expect(allowsPicture(policy, 'http://localhost:3000/', '/api/v1/wms')).toBe(true);
    expect(allowsPicture(policy, 'http://localhost:3000/', 'https://mapas.example/wms')).toBe(true);
  });

  test('every one that comes with the product', async () => {
    const groups = await shown();
    expect(groups.flatMap(({ layers }) => layers)).toHaveLength(SEED_GROUPS.flatMap(({ layers }) => layers).length);
    expect(blocked(groups)).toEqual([]);
  });

  test('added or changed through the running server', async () => {
    const { detail } = await expectProblem(await asOperator('POST', '', layerAt(PLAIN)), 422, 'layer-address-not-https');
    expect(detail).toContain(PLAIN);
    const added = await asOperator('POST', '', layerAt('https://mapas.example/wms'));
    expect(added.status).toBe(201);
    const { uuid } = (await shown()).flatMap(({ layers }) => layers).find(({ name }) => name === 'https://mapas.example/wms') ?? { uuid: '' };
    expect(uuid).toMatch(UUID);
    await expectProblem(await asOperator('PATCH', `/${uuid}`, { place: { kind: 'wms', url: PLAIN, code: 'a' } }), 422, 'layer-address-not-https');
    expect(blocked(await shown())).toEqual([]);
  });
});

test('a layer that an older version took with an http address is kept for its operator, and not handed to the page', async () => {
  const dataFolder = await newDataFolder('older');
  try {
    const { store, close } = await openCatalogue(dataFolder, null);
    await expect(store.add({ ...layerAt(PLAIN), place: { kind: 'wms', url: PLAIN, code: 'a', last_checked: null } })).rejects.toMatchObject({ code: 'layer-address-not-https' });
    const uuid = await store.add({ group: 'Antigas', name: 'Antiga', place: { kind: 'wms', url: 'https://mapas.example/wms', code: 'a', last_checked: null } });
    await close();
    const database = await openEmbeddedDatabase(path.join(dataFolder, 'database'));
    await database.tables.updateTable('layers').set({ webmap_url: PLAIN }).where('uuid', '=', uuid).execute();
    await database.close();
    const again = await openCatalogue(dataFolder, null);
    const names = (groups: readonly LayerGroup[]) => groups.map(({ name }) => name);
    expect(names(await again.store.groups())).toContain('Antigas');
    // A group with nothing else would be an empty box in the list.
    expect(names(await again.store.shownGroups())).not.toContain('Antigas');
    expect(blocked(await again.store.shownGroups())).toEqual([]);
    await again.close();
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
});
