import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeReportAs } from '../../packages/tools/src/report-files/write-report.ts';
import { twoParcels, writeSample } from '../../packages/tools/src/report-files/test/sample-report.ts';
import { expect, test } from '../drivers/test.ts';

for (const language of ['en', 'pt'] as const) {
  test(`the page for print in ${language === 'pt' ? 'Portuguese' : 'English'} loads nothing from elsewhere, and axe finds nothing`, async ({ page, site }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'report-page-'));
    try {
      const source = path.join(folder, 'report.json');
      writeSample(source, [twoParcels('<b>São João</b><script>document.title = "taken"</script>')]);
      const place = await writeReportAs({ source, kind: 'html', language, date: new Date('2026-11-23T23:41:00Z'), folder, base: 'page' });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.route('**/report-page', (route) => route.fulfill({ path: place, contentType: 'text/html; charset=utf-8' }));
      await page.goto('/report-page');
      expect(requests).toEqual([page.url()]);
      expect(await page.title()).toBe(language === 'pt' ? 'Relatório de correção de geometria' : 'Report of a geometry repair');
      await expect(page.locator('svg[role=img]')).toBeVisible();
      await expect(page.getByText('<b>São João</b>').first()).toBeVisible();
      expect(await site.accessibilityFaults()).toEqual([]);
      await site.isSized(360);
      // What has no space in it but several lines is a word that is broken; only names, codes and places may be.
      const broken = await page.locator('tbody td:first-child, thead th').evaluateAll((cells) =>
        cells.flatMap((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          return /^\p{L}+$/u.test(cell.textContent) && new Set([...words.getClientRects()].map(({ top }) => top)).size > 1 ? [cell.textContent] : [];
        }),
      );
      expect(broken).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
