import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import { expect, test } from '../drivers/test.ts';

const PARCELS = { name: 'parcels.geojson', content: '{"type":"FeatureCollection","features":[]}' };

interface CardCase {
  readonly card: string;
  readonly tool: string;
  readonly heading: string;
  /** The options of the task if only the card was chosen. */
  readonly step: { readonly tool: string; readonly options: object };
}

/** Of cards that differ in more than their tool: with an option in the card's address, with several in the form, and with several files. What each card stands for is a unit test. */
const CARDS: readonly CardCase[] = [
  { card: 'Convert to KML', tool: 'convert-to-kml', heading: 'Convert to KML', step: { tool: 'convert', options: { to: 'kml' } } },
  { card: 'Buffer geometry', tool: 'buffer', heading: 'Buffer geometry', step: { tool: 'buffer', options: { distance: 100, joins: 'round', dissolve: false } } },
  { card: 'Merge files', tool: 'merge', heading: 'Merge files', step: { tool: 'merge', options: { layers: 'one' } } },
];

test('the tool of a card follows the repair, or runs alone', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  for (const [place, { card, tool, heading, step }] of CARDS.entries()) {
    await test.step(card, async () => {
      const begun = api.tasks().length;
      await site.open('/geotools');
      await site.follow('main', card);
      await site.seesHeading('Fix geometry');
      await site.headingHasFocus();
      await site.isAt(`/geotools/fix-geometry?tool=${tool}`);
      await nextStep.seesPanel(`Repair, then: ${heading}`);
      await site.seesText(/^Repairs overlaps, .* polygon edges, then passes the repaired files to the chosen tool\.$/);
      // The addresses of the others are opened in every-state.
      if (place === 0) {
        await site.reload();
        await nextStep.seesPanel(`Repair, then: ${heading}`);
      }

      await fixGeometry.choose(PARCELS);
      await fixGeometry.seesStatusButton('Wainting');
      expect(api.tasks().slice(begun)).toEqual([{ tool: 'fix-geometry', body: { input_file: 'upload-1', options: { then: [step] } } }]);
      await site.isAt(`/geotools/fix-geometry?tool=${tool}&task=task-1`);

      await nextStep.tick('Repair the geometry first', false);
      await nextStep.seesPanel(heading);
      await site.seesText('Your files are taken as they are, without a repair.');
      expect(await nextStep.isOffered('Snap distance')).toBe(false);
      await fixGeometry.choose(PARCELS);
      await expect.poll(() => api.tasks().length).toBe(begun + 2);
      expect(api.tasks()[begun + 1]).toEqual({ tool: step.tool, body: { input_file: 'upload-1', options: step.options } });
      await site.isAt(`/geotools/fix-geometry?tool=${tool}&task=task-1&endpoint=${step.tool}`);
    });
  }
});

test('a task of a tool alone is polled at its own address, also after a reload, and mentions only itself', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('RUNNING', { progress: 0.4 });
  await api.cancellationAnswers({ body: { progress_status: 'CANCELLED' } });
  await nextStep.open('convert-to-kml');
  await nextStep.tick('Repair the geometry first', false);
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hears('Your files are being converted.');
  expect(new Set(api.asked('GET').map(({ path }) => path))).toEqual(new Set(['/api/v1/tools/convert/task-1']));
  const polls = api.polls();
  await site.reload();
  await fixGeometry.hears('Your files are being converted.');
  await fixGeometry.seesStatusButton('Processing');
  await expect.poll(() => api.polls()).toBeGreaterThan(polls);
  await fixGeometry.press('Cancel');
  await fixGeometry.hears('You stopped this conversion. Choose files to begin again.');
  expect(api.asked('DELETE').map(({ path }) => path)).toEqual(['/api/v1/tools/convert/task-1']);
  expect(api.asked('GET', /fix-geometry/)).toEqual([]);
});

test('options of the repair are sent with it, separately from those of the tool', async ({ fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  await nextStep.open('convert-to-kml');
  await fixGeometry.openOptions();
  await fixGeometry.setDistance('Snap distance', '0,5');
  await nextStep.write('Decimals of coordinates', '6');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.tasks()[0]?.body).toEqual({ input_file: 'upload-1', options: { snapDistance: 0.5, then: [{ tool: 'convert', options: { to: 'kml', decimals: 6 } }] } });
});

