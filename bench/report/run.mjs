/**
 * How fast the page shows a report with many findings, in a real Chromium: `npm run bench:report -- ADDRESS`, with the address of a
 * running product. The report is generated and sent by a server of this bench, which fetches the rest of the site from ADDRESS. Measures the time from opening the
 * page (or from requesting a large report) to the list and to the map, the longest task of the main thread while it loads, while the list
 * is scrolled and while the map is panned, and the memory of the page's process with its worker.
 */
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { chromium } from '@playwright/test';
import { makeLand } from '../../e2e/drivers/land-report.ts';
import { chromiumPath } from '../../testing/chromium.ts';

const CASES = [10_000, 500_000];
const PARCELS = 2_000;
const WAIT_MS = 120_000;

const site = process.argv[2];
if (site === undefined) throw new Error('Give the address of a running product.');

/** The site, with one finished task whose report this is. */
async function serve(land) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-report-'));
  const reportFile = path.join(folder, 'report.json');
  await pipeline(Readable.from(land.reportFile()), createWriteStream(reportFile));
  const task = { progress_status: 'COMPLETED', output_file: 'result-1', input_file: 'upload-1', report_file: 'report-1', report: land.report };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  async function answer(request, response) {
    if (request.url === '/api/v1/tools/fix-geometry/task-1') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(task));
    } else if (request.url === '/api/v1/tools/files/report-1') {
      response.setHeader('content-type', 'application/json');
      createReadStream(reportFile, { highWaterMark: 1 << 20 }).pipe(response);
    } else {
      const got = await fetch(new URL(request.url, site));
      response.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' }).end(Buffer.from(await got.arrayBuffer()));
    }
  }
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The longest task of the page's main thread during an action, in milliseconds by the clock / of processor time: on a busy machine only the latter means anything. */
async function longestTask(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await work();
  await page.waitForTimeout(300);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && main.has(`${pid} ${tid}`));
  const most = (member) => Math.round(tasks.reduce((longest, task) => Math.max(longest, task[member] ?? 0), 0) / 1000);
  return `${most('dur')} / ${most('tdur')}`;
}

/** Memory of the largest renderer process of the browser, in megabytes. */
async function memory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  return Math.round(Math.max(...sizes));
}

async function run(findings) {
  const server = await serve(makeLand(PARCELS, findings));
  const browser = await chromium.launch({ ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  // By selectors: looking up roles would take tasks of 250 ms in the page, again and again.
  const show = page.locator('button', { hasText: 'Show the findings' });
  const list = page.locator('[role="listbox"]');
  const map = page.locator('[role="application"]');
  let began = performance.now();
  let toList = 0;
  let toMap = 0;
  const loading = await longestTask(browser, page, async () => {
    await page.goto(`${server.address}/geotools/fix-geometry?task=task-1`);
    await show.or(list).first().waitFor({ timeout: WAIT_MS });
    if (await show.isVisible()) {
      began = performance.now();
      await show.click();
    }
    await list.locator('[role="option"]').first().waitFor({ timeout: WAIT_MS });
    toList = performance.now() - began;
    await page.locator('[role="application"][data-drawn]').waitFor({ timeout: WAIT_MS });
    toMap = performance.now() - began;
    await page.locator('label', { hasText: /^Cosmetic/ }).locator('input').check();
  });
  await list.scrollIntoViewIfNeeded();
  const scrolling = await longestTask(browser, page, async () => {
    for (let step = 0; step < 20; step += 1) {
      await list.evaluate((element, at) => {
        element.scrollTop = (element.scrollHeight * at) / 20;
      }, step);
      await page.waitForTimeout(50);
    }
  });
  await map.scrollIntoViewIfNeeded();
  const box = await map.boundingBox();
  const [x, y] = [box.x + box.width / 2, Math.min(600, box.y + box.height / 2)];
  const panning = await longestTask(browser, page, async () => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 0; step < 20; step += 1) await page.mouse.move(x - step * 8, y + step * 4);
    await page.mouse.up();
    await page.mouse.wheel(0, -300);
    await page.waitForTimeout(500);
  });
  const result = { findings, 'list, s': (toList / 1000).toFixed(1), 'map, s': (toMap / 1000).toFixed(1), 'longest task, ms clock / processor: loading': loading, scrolling, panning, 'memory, MB': await memory(browser) };
  await browser.close();
  server.close();
  return result;
}

const results = [];
for (const findings of CASES) results.push(await run(findings));
console.table(results);
