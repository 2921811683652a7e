/**
 * How the explorer takes large shapefiles, in real Chromium without a graphics card: `node bench/explorer/run.mjs ADDRESS`,
 * ADDRESS being that of a running product. Tells the time from choosing a file to its areas on the map, and the longest task
 * of the main thread meanwhile and during a zoom afterwards.
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

/** Milliseconds of the longest task of the main thread since the last call; below 50 none is counted. */
function longestTask(page) {
  return page.evaluate(() => {
    const durations = performance.getEntriesByName('long').map(({ duration }) => duration);
    performance.clearMeasures('long');
    return Math.round(Math.max(0, ...durations));
  });
}

async function measure(address, file) {
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) performance.measure('long', { start: startTime, duration });
      }).observe({ type: 'longtask' });
    });
    await page.goto(`${address}/geoexplorer`);
    await page.getByText('Carregando camadas...').waitFor({ state: 'detached' });
    await page.waitForTimeout(2000);
    await longestTask(page);
    const start = performance.now();
    await page.getByLabel('Faca upload de areas (SHP ou KML)').setInputFiles(file);
    await page.locator('[data-drawn]').waitFor({ timeout: 120_000 });
    const onMap = performance.now() - start;
    await page.waitForTimeout(4000);
    const loading = await longestTask(page);
    for (let step = 0; step < 4; step += 1) {
      await page.getByRole('button', { name: 'Aproximar', exact: true }).click();
      await page.waitForTimeout(1500);
    }
    return { onMap, loading, zooming: await longestTask(page) };
  } finally {
    await browser.close();
  }
}

const address = process.argv[2] ?? 'http://127.0.0.1:3000';
const folder = mkdtempSync(path.join(tmpdir(), 'explorer-bench-'));
try {
  console.log('| file | size | on the map | longest task, loading | longest task, zooming |\n|---|---|---|---|---|');
  for (const { name, polygons, vertices } of CASES) {
    const file = path.join(folder, 'large.shp');
    const bytes = makeShapefile(polygons, vertices);
    writeFileSync(file, bytes);
    const { onMap, loading, zooming } = await measure(address, file);
    console.log(`| ${name} | ${Math.round(bytes.length / 1e6)} MB | ${(onMap / 1000).toFixed(1)} s | ${loading} ms | ${zooming} ms |`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
