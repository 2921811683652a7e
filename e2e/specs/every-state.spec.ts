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

type Step = (given: Given) => Promise<unknown>;

/**
 * Every page, and states of pages that have states: one of each kind, since many differ by a sentence. Those that can follow each other do so on one page,
 * most of which is loading it and reading axe there.
 */
const PAGES: Record<string, Record<string, Step>> = {
  home: { home: ({ site }) => site.open('/') },
  tools: { tools: ({ site }) => site.open('/geotools') },
  explorer: {
    explorer: async ({ site }) => {
      await site.open('/geoexplorer');
      await site.seesText('Buscar CAR');
    },
  },
  'not found': { 'not found': ({ site }) => site.open('/nowhere') },
  'the form of the repair': {
    'empty': ({ fixGeometry }) => fixGeometry.open(),
    'a tool, folded away': async ({ site, nextStep }) => {
      await nextStep.unfold('Then do something else with the result');
      await nextStep.choose('Convert');
      await site.seesText('Repair, then: Convert to GeoJSON');
    },
    'options, with a fault': async ({ fixGeometry, nextStep }) => {
      await nextStep.choose('None');
      await fixGeometry.openOptions();
      await fixGeometry.setDistance('Gap width', 'wide');
      await fixGeometry.choose({ name: LONG_NAME, content: 'x' });
      await fixGeometry.hearsAlert('Nothing was sent');
    },
  },
  'an upload': {
    'uploading': async ({ fixGeometry, api }) => {
      await api.uploadsHang();
      await fixGeometry.open();
      await fixGeometry.choose({ name: LONG_NAME, content: 'x'.repeat(300_000) }, { name: 'roads.shp', content: 'x' });
      await fixGeometry.hears('Your files are being uploaded.');
    },
    'stopped': async ({ fixGeometry }) => {
      await fixGeometry.press('Stop the upload');
      await fixGeometry.hears(/^You stopped the upload/);
    },
    'refused for now': async ({ fixGeometry, api }) => {
      await api.uploadsAnswer({ status: 429, headers: { 'retry-after': '2843' }, body: { code: 'upload-quota-used', detail: 'x' } });
      await fixGeometry.choose({ name: LONG_NAME, content: 'x' });
      await fixGeometry.hears(/Try again after/);
    },
  },
  'a repair that is watched': {
    'far behind in the queue': async ({ fixGeometry, api }) => {
      await api.pollsGive('READY', { progress: 0, place_in_queue: 1234 });
      await fixGeometry.open('task-1');
      await fixGeometry.seesPlace('Place 1,234 in the queue: 1,233 others begin before yours.');
    },
    'running': async ({ fixGeometry, api }) => {
      await api.pollsGive('RUNNING', { progress: 0.42, stage: 'Repairing LIMITES_MUNICIPAIS_DO_ESTADO_DE_GOIAS_E_DF: snap distance 0.05 m, gap width 1 m' });
      await fixGeometry.seesProgress('Repair', 42);
    },
    'not to be asked for now': async ({ fixGeometry, api }) => {
      await api.pollsAnswer({ status: 503, headers: { 'retry-after': '5' }, body: { code: 'database-unavailable', detail: 'x' } });
      await fixGeometry.hears(/Check again in 5 seconds/);
    },
    'completed unchanged': async ({ fixGeometry, api }) => {
      await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: CLEAN_REPORT });
      await fixGeometry.press('Check again');
      await fixGeometry.seesStatusButton('Download');
    },
    'asked before deletion': async ({ fixGeometry }) => {
      await fixGeometry.press('Delete my files now');
      await fixGeometry.isAsked('Delete the result, too?');
    },
    'deleted': async ({ fixGeometry, api }) => {
      await api.deletionAnswers({ status: 204 });
      await fixGeometry.press('Delete everything');
      await fixGeometry.hears('Your files and the result were deleted from the server.');
    },
  },
  'a repair from its files to its result': {
    'completed': async ({ fixGeometry, api }) => {
      await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
      await fixGeometry.open();
      await fixGeometry.choose({ name: LONG_NAME, content: 'x'.repeat(300_000) }, { name: 'parks.kml', content: 'x' });
      await fixGeometry.seesStatusButton('Download');
    },
    'downloading': async ({ fixGeometry, api }) => {
      await api.filesHang();
      await fixGeometry.press('Download');
      await fixGeometry.seesDownloadUnderWay();
    },
    'begun before on this device': async ({ fixGeometry }) => {
      await fixGeometry.open();
      await expect.poll(() => fixGeometry.begunHere()).toEqual([expect.stringContaining(`${LONG_NAME} and 1 more`)]);
    },
  },
  'a repair that failed': {
    failed: async ({ fixGeometry, api }) => {
      await api.pollsGive('FAILED', { input_file: 'upload-1', error: { detail: `"${LONG_NAME}" is not valid JSON: an object is not closed at byte 1,204,551. Export it again.` } });
      await fixGeometry.open('task-1');
      await fixGeometry.seesStatusButton('Processing failed');
    },
  },
  'each tool': {
    'convert': ({ nextStep }) => nextStep.open('convert-to-kml'),
    'reproject': async ({ nextStep }) => {
      await nextStep.choose('Reproject');
      await nextStep.write('Reference system of the result', 'EPSG:31982');
    },
    'merge': ({ nextStep }) => nextStep.choose('Merge'),
    'split': async ({ nextStep }) => {
      await nextStep.choose('Split');
      await nextStep.select('Split by', 'Number of features');
    },
    'simplify': ({ nextStep }) => nextStep.choose('Simplify'),
    'compress': ({ nextStep }) => nextStep.choose('Compress'),
    'buffer without a repair': async ({ nextStep }) => {
      await nextStep.choose('Buffer');
      await nextStep.tick('Repair the geometry first', false);
    },
    'extract, with faults': async ({ nextStep, fixGeometry }) => {
      await nextStep.choose('Extract');
      await nextStep.write('Box', '1, 2, 3');
      await fixGeometry.choose({ name: LONG_NAME, content: 'x' });
      await fixGeometry.hearsAlert('Nothing was sent');
    },
  },
  'a tool that is not available': { 'not available': ({ nextStep }) => nextStep.open('ocr-pdf') },
  'the result of a tool': {
    'with losses': async ({ fixGeometry, nextStep, api }) => {
      await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: CONVERSION_REPORT });
      await nextStep.open('convert-to-shapefile&task=task-1&endpoint=convert');
      await fixGeometry.seesStatusButton('Download');
    },
  },
  'the result of a repair and a tool': {
    completed: async ({ fixGeometry, nextStep, api }) => {
      await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: REPAIR_THEN_CONVERSION_REPORT });
      await nextStep.open('convert-to-shapefile&task=task-1');
      await fixGeometry.seesStatusButton('Download');
    },
  },
};

/** Set it to a folder to save a picture of every state at every width. */
const pictures = process.env['E2E_PICTURES'];

for (const [name, states] of Object.entries(PAGES)) {
  test(`${name}: axe finds nothing, and nothing overflows the page at any width, in any font`, async ({ site, fixGeometry, nextStep, api, watch }) => {
    watch.expects(/status of (404|429|503)/);
    for (const [place, [state, given]] of Object.entries(states).entries()) {
      await test.step(state, async () => {
        await site.isSized(1280);
        await given({ site, fixGeometry, nextStep, api });
        // In later states of a page, what is new in them is there at 360 px, too.
        if (place === 0) expect(await site.accessibilityFaults()).toEqual([]);
        expect(await site.liesBeyondThePage()).toEqual([]);
        if (pictures !== undefined) {
          for (const width of [1440, 1024, 360]) {
            await site.isSized(width);
            await site.screenshot(`${pictures}/${`${name}-${state}`.replace(/\W+/g, '-')}-${String(width)}.png`);
          }
        }
        await site.isSized(360, 740);
        expect(await site.accessibilityFaults()).toEqual([]);
      });
    }
  });
}
