import { retryOf } from '@geoinsights/contract';
import type ImageTile from 'ol/ImageTile.js';
import type TileWMS from 'ol/source/TileWMS.js';
import type XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { Listeners } from '../../../ui/listeners.ts';
import { refusalOf } from './refusals.ts';
import type { Refusal } from './refusals.ts';

/** After this many consecutive failed tiles no more tiles are requested for a while. Before any has arrived, fewer suffice if those are all: a small map has only one or two. */
const FAILURES_UNTIL_REST = 4;
/** If all tiles of a view have failed, be it one, and none is requested for this long, that is enough as well. */
const QUIET_MS = 2_000;
/** Tiles that are still being loaded after this long are said to be. */
const LONG_MS = 3_000;
/** How often it is checked whether they still are. */
const LOOK_MS = 1_000;
/** If none of the tiles that are being loaded arrives for this long, they are given up: a service may keep connections open and never answer. */
const SILENCE_MS = 60_000;
const FIRST_REST_MS = 10_000;
const LONGEST_REST_MS = 160_000;

/** `unknown` until a tile has arrived, or enough have failed. */
export type ServiceState = 'unknown' | 'working' | 'failing';

/**
 * Watches the tiles of one source. A failed tile has no status, so all we know is whether tiles arrive; if they do not, our own server is asked
 * once for its reason. A service that keeps them waiting for long is shown to be slow, and tiles of one that never answers are given up.
 *
 * After some consecutive failures no more tiles are requested; after a pause, which grows each time, they are tried again. So a
 * service that is down is not bombarded, and does not fill the console.
 */
export class TileHealth {
  readonly #source: TileWMS | XYZ;
  readonly #listeners = new Listeners();
  readonly #loading = new Set<Tile>();
  #failuresInRow = 0;
  /** Whether a tile has arrived since none was being loaded. */
  #hasArrived = false;
  #state: ServiceState = 'unknown';
  #isResting = false;
  #rest = FIRST_REST_MS;
  #refusal: Refusal | null = null;
  #lastAddress: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #isSlow = false;
  #look: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(source: TileWMS | XYZ) {
    this.#source = source;
    source.setTileLoadFunction((tile, address) => {
      this.#load(tile, address);
    });
    source.on('tileloadend', ({ tile }) => {
      this.#ended(tile);
      this.#arrived();
    });
    source.on('tileloaderror', ({ tile }) => {
      this.#ended(tile);
      this.#failed();
    });
  }

  /** Judged by the last tiles. */
  get state(): ServiceState {
    return this.#state;
  }

  /** Why our own server currently refuses tiles, while they fail; null if unknown. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** Whether tiles have been on their way for some seconds, and are not all there yet. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Ends the pause, if there is one; the next is a short one, as there was a reason to try. */
  tryNow(): void {
    this.#rest = FIRST_REST_MS;
    this.#tryAgain();
  }

  #tryAgain(): void {
    if (!this.#isResting) return;
    clearTimeout(this.#timer);
    this.#isResting = false;
    // One more failure is enough for another pause.
    this.#failuresInRow = FAILURES_UNTIL_REST - 1;
    this.#source.refresh();
  }

  #load(tile: Tile, address: string): void {
    if (this.#isResting || !isImageTile(tile)) {
      tile.setState(TileState.ERROR);
      return;
    }
    const image = tile.getImage();
    this.#lastAddress = address;
    if (!this.#isLoading()) {
      this.#hasArrived = false;
      this.#lookAfter(LONG_MS);
      this.#expectOne();
    }
    this.#loading.add(tile);
    if (image instanceof HTMLImageElement) image.src = address;
  }

  #ended(tile: Tile): void {
    this.#loading.delete(tile);
    if (this.#isSlow) this.#lookWhetherSlow();
    this.#expectOne();
  }

  #lookAfter(milliseconds: number): void {
    clearTimeout(this.#look);
    this.#look = setTimeout(() => {
      this.#lookWhetherSlow();
    }, milliseconds);
  }

  #lookWhetherSlow(): void {
    const isSlow = this.#isLoading();
    if (isSlow) this.#lookAfter(LOOK_MS);
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    this.#listeners.tell();
  }

  /** Gives up the tiles that are being loaded unless one arrives or fails in time. */
  #expectOne(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (!this.#isLoading()) return;
      for (const tile of this.#loading) if (isImageTile(tile)) abandon(tile.getImage());
    }, SILENCE_MS);
  }

  #arrived(): void {
    // It was on its way when the pause began, and nothing more is requested now.
    if (this.#isResting) return;
    this.#hasArrived = true;
    this.#failuresInRow = 0;
    this.#rest = FIRST_REST_MS;
    this.#tell('working', null);
  }

  #failed(): void {
    if (this.#isResting) return;
    this.#failuresInRow += 1;
    const areAll = !this.#isLoading() && !this.#hasArrived;
    if (this.#failuresInRow >= FAILURES_UNTIL_REST || (areAll && this.#state === 'unknown')) this.#giveUp();
    else if (areAll) this.#giveUpIfQuiet();
  }

  /** Of a tile that is no longer needed nothing is heard any more. */
  #isLoading(): boolean {
    for (const tile of this.#loading) {
      if (tile.getState() === TileState.LOADING) return true;
      this.#loading.delete(tile);
    }
    return false;
  }

  #giveUpIfQuiet(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => {
      if (!this.#isResting && this.#failuresInRow > 0 && !this.#isLoading() && !this.#hasArrived) this.#giveUp();
    }, QUIET_MS);
  }

  #giveUp(): void {
    this.#tell('failing', this.#refusal);
    this.#isResting = true;
    this.#restFor(this.#rest);
    this.#rest = Math.min(this.#rest * 2, LONGEST_REST_MS);
    void this.#askWhy();
  }

  #restFor(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#tryAgain();
    }, milliseconds);
  }

  /** Asks our own server about the last tile. It is not asked again before the time it names. */
  async #askWhy(): Promise<void> {
    const address = this.#lastAddress;
    if (address === undefined || new URL(address, location.href).origin !== location.origin) return;
    const answer = await fetch(address, { cache: 'no-store' }).catch(() => null);
    if (answer === null || !this.#isResting) return;
    void answer.body?.cancel();
    const refusal = refusalOf(answer.status, retryOf(answer.headers.get('retry-after')));
    if (refusal?.retry !== undefined && refusal.retry !== null) this.#restFor(Math.max(FIRST_REST_MS, refusal.retry.seconds * 1000));
    this.#tell('failing', refusal);
  }

  #tell(state: ServiceState, refusal: Refusal | null): void {
    if (this.#state === state && this.#refusal === refusal) return;
    this.#state = state;
    this.#refusal = refusal;
    this.#listeners.tell();
  }
}

/** An empty picture fails at once. Without any address, Chromium goes on waiting for it to be decoded. */
function abandon(image: ReturnType<ImageTile['getImage']>): void {
  if (image instanceof HTMLImageElement) image.src = 'data:,';
}

function isImageTile(tile: Tile): tile is ImageTile {
  return 'getImage' in tile;
}
