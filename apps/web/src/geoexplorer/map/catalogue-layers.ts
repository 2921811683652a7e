import TileLayer from 'ol/layer/Tile.js';
import type OpenLayersMap from 'ol/Map.js';
import TileWMS from 'ol/source/TileWMS.js';
import type { ShownLayer } from '../layers/shown-layers.ts';
import { PROJECTION } from './create-map.ts';
import { TileHealth } from './tile-health.ts';

interface MapLayer {
  readonly layer: TileLayer;
  readonly source: TileWMS;
  readonly health: TileHealth;
}

/** Above the base map and below what is added. */
const FIRST_Z_INDEX = 10;

/** The layers of the catalogue as tiled WMS images on the map: one map layer each, shown or hidden. */
export class CatalogueLayers {
  readonly #map: OpenLayersMap;
  readonly #layers = new Map<string, MapLayer>();
  readonly #baseHealth: TileHealth;
  readonly #listeners = new Set<() => void>();

  constructor(map: OpenLayersMap, baseHealth: TileHealth) {
    this.#map = map;
    this.#baseHealth = baseHealth;
    this.#listenTo(baseHealth);
  }

  /** Brings the map in line with the list. What stands later in the list lies on top. */
  show(layers: readonly ShownLayer[]): void {
    for (const [index, { layer, isVisible, opacity }] of layers.entries()) {
      const known = this.#layers.get(layer.uuid) ?? this.#create(layer);
      known.layer.setZIndex(FIRST_Z_INDEX + index);
      known.layer.setVisible(isVisible);
      known.layer.setOpacity(opacity);
    }
  }

  /** Whether the tiles of a layer fail to arrive. */
  isFailing(uuid: string): boolean {
    return this.#layers.get(uuid)?.health.isFailing ?? false;
  }

  /** Whether the tiles of the base map fail to arrive. */
  get isBaseFailing(): boolean {
    return this.#baseHealth.isFailing;
  }

  /** Tells whenever the tiles of some layer, or of the base map, begin or cease to fail. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Address of the layer's legend, as its service draws it. */
  legendOf(uuid: string): string | undefined {
    return this.#layers.get(uuid)?.source.getLegendUrl(undefined, { FORMAT: 'image/png' });
  }

  #create(layer: ShownLayer['layer']): MapLayer {
    // Without `crossOrigin`: many of these services send no CORS headers, and their images are only shown.
    const source = new TileWMS({ url: layer.webmap.url, params: { LAYERS: layer.code, TILED: true }, projection: PROJECTION, crossOrigin: null });
    const tiles = new TileLayer({ source, visible: false, ...(layer.minimum_zoom === undefined ? {} : { minZoom: layer.minimum_zoom }) });
    const created = { layer: tiles, source, health: new TileHealth(source) };
    this.#listenTo(created.health);
    this.#layers.set(layer.uuid, created);
    this.#map.addLayer(tiles);
    return created;
  }

  #listenTo(health: TileHealth): void {
    health.subscribe(() => {
      for (const listener of this.#listeners) listener();
    });
  }
}
