import { truncateSync, writeFileSync } from 'node:fs';
import { makeLand } from '../drivers/land-report.ts';
import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

/** The states of the land review, one after the other: nothing beyond the side of the page at 1440, 1024 and 360 px, and no objection by axe at the first and the last. */

const LAND = makeLand(202, 5000);
const REPORT = [...LAND.reportFile()].join('');

const farm = (nome: string, west: number, south = -20) => ({ type: 'Feature', properties: { nome }, geometry: { type: 'Polygon', coordinates: [square(west, south, 0.1)] } });
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const FARMS = { name: 'farms.geojson', content: collection(farm('Boa Vista', -51), farm('Santa Rita', -50.91), farm('Progresso', -50.82)) };
const SOUND = { name: 'parks.geojson', content: collection(farm('Parque', -51)) };

test('a finished repair: the map, a finding, decisions, many findings, no findings', async ({ api, fixGeometry, review, site }) => {
  const looksWell = async (state: string) => expect(await site.faultsAtEachWidth(`review, ${state}`)).toEqual([]);
  await api.filesAnswer({ text: REPORT });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: LAND.report });
  await fixGeometry.open();
  const said = await review.notesParagraphs();
  await fixGeometry.choose({ name: 'glebas.geojson', content: LAND.file });
  await review.says(/^“Gleba 1” gave/);
  expect(await review.marks()).toBeGreaterThan(0);
  // Before the list is there, nothing is said of it.
  expect(await said()).not.toContainEqual(expect.stringMatching(/^0 findings listed|^No finding has/));
  await looksWell('done');
  await review.choose(/^Overlap .*between “Gleba 1” and “Gleba 2”/);
  await review.hears(/^Finding 1 of/);
  await looksWell('finding chosen');
  await review.decides('Give it to “Gleba 1”');
  await review.press('Next');
  await review.hears(/^Finding 2 of/);
  await review.decides('Split it along its middle');
  await review.mapShows('Before');
  await looksWell('before, decisions');
  await review.press('Back to where I was');
  await review.shows('Cosmetic', true);
  await review.lists(5000, 5000);
  await review.mapShows('After');
  await looksWell('after, many clustered');
  await review.findFinding('no such farm');
  await review.lists(0, 5000);
  await review.findInBalance('no such farm');
  await review.says('No changed feature has this name.');
  await looksWell('none of that name');
});

