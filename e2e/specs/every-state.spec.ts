import { CLEAN_REPORT, COMPLETED_FIELDS, CONVERSION_REPORT, REPAIR_THEN_CONVERSION_REPORT, RICH_REPORT } from '../drivers/reports.ts';
import type { FixGeometryDriver } from '../drivers/fix-geometry.ts';
import type { NextStepDriver } from '../drivers/next-step.ts';
import type { SiteDriver } from '../drivers/site.ts';
import type { StubbedApi } from '../drivers/stubbed-api.ts';
import { expect, test } from '../drivers/test.ts';

// Some of these open the explorer.
test.beforeEach(({ mapServices }) => expect(mapServices.requests()).toBe(0));

interface Given {
  readonly site: SiteDriver;
  readonly fixGeometry: FixGeometryDriver;
  readonly nextStep: NextStepDriver;
  readonly api: StubbedApi;
}

const LONG_NAME = 'limites-municipais-do-estado-de-goias-e-distrito-federal-versao-revisada-2024-11-05.geojson';

/** Every page, and every state of pages that have states. */
const STATES: Record<string, (given: Given) => Promise<unknown>> = {
  home: ({ site }) => site.open('/'),
  tools: ({ site }) => site.open('/geotools'),
  explorer: async ({ site }) => {
    await site.open('/geoexplorer');
    await site.seesText('Buscar CAR');
  },
  'not found': ({ site }) => site.open('/nowhere'),
  'fix, empty': ({ fixGeometry }) => fixGeometry.open(),
  'fix, options': async ({ fixGeometry }) => {
    await fixGeometry.open();
    await fixGeometry.openOptions();
    await fixGeometry.setDistance('Gap width', 'wide');
    await fixGeometry.choose({ name: LONG_NAME, content: 'x' });
    await fixGeometry.hearsAlert('Nothing was sent');
  },
  'fix, uploading': async ({ fixGeometry, api }) => {
    await api.uploadsHang();
    await fixGeometry.open();
    await fixGeometry.choose({ name: LONG_NAME, content: 'x'.repeat(300_000) }, { name: 'roads.shp', content: 'x' });
    await fixGeometry.hears('Your files are being uploaded.');
  },
  'fix, upload stopped': async ({ fixGeometry, api }) => {
    await api.uploadsHang();
    await fixGeometry.open();
    await fixGeometry.choose({ name: LONG_NAME, content: 'x' });
    await fixGeometry.press('Stop the upload');
    await fixGeometry.hears(/^You stopped the upload/);
  },
  'fix, ready': async ({ fixGeometry, api }) => {
    await api.pollsGive('READY');
    await fixGeometry.open('task-1');
    await fixGeometry.seesStatusButton('Wainting');
  },
  'fix, far behind in the queue': async ({ fixGeometry, api }) => {
    await api.pollsGive('READY', { progress: 0, place_in_queue: 1234 });
    await fixGeometry.open('task-1');
    await fixGeometry.seesPlace('Place 1,234 in the queue: 1,233 others begin before yours.');
  },
  'fix, refused for now': async ({ fixGeometry, api }) => {
    await api.uploadsAnswer({ status: 429, headers: { 'retry-after': '2843' }, body: { code: 'upload-quota-used', detail: 'x' } });
    await fixGeometry.open();
    await fixGeometry.choose({ name: LONG_NAME, content: 'x' });
    await fixGeometry.hears(/Try again after/);
  },
  'fix, not to be asked for now': async ({ fixGeometry, api }) => {
    await api.pollsAnswer({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'database-unavailable', detail: 'x' } });
    await fixGeometry.open('task-1');
    await fixGeometry.hears(/Check again in 5 seconds/);
  },
  'fix, running': async ({ fixGeometry, api }) => {
    await api.pollsGive('RUNNING', { progress: 0.42, stage: 'Matching the borders of municipalities' });
    await fixGeometry.open('task-1');
    await fixGeometry.seesProgress('Repair', 42);
  },
  'fix, running without progress': async ({ fixGeometry, api }) => {
    await api.pollsGive('RUNNING');
    await fixGeometry.open('task-1');
    await fixGeometry.seesStatusButton('Processing');
  },
  'fix, completed': async ({ fixGeometry, api }) => {
    await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
    await fixGeometry.open();
    await fixGeometry.choose({ name: LONG_NAME, content: 'x'.repeat(300_000) }, { name: 'parks.kml', content: 'x' });
    await fixGeometry.seesStatusButton('Download');
  },
  'fix, begun before on this device': async ({ fixGeometry, api }) => {
    await api.repairEnds('COMPLETED', COMPLETED_FIELDS);
    await fixGeometry.open();
    await fixGeometry.choose({ name: LONG_NAME, content: 'x' }, { name: 'parks.kml', content: 'x' });
    await fixGeometry.seesStatusButton('Download');
    await fixGeometry.open();
    await expect.poll(() => fixGeometry.begunHere()).toEqual([expect.stringContaining(`${LONG_NAME} and 1 more`)]);
  },
  'fix, completed unchanged': async ({ fixGeometry, api }) => {
    await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: CLEAN_REPORT });
    await fixGeometry.open('task-1');
    await fixGeometry.seesStatusButton('Download');
  },
  'fix, failed': async ({ fixGeometry, api }) => {
    await api.pollsGive('FAILED', { input_file: 'upload-1', error: { detail: `"${LONG_NAME}" is not valid JSON: an object is not closed at byte 1,204,551. Export it again.` } });
    await fixGeometry.open('task-1');
    await fixGeometry.seesStatusButton('Processing failed');
  },
  'fix, cancelled': async ({ fixGeometry, api }) => {
    await api.pollsGive('CANCELLED', { input_file: 'upload-1' });
    await fixGeometry.open('task-1');
    await fixGeometry.hears('You stopped this repair. Choose files to begin again.');
    await fixGeometry.seesNoStatusButton();
  },
  'fix, asked before deletion': async ({ fixGeometry, api }) => {
    await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
    await fixGeometry.open('task-1');
    await fixGeometry.press('Delete my files now');
    await fixGeometry.isAsked('Delete the result, too?');
  },
  'fix, downloading': async ({ fixGeometry, api }) => {
    await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
    await api.filesHang();
    await fixGeometry.open('task-1');
    await fixGeometry.press('Download');
    await fixGeometry.seesDownloadUnderWay();
  },
  'fix, gone': async ({ fixGeometry, api }) => {
    await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
    await api.filesAnswer({ status: 404, body: { code: 'unknown-file', title: 'Unknown file' } });
    await fixGeometry.open('task-1');
    await fixGeometry.press('Download');
    await fixGeometry.hears(/no longer on the server/);
  },
  'fix, deleted': async ({ fixGeometry, api }) => {
    await api.pollsGive('COMPLETED', COMPLETED_FIELDS);
    await api.deletionAnswers({ status: 204 });
    await fixGeometry.open('task-1');
    await fixGeometry.press('Delete my files now');
    await fixGeometry.press('Delete everything');
    await fixGeometry.hears('Your files and the result were deleted from the server.');
  },
  'tool, convert': ({ nextStep }) => nextStep.open('convert-to-kml'),
  'tool, reproject': async ({ nextStep }) => {
    await nextStep.open('reproject');
    await nextStep.write('Reference system of the result', 'EPSG:31982');
  },
  'tool, merge': ({ nextStep }) => nextStep.open('merge'),
  'tool, split': async ({ nextStep }) => {
    await nextStep.open('split');
    await nextStep.select('Split by', 'Number of features');
  },
  'tool, extract, with faults': async ({ nextStep, fixGeometry }) => {
    await nextStep.open('extract');
    await nextStep.write('Box', '1, 2, 3');
    await fixGeometry.choose({ name: LONG_NAME, content: 'x' });
    await fixGeometry.hearsAlert('Nothing was sent');
  },
  'tool, simplify': ({ nextStep }) => nextStep.open('simplify'),
  'tool, buffer without a repair': async ({ nextStep }) => {
    await nextStep.open('buffer');
    await nextStep.tick('Repair the geometry first', false);
  },
  'tool, compress': ({ nextStep }) => nextStep.open('compress'),
  'tool, not available': ({ nextStep }) => nextStep.open('ocr-pdf'),
  'tool, folded away': async ({ fixGeometry, nextStep }) => {
    await fixGeometry.open();
    await nextStep.unfold('Then do something else with the result');
    await nextStep.choose('Convert');
  },
  'tool, completed with losses': async ({ fixGeometry, nextStep, api }) => {
    await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: CONVERSION_REPORT });
    await nextStep.open('convert-to-shapefile&task=task-1&endpoint=convert');
    await fixGeometry.seesStatusButton('Download');
  },
  'tool, completed after a repair': async ({ fixGeometry, nextStep, api }) => {
    await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: REPAIR_THEN_CONVERSION_REPORT });
    await nextStep.open('convert-to-shapefile&task=task-1');
    await fixGeometry.seesStatusButton('Download');
  },
};

/** Set it to a folder to save a picture of every state at every width. */
const pictures = process.env['E2E_PICTURES'];

for (const [state, given] of Object.entries(STATES)) {
  test(`${state}: axe finds nothing, and nothing overflows the page at any width, in any font`, async ({ site, fixGeometry, nextStep, api, watch }) => {
    watch.expects(/status of (404|429|503)/);
    await given({ site, fixGeometry, nextStep, api });
    expect(await site.accessibilityFaults()).toEqual([]);
    expect(await site.liesBesideThePage()).toEqual([]);
    if (pictures !== undefined) {
      for (const width of [1440, 1024, 360]) {
        await site.isSized(width);
        await site.screenshot(`${pictures}/${state.replace(/\W+/g, '-')}-${String(width)}.png`);
      }
    }
    await site.isSized(360, 740);
    expect(await site.accessibilityFaults()).toEqual([]);
  });
}
