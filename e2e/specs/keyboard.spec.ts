import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

const PARCELS = { name: 'parcels.kml', content: '<kml/>' };

test('a repair from home to the saved result by the keyboard alone', async ({ site, fixGeometry, api }) => {
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
  expect(await site.focused()).toBe('Suported: KML, KMZ, SHP, GPKG, GeoJSON');
  expect(await site.focusIsVisible()).toBe(true);
  await fixGeometry.chooseByKeyboard(PARCELS);
  await fixGeometry.seesStatusButton('Download');
  await site.tabTo('Download');
  expect(await site.focusIsVisible()).toBe(true);
  const saved = await fixGeometry.savesNothing(() => site.press('Enter'));
  expect(saved).toBe(false);
});

test('options are opened and set by the keyboard', async ({ site, fixGeometry, api }) => {
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