test('a report: before it is requested, loading, not arrived, of a line that breaks, unreadable, with a failed worker', async ({ api, fixGeometry, page, review, site, watch }) => {
  watch.expects(/status of 503|ERR_CONTENT_LENGTH_MISMATCH/);
  const looksWell = async (state: string) => expect(await site.faultsAtEachWidth(`report, ${state}`)).toEqual([]);
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: { ...LAND.report, found: { 'near-edge': 500_000 } } });
  const answer = await api.filesHang();
  await fixGeometry.open('task-1');
  await review.says(/^This report has 500,000 findings/);
  await looksWell('not asked for');
  await review.press('Show the findings');
  await review.says('The report is being read.');
  await looksWell('loading');
  const FAILED = /^The findings could not be shown/;
  await answer({ status: 503, body: { code: 'storage-unavailable', detail: 'x' } });
  await review.says(FAILED);
  await looksWell('not arrived');
  // What fails again is held until the sentence is seen to be gone.
  const held = await api.filesHang();
  await review.press('Load the report again');
  await review.doesNotSay(FAILED);
  const half = Math.floor(REPORT.length / 2);
  await held({ text: REPORT.slice(0, half), headers: { 'content-length': String(REPORT.length), connection: 'close' } });
  await review.says('The connection was lost; the download continues when it is back.');
  await expect(page.locator('[aria-live]', { hasText: 'The connection was lost; the download continues when it is back.' })).toHaveCount(1);
  await looksWell('line broken');
  await held({ status: 206, text: REPORT.slice(half, -100), headers: { 'content-range': `bytes ${String(half)}-${String(REPORT.length - 1)}/${String(REPORT.length)}` } });
  await review.says(FAILED);
  await api.filesAnswer({ text: REPORT });
  const { promise: isGone, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route('**/review.worker-*.js', async (route) => {
    await isGone;
    await route.fulfill({ contentType: 'text/javascript', body: 'self.onmessage = () => { throw new RangeError("Array buffer allocation failed"); };' });
  });
  await review.press('Load the report again');
  await review.doesNotSay(FAILED);
  letGo(undefined);
  await review.says(FAILED);
  await page.unroute('**/review.worker-*.js');
  // Only the worker's first answers arrive.
  await page.route('**/ending.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'addEventListener("message", ({ data }) => { if (data.column !== undefined && data.column !== null) throw new RangeError("Array buffer allocation failed"); });' }));
  await page.route('**/review.worker-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: `import "/ending.js"; import "${route.request().url()}?";` }));
  await review.press('Load the report again');
  await review.says(/^“Gleba 1” gave/);
  await page.getByLabel('Sort by').selectOption('Gave');
  await review.says('The balance is no longer available. Reload the page.');
  await review.shows('Cosmetic', true);
  await review.says('The findings are no longer available. Reload the page.');
  await looksWell('lost');
});

test('a check: chosen, offline, running, stopped, too large for the device, broken off, done, nothing found', async ({ context, fixGeometry, page, review, site, watch }) => {
  watch.expects(/The worker that checks files failed|ERR_INTERNET_DISCONNECTED/);
  const looksWell = async (state: string) => expect(await site.faultsAtEachWidth(`check, ${state}`)).toEqual([]);
  const workerIs = async (body: string) => page.route('**/check.worker-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await fixGeometry.open();
  await context.setOffline(true);
  await site.seesText('There is no network');
  await fixGeometry.choose(FARMS);
  await fixGeometry.hears(/The server could not be reached/);
  await looksWell('offline');
  await fixGeometry.checksOnly();
  await context.setOffline(false);
  await looksWell('chosen');
  await workerIs('self.postMessage({ kind: "progress", share: 0.4, stage: "Matching the borders of farms" });');
  await fixGeometry.choose(FARMS);
  await fixGeometry.checkSays('Matching the borders of farms');
  await looksWell('running');
  await fixGeometry.check.getByRole('button', { name: 'Cancel' }).click();
  await fixGeometry.checkSays('You stopped this check.');
  await page.unroute('**/check.worker-*.js');
  await workerIs('self.onmessage = () => { throw new RangeError("Array buffer allocation failed"); };');
  await fixGeometry.choose(FARMS);
  await fixGeometry.checkSays('The check stopped');
  await looksWell('broken off');
  await page.unroute('**/check.worker-*.js');
  const large = test.info().outputPath('limites-municipais-do-estado-de-goias-2024.geojson');
  writeFileSync(large, '');
  truncateSync(large, 40 << 20);
  await page.evaluate(() => Object.defineProperty(navigator, 'deviceMemory', { configurable: true, value: 0.5 }));
  await fixGeometry.choosePaths(large);
  await fixGeometry.checkSays('These files have 40 MB, but this device can check at most 32 MB.');
  await looksWell('too large');
  await fixGeometry.choose(FARMS);
  await fixGeometry.checkSays('Checked: 2 faults were found.');
  expect(await review.marks()).toBeGreaterThan(0);
  await looksWell('done');
  await fixGeometry.choose(SOUND);
  await fixGeometry.checkSays('Checked: no faults were found.');
  await looksWell('none found');
});

test('the rules of a registrar: invalid limits, tolerances first, what is left, what was decided', async ({ fixGeometry, review, site }) => {
  const looksWell = async (state: string) => expect(await site.faultsAtEachWidth(`rules, ${state}`)).toEqual([]);
  await fixGeometry.open();
  await fixGeometry.openOptions();
  await fixGeometry.choosesProfile('Registrar');
  await fixGeometry.setDistance('Largest movement of a border, in metres', 'far');
  await fixGeometry.setDistance('Largest transfer of land, in hectares', '-1');
  await fixGeometry.choose(FARMS);
  await fixGeometry.hearsAlert('Nothing was sent');
  await looksWell('limits that are none');
  await fixGeometry.setDistance('Largest movement of a border, in metres', '5000');
  await fixGeometry.setDistance('Largest transfer of land, in hectares', '20');
  await fixGeometry.wantsToLookFirst();
  await fixGeometry.choose(FARMS);
  await fixGeometry.hears(/^Nothing has been repaired yet/, 90_000);
  await looksWell('tolerances first');
  await fixGeometry.press('Repair');
  await fixGeometry.seesStatusButton('Download', 90_000);
  await review.choose(/^Overlap .*“Boa Vista”/);
  await review.decides('Split it along its middle');
  await looksWell('left to decide');
  await review.press('Repair again with 1 decision');
  await fixGeometry.reads('1 decision was carried out.', 90_000);
  await review.choose(/^Overlap .*“Boa Vista”/);
  await review.hears(/^Finding \d of \d/);
  await looksWell('decided');
});

test('several files, one of them sound and one unusable, each with its layer; and opened again without them', async ({ fixGeometry, review, site }) => {
  const looksWell = async (state: string) => expect(await site.faultsAtEachWidth(`several, ${state}`)).toEqual([]);
  await fixGeometry.open();
  await fixGeometry.choose(SOUND, FARMS, { name: 'rivers.geojson', content: FARMS.content.slice(0, 100) });
  await fixGeometry.seesStatusButton('Download', 90_000);
  await review.says(/gave/);
  await looksWell('the layer with findings');
  await review.showsLayer('parks');
  await review.says('No feature gained or lost any land.');
  await looksWell('sound layer');
  await site.reload();
  await review.says(/^This page no longer has your file/);
  await looksWell('without the files');
});
