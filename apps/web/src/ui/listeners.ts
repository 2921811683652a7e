/** Those who are told when something changes, each time with the same arguments. */
export class Listeners<News extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...news: News) => void>();

  /** Bound, so that it can be handed on by itself. @returns a function that ends the subscription. */
  readonly subscribe = (listener: (...news: News) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  tell(...news: News): void {
    for (const listener of this.#listeners) listener(...news);
  }
}
