import { RecentlyRead } from '../recently-read.ts';
import type { WmsCatalogue, WmsLayer } from './wms-catalogue.ts';

/** A map is a hundred requests at once, which need not query the database each. */
export class RecentCatalogue implements WmsCatalogue {
  readonly #source: WmsCatalogue;
  readonly #layers: RecentlyRead<readonly WmsLayer[]>;

  /** Caches the layers of `source` for this time. */
  constructor(source: WmsCatalogue, milliseconds: number) {
    this.#source = source;
    this.#layers = new RecentlyRead(() => source.layers(), milliseconds);
  }

  use<Result>(layers: readonly WmsLayer[], work: () => Promise<Result>): Promise<Result> {
    return this.#source.use(layers, work);
  }

  layers(): Promise<readonly WmsLayer[]> {
    return this.#layers.get();
  }
}
