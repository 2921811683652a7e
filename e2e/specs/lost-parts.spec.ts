import { truncateSync, writeFileSync } from 'node:fs';
import { makeLand } from '../drivers/land-report.ts';
import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** Parts of a page whose code does not arrive although the page itself has loaded. */

const LOST = /Failed to (load resource|fetch dynamically)|ERR_FAILED|Couldn't load preload assets/;
const LAND = makeLand(4, 3);
const REPORT = [...LAND.reportFile()].join('');
const FARMS = JSON.stringify({ type: 'FeatureCollection', features: [-51, -50.91].map((west) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [square(west, -20, 0.1)] } })) });

test.beforeEach(({ watch }) => {
  watch.expects(LOST);
});

test('the review of a result: the loss is reported in its place, it is requested again, and then looks as it should', async ({ api, fixGeometry, page, review, site, siteFiles }) => {
  await siteFiles.loseFiles(/\/review-.*\.(js|css)$/);
  await api.filesAnswer({ text: REPORT });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: LAND.report });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'glebas.geojson', content: LAND.file });
  await fixGeometry.hearsAlert('What happened to the land could not be shown: part of this page could not be loaded.');
  await site.seesHeading('Fix geometry');
  await fixGeometry.seesStatusButton('Download');
  expect(await site.faultsAtEachWidth('the review did not arrive')).toEqual([]);
  await fixGeometry.press('Try again');
  await site.seesText('It still could not be loaded.');
  await site.keepsTheFocus();
  await siteFiles.findFiles(/\/review-.*\.(js|css)$/);
  await fixGeometry.press('Try again');
  await review.says(/^“Gleba 1” gave/);
  await site.keepsTheFocus();
  // With its stylesheet, too.
  expect(await page.getByRole('region', { name: 'Land before and after' }).evaluate((region) => getComputedStyle(region).display)).toBe('grid');
  // The page still has the chosen files.
  expect(await review.marks()).toBeGreaterThan(0);
});

test('the map of the findings: list and balance are there without it', async ({ api, fixGeometry, review, siteFiles }) => {
  await siteFiles.loseFiles(/\/findings-map-.*\.js$/);
  await api.filesAnswer({ text: REPORT });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: LAND.report });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'glebas.geojson', content: LAND.file });
  await fixGeometry.hearsAlert('The map could not be shown: part of this page could not be loaded.');
  await review.choose(/^Overlap .*between “Gleba 1” and “Gleba 2”/);
  await review.decides('Split it along its middle');
  await siteFiles.findFiles(/\/findings-map-.*\.js$/);
  await review.press('Try again');
  expect(await review.marks()).toBeGreaterThan(0);
  await review.says('Repair again with 1 decision');
});

test('the list of tasks that were begun on this device', async ({ api, fixGeometry, siteFiles }) => {
  await siteFiles.loseFiles(/\/own-tasks-list-.*\.js$/);
  await api.repairEnds('COMPLETED', COMPLETED_FIELDS);
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'farms.geojson', content: FARMS });
  await fixGeometry.hearsAlert('The list of tasks begun on this device could not be shown');
  await fixGeometry.seesStatusButton('Download');
});

test('a check on the device that lacks a part of its code blames neither memory nor file', async ({ fixGeometry, siteFiles }) => {
  await fixGeometry.open();
  await fixGeometry.checksOnly();
  for (const [what, files] of [
    ['what begins it', /\/run-check-.*\.js$/],
    ['its worker', /\/check\.worker-.*\.js$/],
    ['what reads the format', /\/geojson-.*\.js$/],
  ] as const) {
    await test.step(what, async () => {
      await siteFiles.loseFiles(files);
      await fixGeometry.choose({ name: `without ${what}.geojson`, content: FARMS });
      await fixGeometry.checkSays('Nothing was checked: part of this page could not be loaded.');
      await siteFiles.findFiles(files);
      await fixGeometry.choose({ name: 'farms.geojson', content: FARMS });
      await fixGeometry.checkSays('Checked: 1 fault was found.');
    });
  }
});

test("the code for large uploads: the message says that the server is not reached, and is not the browser's", async ({ fixGeometry, siteFiles }) => {
  await siteFiles.loseFiles(/\/browser-.*\.js$/);
  const large = test.info().outputPath('large.geojson');
  writeFileSync(large, '');
  truncateSync(large, 21 << 20);
  await fixGeometry.open();
  await fixGeometry.choosePaths(large);
  await fixGeometry.hears('The server could not be reached. Check your connection and try again.');
});
