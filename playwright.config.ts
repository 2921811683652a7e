import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath as executablePath } from './testing/chromium.ts';
import { fillDataFolder, placeOfDataFolders } from './testing/data-folder.ts';

/** Address of a running server; without it the tests start their own with an empty data folder. */
const running = process.env['E2E_BASE_URL'];
// The server takes any free port and reports it; the workers find its address in their environment.
const port = process.env['E2E_PORT'] ?? '0';
// Set once by the first process and inherited by the workers; the teardown removes the folder.
const dataFolder = (process.env['E2E_DATA_DIR'] ??= filledFolder());

/** Specs of states and details of pages, none of which holds the clock: Playwright does not let go of it in a context that is used again. */
const STATES = /\/(every-state|explorer-(access|details|drawn|extras|failures|layers|places|projected|region)|fix-geometry-(flow|report|result|tolerances)|home-and-tools|keyboard|next-step(-report)?|review-states)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e/specs',
  globalTeardown: './e2e/remove-data.ts',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: true,
  timeout: 300_000,
  expect: { timeout: 40_000 },
  reporter: [['list']],
  use: {
    baseURL: running ?? process.env['E2E_SERVER_ADDRESS'],
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    // A service worker would serve files from its cache, bypassing the mocks of the tests; its own spec allows it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A failed test takes its picture itself (e2e/drivers/test.ts). Playwright would take one as each test ends, in case that it fails.
    screenshot: 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // Like visitors: without a UTF-8 locale Chromium names a file "download" if its name is not ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      // Playwright has the processes of a browser share memory through files on the disk, as containers may have little. `npm test` has looked (decision 0103).
      ignoreDefaultArgs: process.env['TEST_DATA_FOLDERS'] === undefined ? [] : ['--disable-dev-shm-usage'],
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
    },
  },
  projects: [
    // A browser without stored data of the site, with animations, like most visitors.
    { name: 'flows', testMatch: '**/*.spec.ts', testIgnore: STATES },
    {
      name: 'states',
      testMatch: STATES,
      // Each test reloads its page, with cookies, storage and cache cleared. A new context would need its own process each
      // time, and the CPU draws every frame of an animation.
      use: { reuseContext: true, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
  ...(running === undefined
    ? {
        webServer: {
          command: 'node scripts/start.mjs',
          wait: { stdout: /GeoInsights is running at (?<e2e_server_address>http:\S+)/ },
          // Beside browsers a task of low priority hardly gets any time.
          env: { PORT: port, HOST: '127.0.0.1', DATA_DIR: dataFolder, TASK_NICENESS: process.env['TASK_NICENESS'] ?? '0' },
          timeout: 240_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
        },
      }
    : {}),
});

/** With what a server's first start leaves, if `npm test` has made that. */
function filledFolder(): string {
  const folder = mkdtempSync(path.join(placeOfDataFolders(), 'geoinsights-e2e-'));
  fillDataFolder(folder);
  return folder;
}
