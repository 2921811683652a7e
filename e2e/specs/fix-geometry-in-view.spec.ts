import { makeLand } from '../drivers/land-report.ts';
import { COMPLETED_FIELDS, RICH_REPORT } from '../drivers/reports.ts';
import type { FixGeometryDriver } from '../drivers/fix-geometry.ts';
import type { StubbedApi } from '../drivers/stubbed-api.ts';
import { expect, test } from '../drivers/test.ts';

/** A shapefile as people select it: five files, with a typically long name. */
const NAME = 'limites-municipais-goias-2024-revisado';
const SET = ['.shp', '.shx', '.dbf', '.prj', '.cpg'].map((extension) => ({ name: NAME + extension, content: 'x'.repeat(2000) }));
const REFUSAL = `"${NAME}.shp" is not a shapefile: its header promises 48,211 bytes more than the file has. Copy it from its source again and choose all files of the set.`;

const SCREENS = [
  { screen: 'a phone of 360 x 740', viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
  { screen: 'a laptop of 1366 x 657', viewport: { width: 1366, height: 657 }, deviceScaleFactor: 1 },
  { screen: 'the same laptop at 200 %', viewport: { width: 683, height: 328 }, deviceScaleFactor: 2 },
];

interface State {
  readonly state: string;
  /** Has less in it than the next one, so one screen is enough. */
  readonly onPhoneOnly?: true;
  readonly button: 'Stop the upload' | 'Wainting' | 'Processing' | 'Download' | 'Processing failed';
  readonly given: (api: StubbedApi) => Promise<unknown>;
}

const STATES: State[] = [
  { state: 'uploading', button: 'Stop the upload', given: (api) => api.uploadsHang() },
  { state: 'READY', onPhoneOnly: true, button: 'Wainting', given: (api) => api.repairEnds('READY') },
  { state: 'RUNNING', button: 'Processing', given: (api) => api.repairEnds('RUNNING', { progress: 0.42, stage: 'Repairing limites-municipais-goias' }) },
  { state: 'COMPLETED', button: 'Download', given: (api) => api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT }) },
  { state: 'FAILED', button: 'Processing failed', given: (api) => api.repairEnds('FAILED', { error: { detail: REFUSAL } }) },
];

async function standsFirst(fixGeometry: FixGeometryDriver, button: State['button']): Promise<void> {
  await expect.poll(() => fixGeometry.outOfSight(button)).toEqual([]);
  await fixGeometry.stateHasFocus();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test('no finding of the list is cut: neither its kind nor what it concerns', async ({ fixGeometry, api, review }) => {
    const land = makeLand(4, 3);
    // The longest name of a kind, beside a long area.
    await api.filesAnswer({ text: [...land.reportFile()].join('').replaceAll('"kind":"overlap"', '"kind":"transfer"').replaceAll(/"area_m2":[\d.]+/g, '"area_m2":26895160') });
    await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: land.report });
    await fixGeometry.open();
    await fixGeometry.choose({ name: 'glebas.geojson', content: land.file });
    const rows = review.list().getByRole('option');
    await expect(rows.first()).toContainText('Land that changes hands');
    const cut = await rows.evaluateAll((all) =>
      all.filter((row) => row.scrollHeight > row.clientHeight + 1 || [...row.querySelectorAll('span')].some((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)).map((row) => row.textContent),
    );
    expect(cut).toEqual([]);
  });
});

for (const { screen, ...use } of SCREENS) {
  test.describe(`on ${screen}`, () => {
    test.use(use);
    test('the status line and the button are in sight in every state, without scrolling; the drop area is one line then, and still accepts files', async ({ fixGeometry, api, site }) => {
      const isPhone = screen === SCREENS[0].screen;
      for (const { state, onPhoneOnly = false, button, given } of STATES) {
        if (onPhoneOnly && !isPhone) continue;
        await test.step(state, async () => {
          await given(api);
          await fixGeometry.open();
          const whole = state === 'COMPLETED' ? await fixGeometry.dropAreaHeight() : null;
          await fixGeometry.choose(...SET);
          await standsFirst(fixGeometry, button);
          if (whole === null) return;
          expect(whole).toBeGreaterThan(150);
          expect(await fixGeometry.dropAreaHeight()).toBeLessThanOrEqual(72);
          if (!isPhone) return;
          const sent = api.asked('POST', /files$/).length;
          await fixGeometry.drop({ name: 'second.kml', content: '<kml/>' });
          await expect.poll(() => api.asked('POST', /files$/).length).toBe(sent + 1);
          await fixGeometry.choose({ name: 'third.kml', content: '<kml/>' });
          await expect.poll(() => api.asked('POST', /files$/).length).toBe(sent + 2);
        });
      }
      await test.step('opened by the address of a task', async () => {
        await api.pollsGive('COMPLETED', { ...COMPLETED_FIELDS, report: RICH_REPORT });
        await fixGeometry.open('task-1');
        await standsFirst(fixGeometry, 'Download');
        if (!isPhone) return;
        await site.reload();
        await standsFirst(fixGeometry, 'Download');
      });
    });
  });
}

test('polls and changes of state do not move focus and scroll position of visitors who have gone elsewhere', async ({ fixGeometry, api, site }) => {
  await site.isSized(683, 328);
  await site.remembersScrolling();
  await api.uploadsAnswer();
  await api.tasksAnswer();
  await api.pollsAnswer({ body: { progress_status: 'READY' } }, { body: { progress_status: 'RUNNING', progress: 0.1 } }, { body: { progress_status: 'RUNNING', progress: 0.2 } }, { body: { progress_status: 'COMPLETED', output_file: 'r' } });
  await fixGeometry.open();
  await fixGeometry.holdTime();
  await fixGeometry.choose(...SET);
  await fixGeometry.seesStatusButton('Wainting');
  await site.tabTo('Options');
  expect(await site.waysOfScrolling()).toHaveLength(1);
  await fixGeometry.passSeconds(4);
  await fixGeometry.seesStatusButton('Download');
  expect(await site.focused()).toBe('Options');
  expect(await site.waysOfScrolling()).toHaveLength(1);
});

test('with reduced motion the page jumps there instead of scrolling', async ({ fixGeometry, api, site }) => {
  await site.isSized(683, 328);
  await api.repairEnds('READY');
  await site.remembersScrolling();
  await site.wantsLittleMotion();
  await fixGeometry.open();
  await fixGeometry.choose(...SET);
  await standsFirst(fixGeometry, 'Wainting');
  expect(new Set(await site.waysOfScrolling())).toEqual(new Set(['auto']));
});
