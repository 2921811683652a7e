import type { Page, Route } from '@playwright/test';
import type { OtherHosts } from './other-hosts.ts';
import type { PageWatch } from './page-watch.ts';
import { tilePicture } from './tile-picture.ts';

/** Hosts that the page may call: the public street map, and a made-up WMS for the tests. */
export const STREET_MAP = 'https://tile.openstreetmap.org';
export const WMS_HOST = 'https://wms.example.test';
export const WMS = `${WMS_HOST}/geoserver/ows`;
const PICTURES = `${WMS_HOST}/**`;
const LEGENDS = /^https:\/\/wms\.example\.test\/.*GetLegendGraphic/;

const STREET_TILE = tilePicture([226, 232, 222, 255], [196, 206, 192, 255]);
const WMS_TILE = tilePicture([200, 60, 40, 110], [160, 40, 20, 255]);

/** Stands in for the services whose images the map shows. They work until they are made to fail. */
export class MapServices {
  readonly #asked: URL[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  begin(hosts: OtherHosts, watch: PageWatch) {
    watch.allows(STREET_MAP, WMS_HOST);
    hosts.answers((url) => {
      this.#asked.push(url);
      return url.origin === STREET_MAP ? STREET_TILE : WMS_TILE;
    });
  }

  async streetMapFails() {
    await this.#page.route(`${STREET_MAP}/**`, (route) => this.#refuse(route));
  }

  /** Nothing but our own server is reachable. */
  async networkIsCut() {
    await this.#page.route((url) => url.protocol === 'https:', (route) => {
      this.#asked.push(new URL(route.request().url()));
      return route.abort('internetdisconnected');
    });
  }

  /** The WMS has pictures, but no legends, until it recovers. */
  async legendsFail() {
    await this.#page.route(LEGENDS, (route) => this.#refuse(route));
  }

  async wmsFails() {
    await this.#page.route(PICTURES, (route) => this.#refuse(route));
  }

  /** The WMS takes what is asked of it, and never answers. */
  async wmsHangs() {
    await this.#page.route(PICTURES, (route) => {
      this.#asked.push(new URL(route.request().url()));
    });
  }

  async wmsRecovers() {
    await this.#page.unroute(LEGENDS);
    await this.#page.unroute(PICTURES);
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

  /** No server can answer that there is none, so Playwright does. */
  #refuse(route: Route) {
    this.#asked.push(new URL(route.request().url()));
    return route.abort('connectionrefused');
  }
}
