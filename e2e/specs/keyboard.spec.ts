import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { square } from '../drivers/shapefile.ts';
import { expect, test } from '../drivers/test.ts';

const PARCELS = { name: 'parcels.kml', content: '<kml/>' };

test('a repair from home to the saved result with the keyboard only', async ({ site, fixGeometry, api }) => {
  await api.repairEnds('COMPLETED', COMPLETED_FIELDS);
  await api.filesAnswer({ text: 'x', headers: { 'content-disposition': 'attachment; filename="parcels-fixed.kml"' } });
  await site.open('/');
  await site.tabTo('GeoTools');
  expect(await site.focusIsVisible()).toBe(true);
  await site.press('Enter');
  await site.headingHasFocus();
  await site.tabTo('Merge files');
  expect(await site.focusIsVisible()).toBe(true);
  await site.press('Enter');
  await site.headingHasFocus();
  await site.press('Tab');
  expect(await site.focused()).toBe('Change');
  await site.press('Tab');
  expect(await site.focused()).toBe('Suported: KML, KMZ, SHP, GPKG, GeoJSON');
  expect(await site.focusIsVisible()).toBe(true);
  await fixGeometry.chooseByKeyboard(PARCELS);
  await fixGeometry.seesStatusButton('Download');
  await site.tabTo('Download');
  expect(await site.focusIsVisible()).toBe(true);
  const saved = await fixGeometry.savesNothing(() => site.press('Enter'));
  expect(saved).toBe(false);
});

test('options are opened and set with the keyboard', async ({ site, fixGeometry, api }) => {
  await api.repairEnds('READY');
  await fixGeometry.open();
  await site.tabTo('Options');
  expect(await site.focusIsVisible()).toBe(true);
  await site.press('Enter', 'Tab', '7', 'Tab', 'Tab', 'ArrowDown');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(JSON.parse(api.asked('POST', /fix-geometry$/)[0]?.body ?? '')).toMatchObject({ options: { snapDistance: 7, overlaps: 'keep' } });
});

test('Cancel and Delete are reached and keep the focus on the page', async ({ site, fixGeometry, api }) => {
  await api.repairEnds('RUNNING', { input_file: 'upload-1' });
  await api.cancellationAnswers({ status: 204 });
  await api.deletionAnswers({ status: 204 });
  await fixGeometry.open('task-1');
  await fixGeometry.seesStatusButton('Processing');
  await site.tabTo('Cancel');
  await site.press('Enter');
  await fixGeometry.stateHasFocus();
  await site.tabTo('Delete my files now');
  await site.press('Space');
  await fixGeometry.stateHasFocus();
  await fixGeometry.hears('Your files and the result were deleted from the server.');
});

test('a check, its findings in list and map, a decision, the repair, the result and a page for print with the keyboard only', async ({ fixGeometry, page, review, site }) => {
  const farm = (nome: string, west: number) => ({ type: 'Feature', properties: { nome }, geometry: { type: 'Polygon', coordinates: [square(west, -20, 0.1)] } });
  const farms = JSON.stringify({ type: 'FeatureCollection', features: [farm('Boa Vista', -51), farm('Santa Rita', -50.91), farm('Progresso', -50.82)] });
  await fixGeometry.open();
  await site.walksTo('Options');
  await site.press('Enter');
  await site.walksTo('Largest movement of a border, in metres');
  await site.type('9000');
  await site.walksTo('Options', 'Shift+Tab');
  await site.walksTo('Repair', 'Shift+Tab');
  await site.press('ArrowDown');
  await site.walksTo(/^Suported/);
  await fixGeometry.chooseByKeyboard({ name: 'farms.geojson', content: farms });
  await fixGeometry.checkSays('Checked: 2 faults were found.');
  await site.keepsTheFocus();

  await site.walksTo('Find a feature by name, id or position');
  await site.type('santa');
  await review.says('1 changed feature');
  await site.walksTo('Map of the findings');
  await site.press('ArrowUp');
  await review.hearsOfMap('In view: 4 of 4 listed findings, the most serious: land that changes hands from “Santa Rita” to “Boa Vista”.');
  const movesUntil = (key: string, told: RegExp) => expect(async () => {
    await review.movesMap(() => site.press(key));
    expect(await review.toldOfMap()).toMatch(told);
  }).toPass({ timeout: 60_000 });
  await movesUntil('ArrowRight', /^In view: none of 4 listed findings\.$/);
  await movesUntil('ArrowLeft', /^In view: 4 of 4/);
  await site.press('Enter');
  await review.hears(/^Finding 1 of 4: Land that changes hands /);
  // The first sentence of a report sends visitors here to decide on it.
  await site.seesText('It sums up overlaps of “Santa Rita”. Decide on them');
  await site.keepsTheFocus();

  await site.walksTo('Findings, the most serious first');
  await site.press('ArrowDown');
  await review.hears(/^Finding 2 of 4: /);
  await site.press('End');
  await review.hears(/^Finding 4 of 4: Overlap /);
  await site.press('ArrowUp');
  await review.hears(/^Finding 3 of 4: Overlap /);
  await site.walksTo(/^By the rules: given to /);
  await site.press('ArrowDown');
  await site.walksTo('Next');
  await site.press('Enter', 'Enter');
  await review.hears(/^Finding 4 of 4: /);
  expect(await site.focused()).toBe('Next');
  await site.walksTo('Back to where I was');
  await site.press('Space');
  await site.keepsTheFocus();
  await site.walksTo('Send and repair with 1 decision');
  await site.press('Enter');
  await site.keepsTheFocus();
  // The server starts a process for it, which takes a while on a busy machine.
  await fixGeometry.reads('1 decision was carried out.', 90_000);
  await site.keepsTheFocus();

  await site.walksTo('Download');
  expect((await fixGeometry.saves(() => site.press('Enter'))).name).toBe('farms-fixed.geojson');
  await site.walksTo('Language of PDF, print page and CSV');
  await site.press('ArrowDown');
  await site.walksTo('Print page');
  const printed = await fixGeometry.saves(() => site.press('Enter'));
  expect(printed.content.toString()).toContain('<html lang="pt-BR">');
  await site.keepsTheFocus();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Print page');
});
