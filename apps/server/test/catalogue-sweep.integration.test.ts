import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '../../../testing/data-folder.ts';
import { needs } from '../../../testing/needs.ts';
import { CatalogueStore } from '../src/catalogue/catalogue-store.ts';
import { openEmbeddedDatabase } from '../src/db/database.ts';

const DAY = 24 * 3_600_000;

async function newCatalogue(name: string) {
  const dataFolder = await newDataFolder(name);
  const database = await openEmbeddedDatabase(path.join(dataFolder, 'database'));
  onTestFinished(async () => {
    await database.close();
    rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  });
  return { dataFolder, database };
}

test('data that a layer leaves stay if another server has named them for a layer meanwhile', async () => {
  const { dataFolder, database } = await newCatalogue('catalogue-leaving');
  const [here, elsewhere] = [new CatalogueStore(database.tables, dataFolder), new CatalogueStore(database.tables, dataFolder)];
  await here.prepare();
  const [{ folder }] = await here.layers();
  const layer = { group: 'Outros', name: 'Parcelas', place: { kind: 'local', data: path.basename(folder) } } as const;
  for (const group of await here.groups()) for (const { uuid } of group.layers) await here.remove(uuid);
  const again = await elsewhere.add(layer);
  await here.close();
  expect(existsSync(folder)).toBe(true);
  await elsewhere.remove(again);
  await elsewhere.close();
  expect(existsSync(folder)).toBe(false);
});

test('a sweep of the layers takes what is old and nobody names, and does not mind what goes away meanwhile', needs(process.platform !== 'win32', 'Windows has no links for everybody'), async () => {
  const { dataFolder, database } = await newCatalogue('catalogue-sweep');
  const catalogue = new CatalogueStore(database.tables, dataFolder);
  await catalogue.prepare();
  const before = readdirSync(catalogue.layersFolder);
  // Listed, but gone when examined: like a folder that an operator's command renames at that moment.
  symlinkSync('nowhere', path.join(catalogue.layersFolder, '.publishing-gone'));
  const old = path.join(catalogue.layersFolder, '.publishing-broken-off');
  for (const folder of [old, path.join(catalogue.layersFolder, '.publishing-now')]) mkdirSync(folder);
  utimesSync(old, new Date(Date.now() - 2 * DAY), new Date(Date.now() - 2 * DAY));
  await catalogue.prepare();
  expect(readdirSync(catalogue.layersFolder).toSorted()).toEqual([...before, '.publishing-gone', '.publishing-now'].toSorted());
});
