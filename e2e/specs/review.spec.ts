import { writeFileSync } from 'node:fs';
import { commonLand, hasGdal, ogr2ogr } from '../../testing/gdal.ts';
import type { FixGeometryDriver } from '../drivers/fix-geometry.ts';
import { makeLand } from '../drivers/land-report.ts';
import type { MadeLand } from '../drivers/land-report.ts';
import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import type { StubbedApi } from '../drivers/stubbed-api.ts';
import { shapefileOf, square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

const LAND = makeLand(202, 900);

/** A repair of the file ends at once with this report. */
async function repaired({ api, fixGeometry }: { readonly api: StubbedApi; readonly fixGeometry: FixGeometryDriver }, land: Pick<MadeLand, 'file' | 'report' | 'reportFile'>) {
  await api.filesAnswer({ text: [...land.reportFile()].join(''), headers: { 'content-disposition': 'attachment; filename="report.json"' } });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: land.report });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'glebas.geojson', content: land.file });
  await fixGeometry.seesStatusButton('Download');
}

test('what the report contains: the balance, the findings, and decisions, which are sent with a second repair of the same upload by the rules of the first one', async ({ api, fixGeometry, page, review, site }) => {
  const before = { finding: { kind: 'overlap', at: [1, 2], features: [3, 4] }, action: 'leave' };
  const options = { snapDistance: 'auto', maxGapWidth: 'auto', overlaps: 'fix', gaps: 'fix', profile: 'registrar', maxTransfer: 500, decisions: [before] };
  await repaired({ api, fixGeometry }, { ...LAND, report: { ...LAND.report, options } });
  await test.step('a finding chosen in the list is described, and its neighbours are reached with keys; the map marks what is listed', async () => {
    await review.choose(/^Overlap .*between “Gleba 1” and “Gleba 2”/);
    await review.hears(/^Finding 1 of 188: Overlap between “Gleba 1” and “Gleba 2”, 9\.\d+\sha, given to “Gleba 2”\.$/);
    await page.keyboard.press('ArrowDown');
    await review.hears(/^Finding 2 of 188: /);
    // Otherwise only the changed part would be announced: the number without its noun.
    await expect(page.locator('[aria-live]:not([aria-atomic=true])')).toHaveCount(0);
    await page.keyboard.press('End');
    await review.hears(/^Finding 188 of 188: Self-crossing border “Gleba \d+”/);
    await page.keyboard.press('Home');
    await review.hears(/^Finding 1 of 188/);
    expect(await review.marks()).toBeGreaterThan(0);
  });
  await test.step('decisions are collected', async () => {
    await review.decides('Give it to “Gleba 1”');
    await review.press('Next');
    await review.hears(/^Finding 2 of/);
    await review.decides('Leave it as it is, only report it');
  });
  await test.step('nobody leaves them without being asked', async () => {
    expect(await page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false);
    page.once('dialog', (dialog) => void dialog.dismiss());
    const asked = page.waitForEvent('dialog');
    await site.follow('header', 'Home');
    expect((await asked).message()).toBe('No repair with your decisions was begun. Leave this page and give them up?');
    await site.isAt(/^\/geotools\/fix-geometry/);
  });
  await test.step('what is cosmetic is listed on request', async () => {
    await review.shows('Cosmetic', true);
    await review.lists(900, 900);
  });
  await test.step('who gave what to whom is listed first, then in a table that can be sorted and searched', async () => {
    await review.says(/^“Gleba 1” gave 9\.\d+\u00a0ha \(25\u00a0% of it\) to “Gleba 2”, \d+ features changed by more than a square metre\.$/);
    const rows = await review.balance();
    expect(rows[0]).toMatch(/^Gleba 1feature 1 \| 9\.\d+\u00a0ha to Gleba 2 \| – \| −\d+,\d{3} \| 3\d\.\d{4} \| 2\d\.\d{4} \| \d+\u00a0m$/);
    expect(await site.textOf('main')).toContain('A feature may already have claimed the land that it received');
    // On a phone one line orders the rows, instead of a button for each column.
    const columns = page.getByRole('columnheader').getByRole('button');
    await expect(columns).toHaveCount(7);
    await expect(page.getByLabel('Sort by')).toBeHidden();
    await site.isSized(360);
    await expect(columns).toHaveCount(0);
    await page.getByLabel('Sort by').selectOption('Feature');
    await expect.poll(async () => (await review.balance())[0]).toMatch(/^Gleba 1feature 1 /);
    await review.press('Ascending');
    await expect.poll(async () => (await review.balance())[0]).toMatch(/^Gleba 201feature 201 /);
    await review.findInBalance('gleba 101');
    await expect.poll(() => review.balance()).toHaveLength(1);
    await expect(page.getByLabel('Sort by')).toBeHidden();
  });
  await test.step('the second repair', async () => {
    await review.press('Repair again with 2 decisions');
    await expect.poll(() => api.tasks()).toHaveLength(2);
    const decided = [
      { finding: { kind: 'overlap', features: [1, 2], dataset: 'glebas', layer: 'glebas' }, action: 'give', to: 1 },
      { finding: { kind: 'overlap' }, action: 'leave' },
    ];
    expect(api.tasks()[1]).toMatchObject({ tool: 'fix-geometry', body: { input_file: 'upload-1', options: { ...options, decisions: [before, ...decided] } } });
  });
});

