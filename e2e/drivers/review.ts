import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { dropPaths } from './drop-paths.ts';

/** What happened to the land, in terms of what a visitor does and sees: summary, balance, findings and map of a finished repair. */
export class ReviewDriver {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  #region(): Locator {
    return this.#page.getByRole('region', { name: 'Land before and after' });
  }

  async isShown(is = true) {
    await expect(this.#region()).toHaveCount(is ? 1 : 0);
  }

  async says(words: string | RegExp) {
    await expect(this.#region().getByText(words).first()).toBeVisible();
  }

  /** Records each paragraph that the page has from now on. @returns a function that returns them. */
  async notesParagraphs(): Promise<() => Promise<string[]>> {
    const noted = await this.#page.evaluateHandle(() => {
      const words = new Set<string>();
      new MutationObserver(() => {
        for (const paragraph of document.querySelectorAll('main p')) words.add(paragraph.textContent);
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
      return words;
    });
    return () => noted.evaluate((words) => [...words]);
  }

  async doesNotSay(words: RegExp) {
    await expect(this.#region().getByText(words)).toHaveCount(0);
  }

  /** The control for the repaired file, on a page that was reopened. */
  #repairedFile(): Locator {
    return this.#region().getByLabel(/^This page no longer has your file/);
  }

  async choosesAgain(path: string) {
    await this.#repairedFile().setInputFiles(path);
  }

  async mayChooseTheSameAgain() {
    await expect(this.#repairedFile()).toHaveValue('');
  }

  /** Drops the repaired file on its control. */
  async dropsAgain(path: string) {
    await this.#repairedFile().scrollIntoViewIfNeeded();
    const control = await this.#repairedFile().boundingBox();
    if (control === null) throw new Error('There is no control for the repaired file.');
    await dropPaths(this.#page, control.x + control.width / 2, control.y + control.height / 2, [path]);
  }

  async press(button: string | RegExp) {
    await this.#region().getByRole('button', { name: button, ...(typeof button === 'string' ? { exact: true } : {}) }).click();
  }

  /** The first cells of the visible balance rows. */
  async balance(): Promise<string[]> {
    const rows = this.#region().getByRole('region', { name: 'Table of the balance' }).locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    return rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' | ')));
  }

  /** How many pixels of the balance are cut off at its side, the distinct left and right edges of the text in its cells, and how wide its names are set. */
  async balanceLayout(): Promise<{ hidden: number; starts: number[]; ends: number[]; nameWidth: number }> {
    return this.#region()
      .getByRole('region', { name: 'Table of the balance' })
      .evaluate((table) => {
        const textOf = (cell: Element) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        };
        const once = (values: number[]) => [...new Set(values.map(Math.round))];
        return {
          hidden: table.scrollWidth - table.clientWidth,
          nameWidth: Math.min(...[...table.querySelectorAll('tbody th')].map((cell) => cell.getBoundingClientRect().width)),
          starts: once([...table.querySelectorAll('tbody th')].map((cell) => textOf(cell).left - table.getBoundingClientRect().left)),
          ends: once([...table.querySelectorAll('tbody td:nth-child(n+4)')].map((cell) => table.getBoundingClientRect().right - textOf(cell).right)),
        };
      });
  }

  async findInBalance(name: string) {
    await this.#region().getByLabel('Find a feature by name, id or position').fill(name);
  }

  async lists(count: number, of: number) {
    await expect(this.#region().getByText(`${count.toLocaleString('en')} ${count === 1 ? 'finding' : 'findings'} listed, of ${of.toLocaleString('en')}`)).toBeVisible();
  }

  async shows(weight: 'Ownership' | 'Shape' | 'Cosmetic', is: boolean) {
    await this.#region().getByRole('group', { name: 'Weight' }).getByLabel(new RegExp(`^${weight}`)).setChecked(is);
  }

  list(): Locator {
    return this.#region().getByRole('listbox');
  }

  async choose(row: string | RegExp) {
    await this.list().getByRole('option', { name: row }).first().click();
  }

  async hears(sentence: string | RegExp) {
    await expect(this.#region().locator('[aria-live="polite"]').filter({ hasText: sentence })).toBeVisible();
  }

  /** What screen readers announce about the visible part of the map while it has the focus. */
  async hearsOfMap(sentence: string | RegExp) {
    await expect(this.#region().locator('[aria-live="polite"]').filter({ hasText: /^In view: / })).toHaveText(sentence);
  }

  async toldOfMap(): Promise<string> {
    return this.#region().locator('[aria-live="polite"]').filter({ hasText: /^In view: / }).innerText();
  }

  /** Waits until a move has ended and its view has been drawn: an earlier press would start from a point on the way. */
  async movesMap(press: () => Promise<void>) {
    const move = await this.map().evaluateHandle((map) => ({
      hasEnded: new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(map, { attributeFilter: ['data-drawn'] });
      }),
    }));
    await press();
    await move.evaluate(({ hasEnded }) => hasEnded);
  }

  map(): Locator {
    return this.#region().getByRole('application', { name: 'Map of the findings' });
  }

  /** Waits until the map has been drawn with marks, and returns how many: before the findings are listed it is drawn without any. */
  async marks(): Promise<number> {
    let drawn = 0;
    // Read once: a map that is being redrawn has no marks for a moment.
    await expect.poll(async () => (drawn = Number(await this.map().getAttribute('data-drawn')))).toBeGreaterThan(0);
    return drawn;
  }

  async decides(words: string | RegExp) {
    await this.#region().getByRole('group', { name: 'What should be done with it?' }).getByLabel(words).check();
  }

  /** What the map shows of the land and of the report. */
  async mapShows(side: 'Before' | 'After' | 'Both, with a slider') {
    await this.#region().getByRole('group', { name: 'On the map' }).getByLabel(side, { exact: true }).check();
  }

  async findFinding(name: string) {
    await this.#region().getByLabel('Feature, by name or position').fill(name);
  }

  async showsLayer(words: string) {
    await this.#region().getByLabel('Layer', { exact: true }).selectOption({ label: words });
  }
}
