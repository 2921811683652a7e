import type { Page, Route } from '@playwright/test';
import type { PageWatch } from './page-watch.ts';
import { tilePicture } from './tile-picture.ts';

/** Hosts that the page may call: the public street map, and a made-up WMS for the tests. */
export const STREET_MAP = 'https://tile.openstreetmap.org';
export const WMS_HOST = 'https://wms.example.test';
export const WMS = `${WMS_HOST}/geoserver/ows`;

const STREET_TILE = tilePicture([226, 232, 222, 255], [196, 206, 192, 255]);
const WMS_TILE = tilePicture([200, 60, 40, 110], [160, 40, 20, 255]);

/** Stands in for the services whose images the map shows. They work until they are made to fail. */
export class MapServices {
  readonly #asked: URL[] = [];
  #page: Page | null = null;
  #streetMapWorks = true;
  #wmsWorks = true;
  #legendsWork = true;

  async begin(page: Page, watch: PageWatch) {
    this.#page = page;
    watch.allows(STREET_MAP, WMS_HOST);
    await page.route(`${STREET_MAP}/**`, (route) => this.#answer(route, this.#streetMapWorks, STREET_TILE));
    await page.route(`${WMS_HOST}/**`, (route) => this.#answer(route, this.#wmsWorks && (this.#legendsWork || !/GetLegendGraphic/.test(route.request().url())), WMS_TILE));
  }

  streetMapFails() {
    this.#streetMapWorks = false;
  }

  /** Nothing but our own server is reachable. */
  async networkIsCut() {
    await this.#page?.route((url) => url.protocol === 'https:', (route) => {
      this.#asked.push(new URL(route.request().url()));
      return route.abort('internetdisconnected');
    });
  }

  /** The WMS has pictures, but no legends, until it recovers. */
  legendsFail() {
    this.#legendsWork = false;
  }

  wmsFails() {
    this.#wmsWorks = false;
  }

  wmsRecovers() {
    this.#legendsWork = true;
    this.#wmsWorks = true;
  }

  /** Zoom, column and row of each requested street map tile. */
  streetTiles(): { zoom: number; column: number; row: number }[] {
    return this.#asked.flatMap(({ origin, pathname }) => {
      const place = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(pathname);
      return origin === STREET_MAP && place !== null ? [{ zoom: Number(place[1]), column: Number(place[2]), row: Number(place[3]) }] : [];
    });
  }

  /** Everything requested from other hosts. */
  requests(): number {
    return this.#asked.length;
  }

  /** The map requests for one layer, by their parameters. */
  wmsRequests(code: string): URLSearchParams[] {
    return this.#asked.filter(({ origin, searchParams }) => origin === WMS_HOST && searchParams.get('LAYERS') === code).map(({ searchParams }) => searchParams);
  }

  #answer(route: Route, works: boolean, body: Buffer) {
    this.#asked.push(new URL(route.request().url()));
    return works ? route.fulfill({ body, contentType: 'image/png', headers: { 'cross-origin-resource-policy': 'cross-origin' } }) : route.abort('connectionrefused');
  }
}
