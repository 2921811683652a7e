import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath as executablePath } from './testing/chromium.ts';

/** Address of a product that already runs; without it the tests start one of their own on an empty data folder. */
const running = process.env['E2E_BASE_URL'];
// The server takes any free port and says which; the workers find its address in their environment.
const port = process.env['E2E_PORT'] ?? '0';
// Set once by the first process; the workers inherit it, and the teardown removes it.
const dataFolder = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'geoinsights-e2e-')));

/** Specs of states and details of pages, none of which holds the clock: Playwright does not let go of it in a context that is used again. */
const STATES = /\/(every-state|explorer-(access|details|drawn|extras|failures|layers|places|projected|region)|fix-geometry-(flow|report|result|tolerances)|home-and-tools|keyboard|next-step(-report)?|review-states)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e/specs',
  globalTeardown: './e2e/remove-data.ts',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: running ?? process.env['E2E_SERVER_ADDRESS'],
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    // Files would come from a copy, past the stand-ins of the tests; its own spec allows it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      // As visitors have it: without a locale of UTF-8 Chromium calls a file "download" whose name is not ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'],
    },
  },
  projects: [
    // A browser that knows nothing of the site yet, with motion, as most visitors have it.
    { name: 'flows', testMatch: '**/*.spec.ts', testIgnore: STATES },
    {
      name: 'states',
      testMatch: STATES,
      // Each test loads its page anew, with cookies, storage and cache cleared. A new context would take a process of its own each
      // time, and every frame of a motion is drawn by the processor.
      use: { reuseContext: true, contextOptions: { reducedMotion: 'reduce' } },
    },
  ],
  ...(running === undefined
    ? {
        webServer: {
          command: 'node scripts/start.mjs',
          wait: { stdout: /GeoInsights is running at (?<e2e_server_address>http:\S+)/ },
          env: { PORT: port, HOST: '127.0.0.1', DATA_DIR: dataFolder },
          timeout: 240_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
        },
      }
    : {}),
});
