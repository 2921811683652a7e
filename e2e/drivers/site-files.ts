import type { Page } from '@playwright/test';
import { loseOwnFace } from './faces.ts';
import type { Front } from './front.ts';

/** What happens to the site's files on their way to the browser. */
export class SiteFiles {
  readonly #page: Page;
  readonly #front: Front;
  /** For each pattern of lost files, which addresses it means. */
  readonly #lost = new Map<string, (address: URL) => boolean>();

  constructor(page: Page, front: Front) {
    this.#page = page;
    this.#front = front;
  }

  /** The site's font files do not arrive. */
  async losesItsFace() {
    await loseOwnFace(this.#page);
  }

  /**
   * Serves the pages under this content security policy instead of the server's own. Not by Playwright's answer: to Chromium such a page is from nowhere, and
   * may not ask this machine, where the street map of the tests is, for pictures.
   */
  isServedUnder(policy: string) {
    this.#front.has({
      takes: (method, { pathname }) => method === 'GET' && !pathname.startsWith('/api/') && !/\.\w+$/.test(pathname),
      reply: async ({ url }) => {
        const page = await this.#front.served(url);
        return { ...page, headers: { ...page.headers, 'content-security-policy': policy } };
      },
    });
  }

  /** Breaks the browser's history before the site starts, which depends on it. */
  async breakStart() {
    await this.#page.addInitScript(() => {
      Object.defineProperty(globalThis, 'history', { get: () => undefined });
    });
  }

  /** Makes the files of a screen fail to load, by whatever address they are requested again. */
  async loseFiles(pattern: RegExp) {
    const isLost = ({ pathname }: URL) => pattern.test(pathname);
    this.#lost.set(String(pattern), isLost);
    await this.#page.route(isLost, (route) => route.abort());
  }

  /** Files that did not arrive are available again. */
  async findFiles(pattern: RegExp) {
    const isLost = this.#lost.get(String(pattern));
    if (isLost !== undefined) await this.#page.unroute(isLost);
  }

  /** Nothing at all is reachable. */
  async networkIsGone() {
    await this.#page.context().setOffline(true);
  }

  async networkIsBack() {
    await this.#page.context().setOffline(false);
  }

  /** Runs a statement before a file's own code. */
  async breakFile(pattern: RegExp, statement: string) {
    await this.#page.route(pattern, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${statement}\n${await answer.text()}` });
    });
  }

  /** No such script arrives until the returned function is called. */
  async holdScripts(pattern = /\/assets\/.*\.js$/): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await this.#page.route(pattern, async (route) => {
      await promise;
      await route.continue();
    });
    return () => resolve(undefined);
  }
}