test('the tolerances of the repair can be previewed, and are requested again if they could not be, without sending the files again; the tool follows then', async ({ fixGeometry, nextStep, api, page, watch }) => {
  await api.repairEnds('READY');
  watch.expects(/503 \(Service Unavailable\)/);
  let refusals = 1;
  await page.route(/\/preview-tolerances$/, (route) => (refusals-- > 0 ? route.fulfill({ status: 503, json: {} }) : route.fulfill({ status: 201, json: { uuid: 'preview-1', progress_status: 'READY' } })));
  await page.route(/\/preview-tolerances\/preview-1$/, (route) => route.fulfill({ json: { progress_status: 'COMPLETED', report: {} } }));
  await nextStep.open('merge');
  await fixGeometry.openOptions();
  await fixGeometry.wantsToLookFirst();
  await fixGeometry.choose(PARCELS);
  const asked = page.waitForRequest(/\/preview-tolerances$/);
  await fixGeometry.press('Try again');
  await fixGeometry.hears(/^Nothing has been repaired yet/);
  expect((await asked).postDataJSON()).toEqual({ input_file: 'upload-1' });
  expect(api.asked('POST', /files$/)).toHaveLength(1);
  expect(api.tasks()).toEqual([]);
  await fixGeometry.press('Repair');
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.tasks()).toEqual([{ tool: 'fix-geometry', body: { input_file: 'upload-1', options: { then: [{ tool: 'merge', options: { layers: 'one' } }] } } }]);
});

test('OCR PDF is said not to be available, and the repair works', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  await site.open('/geotools');
  await site.follow('main', 'OCR PDF');
  await site.isAt('/geotools/fix-geometry?tool=ocr-pdf');
  await site.seesText('OCR PDF is not available yet. Fix geometry works as usual.');
  await nextStep.seesPanel(null);
  await site.reload();
  await site.seesText('OCR PDF is not available yet. Fix geometry works as usual.');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.tasks()).toEqual([{ tool: 'fix-geometry', body: { input_file: 'upload-1' } }]);
});

test('at the address of an unknown tool the page is the repair alone', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  for (const address of ['/geotools/fix-geometry?tool=unknown', '/geotools/fix-geometry?tool=']) {
    await site.open(address);
    await nextStep.seesPanel(null);
    await expect.poll(() => site.textOf('main')).toMatch(/Options\s*Then do something else with the result\s*(What is repaired|Begun on this device)/);
    expect(site.address()).toBe(address);
    await fixGeometry.choose(PARCELS);
    await fixGeometry.seesStatusButton('Wainting');
  }
  expect(api.tasks().map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => ({ input_file: 'upload-1' })));
});

test('back leads to the list of tools and forward to the tool again; another card opens its own tool', async ({ site, nextStep }) => {
  await site.open('/geotools');
  await site.follow('main', 'Buffer geometry');
  await site.isAt('/geotools/fix-geometry?tool=buffer');
  await site.goBack();
  await site.isAt(/^\/geotools$/);
  await site.goForward();
  await site.isAt('/geotools/fix-geometry?tool=buffer');
  await nextStep.seesPanel('Repair, then: Buffer geometry');
  await site.goBack();
  await site.follow('main', 'Compress file');
  await nextStep.seesPanel('Repair, then: Compress file');
  await site.goBack();
  await site.follow('main', 'Fix geometry');
  await site.isAt(/^\/geotools\/fix-geometry$/);
  await nextStep.seesPanel(null);
});

test('new files start a new task of the same tool; going back shows the earlier one at its own address', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('COMPLETED', COMPLETED_FIELDS);
  await api.deletionAnswers({ status: 204 });
  await nextStep.open('merge');
  await nextStep.tick('Repair the geometry first', false);
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Download');
  await nextStep.tick('Repair the geometry first');
  await api.tasksAnswer({ status: 201, body: { uuid: 'task-2', progress_status: 'READY' } });
  await fixGeometry.choose(PARCELS);
  await site.isAt('/geotools/fix-geometry?tool=merge&task=task-2');
  await fixGeometry.seesStatusButton('Download');
  await expect.poll(() => fixGeometry.begunHere()).toEqual([expect.stringMatching(/\sMerge of /)]);
  await site.goBack();
  await site.isAt('/geotools/fix-geometry?tool=merge&task=task-1&endpoint=merge');
  await fixGeometry.seesStatusButton('Download');
  await expect.poll(() => fixGeometry.begunHere()).toEqual([expect.stringMatching(/\sRepair and merge of /)]);
  await fixGeometry.press('Delete my files now');
  await fixGeometry.press('Delete everything');
  await site.isAt(/^\/geotools\/fix-geometry\?tool=merge$/);
});

