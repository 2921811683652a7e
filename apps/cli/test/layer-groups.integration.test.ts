import { rmSync } from 'node:fs';
import path from 'node:path';
import type { LayerGroup } from '@geoinsights/contract';
import { expect, test } from 'vitest';
import { needs } from '../../../testing/needs.ts';
import { hasGdal, ogr2ogr } from '../../../testing/gdal.ts';
import { startSecureFront } from '../../../testing/secure-server.ts';
import type { Run } from './geotools.ts';
import { done, operatedServer, squaresFile, uuidIn } from './server.fixture.ts';

const server = await operatedServer('groups');
const { folder, groups, layers } = server;
const publish = (file: string, ...args: string[]): Promise<Run> => layers('publish', squaresFile(folder, file, 2), ...args);
const group = async (name: string): Promise<LayerGroup | undefined> => (await groups()).find((each) => each.name === name);

test('a visible layer makes its new group visible, a hidden one does not', async () => {
  done(await publish('talhoes.geojson', '--group', 'Fazendas', '--visible'));
  expect(await group('Fazendas')).toMatchObject({ is_visible: true, layers: [{ name: 'talhoes', is_visible: true }] });
  const uuid = uuidIn(await publish('lagos.geojson', '--group', 'Águas'));
  expect(await group('Águas')).toMatchObject({ is_visible: false });
  // Moved into a new group, too.
  const moved = done(await layers('update', uuid, '--group', 'Lagos', '--visible'));
  expect(await group('Lagos')).toMatchObject({ is_visible: true });
  // A group is gone with its last layer, and its place in the list with it.
  expect(await group('Águas')).toBeUndefined();
  expect(moved.stdout).toBe(`moved from "Águas" to "Lagos", place 1 of 1\nnote: The group "Águas" has no layer left and is removed.\nchanged ${uuid}\n`);
});

test('removing the last layer of a group also removes the group, and reports both', async () => {
  const [first, last] = [uuidIn(await publish('um.geojson', '--group', 'Breve')), uuidIn(await publish('dois.geojson', '--group', 'Breve'))];
  expect(done(await layers('remove', first)).stdout).toBe(`removed ${first}\n`);
  expect(done(await layers('remove', last)).stdout).toBe(`removed ${last}\nnote: The group "Breve" has no layer left and is removed.\n`);
  expect(await group('Breve')).toBeUndefined();
});

test('for a visible layer in a hidden group, the command says what keeps it from being seen', async () => {
  done(await publish('oculta.geojson', '--group', 'Oculto'));
  const run = done(await publish('visivel.geojson', '--group', 'Oculto', '--visible'));
  expect(run.stdout).toContain('note: The group "Oculto" is hidden, and its layers with it. Show it with: geotools layers update-group "Oculto" --visible');
  expect((await layers('list')).stdout).toMatch(/^Oculto \(hidden, and its layers with it\)$/m);
  // The page shows what its layer says, whatever the group says.
  const shown = async () => (await group('Oculto'))?.layers.map(({ name, is_visible: isVisible }) => [name, isVisible]);
  expect(await shown()).toEqual([
    ['oculta', false],
    ['visivel', false],
  ]);
  // Shown again, the group has the layers that were visible in it before.
  done(await layers('update-group', 'Oculto', '--visible'));
  expect(await shown()).toEqual([
    ['oculta', false],
    ['visivel', true],
  ]);
  done(await layers('update-group', 'Oculto', '--hidden'));
  expect(await shown()).toEqual([
    ['oculta', false],
    ['visivel', false],
  ]);
});

test('groups are shown, hidden, moved and renamed', async () => {
  expect(done(await layers('update-group', 'Oculto', '--visible')).stdout).toBe('changed the group "Oculto": visible\n');
  expect(await group('Oculto')).toMatchObject({ is_visible: true });
  expect((await layers('list')).stdout).toMatch(/^Oculto \(visible\)$/m);
  done(await layers('update-group', 'Oculto', '--hidden'));
  expect(await group('Oculto')).toMatchObject({ is_visible: false });

  const before = (await groups()).map(({ name }) => name);
  expect(done(await layers('update-group', 'Oculto', '--position', '1')).stdout).toBe(`changed the group "Oculto": place 1 of ${before.length}\n`);
  expect((await groups()).map(({ name }) => name)).toEqual(['Oculto', ...before.filter((name) => name !== 'Oculto')]);
  done(await layers('update-group', 'Oculto', '--position', '3'));
  expect((await groups()).map(({ name }) => name).indexOf('Oculto')).toBe(2);

  const { layers: inside } = (await group('Oculto')) ?? { layers: [] };
  expect(done(await layers('update-group', 'Oculto', '--name', 'Não é mais oculto', '--visible')).stdout).toBe('changed the group "Oculto": now called "Não é mais oculto", visible\n');
  expect(await group('Oculto')).toBeUndefined();
  expect(await group('Não é mais oculto')).toMatchObject({ is_visible: true, layers: inside.map(({ uuid }) => ({ uuid })) });
  expect((await groups()).map(({ name }) => name).indexOf('Não é mais oculto')).toBe(2);
});

