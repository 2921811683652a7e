import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shapefileOf } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** Several datasets in one task, each separately; and finding tasks again on the device on which they were begun. */

const square = (west: number, east: number) => [[[west, -20], [east, -20], [east, -19.99], [west, -19.99], [west, -20]]];
const feature = (west: number, east: number) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: square(west, east) } });
const OVERLAPPING = JSON.stringify({ type: 'FeatureCollection', features: [feature(-40, -39.99), feature(-39.995, -39.98)] });
const WHOLE = JSON.stringify({ type: 'FeatureCollection', features: [feature(-40, -39.99)] });

test('each dataset has its row with its status, and can be downloaded by itself; land that changes hands in several of them is mentioned once, with the name of each', async ({ fixGeometry, page }) => {
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'north.geojson', content: OVERLAPPING }, { name: 'parks.geojson', content: WHOLE }, { name: 'rivers.geojson', content: OVERLAPPING.slice(0, 100) }, { name: 'south.geojson', content: OVERLAPPING });
  await fixGeometry.seesStatusButton('Download', 60_000);
  const [north, parks, south, rivers, ...others] = await fixGeometry.datasets();
  expect(north).toMatch(/^north GeoJSON\s+Repaired · \d+ faults? before, 0 after\s+Download$/);
  expect(parks).toMatch(/^parks GeoJSON\s+Unchanged · 0 faults before, 0 after\s+Download$/);
  expect(south).toMatch(/^south GeoJSON\s+Repaired · /);
  expect(rivers).toMatch(/^rivers\.geojson\s+Not repaired: .+/);
  expect(others).toEqual([]);
  const told = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Look at th/, level: 3 }) }).last();
  await expect(told.getByRole('heading')).toHaveText(['Look at these first: 2 features lose land to others, more than digitising explains.', 'north GeoJSON', 'south GeoJSON']);
  await expect(told.getByText('If this is not what you want')).toHaveCount(1);
  const saved = await fixGeometry.saveDataset('parks');
  expect([saved.name, saved.content.toString()]).toEqual(['parks-fixed.geojson', WHOLE]);
  expect((await fixGeometry.save()).name).toBe('fixed-files.zip');
});

test('of many files those with nothing special are collapsed, and none with a note; on paper nothing is collapsed', async ({ fixGeometry, nextStep, page }) => {
  await fixGeometry.open();
  const special = { name: 'z.shp', content: shapefileOf([[[5000, 0], [5000, 100], [5100, 100], [5100, 0], [5000, 0]]]) };
  await fixGeometry.choose(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => ({ name: `${name}.geojson`, content: OVERLAPPING })), special);
  await fixGeometry.seesStatusButton('Download', 60_000);
  const headings = page.getByRole('heading', { level: 3 }).filter({ hasText: /^[a-z] (GeoJSON|Shapefile)$/, visible: true });
  await expect(headings).toHaveText(['a GeoJSON', 'b GeoJSON', 'c GeoJSON', 'd GeoJSON', 'e GeoJSON', 'z Shapefile']);
  await page.emulateMedia({ media: 'print' });
  await expect(headings).toHaveCount(8);
  await page.emulateMedia({ media: 'screen' });
  await expect(headings).toHaveCount(6);
  await nextStep.unfold('2 more files with nothing special');
  await expect(headings).toHaveCount(8);
});

test('of very many files five layers that lose land and ten that were repaired are in sight, and each that was not', async ({ fixGeometry, nextStep, page }) => {
  await fixGeometry.open();
  await fixGeometry.choose(...Array.from({ length: 12 }, (_, index) => ({ name: `lot ${String(index + 1)}.geojson`, content: OVERLAPPING })), { name: 'torn.geojson', content: OVERLAPPING.slice(0, 100) });
  await fixGeometry.seesStatusButton('Download', 60_000);
  const losing = page.getByRole('heading', { level: 4, name: /^lot \d+ GeoJSON$/ }).filter({ visible: true });
  const rows = page.getByRole('button', { name: /^Download lot/ }).filter({ visible: true });
  await expect(losing).toHaveCount(5);
  await expect(rows).toHaveCount(10);
  expect((await fixGeometry.datasets()).at(-1)).toMatch(/^torn\.geojson\s+Not repaired/);
  await nextStep.unfold('7 more layers');
  await nextStep.unfold('2 more files, to download one by one');
  await expect(losing).toHaveCount(12);
  await expect(rows).toHaveCount(12);
});