test('every tool can be chosen on the page of the repair, and the address keeps it', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  await fixGeometry.open();
  await nextStep.unfold('Then do something else with the result');
  expect(await nextStep.toolsOffered()).toEqual(['None', 'Convert', 'Reproject', 'Merge', 'Split', 'Extract', 'Simplify', 'Buffer', 'Compress']);
  await nextStep.choose('Convert');
  await site.isAt('/geotools/fix-geometry?tool=convert-to-geojson');
  await nextStep.select('Format of the result', 'KMZ');
  await site.isAt('/geotools/fix-geometry?tool=convert-to-kmz');
  await site.seesText('Repair, then: Convert to KMZ');
  await nextStep.choose('Split');
  await site.isAt('/geotools/fix-geometry?tool=split');
  await nextStep.choose('None');
  await site.isAt(/^\/geotools\/fix-geometry$/);
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.tasks()[0]?.body).toEqual({ input_file: 'upload-1' });
});

test('what choosing files starts is said above the file control, follows the options, and leads to them', async ({ site, fixGeometry, nextStep }) => {
  await nextStep.open('buffer');
  await nextStep.seesSummary('Repair, then buffer by 100 m.');
  const announced = await nextStep.listensForSummaries();
  await nextStep.pressChange();
  await nextStep.optionsHaveFocus('Repair, then: Buffer geometry');
  await site.press('Tab', 'Tab', 'Tab');
  expect(await site.focused()).toBe('Distance in metres');
  // Each key changes the words; only the number that was meant is announced.
  await site.press('2', '5', '0');
  await nextStep.seesSummary('Repair, then buffer by 250 m.');
  await expect.poll(announced).toEqual(['Repair, then buffer by 250 m.']);
  await nextStep.write('Distance in metres', '0');
  await nextStep.seesSummary('Repair, then buffer geometry. Enter a distance in metres other than 0, such as 50 or -2.5.');
  await nextStep.write('Distance in metres', '30');
  await fixGeometry.openOptions();
  await fixGeometry.keep('Gaps');
  await nextStep.seesSummary('Repair with your options, then buffer by 30 m.');
  await nextStep.tick('Repair the geometry first', false);
  await nextStep.seesSummary('Buffer by 30 m.');
  await expect.poll(announced).toEqual(['Repair, then buffer by 250 m.', 'Buffer by 30 m.']);
  await nextStep.choose('None');
  await nextStep.seesSummary(null);
});

test('the summary of a tool that is folded away leads to it', async ({ fixGeometry, nextStep }) => {
  await fixGeometry.open();
  await nextStep.seesSummary(null);
  await nextStep.unfold('Then do something else with the result');
  await nextStep.choose('Compress');
  await nextStep.unfold('Repair, then: Compress file');
  await expect.poll(() => nextStep.isOffered('Decimals of coordinates')).toBe(false);
  await nextStep.seesSummary('Repair, then compress into one archive.');
  await nextStep.pressChange();
  await nextStep.optionsHaveFocus('Repair, then: Compress file');
  await expect.poll(() => nextStep.isOffered('Decimals of coordinates')).toBe(true);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the way to the options ends at their heading, and what keeps the work from beginning is in sight as soon as files are chosen', async ({ site, fixGeometry, nextStep, api }) => {
    await nextStep.open('extract');
    await nextStep.seesSummary('Repair, then extract features. Say what to extract: a condition, a box or a file with areas.');
    await nextStep.pressChange();
    await nextStep.optionsHaveFocus('Repair, then: Extract features');
    await site.reload();
    await fixGeometry.choose(PARCELS);
    await site.seesInView(/^Nothing was sent: something is missing or wrong in “Extract features”/);
    expect(api.asked()).toEqual([]);
  });
});

