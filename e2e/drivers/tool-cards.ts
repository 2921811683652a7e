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

  /** Cards whose drawing is closer than this to an edge of its image, or beyond it. The paper behind the drawing may end anywhere. */
  async cutDrawings(margin: number): Promise<string[]> {
    return this.#page.getByRole('article').evaluateAll(async (cards, nearest) => {
      const cut: string[] = [];
      for (const card of cards) {
        const image = card.querySelector('img');
        if (image === null) continue;
        const drawing = document.importNode(new DOMParser().parseFromString(await (await fetch(image.src)).text(), 'image/svg+xml').documentElement, true);
        document.body.append(drawing);
        const middle = drawing.getBoundingClientRect().left + drawing.getBoundingClientRect().width / 2;
        const reach = [...drawing.querySelectorAll('g :is(path, polygon, circle, rect)')].map((shape) => {
          const { left, right } = shape.getBoundingClientRect();
          const { stroke, strokeWidth } = getComputedStyle(shape);
          const scale = shape instanceof SVGGraphicsElement ? (shape.getScreenCTM()?.a ?? 1) : 1;
          return Math.max(middle - left, right - middle) + (stroke === 'none' ? 0 : (Number.parseFloat(strokeWidth) * scale) / 2);
        });
        drawing.remove();
        if (reach.length === 0 || Math.max(...reach) > image.clientWidth / 2 - nearest) cut.push(card.textContent);
      }
      return cut;
    }, margin);
  }
}
