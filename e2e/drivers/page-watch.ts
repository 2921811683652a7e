import type { Page } from '@playwright/test';

/** Records what a page must never do. What a test provokes on purpose is declared beforehand. */
export class PageWatch {
  readonly #page: Page;
  readonly #origins: Set<string>;
  readonly #faults: string[] = [];
  /** What Playwright itself reports when it blocks the service worker. */
  readonly #expected: RegExp[] = [/Service Worker registration blocked by Playwright/];

  constructor(page: Page, baseUrl: string) {
    this.#page = page;
    this.#origins = new Set([new URL(baseUrl).origin]);
  }

  async begin() {
    this.#page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'blob:' && url.protocol !== 'data:' && !this.#origins.has(url.origin)) this.#faults.push(`request to ${url.href}`);
    });
    this.#page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#faults.push(`console: ${message.text()}`);
    });
    this.#page.on('pageerror', (error) => this.#faults.push(`error: ${error.message}`));
    await this.#page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
  }

  /** The page may call these hosts, for which there are stand-ins. */
  allows(...origins: string[]) {
    for (const origin of origins) this.#origins.add(origin);
  }

  /** Messages of this form are expected in the test. */
  expects(message: RegExp) {
    this.#expected.push(message);
  }

  faults(): string[] {
    return this.#faults.filter((fault) => !this.#expected.some((message) => message.test(fault)));
  }

  seen(message: RegExp): boolean {
    return this.count(message) > 0;
  }

  count(message: RegExp): number {
    return this.#faults.filter((fault) => message.test(fault)).length;
  }
}
