import { expect, test as base } from '@playwright/test';
import type { Page, TestInfo } from '@playwright/test';
import { StubbedApi } from './stubbed-api.ts';
import { ExplorerDriver } from './explorer.ts';
import { wideFace } from './faces.ts';
import { FixGeometryDriver } from './fix-geometry.ts';
import { Front } from './front.ts';
import { MapServices, STREET_MAP, WMS_HOST } from './map-services.ts';
import { NextStepDriver } from './next-step.ts';
import { OtherHosts } from './other-hosts.ts';
import { PageWatch } from './page-watch.ts';
import { ReviewDriver } from './review.ts';
import { SiteDriver } from './site.ts';
import { SiteFiles } from './site-files.ts';
import { ToolCards } from './tool-cards.ts';

interface Drivers {
  /** The site as a visitor moves through it. */
  readonly site: SiteDriver;
  /** What happens to its files on their way to the browser. */
  readonly siteFiles: SiteFiles;
  readonly toolCards: ToolCards;
  readonly fixGeometry: FixGeometryDriver;
  /** What the repair page does with the result, or instead of a repair. */
  readonly nextStep: NextStepDriver;
  /** What happened to the land. */
  readonly review: ReviewDriver;
  readonly explorer: ExplorerDriver;
  /** Stands in for the street map and for a WMS, in tests that open the explorer. */
  readonly mapServices: MapServices;
  /** Stands in for the API, for states that the real one rarely has. Nothing is stubbed until requested. */
  readonly api: StubbedApi;
  /** Fails every test whose page calls another host, violates the content security policy or logs an error. */
  readonly watch: PageWatch;
}

interface OfAWorker {
  /** What the browser takes for the server. */
  readonly front: Front;
  /** What it takes for the rest of the world. */
  readonly otherHosts: OtherHosts;
}

export const test = base.extend<Drivers, OfAWorker>({
  front: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed here, and nothing is.
    async ({}, use) => {
      const front = new Front(process.env['E2E_BASE_URL'] ?? process.env['E2E_SERVER_ADDRESS'] ?? '');
      await front.begin();
      await use(front);
      front.end();
    },
    { scope: 'worker' },
  ],
  otherHosts: [
    // eslint-disable-next-line no-empty-pattern -- As above.
    async ({}, use) => {
      const hosts = new OtherHosts();
      await hosts.begin();
      await use(hosts);
      hosts.end();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, otherHosts }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...otherHosts.browserArguments([STREET_MAP, WMS_HOST])] });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ front }, use) => {
    await use(front.address);
  },
  watch: [
    async ({ page, baseURL, front, otherHosts }, use, info) => {
      // Not when a test ends: its page may still ask, and is gone only now.
      front.forget();
      front.has(wideFace);
      otherHosts.forget();
      const watch = new PageWatch(page, baseURL ?? '');
      await watch.begin();
      await use(watch);
      const faults = watch.faults();
      if (faults.length > 0 || info.status !== info.expectedStatus) await keepPicture(page, info);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  site: async ({ page }, use) => {
    await use(new SiteDriver(page));
  },
  mapServices: async ({ page, otherHosts, watch }, use) => {
    const services = new MapServices(page);
    services.begin(otherHosts, watch);
    await use(services);
  },
  explorer: async ({ page, mapServices }, use) => {
    // Whoever asks for the explorer has its services, too.
    expect(mapServices.requests()).toBe(0);
    await use(new ExplorerDriver(page));
  },
  siteFiles: async ({ page, front }, use) => {
    await use(new SiteFiles(page, front));
  },
  toolCards: async ({ page }, use) => {
    await use(new ToolCards(page));
  },
  fixGeometry: async ({ page }, use) => {
    await use(new FixGeometryDriver(page));
  },
  nextStep: async ({ page }, use) => {
    await use(new NextStepDriver(page));
  },
  review: async ({ page }, use) => {
    await use(new ReviewDriver(page));
  },
  api: async ({ page, front }, use) => {
    await use(new StubbedApi(page, front));
  },
});

/** What the page looked like when its test failed. A page that has gone has no picture, and that is no other failure. */
async function keepPicture(page: Page, info: TestInfo): Promise<void> {
  const path = info.outputPath('test-failed.png');
  const isTaken = await page.screenshot({ path, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  if (isTaken) info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
}

export { expect };
