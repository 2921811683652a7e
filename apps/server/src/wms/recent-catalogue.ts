import type { WmsCatalogue, WmsLayer } from './wms-catalogue.ts';

/** A map is a hundred requests at once, which need not query the database each. */
export class RecentCatalogue implements WmsCatalogue {
  readonly #source: WmsCatalogue;
  readonly #milliseconds: number;
  #asked = -Infinity;
  #layers: Promise<readonly WmsLayer[]> | null = null;

  /** Caches `source` for this time. */
  constructor(source: WmsCatalogue, milliseconds: number) {
    this.#source = source;
    this.#milliseconds = milliseconds;
  }

  use<Result>(layers: readonly WmsLayer[], work: () => Promise<Result>): Promise<Result> {
    return this.#source.use(layers, work);
  }

  layers(): Promise<readonly WmsLayer[]> {
    const now = performance.now();
    if (this.#layers !== null && now - this.#asked < this.#milliseconds) return this.#layers;
    const layers = this.#source.layers();
    this.#asked = now;
    this.#layers = layers;
    layers.catch(() => {
      if (this.#layers === layers) this.#layers = null;
    });
    return layers;
  }
}
