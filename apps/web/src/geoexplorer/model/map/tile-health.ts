import type ImageTile from 'ol/ImageTile.js';
import type TileWMS from 'ol/source/TileWMS.js';
import type XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';

/** So many tiles in a row must fail before the service is left alone. */
const FAILURES_UNTIL_REST = 4;
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 160_000;

/** `unknown` until a tile has arrived, or several have not. */
export type ServiceState = 'unknown' | 'working' | 'failing';

/**
 * Watches the tiles of one source. A failed tile tells no status, so that all there is to know is whether tiles arrive.
 *
 * After some failures in a row no more tiles are asked for; after a rest, which grows each time, they are tried again. A
 * service that is down is then neither bombarded nor fills the console.
 */
export class TileHealth {
  readonly #source: TileWMS | XYZ;
  readonly #listeners = new Set<() => void>();
  #failuresInRow = 0;
  #state: ServiceState = 'unknown';
  #isResting = false;
  #rest = FIRST_REST_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: TileWMS | XYZ) {
    this.#source = source;
    source.setTileLoadFunction((tile, address) => {
      this.#load(tile, address);
    });
    source.on('tileloadend', () => {
      this.#arrived();
    });
    source.on('tileloaderror', () => {
      this.#failed();
    });
  }

  /** By the last tiles. */
  get state(): ServiceState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Ends the rest, if there is one. */
  tryAgain(): void {
    if (!this.#isResting) return;
    clearTimeout(this.#timer);
    this.#isResting = false;
    // One failure is enough to rest again.
    this.#failuresInRow = FAILURES_UNTIL_REST - 1;
    this.#source.refresh();
  }

  #load(tile: Tile, address: string): void {
    if (this.#isResting || !isImageTile(tile)) {
      tile.setState(TileState.ERROR);
      return;
    }
    const image = tile.getImage();
    if (image instanceof HTMLImageElement) image.src = address;
  }

  #arrived(): void {
    this.#failuresInRow = 0;
    this.#rest = FIRST_REST_MS;
    this.#tell('working');
  }

  #failed(): void {
    if (this.#isResting) return;
    this.#failuresInRow += 1;
    if (this.#failuresInRow < FAILURES_UNTIL_REST) return;
    this.#tell('failing');
    this.#isResting = true;
    this.#timer = setTimeout(() => {
      this.tryAgain();
    }, this.#rest);
    this.#rest = Math.min(this.#rest * 2, LONGEST_REST_MS);
  }

  #tell(state: ServiceState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function isImageTile(tile: Tile): tile is ImageTile {
  return 'getImage' in tile;
}