test('an error is shown beside its field, nothing is sent, and it disappears when it is corrected', async ({ fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  await fixGeometry.open();
  await nextStep.unfold('Then do something else with the result');
  await nextStep.choose('Buffer');
  await nextStep.write('Distance in metres', 'wide');
  expect(await nextStep.faultOf('Distance in metres')).toBe('Enter a distance in metres other than 0, such as 50 or -2.5.');
  // An empty field is not reported before the attempt to start.
  await nextStep.write('Distance in metres', '');
  expect(await nextStep.faultOf('Distance in metres')).toBe('');
  await nextStep.unfold('Repair, then: Buffer geometry');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hearsAlert('Nothing was sent: something is missing or wrong in “Buffer geometry”. Correct it, then choose your files again.');
  expect(api.asked()).toEqual([]);
  await expect.poll(() => nextStep.faultOf('Distance in metres')).toBe('Enter a distance in metres other than 0, such as 50 or -2.5.');
  await expect.poll(() => nextStep.isOffered('Distance in metres')).toBe(true);
  await nextStep.write('Distance in metres', '-2,5');
  expect(await nextStep.faultOf('Distance in metres')).toBe('');
  await nextStep.choiceOf('Corners', 'Pointed');
  await nextStep.tick('Join zones that overlap');
  await nextStep.select('Format of the result', 'GeoPackage');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.tasks()[0]?.body).toEqual({ input_file: 'upload-1', options: { then: [{ tool: 'buffer', options: { distance: -2.5, joins: 'mitre', dissolve: true, format: 'geopackage' } }] } });
});

test("an error in the repair's options counts only if there is a repair", async ({ fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  await nextStep.open('compress');
  await fixGeometry.openOptions();
  await fixGeometry.setDistance('Gap width', 'wide');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.hearsAlert('Nothing was sent: a distance in the options is not valid: the field says why.');
  await nextStep.tick('Repair the geometry first', false);
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.tasks()).toEqual([{ tool: 'compress', body: { input_file: 'upload-1', options: {} } }]);
});

test('a system is chosen from those of Brazil, or typed', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('READY');
  await nextStep.open('reproject');
  expect(await nextStep.suggestions('Reference system of the result')).toEqual(
    [4674, 31978, 31979, 31980, 31981, 31982, 31983, 31984, 31985, 4618, 4326, 3857, 10857, 5880].map((code) => `EPSG:${code}`),
  );
  await nextStep.write('Reference system of the result', 'EPSG:31982');
  expect(await site.textOf('main')).toContain('SIRGAS 2000 / UTM zone 22S: Paraná, Santa Catarina');
  await nextStep.write('Reference system of the result', '29101');
  await nextStep.write('Densify, in metres', '250');
  await fixGeometry.choose(PARCELS);
  await fixGeometry.seesStatusButton('Wainting');
  expect(api.tasks()[0]?.body).toEqual({ input_file: 'upload-1', options: { then: [{ tool: 'reproject', options: { to: 'EPSG:29101', densify: 250 } }] } });
});

test('with the keyboard only: a card, its tool without a repair, an option, a file', async ({ site, fixGeometry, nextStep, api }) => {
  await api.repairEnds('COMPLETED', COMPLETED_FIELDS);
  await site.open('/geotools');
  await site.tabTo('Convert to GeoJSON');
  await site.press('Enter');
  await site.headingHasFocus();
  await site.isAt('/geotools/fix-geometry?tool=convert-to-geojson');
  await site.headingHasFocus();
  await site.tabTo('Repair the geometry first');
  expect(await site.focusIsVisible()).toBe(true);
  await site.press('Space', 'Tab', 'ArrowUp');
  expect(await site.focusIsVisible()).toBe(true);
  expect(await nextStep.valueOf('Format of the result')).toBe('geopackage');
  await nextStep.seesPanel('Convert to GeoPackage');
  await site.press('ArrowDown', 'Tab', 'Tab', '5', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab');
  expect(await site.focused()).toBe('Suported: KML, KMZ, SHP, GPKG, GeoJSON');
  await fixGeometry.chooseByKeyboard(PARCELS);
  await fixGeometry.seesStatusButton('Download');
  await fixGeometry.stateHasFocus();
  expect(api.tasks()).toEqual([{ tool: 'convert', body: { input_file: 'upload-1', options: { to: 'geojson', decimals: 5 } } }]);
});
