/**
 * How fast the explorer shows large shapefiles, in a real Chromium without a graphics card: `npm run bench:explorer -- ADDRESS`,
 * with the address of a running product. Measures the time from choosing a file until its areas are on the map, and the longest
 * task of the main thread during that time and during a zoom afterwards: by the clock, and in processor time, which other work
 * on the machine does not lengthen. The best of three runs counts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { shapefileOf } from '../../e2e/drivers/shapefile.ts';

const CASES = [
  { name: '1 million vertices, 20,000 polygons', polygons: 20_000, vertices: 50 },
  { name: '1 million vertices, 10 polygons', polygons: 10, vertices: 100_000 },
  { name: '125,000 polygons', polygons: 125_000, vertices: 50 },
];
const SIDE = 12;
const RUNS = 3;

/** Wavy circles side by side over 12 degrees. */
function makeShapefile(polygons, vertices) {
  const columns = Math.ceil(Math.sqrt(polygons));
  const radius = (SIDE / columns) * 0.45;
  return shapefileOf(
    Array.from({ length: polygons }, (_, index) => {
      const [x, y] = [-58 + ((index % columns) * SIDE) / columns, -20 + (Math.floor(index / columns) * SIDE) / columns];
      return Array.from({ length: vertices }, (_vertex, place) => {
        const angle = (-2 * Math.PI * (place % (vertices - 1))) / (vertices - 1);
        const reach = radius * (1 + 0.1 * Math.sin(angle * 9));
        return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
      });
    }),
  );
}

/** Runs `work` and measures the longest task of the page's main thread during it, in milliseconds by the clock and of processor time. */
async function longestTask(page, work) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] } });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threadOf = ({ pid, tid }) => `${pid}:${tid}`;
  const mainThreads = new Set(events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf));
  const tasks = events.filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)));
  if (tasks.length === 0) throw new Error('The trace of the browser holds no task of the main thread.');
  return { wall: Math.max(...tasks.map(({ dur }) => dur)) / 1000, cpu: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000 };
}

async function measure(address, file) {
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
    await page.goto(`${address}/geoexplorer`);
    await page.getByText('Carregando camadas...').waitFor({ state: 'detached' });
    await page.waitForTimeout(2000);
    let onMap = 0;
    const loading = await longestTask(page, async () => {
      const start = performance.now();
      await page.getByLabel('Faca upload de areas (SHP ou KML)').setInputFiles(file);
      await page.locator('[data-drawn]').waitFor({ timeout: 120_000 });
      onMap = performance.now() - start;
      await page.waitForTimeout(3000);
    });
    const zooming = await longestTask(page, async () => {
      for (let step = 0; step < 4; step += 1) {
        await page.getByRole('button', { name: 'Aproximar', exact: true }).click();
        await page.waitForTimeout(1000);
      }
    });
    return { onMap, loading: loading.wall, loadingCpu: loading.cpu, zooming: zooming.wall, zoomingCpu: zooming.cpu };
  } finally {
    await browser.close();
  }
}

const address = process.argv[2] ?? 'http://127.0.0.1:3000';
const folder = mkdtempSync(path.join(tmpdir(), 'explorer-bench-'));
try {
  console.log('| file | size | on the map | longest task, loading: clock (CPU) | longest task, zooming: clock (CPU) |\n|---|---|---|---|---|');
  for (const { name, polygons, vertices } of CASES) {
    const file = path.join(folder, 'large.shp');
    const bytes = makeShapefile(polygons, vertices);
    writeFileSync(file, bytes);
    const runs = [];
    for (let run = 0; run < RUNS; run += 1) runs.push(await measure(address, file));
    const best = (field) => Math.min(...runs.map((run) => run[field]));
    const task = (field) => `${Math.round(best(field))} ms (${Math.round(best(`${field}Cpu`))} ms)`;
    console.log(`| ${name} | ${Math.round(bytes.length / 1e6)} MB | ${(best('onMap') / 1000).toFixed(1)} s | ${task('loading')} | ${task('zooming')} |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