test('an impossible change to a group is refused with a sentence', async () => {
  const unknown = await layers('update-group', 'Nenhum', '--visible');
  expect(unknown.status).toBe(3);
  expect(unknown.stderr).toContain('There is no group "Nenhum"');
  const taken = await layers('update-group', 'Lagos', '--name', 'Fazendas');
  expect(taken.status).toBe(3);
  expect(taken.stderr).toContain('There is already a group "Fazendas"');
  for (const args of [['Lagos'], [], ['Lagos', '--visible', '--hidden'], ['Lagos', '--position', '0'], ['Lagos', '--position', '1,5'], ['Lagos', '--name', ' '], ['Lagos', '--color', '#ffffff']]) {
    expect(await layers('update-group', ...args), args.join(' ')).toMatchObject({ status: 2 });
  }
});

test('a layer takes the requested position, and the summary says where it went', async () => {
  const [a, b, c] = [uuidIn(await publish('a.geojson', '--group', 'Ordem')), uuidIn(await publish('b.geojson', '--group', 'Ordem')), uuidIn(await publish('c.geojson', '--group', 'Ordem', '--position', '1'))];
  const order = async (name: string) => (await group(name))?.layers.map((layer) => layer.name);
  expect(await order('Ordem')).toEqual(['c', 'a', 'b']);
  expect(done(await layers('update', b, '--position', '1')).stdout).toBe(`moved to place 1 of 3 in "Ordem"\nchanged ${b}\n`);
  expect(await order('Ordem')).toEqual(['b', 'c', 'a']);
  expect(done(await layers('update', a, '--group', 'Fazendas')).stdout).toBe(`moved from "Ordem" to "Fazendas", place 2 of 2\nchanged ${a}\n`);
  expect(done(await layers('update', c, '--color', '#112233')).stdout).toBe(`changed ${c}\n`);
  // Republished: the same layer at another position.
  expect(done(await publish('c.geojson', '--group', 'Ordem', '--position', '1')).stdout).toContain('moved to place 1 of 2 in "Ordem"\n');
});

test('a layer that is imported again reports when it moves', async () => {
  const front = await startSecureFront(server.address);
  const address = `https://${front.host}/api/v1/wms`;
  const uuid = uuidIn(await layers('import-wms', address, '--layer', 'talhoes', '--group', 'Importadas'));
  expect(done(await layers('import-wms', address, '--layer', 'talhoes')).stdout).toBe(`checked "talhoes" in "Importadas"\n${uuid}\n`);
  const moved = done(await layers('import-wms', address, '--layer', 'talhoes', '--group', 'Lagos', '--position', '1'));
  expect(moved.stdout).toBe(`checked "talhoes"\nmoved from "Importadas" to "Lagos", place 1 of 2\nnote: The group "Importadas" has no layer left and is removed.\n${uuid}\n`);
  expect((await group('Lagos'))?.layers.map(({ name }) => name)).toEqual(['talhoes', 'lagos']);
  front.stop();
});

test('a system given by the operator is not called unknown', needs(hasGdal, 'GDAL is not installed'), async () => {
  const shapefile = path.join(folder, 'sem-prj.shp');
  ogr2ogr('-f', 'ESRI Shapefile', shapefile, squaresFile(folder, 'com-crs.geojson', 2));
  rmSync(path.join(folder, 'sem-prj.prj'));
  const run = done(await layers('publish', shapefile, '--group', 'Fazendas', '--crs', 'EPSG:31983'));
  expect(run.stdout).not.toContain('note:');
  expect(await layers('publish', shapefile, '--group', 'Fazendas')).toMatchObject({ status: 3 });
});

test('all of this works without a server', async () => {
  await server.stop();
  done(await layers('update-group', 'Lagos', '--name', 'Águas', '--position', '1', '--hidden'));
  const { stdout } = await layers('list');
  expect(stdout.split('\n')[0]).toBe('Águas (hidden, and its layers with it)');
});
