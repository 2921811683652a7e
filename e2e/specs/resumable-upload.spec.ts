import { readFileSync, writeFileSync } from 'node:fs';
import { openCuttingWay } from '../../testing/cutting-way.ts';
import type { CuttingWay } from '../../testing/cutting-way.ts';
import { bringWideFaceAnyway } from '../drivers/faces.ts';
import { expect, test } from '../drivers/test.ts';

/** A large file, and its result, over a connection that breaks in the middle: a relay between browser and server is cut, and restored. */

const MEBIBYTE = 1_048_576;
const SIZE = 25 * MEBIBYTE;
const BEFORE_CUT = 11 * MEBIBYTE;

let way: CuttingWay;
test.beforeEach(async ({ baseURL, page, watch }) => {
  way = await openCuttingWay(baseURL ?? '');
  watch.allows(way.address);
  watch.expects(/net::ERR_|Failed to load resource/);
  await page.goto(`${way.address}/geotools/fix-geometry`);
});
test.afterEach(() => way.close());

/** A file on disk: chosen twice, it is the same file. */
function largeFile(): string {
  const file = test.info().outputPath('large.geojson');
  const square = '{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}';
  const text = `{"type":"FeatureCollection","padding":"","features":[${square}]}`;
  writeFileSync(file, text.replace('"padding":""', `"padding":"${'x'.repeat(SIZE - text.length)}"`));
  return file;
}

/** Set it to a folder to save pictures. */
const pictures = process.env['E2E_PICTURES'];

test('the upload of a large file continues when the connection returns, and nothing that arrived is sent twice; so does the download of its result; while the server examines it, leaving asks for confirmation', async ({ fixGeometry, page, site }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  const examined = Promise.withResolvers<undefined>();
  await page.route('**/from-uploads', async (route) => {
    await examined.promise;
    await route.continue();
  });
  const file = largeFile();
  const before = way.sent();
  way.cutAfter(BEFORE_CUT);
  await fixGeometry.choosePaths(file);
  await expect(page.getByRole('progressbar', { name: 'Upload' }).getByText(/^The connection was lost at \d+ %; the upload continues when it is back\.$/)).toBeVisible();
  await fixGeometry.hears('Your files are being uploaded.');
  expect(await site.accessibilityFaults()).toEqual([]);
  await bringWideFaceAnyway(page);
  expect(await site.liesBeyondThePage()).toEqual([]);
  if (pictures !== undefined) {
    for (const width of [1440, 1024, 360]) {
      await site.isSized(width);
      await site.screenshot(`${pictures}/fix-line-broken-${String(width)}.png`);
    }
  }
  way.mend();
  await expect(page.getByText('The server is receiving and examining your files.')).toBeVisible({ timeout: 60_000 });
  await site.follow('header', 'Home');
  expect(asked).toEqual(['The server is still examining your files. Leave this page and give this up?']);
  await site.isAt('/geotools/fix-geometry');
  examined.resolve(undefined);
  await fixGeometry.seesStatusButton('Download', 60_000);
  await fixGeometry.hears('Done: nothing had to be changed.');
  // In addition to the file itself there are headers, and bytes in transit when the connection was cut.
  expect(way.sent() - before).toBeLessThan(SIZE + 4 * MEBIBYTE);

  const answered = way.answered();
  way.cutAfterAnswers(BEFORE_CUT);
  const saved = await fixGeometry.saves(async () => {
    await fixGeometry.press('Download');
    await fixGeometry.reads(/^The connection was lost at \d+ %; the download continues when it is back\.$/);
    expect(await site.accessibilityFaults()).toEqual([]);
    way.mend();
  });
  expect([saved.name, saved.content.equals(readFileSync(file))]).toEqual(['large-fixed.geojson', true]);
  expect(way.answered() - answered).toBeLessThan(SIZE + MEBIBYTE);
  await fixGeometry.reads('large-fixed.geojson was passed to your browser, which saves it.');
  await site.follow('header', 'Home');
  await site.isAt(/^\/$/);
  expect(asked).toHaveLength(1);
});

test('a stopped upload of a large file is deleted from the server; leaving the page during another one asks for confirmation; the same file, chosen again, continues where it was', async ({ fixGeometry, page, site }) => {
  const file = largeFile();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void (dialog.type() === 'confirm' ? dialog.dismiss() : dialog.accept());
  });
  // Browsers ask only visitors who have interacted with the page.
  await page.getByRole('heading', { level: 1 }).click();
  const given = page.waitForRequest((request) => request.method() === 'DELETE' && request.url().includes('/tools/uploads/'));
  way.cutAfter(BEFORE_CUT);
  await fixGeometry.choosePaths(file);
  await expect(page.getByText(/^The connection was lost at/).first()).toBeVisible();
  way.mend();
  await fixGeometry.press('Stop the upload');
  expect((await (await given).response())?.status()).toBe(204);
  await fixGeometry.seesNoStatusButton();
  const before = way.sent();
  way.cutAfter(BEFORE_CUT);
  await fixGeometry.choosePaths(file);
  await expect(page.getByText(/^The connection was lost at/).first()).toBeVisible();
  await site.follow('header', 'Home');
  expect(asked).toEqual(['confirm']);
  await site.isAt('/geotools/fix-geometry');
  await fixGeometry.hears('Your files are being uploaded.');
  way.mend();
  await page.reload();
  expect(asked).toEqual(['confirm', 'beforeunload']);
  await page.getByRole('heading', { level: 1 }).click();
  await fixGeometry.choosePaths(file);
  await fixGeometry.seesStatusButton('Download', 60_000);
  expect(way.sent() - before).toBeLessThan(SIZE + 4 * MEBIBYTE);
  await page.reload();
  await site.follow('header', 'Home');
  await site.isAt(/^\/$/);
  expect(asked).toHaveLength(2);
});