test('tasks begun on this device are found again, and are deleted here and on the server', async ({ api, fixGeometry, nextStep, page, watch, site }) => {
  watch.expects(/status of 404/);
  await fixGeometry.open();
  expect(await fixGeometry.begunHere()).toEqual([]);
  for (const name of ['one.geojson', 'two.geojson', 'three.geojson']) {
    await fixGeometry.choose({ name, content: WHOLE });
    await fixGeometry.hears('Done: nothing had to be changed.', 60_000);
  }
  // The task being shown is not in the list.
  await expect.poll(() => fixGeometry.begunHere()).toEqual([expect.stringMatching(/^two\.geojson\s+Repair of .+, done · kept until /), expect.stringContaining('one.geojson')]);
  await fixGeometry.opensBegunHere('one.geojson');
  await fixGeometry.hears('Done: nothing had to be changed.');
  expect((await fixGeometry.save()).name).toBe('one-fixed.geojson');
  const address = new URL(page.url()).searchParams.get('task');
  await fixGeometry.open();
  await fixGeometry.removesBegunHere('two.geojson', { withFiles: false });
  await fixGeometry.hearsOfBegunHere('two.geojson: no longer in the list.');
  const goOn = await api.holdsDeletions();
  await fixGeometry.removesBegunHere('one.geojson', { withFiles: true });
  // What is ticked meanwhile is for the next removal.
  await fixGeometry.deletesFilesToo(false);
  goOn();
  await fixGeometry.hearsOfBegunHere('one.geojson: deleted, also from the server.');
  expect((await page.request.get(`/api/v1/tools/fix-geometry/${String(address)}`)).status()).toBe(404);
  expect(await fixGeometry.begunHere()).toEqual([expect.stringContaining('three.geojson')]);
  await nextStep.open('buffer');
  await nextStep.seesPanel('Repair, then: Buffer geometry');
  await fixGeometry.hasAboveBegunHere('Repair, then: Buffer geometry');
  await site.reload();
  await expect.poll(() => fixGeometry.begunHere()).toEqual([expect.stringContaining('three.geojson')]);
});

test("if the browser's storage is missing or has other content, the page works as usual", async ({ fixGeometry, page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('broken') === null) localStorage.setItem('geoinsights.own-tasks', '[{"task":1},null,{"task":"x","names":"y"}]');
    else Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('forbidden', 'SecurityError'); } });
    sessionStorage.setItem('broken', 'from the second time on');
  });
  for (let time = 0; time < 2; time++) {
    await fixGeometry.open();
    expect(await fixGeometry.begunHere()).toEqual([]);
    await fixGeometry.choose({ name: 'a.geojson', content: WHOLE });
    await fixGeometry.seesStatusButton('Download', 60_000);
  }
});

test('a dropped folder sends its files, and says what it does not send; files dropped beside the area are not opened by the browser', async ({ context, fixGeometry, site }) => {
  const folder = test.info().outputPath('farm');
  const inner = path.join(folder, 'old');
  const empty = test.info().outputPath('empty');
  for (const each of [inner, path.join(empty, 'inner')]) mkdirSync(each, { recursive: true });
  writeFileSync(path.join(inner, 'old.geojson'), OVERLAPPING);
  await fixGeometry.open();
  await fixGeometry.dropsPaths('in the area', empty);
  await fixGeometry.hearsAlert('There were no files in what you dropped: folders inside a folder are not opened. Drop the files themselves.');
  await fixGeometry.dropsPaths('beside it', path.join(inner, 'old.geojson'));
  writeFileSync(path.join(folder, 'farm.geojson'), WHOLE);
  await fixGeometry.dropsPaths('in the area', folder);
  await fixGeometry.hears('Done: nothing had to be changed.', 60_000);
  await fixGeometry.hearsAlert('The folders inside the folder that you dropped were not opened. Drop their files to send them, too.');
  // The review comes above the area, and moves it.
  await site.seesText('No feature gained or lost any land.');
  await fixGeometry.dropsPaths('in the area', path.join(inner, 'old.geojson'));
  await fixGeometry.hears(/^Done: \d+ faults? (was|were) found/, 60_000);
  await fixGeometry.hearsNoAlert(/folders inside/);
  expect(context.pages()).toHaveLength(1);
});