test('a row is what it says also while another list is on its way', async ({ api, fixGeometry, page, review }) => {
  // After the first list, the worker has listed other findings, and the page does not know it yet.
  const holding = `let isFirst = true; const held = []; const send = self.postMessage.bind(self);
    new BroadcastChannel("go on").onmessage = () => { for (const message of held) send(...message); };
    self.postMessage = (...message) => { if (message[0].kind !== "filtered" || isFirst) send(...message); else held.push(message); isFirst &&= message[0].kind !== "filtered"; };`;
  await page.route(/\/assets\/review\.worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${holding}\n${await response.text()}` });
  });
  await repaired({ api, fixGeometry }, LAND);
  const last = review.list().getByRole('option').nth(3);
  await expect(last).toContainText('“Gleba');
  const words = (await last.innerText()).replaceAll(/\s+/g, ' ');
  const name = /“(Gleba \d+)”/.exec(words)?.[1] ?? '';
  await review.findFinding(name);
  await last.click();
  await page.evaluate(() => {
    new BroadcastChannel('go on').postMessage('');
  });
  await review.hears(new RegExp(`^Finding \\d of \\d: .*“${name}”`));
});

test('if a file does not state the length of its unit, no line of the page mentions metres or hectares', async ({ fixGeometry, review, site }) => {
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'glebas.shp', content: shapefileOf([square(5000, 0, 100), square(5099, 0, 100)]) });
  await fixGeometry.seesStatusButton('Download', 90_000);
  await review.says('“record 2” gave 100\u00a0units² (1\u00a0% of it) to “record 1”, one feature changed by more than 1\u00a0unit².');
  expect(await review.balance()).toEqual(['record 2 | 100\u00a0units² to record 1 | – | −100 | 10,000 | 9,900 | 1\u00a0unit']);
  await review.choose(/^Overlap 100\sunits²/);
  expect((await site.textOf('main')).match(/.*(m²|\bha\b|\d m\b).*/g)).toBeNull();
});

test('a registrar leaves large overlaps, decides one, sets a limit, and land changes hands nowhere else', async ({ fixGeometry, review }) => {
  test.skip(!hasGdal, 'GDAL is not installed');
  const farm = (name: string, west: number, width: number) => ({ type: 'Feature', properties: { nome: name }, geometry: { type: 'Polygon', coordinates: [square(west, -20, width)] } });
  const farms = JSON.stringify({ type: 'FeatureCollection', name: 'farms', features: [farm('Boa Vista', -51, 0.1), farm('Santa Rita', -50.91, 0.1), farm('Progresso', -50.815, 0.1)] });
  /** By GEOS, in square degrees: the area of the two overlaps, and of each farm. */
  const landIn = (name: string, content: Buffer | string) => {
    const file = test.info().outputPath(name);
    writeFileSync(file, content);
    const land = (one: string, other: string) => commonLand(file, 'farms', 'nome', [one, other]);
    return { west: land('Boa Vista', 'Santa Rita'), east: land('Santa Rita', 'Progresso'), boaVista: land('Boa Vista', 'Boa Vista'), santaRita: land('Santa Rita', 'Santa Rita'), progresso: land('Progresso', 'Progresso') };
  };
  const before = landIn('before.geojson', farms);
  expect([before.west > 0, before.east > 0]).toEqual([true, true]);

  await fixGeometry.open();
  await fixGeometry.openOptions();
  await fixGeometry.choosesProfile('Registrar');
  await fixGeometry.choose({ name: 'farms.geojson', content: farms });
  await fixGeometry.seesStatusButton('Download', 90_000);
  await fixGeometry.reads('2 overlaps and gaps are left as they were: 2 by the registrar profile. No land changed hands there.');
  const left = landIn('left.geojson', (await fixGeometry.save()).content);
  expect(left).toEqual(Object.fromEntries(Object.entries(before).map(([name, area]) => [name, expect.closeTo(area, 9)])));

  await review.choose(/^Overlap .*between “Santa Rita” and “Boa Vista”/);
  await review.decides('Give it to “Santa Rita”');
  await review.press('Repair again with 1 decision');
  await fixGeometry.reads('1 decision was carried out.', 90_000);
  await fixGeometry.seesStatusButton('Download', 90_000);
  const decided = landIn('decided.geojson', (await fixGeometry.save()).content);
  expect(decided.west).toBeCloseTo(0, 9);
  expect(decided.east).toBeCloseTo(before.east, 9);
  expect(decided.boaVista).toBeCloseTo(before.boaVista - before.west, 9);
  expect(decided.santaRita).toBeCloseTo(before.santaRita, 9);
  expect(decided.progresso).toBeCloseTo(before.progresso, 9);

  // According to the rules, except for transfers of more than 800 ha: the eastern overlap has some 580, the western twice that.
  await fixGeometry.choosesProfile('Standard');
  await fixGeometry.setDistance('Largest transfer of land, in hectares', '800');
  await fixGeometry.choose({ name: 'farms.geojson', content: farms });
  await fixGeometry.reads('1 overlap or gap is left as it was: 1 because more land would change hands than you allow. No land changed hands there.', 90_000);
  await fixGeometry.seesStatusButton('Download', 90_000);
  const limited = landIn('limited.geojson', (await fixGeometry.save()).content);
  expect(limited.west).toBeCloseTo(before.west, 9);
  expect(limited.east).toBeCloseTo(0, 9);
});

test('features that did not change are drawn from a GeoPackage, and after a reload when the same file is chosen again', async ({ fixGeometry, review, site }) => {
  test.skip(!hasGdal, 'GDAL is not installed');
  const [source, file, other] = ['farms.geojson', 'farms.gpkg', 'other.gpkg'].map((name) => test.info().outputPath(name));
  const farm = (name: string, west: number) => ({ type: 'Feature', properties: { nome: name }, geometry: { type: 'Polygon', coordinates: [square(west, -20, 0.1)] } });
  writeFileSync(source, JSON.stringify({ type: 'FeatureCollection', features: [farm('Boa Vista', -51), farm('Santa Rita', -50.91), farm('Progresso', -50.5)] }));
  ogr2ogr('-f', 'GPKG', file, source);
  ogr2ogr('-f', 'GPKG', other, source, '-where', "nome = 'Progresso'");
  await fixGeometry.open();
  await fixGeometry.choosePaths(file);
  await fixGeometry.seesStatusButton('Download', 90_000);
  expect(await review.marks()).toBeGreaterThan(0);
  await review.doesNotSay(/Features that did not change are not drawn/);

  await site.reload();
  await review.says(/^Features that did not change are not drawn/);
  expect(await site.accessibilityFaults()).toEqual([]);
  await review.choosesAgain(other);
  await review.says('This is not the file that was repaired: it has changed since, or is another one.');
  // A browser says nothing of a choice that is the one before.
  await review.mayChooseTheSameAgain();
  await review.dropsAgain(file);
  expect(await review.marks()).toBeGreaterThan(0);
  await review.doesNotSay(/Features that did not change are not drawn/);
});

test('a report that does not arrive is reported, and is loaded on request', async ({ api, fixGeometry, review, watch, site }) => {
  watch.expects(/503|Failed to load resource/);
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: LAND.report });
  await api.filesAnswer({ status: 503, body: { code: 'storage-unavailable', detail: 'x' } });
  await fixGeometry.open('task-1');
  await review.says('The findings could not be shown: the report did not arrive, or could not be read. The result itself is not affected.');
  expect(await site.accessibilityFaults()).toEqual([]);
  await api.filesAnswer({ text: [...LAND.reportFile()].join('') });
  await review.press('Load the report again');
  await review.says(/^“Gleba 1” gave/);
  // Opened by its address, the page does not have the visitor's file.
  await review.says(/^Features that did not change are not drawn: this page no longer has the file/);
});

test('if the browser starts no worker and keeps no copy of the site, the result is there and the findings are said not to be', async ({ api, fixGeometry, page, review }) => {
  await page.addInitScript(() => {
    const forbid = () => { throw new DOMException('forbidden', 'SecurityError'); };
    Object.defineProperty(window, 'Worker', { value: forbid });
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: forbid });
  });
  await repaired({ api, fixGeometry }, LAND);
  await review.says('The findings could not be shown: the report did not arrive, or could not be read. The result itself is not affected.');
  await fixGeometry.seesStatusButton('Download');
});

test('a large report is downloaded on request', async ({ api, fixGeometry, review }) => {
  await api.filesAnswer({ text: [...LAND.reportFile()].join('') });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: { ...LAND.report, found: { 'near-edge': 500_000 } } });
  await fixGeometry.open('task-1');
  await review.says('This report has 500,000 findings and is a large file. It is loaded on request.');
  expect(api.asked('GET', /\/files\//)).toHaveLength(0);
  await review.press('Show the findings');
  await review.says(/^“Gleba 1” gave/);
});

test('if only hair-wide differences were found, the page says so and lists them', async ({ api, fixGeometry, review }) => {
  const cosmetic = makeLand(20, 400);
  const only = [...cosmetic.reportFile()].join('').replaceAll('"weight":"ownership"', '"weight":"cosmetic"').replaceAll('"weight":"shape"', '"weight":"cosmetic"');
  await api.filesAnswer({ text: only });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: cosmetic.report });
  await fixGeometry.open('task-1');
  await review.says(/^All 400 findings are cosmetic: nothing wider than the snap distance\./);
  await review.lists(400, 400);
});

test('a report without information on land shows none', async ({ api, fixGeometry, review }) => {
  const { datasets } = LAND.report;
  expect(datasets).toBeDefined();
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: JSON.parse(JSON.stringify(LAND.report).replaceAll('balance', 'other')) });
  await fixGeometry.open('task-1');
  await fixGeometry.seesStatusButton('Download');
  await review.isShown(false);
});

test('paper says what is not printed: other layers, features on other pages of the balance, findings out of sight', async ({ fixGeometry, review, site, page }) => {
  const row = (count: number) => JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: count }, (_, index) => ({ type: 'Feature', properties: { nome: `Lote ${String(index + 1)}` }, geometry: { type: 'Polygon', coordinates: [square(-51 + index * 0.0098, -20, 0.01)] } })),
  });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'north.geojson', content: row(13) }, { name: 'south.geojson', content: row(2) });
  await fixGeometry.seesStatusButton('Download', 60_000);
  await review.says('12 changed features, 1 to 10 shown');
  expect(await review.marks()).toBeGreaterThan(0);
  const sentences = ['Printed here is one layer of 2, north: the report file has all of them.', 'Printed here are 1 to 10 of 12 changed features: the report file has all of them.', 'The list has 12 findings and is printed as far as it is in sight: the report file has all of them.'];
  for (const sentence of sentences) await expect(page.getByText(sentence, { exact: true })).toBeHidden();
  await site.hasNoControlsOnPaper();
  expect(await site.cutOnPaper()).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  for (const sentence of sentences) await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  // Browsers leave out backgrounds, which would leave white words on white.
  await expect(page.getByText('After', { exact: true }).filter({ visible: true }).last()).toHaveCSS('print-color-adjust', 'exact');
});

test('however long a name is, the figures of the balance stay in sight, and are aligned below each other; on paper nothing can be pressed', async ({ fixGeometry, review, site }) => {
  const names = ['Boa Vista', 'SemEspaços'.repeat(12), 'Fazenda de nome comprido '.repeat(6)];
  const content = JSON.stringify({
    type: 'FeatureCollection',
    features: names.map((nome, index) => ({ type: 'Feature', properties: { nome }, geometry: { type: 'Polygon', coordinates: [square(-51 + index * 0.98, -20, 1)] } })),
  });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'farms.geojson', content });
  await fixGeometry.seesStatusButton('Download');
  await review.says('2 changed features');
  expect(await review.marks()).toBeGreaterThan(0);
  expect(await site.faultsAtEachWidth('review, long names')).toEqual([]);
  for (const width of [1440, 1024, 360]) {
    await site.isSized(width);
    await site.hasNoControlsOnPaper();
    await expect.poll(() => review.balanceLayout(), { timeout: 5000, message: `${String(width)} px` }).toMatchObject({ hidden: 0, starts: [13], ...(width === 360 ? { ends: [13] } : {}) });
    // Nine rem, as wide as long words are.
    expect((await review.balanceLayout()).nameWidth).toBeGreaterThanOrEqual(144);
  }
});

test.describe('a browser in Portuguese', () => {
  test.use({ locale: 'pt-BR' });

  test('is offered the tables as its spreadsheet reads them, and the paper in its language', async ({ api, fixGeometry, page }) => {
    await repaired({ api, fixGeometry }, LAND);
    await expect(page.getByLabel('Language of PDF, print page and CSV')).toHaveValue('pt');
    await expect(page.getByRole('link', { name: 'CSV', exact: true })).toHaveAttribute('href', /format=csv&language=pt$/);
  });
});
