import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from '../drivers/test.ts';

/** Browsers no longer read a file that has changed on the disk since it was chosen, and fail to send it as if there were no connection. */

const SMALL = 1000;
const RESUMABLE = 25 * 1_048_576;
const SAYS = (name: string) => `“${name}” can no longer be read: it was changed, moved or deleted after you chose it. Choose your files again.`;

function fileOf(size: number): string {
  const file = test.info().outputPath(size === SMALL ? 'small.geojson' : 'large.geojson');
  const text = '{"type":"FeatureCollection","features":[]}';
  writeFileSync(file, text + ' '.repeat(size - text.length));
  return file;
}

/** A browser tells its page the same of both, wherever the page reads the file, so each place meets one of them. */
const CHANGES = {
  'is saved again': (file: string) => {
    writeFileSync(file, 'something longer'.repeat(5000));
    // A browser sees it by the time of the change, which is compared to the second.
    const later = Date.now() / 1000 + 10;
    utimesSync(file, later, later);
  },
  'is deleted': (file: string) => rmSync(file, { force: true }),
};

for (const [size, what] of [[SMALL, 'is saved again'], [RESUMABLE, 'is deleted']] as const) {
  test(`a file of ${String(size)} bytes that ${what} before it is sent: the page says so, and does not wait for a connection`, async ({ fixGeometry, page, watch }) => {
    watch.expects(/ERR_UPLOAD_FILE_CHANGED|ERR_FILE_NOT_FOUND/);
    const file = fileOf(size);
    await fixGeometry.open();
    await page.route(/\/assets\/send-files[^/]*\.js$/, async (route) => {
      CHANGES[what](file);
      await route.continue();
    });
    await fixGeometry.choosePaths(file);
    await fixGeometry.hears(SAYS(size === SMALL ? 'small.geojson' : 'large.geojson'));
    // It would fail again.
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    const again = fileOf(size);
    await page.unrouteAll();
    await fixGeometry.choosePaths(again);
    await expect(page.getByText(SAYS(''), { exact: false })).toHaveCount(0);
    await fixGeometry.seesStatusButton('Download', 60_000);
  });
}

test('a file that is saved again before it is checked on this device: the device is not blamed, and no upload is offered', async ({ fixGeometry, page, watch }) => {
  watch.expects(/The worker that checks files failed/);
  const file = fileOf(SMALL);
  await fixGeometry.open();
  await fixGeometry.checksOnly();
  await page.route('**/check.worker-*.js', async (route) => {
    CHANGES['is saved again'](file);
    await route.continue();
  });
  await fixGeometry.choosePaths(file);
  await fixGeometry.checkSays(SAYS('small.geojson'));
  await expect(fixGeometry.check.getByRole('button', { name: 'Upload the files and check them there' })).toHaveCount(0);
});
