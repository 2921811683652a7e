import { setLevel } from 'ol/console.js';
import ScaleLine from 'ol/control/ScaleLine.js';
import { defaults } from 'ol/interaction/defaults.js';
import TileLayer from 'ol/layer/Tile.js';
import OpenLayersMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import XYZ from 'ol/source/XYZ.js';
import View from 'ol/View.js';
import { tileFading } from './tile-fading.ts';
import { TileHealth } from './tile-health.ts';
import type { MapView } from './view-link.ts';

/** Specification, section 9. */
export const PROJECTION = 'EPSG:3857';
const INITIAL_CENTER: readonly [number, number] = [-5982713, -1628766];
const INITIAL_ZOOM = 4.5;
const BASE_MAXIMUM_ZOOM = 19;
const STREET_MAP = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

/** Layers below the base map have a smaller one. */
export const BASE_Z_INDEX = 0;

/** In pixels. The line stands for 1, 2 or 5 of a unit, so the longest is two and a half times as long; the attribution leaves space for that. */
const SHORTEST_SCALE_LINE = 56;

/** Beyond the base map's maximum zoom its tiles are stretched, so that small parcels can still be viewed. */
const MAXIMUM_ZOOM = 22;

/**
 * Of all layers together. By default they are 16: those of one service that does not answer would keep all others waiting, the street map included.
 * Browsers limit by themselves how much they ask of a host at a time.
 */
const MOST_TILES_AT_ONCE = 128;

// A map in a hidden column has no size, which is not worth a warning.
setLevel('error');

/** The street map, and a view of South America unless a link asks for another. */
export function createMap(linked: MapView | null): { map: OpenLayersMap; baseHealth: TileHealth } {
  const source = new XYZ({ url: STREET_MAP, maxZoom: BASE_MAXIMUM_ZOOM, crossOrigin: null, ...tileFading() });
  const map = new OpenLayersMap({
    layers: [new TileLayer({ source, zIndex: BASE_Z_INDEX })],
    maxTilesLoading: MOST_TILES_AT_ONCE,
    controls: [new ScaleLine({ minWidth: SHORTEST_SCALE_LINE })],
    // By default the wheel zooms the map only after a click.
    interactions: defaults({ onFocusOnly: false }),
    view: new View({ projection: PROJECTION, center: linked === null ? [...INITIAL_CENTER] : fromLonLat([...linked.center]), zoom: linked?.zoom ?? INITIAL_ZOOM, maxZoom: MAXIMUM_ZOOM }),
  });
  return { map, baseHealth: new TileHealth(source) };
}
