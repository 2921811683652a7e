import { expect, test as base } from '@playwright/test';
import type { Page, TestInfo } from '@playwright/test';
import { StubbedApi } from './stubbed-api.ts';
import { ExplorerDriver } from './explorer.ts';
import { FixGeometryDriver } from './fix-geometry.ts';
import { MapServices } from './map-services.ts';
import { NextStepDriver } from './next-step.ts';
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
  /** Stands in for the street map and for a WMS, in tests that open the explorer. As long as Playwright answers for others, it holds each request of the page. */
  readonly mapServices: MapServices;
  /** Stands in for the API, for states that the real one rarely has. Nothing is stubbed until requested. */
  readonly api: StubbedApi;
  /** Fails every test whose page calls another host, violates the content security policy or logs an error. */
  readonly watch: PageWatch;
}

export const test = base.extend<Drivers>({
  watch: [
    async ({ page, baseURL }, use, info) => {
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
  mapServices: async ({ page, watch }, use) => {
    const services = new MapServices();
    await services.begin(page, watch);
    await use(services);
  },
  explorer: async ({ page, mapServices }, use) => {
    // Whoever asks for the explorer has its services, too.
    expect(mapServices.requests()).toBe(0);
    await use(new ExplorerDriver(page));
  },
  siteFiles: async ({ page }, use) => {
    await use(new SiteFiles(page));
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
  api: async ({ page }, use) => {
    await use(new StubbedApi(page));
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
