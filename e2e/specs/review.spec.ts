import type { FixGeometryDriver } from '../drivers/fix-geometry.ts';
import { makeLand } from '../drivers/land-report.ts';
import type { MadeLand } from '../drivers/land-report.ts';
import { COMPLETED_FIELDS } from '../drivers/reports.ts';
import type { StubbedApi } from '../drivers/stubbed-api.ts';
import { expect, test } from '../drivers/test.ts';

const LAND = makeLand(202, 900);

/** A repair of the file ends at once with this report. */
async function repaired({ api, fixGeometry }: { readonly api: StubbedApi; readonly fixGeometry: FixGeometryDriver }, land: MadeLand) {
  await api.filesAnswer({ text: [...land.reportFile()].join(''), headers: { 'content-disposition': 'attachment; filename="report.json"' } });
  await api.repairEnds('COMPLETED', { ...COMPLETED_FIELDS, report: land.report });
  await fixGeometry.open();
  await fixGeometry.choose({ name: 'glebas.geojson', content: land.file });
  await fixGeometry.seesStatusButton('Download');
}

test('who gave what to whom is said first, then in a table that is sorted and searched', async ({ api, fixGeometry, review }) => {
  await repaired({ api, fixGeometry }, LAND);
  await review.says(/^“Gleba 1” gave 9\.\d+ ha \(25 % of it\) to “Gleba 2”, \d+ changed by more than a square metre\.$/);
  const rows = await review.balance();
  expect(rows[0]).toMatch(/^Gleba 1feature 1 \| 9\.\d+ ha to Gleba 2 \| – \| −\d+,\d{3} \| 3\d\.\d{4} \| 2\d\.\d{4} \| \d+ m$/);
  await review.findInBalance('gleba 101');
  await expect.poll(() => review.balance()).toHaveLength(1);
});

test('a finding chosen in the list is told, and its neighbours are reached by keys; the map marks what is listed', async ({ api, fixGeometry, review, page }) => {
  await repaired({ api, fixGeometry }, LAND);
  await review.choose(/^Overlap between “Gleba 1” and “Gleba 2”/);
  await review.hears(/^Finding 1 of 188: Overlap between “Gleba 1” and “Gleba 2”, 9\.\d+ ha, given to “Gleba 2”\.$/);
  await page.keyboard.press('ArrowDown');
  await review.hears(/^Finding 2 of 188: /);
  await page.keyboard.press('End');
  await review.hears(/^Finding 188 of 188: Self-crossing border “Gleba \d+”/);
  await page.keyboard.press('Home');
  await review.hears(/^Finding 1 of 188/);
  expect(await review.marks()).toBeGreaterThan(0);
  await review.shows('Cosmetic', true);
  await review.lists(900, 900);
});

test('decisions are collected, and go with a second repair of the same upload', async ({ api, fixGeometry, review }) => {
  await repaired({ api, fixGeometry }, LAND);
  await review.choose(/^Overlap between “Gleba 1” and “Gleba 2”/);
  await review.decides('Give it to “Gleba 1”');
  await review.press('Next');
  await review.hears(/^Finding 2 of/);
  await review.decides('Leave it as it is, only report it');
  await review.press('Repair again with 2 decisions');
  await expect.poll(() => api.tasks()).toHaveLength(2);
  expect(api.tasks()[1]).toMatchObject({
    tool: 'fix-geometry',
    body: {
      input_file: 'upload-1',
      options: {
        decisions: [
          { finding: { kind: 'overlap', features: [1, 2], dataset: 'glebas', layer: 'glebas' }, action: 'give', to: 1 },
          { finding: { kind: 'overlap' }, action: 'leave' },
        ],
      },
    },
  });
});
