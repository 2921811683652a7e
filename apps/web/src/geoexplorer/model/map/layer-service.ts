import type { Extent } from 'ol/extent.js';
import type BaseLayer from 'ol/layer/Base.js';

/** A layer that was made in the browser, and what it covers in EPSG:3857. */
export interface AddedLayer {
  readonly layer: BaseLayer;
  readonly extent: Extent;
}

type Listener = (added: AddedLayer | null) => void;

/** Hands layers from whoever makes them to the map. There is one added layer at most: a new one takes the place of the one before. */
export class LayerService {
  #current: AddedLayer | null = null;
  readonly #listeners = new Set<Listener>();

  get current(): AddedLayer | null {
    return this.#current;
  }

  add(added: AddedLayer): void {
    this.#tell(added);
  }

  remove(): void {
    this.#tell(null);
  }

  /** @returns what ends the subscription. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #tell(added: AddedLayer | null): void {
    this.#current = added;
    for (const listener of this.#listeners) listener(added);
  }
}
