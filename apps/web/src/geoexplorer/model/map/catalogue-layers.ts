import TileLayer from 'ol/layer/Tile.js';
import type OpenLayersMap from 'ol/Map.js';
import TileWMS from 'ol/source/TileWMS.js';
import { Listeners } from '../../../ui/listeners.ts';
import type { ShownLayer } from '../layers/shown-layers.ts';
import { BASE_Z_INDEX, PROJECTION } from './create-map.ts';
import { createNearTileGrid } from './near-tile-grid.ts';
import type { Refusal } from './refusals.ts';
import { tileFading } from './tile-fading.ts';
import { TileHealth } from './tile-health.ts';
import type { ServiceState } from './tile-health.ts';

interface MapLayer {
  readonly layer: TileLayer;
  readonly source: TileWMS;
  readonly health: TileHealth;
}

/** The lowest position of the backgrounds, which are below the base map. */
const FIRST_BACKGROUND_Z_INDEX = -1000;
/** Above the base map and below added layers. */
const FIRST_Z_INDEX = BASE_Z_INDEX + 10;

/** The catalogue's layers as tiled WMS images: one map layer each, shown or hidden. */
export class CatalogueLayers {
  readonly #map: OpenLayersMap;
  readonly #layers = new Map<string, MapLayer>();
  readonly #baseHealth: TileHealth;
  readonly #listeners = new Listeners();

  constructor(map: OpenLayersMap, baseHealth: TileHealth) {
    this.#map = map;
    this.#baseHealth = baseHealth;
    baseHealth.subscribe(() => this.#listeners.tell());
  }

  /** Synchronises the map with the list. Later layers are on top; a background is below the base map. */
  show(layers: readonly ShownLayer[]): void {
    for (const [index, { layer, isVisible, opacity }] of layers.entries()) {
      const known = this.#layers.get(layer.uuid) ?? this.#create(layer);
      known.layer.setZIndex((layer.style === 'background' ? FIRST_BACKGROUND_Z_INDEX : FIRST_Z_INDEX) + index);
      known.layer.setVisible(isVisible);
      known.layer.setOpacity(opacity);
    }
  }

  /** The state of a layer's service, judged by its tiles. */
  serviceOf(uuid: string): ServiceState {
    return this.#layers.get(uuid)?.health.state ?? 'unknown';
  }

  /** Whether the tiles of a layer fail to arrive. */
  isFailing(uuid: string): boolean {
    return this.serviceOf(uuid) === 'failing';
  }

  /** Why our own server currently refuses tiles of a layer; null if unknown. */
  refusalOf(uuid: string): Refusal | null {
    return this.#layers.get(uuid)?.health.refusal ?? null;
  }

  /** Whether tiles of a layer have been on their way for some seconds. */
  isSlow(uuid: string): boolean {
    return this.#layers.get(uuid)?.health.isSlow ?? false;
  }

  /** Whether the tiles of the base map fail to arrive. */
  get isBaseFailing(): boolean {
    return this.#baseHealth.state === 'failing';
  }

  /** Asks all services again that are not asked for a while because they failed: there is a reason to think that they answer now. */
  tryNow(): void {
    for (const health of [this.#baseHealth, ...[...this.#layers.values()].map((known) => known.health)]) health.tryNow();
  }

  /** Called whenever the tiles of a layer, or of the base map, start or stop failing or being slow. */
  readonly subscribe = this.#listeners.subscribe;

  /** Address of the layer's legend, drawn by its service. */
  legendOf(uuid: string): string | undefined {
    return this.#layers.get(uuid)?.source.getLegendUrl(undefined, { FORMAT: 'image/png' });
  }

  #create(layer: ShownLayer['layer']): MapLayer {
    const source = new TileWMS({
      url: layer.webmap.url,
      // With its version, one of our pictures is never requested twice, and a republished layer is requested again.
      params: { LAYERS: layer.code, TILED: true, ...(layer.revision === undefined ? {} : { v: layer.revision }) },
      projection: PROJECTION,
      tileGrid: createNearTileGrid(isOurs(layer.webmap.url) ? 512 : 256),
      // Many of these services send no CORS headers, and their images are only displayed.
      crossOrigin: null,
      // Without a server type, the map requests one pixel where the screen has several.
      serverType: serverTypeOf(layer.webmap.url),
      ...tileFading(),
    });
    const tiles = new TileLayer({ source, visible: false, ...(layer.minimum_zoom === undefined ? {} : { minZoom: justBelow(layer.minimum_zoom) }) });
    const created = { layer: tiles, source, health: new TileHealth(source) };
    created.health.subscribe(() => this.#listeners.tell());
    this.#layers.set(layer.uuid, created);
    this.#map.addLayer(tiles);
    return created;
  }
}

/** Other services may have cached tiles of the usual size; ours draws what is requested, and on a slow connection every request takes time. */
function isOurs(address: string): boolean {
  return new URL(address, location.href).origin === location.origin;
}

/**
 * Each server program has its own parameter for the density of lines and texts. Most services in Brazil are GeoServers; other
 * programs ignore its parameter and draw the picture at the same resolution.
 */
function serverTypeOf(url: string): 'geoserver' | 'mapserver' | 'qgis' {
  if (/qgis/i.test(url)) return 'qgis';
  return /\bmapserv/i.test(url) ? 'mapserver' : 'geoserver';
}

/** Whether the map is zoomed out too far for the layer, so that its service is not queried. */
export function isBelowMinimum({ minimum_zoom: minimum }: ShownLayer['layer'], zoom: number): boolean {
  return minimum !== undefined && zoom <= justBelow(minimum);
}

/** The map shows a layer above its minimum zoom, not at it; and views settle slightly off integer zooms. */
function justBelow(zoom: number): number {
  return zoom - 0.005;
}
