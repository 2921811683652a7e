import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** The cards of the tools list. */
export class ToolCards {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Columns of the tools list, by the left edges of its cards. */
  async columns(): Promise<number> {
    const edges = await this.#page.getByRole('article').evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)));
    return new Set(edges).size;
  }

  titles(): Promise<string[]> {
    return this.#page.getByRole('article').getByRole('heading').allInnerTexts();
  }

  async targets(): Promise<(string | null)[]> {
    return this.#page
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  }

  /** Size of every card's image; an image that did not load counts as zero. */
  async images(): Promise<{ width: number; height: number; cardWidth: number; loaded: boolean }[]> {
    const images = this.#page.getByRole('article').locator('img');
    await expect.poll(() => images.evaluateAll((all) => all.every((image) => image instanceof HTMLImageElement && image.complete))).toBe(true);
    return images.evaluateAll((all) =>
      all.map((image) => ({
        width: image.getBoundingClientRect().width,
        height: image.getBoundingClientRect().height,
        cardWidth: image.parentElement?.clientWidth ?? 0,
        loaded: image instanceof HTMLImageElement && image.naturalWidth > 0,
      })),
    );
  }
}
