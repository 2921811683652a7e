import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** What the repair page does with the result, or instead of a repair, in terms of what a visitor does and sees. */
export class NextStepDriver {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the page at its address for a tool. */
  async open(tool: string) {
    await this.#page.goto(`/geotools/fix-geometry?tool=${tool}`);
    await this.#page.locator('h1').waitFor();
  }

  /** Sees a tool's panel under this heading; null if there is no panel. */
  async seesPanel(heading: string | null) {
    if (heading === null) await expect(this.#page.getByRole('combobox', { name: 'Then', exact: true })).toBeHidden();
    else await expect(this.#page.getByRole('region', { name: heading, exact: true })).toBeVisible();
  }

  /** Opens or closes the folded section with this summary. */
  async unfold(summary: string) {
    await this.#page.getByText(summary, { exact: true }).click();
  }

  /** Chooses a tool, or None, in the list of all. */
  async choose(tool: string) {
    await this.select('Then', tool);
  }

  toolsOffered(): Promise<string[]> {
    return this.#field('Then').getByRole('option').allInnerTexts();
  }

  async select(label: string, words: string) {
    await this.#field(label).selectOption({ label: words });
  }

  async write(label: string, text: string) {
    await this.#field(label).fill(text);
  }

  async choiceOf(group: string, words: string) {
    await this.#page.getByRole('group', { name: group, exact: true }).getByLabel(words, { exact: true }).check();
  }

  async tick(label: string, isTicked = true) {
    await this.#field(label).setChecked(isTicked);
  }

  /** Sees what choosing files starts, and hears it at the file control; null if the page does not say it there. */
  async seesSummary(words: string | null) {
    const control = this.#field('Suported: KML, KMZ, SHP, GPKG, GeoJSON');
    const hint = await this.#page.getByText(/^Or drop them here\./).innerText();
    await expect(control).toHaveAccessibleDescription(words === null ? hint : `${words} ${hint}`);
    if (words !== null) await expect(this.#page.getByText(words, { exact: true }).first()).toBeVisible();
  }

  /** From now on, records each summary that is announced. @returns a function that returns them. */
  async listensForSummaries(): Promise<() => Promise<string[]>> {
    const region = this.#page.getByRole('button', { name: 'Change', exact: true }).locator('.. >> [aria-live="polite"]');
    const told = await region.evaluateHandle((element) => {
      const texts: string[] = [];
      new MutationObserver(() => texts.push(element.textContent.replaceAll('\u00a0', ' '))).observe(element, { childList: true, characterData: true, subtree: true });
      return texts;
    });
    return () => told.jsonValue();
  }

  async pressChange() {
    await this.#page.getByRole('button', { name: 'Change', exact: true }).click();
  }

  /** A person who was led to the options continues from their beginning, and sees it. */
  async optionsHaveFocus(heading: string) {
    const focused = this.#page.locator(':focus');
    await expect.poll(async () => (await focused.innerText()).startsWith(heading)).toBe(true);
    await expect(focused.getByText(heading, { exact: true }).or(focused.filter({ hasText: new RegExp(`^${heading}$`) })).first()).toBeInViewport({ ratio: 1 });
  }

  /** The text in a field. */
  valueOf(label: string): Promise<string> {
    return this.#field(label).inputValue();
  }

  async isOffered(label: string): Promise<boolean> {
    return this.#field(label).isVisible();
  }

  /** The fault of a field as a screen reader announces it; empty if there is none. */
  async faultOf(label: string): Promise<string> {
    // In one step, because the page may change between two, and including faults that exist while the step is folded.
    const { isInvalid, fault } = await this.#field(label).evaluate((field) => {
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id.endsWith('-fault'));
      const words = ids.map((id) => document.getElementById(id)?.textContent ?? `nothing called ${id}`);
      return { isInvalid: field.getAttribute('aria-invalid') === 'true', fault: words.join(' ') };
    });
    if (isInvalid !== (fault !== '')) throw new Error(`"${label}" is marked as ${isInvalid ? 'wrong' : 'right'}, and its fault is "${fault}".`);
    return fault;
  }

  /** The values that a field suggests. */
  async suggestions(label: string): Promise<string[]> {
    const list = await this.#field(label).getAttribute('list');
    return this.#page.locator(`[id="${list ?? ''}"] option`).evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
  }

  /** The sentences about what the result has lost, by layer name, including folded ones. */
  async losses(): Promise<Record<string, string[]>> {
    const layers = this.#page.getByRole('heading', { level: 3, name: 'What differs from your files' }).locator('..').locator('> div, > details > div');
    const rows = await layers.evaluateAll((all) => all.map((layer) => [layer.querySelector('h4')?.textContent ?? '', [...layer.querySelectorAll('li')].map(({ textContent }) => textContent)] as const));
    const losses: Record<string, string[]> = {};
    for (const [layer, sentences] of rows) losses[layer] = [...(losses[layer] ?? []), ...sentences];
    return losses;
  }

  #field(label: string): Locator {
    return this.#page.getByLabel(label, { exact: true });
  }
}
