import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { accessibilityFaults, faultsAtEachWidth, liesBeyondThePage } from './page-faults.ts';

/** The site as a visitor moves through it: header, footer, titles, focus, width. */
export class SiteDriver {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @returns the HTTP status of the page. */
  async open(address: string): Promise<number> {
    const answer = await this.#page.goto(address);
    await this.#hasItsScript();
    return answer?.status() ?? 0;
  }

  async reload() {
    await this.#page.reload();
    await this.#hasItsScript();
  }

  /**
   * The heading comes with the HTML, and so do links that the browser itself follows until the script is there: without a network, to its own
   * error page. The footer comes with the script.
   */
  async #hasItsScript() {
    await this.#page.locator('h1').waitFor();
    await this.#page.locator('footer').waitFor({ state: 'attached' });
  }

  async goBack() {
    await this.#page.goBack();
  }

  async goForward() {
    await this.#page.goForward();
  }

  async follow(place: 'header' | 'footer' | 'main', linkName: string) {
    await this.#place(place).getByRole('link', { name: linkName, exact: true }).first().click();
  }

  #place(place: 'header' | 'footer' | 'main') {
    return this.#page.getByRole(({ header: 'banner', footer: 'contentinfo', main: 'main' } as const)[place]);
  }

  async linksIn(place: 'header' | 'footer' | 'main'): Promise<string[]> {
    return this.#place(place).getByRole('link').allInnerTexts();
  }

  async targetsIn(place: 'header' | 'footer' | 'main'): Promise<(string | null)[]> {
    return this.#place(place)
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  }

  async textOf(place: 'header' | 'footer' | 'main'): Promise<string> {
    return this.#place(place).innerText();
  }

  async seesHeading(text: string) {
    await expect(this.#page.getByRole('heading', { level: 1 })).toHaveText(text);
  }

  async seesText(text: string | RegExp) {
    await expect(this.#page.getByText(text).first()).toBeVisible();
  }

  /** What screen readers announce while the next screen is loading; empty if there is nothing to announce. */
  async hears(words: string) {
    await expect(this.#page.locator('header + div').getByRole('status')).toHaveText(words);
  }

  /** On paper there are no controls, except for the names of a table's columns. */
  async hasNoControlsOnPaper() {
    await this.#page.emulateMedia({ media: 'print' });
    const controls = this.#page.locator('button:not(th button), input, select, summary, nav a');
    expect(await controls.evaluateAll((all) => all.filter((control) => control.checkVisibility()).map((control) => control.outerHTML))).toEqual([]);
    await this.#page.emulateMedia({ media: 'screen' });
  }

  /**
   * Grids and flexible boxes that a page may cut, of those outside the map: what comes next would be printed over them. Also, what a table repeats
   * below its rows on each page.
   */
  async cutOnPaper(): Promise<string[]> {
    await this.#page.emulateMedia({ media: 'print' });
    const found = await this.#page.locator('main *').evaluateAll((all) =>
      all.flatMap((element) => {
        const { display } = getComputedStyle(element);
        const isCut = /^(grid|flex)$/.test(display) && element.checkVisibility() && element.querySelector('p, h3, li, tr') !== null;
        if (element.closest('.ol-viewport, tr, li') !== null || (!isCut && display !== 'table-footer-group')) return [];
        return [`${display}: ${element.localName}.${element.getAttribute('class') ?? ""}`];
      }),
    );
    await this.#page.emulateMedia({ media: 'screen' });
    return found;
  }

  /** Without scrolling. */
  async seesInView(text: RegExp) {
    await expect(this.#page.getByText(text)).toBeVisible();
    await expect(this.#page.getByText(text)).toBeInViewport({ ratio: 1 });
  }

  subheadings(): Promise<string[]> {
    return this.#page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  }

  /** Path and query of the address. */
  address(): string {
    const { pathname, search } = new URL(this.#page.url());
    return pathname + search;
  }

  async isAt(address: string | RegExp) {
    await expect.poll(() => this.address()).toMatch(address);
  }

  title(): Promise<string> {
    return this.#page.title();
  }

  language(): Promise<string | null> {
    return this.#page.locator('html').getAttribute('lang');
  }

  async headingHasFocus() {
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeFocused();
  }

  async mainHasFocus() {
    await expect(this.#page.getByRole('main')).toBeFocused();
  }

  async press(...keys: string[]) {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Name or text of the focused element. */
  async focused(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      if (element instanceof HTMLInputElement) return element.labels?.[0]?.textContent ?? element.name;
      return element?.textContent.trim() ?? '';
    });
  }

  /** The focused element's language, its own or inherited. */
  async languageOfFocused(): Promise<string | null> {
    return this.#page.evaluate(() => document.activeElement?.closest('[lang]')?.getAttribute('lang') ?? null);
  }

  /** The next response to an address of this form. */
  async nextAnswer(address: RegExp): Promise<{ address: string; status: number }> {
    const answer = await this.#page.waitForResponse(address);
    return { address: answer.url(), status: answer.status() };
  }

  /** Presses Tab until an element of this name has the focus. */
  async tabTo(name: string) {
    for (let presses = 0; presses < 60; presses += 1) {
      await this.press('Tab');
      if ((await this.focused()) === name) return;
    }
    throw new Error(`No "${name}" was reached by Tab; the focus ended on "${await this.focused()}".`);
  }

  /** Presses Tab, or Shift and Tab, until the focus is on something with this name for screen readers, and is visible there. */
  async walksTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    const passed: string[] = [];
    for (let presses = 0; presses < 120; presses += 1) {
      await this.press(key);
      const focused = await this.#spokenName();
      if (typeof name === 'string' ? focused === name : name.test(focused)) {
        expect(await this.focusIsVisible(), `the focus on ${focused} can be seen`).toBe(true);
        return;
      }
      passed.push(focused);
    }
    throw new Error(`No "${String(name)}" was reached; what was: ${passed.join(', ')}`);
  }

  /** Something on the page has the focus, which keyboard users need at any time. */
  async keepsTheFocus() {
    await expect.poll(() => this.#page.evaluate(() => document.activeElement === null || document.activeElement === document.body)).toBe(false);
  }

  async #spokenName(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
      const words = isField ? element.labels?.[0]?.textContent : element?.textContent;
      return element?.getAttribute('aria-label') ?? words?.trim() ?? '';
    });
  }

  /** Whether the focused element shows the focus by its own outline, or by that of its overlay. */
  async focusIsVisible(): Promise<boolean> {
    return this.#page.evaluate(() => {
      const element = document.activeElement;
      if (element === null) return false;
      return [null, '::after'].some((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      });
    });
  }

  accessibilityFaults(): Promise<string[]> {
    return accessibilityFaults(this.#page);
  }

  faultsAtEachWidth(state: string): Promise<string[]> {
    return faultsAtEachWidth(this.#page, state);
  }

  liesBeyondThePage(): Promise<string[]> {
    return liesBeyondThePage(this.#page);
  }

  /** Types into the focused element. */
  async type(text: string) {
    await this.#page.keyboard.type(text);
  }

  async wantsLittleMotion() {
    await this.#page.emulateMedia({ reducedMotion: 'reduce' });
  }

  async wantsMotion() {
    await this.#page.emulateMedia({ reducedMotion: 'no-preference' });
  }

  /** Turns the wheel by this many pixels at the pointer; positive means towards the visitor. */
  async turnsWheel(pixels: number) {
    await this.#page.mouse.wheel(0, pixels);
  }

  /** The tab is hidden, as far as its page can tell. */
  async isLeftForAnotherTab() {
    await this.#setVisibility('hidden');
  }

  async isLookedAtAgain() {
    await this.#setVisibility('visible');
  }

  /** The network goes and comes back, as the browser reports it to pages. */
  async isConnectedAgain() {
    await this.#page.context().setOffline(true);
    await this.#page.context().setOffline(false);
  }

  async #setVisibility(state: DocumentVisibilityState) {
    await this.#page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }

  /** From the next page on, records each scroll to a part of the page. */
  async remembersScrolling() {
    await this.#page.addInitScript({
      content: `
        globalThis.waysOfScrolling = [];
        const original = Element.prototype.scrollIntoView;
        Element.prototype.scrollIntoView = function (way) {
          globalThis.waysOfScrolling.push(way?.behavior ?? 'auto');
          original.call(this, way);
        };`,
    });
  }

  /** `smooth` or `auto`, for each scroll. */
  async waysOfScrolling(): Promise<string[]> {
    return this.#page.evaluate<string[]>('globalThis.waysOfScrolling');
  }

  async scrollsTo(pixels: number) {
    await this.#page.evaluate((top) => window.scrollTo(0, top), pixels);
  }

  /** How far down the page is scrolled, in pixels. */
  async scrolled(): Promise<number> {
    return this.#page.evaluate(() => Math.round(window.scrollY));
  }

  async isSized(width: number, height = 900) {
    await this.#page.setViewportSize({ width, height });
  }

  /** Width of a text in pixels, as the page would set it with tabular figures. */
  async widthOf(text: string): Promise<number> {
    await this.#page.evaluate(() => document.fonts.ready);
    return this.#page.evaluate((words) => {
      const line = document.createElement('span');
      line.style.cssText = 'position: absolute; white-space: pre; font-variant-numeric: tabular-nums';
      line.textContent = words;
      document.body.append(line);
      const { width } = line.getBoundingClientRect();
      line.remove();
      return width;
    }, text);
  }

  async screenshot(path: string) {
    await this.#page.screenshot({ path, fullPage: true });
  }

  async openWithoutWaiting(address: string) {
    await this.#page.goto(address);
  }

  async openWithoutScripts(address: string) {
    await this.#page.goto(address, { waitUntil: 'commit' });
  }

  /** The positions and the texts of header, heading and introduction. */
  async firstWords(): Promise<{ words: string; x: number; y: number; width: number; height: number }[]> {
    await this.#page.waitForFunction(() => document.styleSheets.length === document.querySelectorAll('link[rel="stylesheet"]').length);
    // Until the font has arrived, letters have the widths of another one.
    await this.#page.evaluate(() => document.fonts.ready.then(() => undefined));
    return this.#page.locator('header, h1, h1 + p').evaluateAll((elements) =>
      elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { words: element.textContent, x, y, width, height };
      }),
    );
  }
}
