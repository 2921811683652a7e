import type { Extent } from 'ol/extent.js';
import type BaseLayer from 'ol/layer/Base.js';
import { Listeners } from '../../../ui/listeners.ts';

/** A layer made in the browser, and its extent in EPSG:3857. */
export interface AddedLayer {
  readonly layer: BaseLayer;
  readonly extent: Extent;
}

/** Passes layers from their producer to the map. There is at most one added layer: a new one replaces the previous one. */
export class LayerService {
  #current: AddedLayer | null = null;
  readonly #listeners = new Listeners<[added: AddedLayer | null]>();

  get current(): AddedLayer | null {
    return this.#current;
  }

  add(added: AddedLayer): void {
    this.#tell(added);
  }

  remove(): void {
    this.#tell(null);
  }

  /** @returns a function that ends the subscription. */
  readonly subscribe = this.#listeners.subscribe;

  #tell(added: AddedLayer | null): void {
    this.#current = added;
    this.#listeners.tell(added);
  }
}
