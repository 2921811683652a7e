import type OpenLayersMap from 'ol/Map.js';
import { CatalogueLayers } from './map/catalogue-layers.ts';
import { createMap } from './map/create-map.ts';
import type { MapView } from './map/use-map-view.ts';
import { LayerService } from './map/layer-service.ts';

/** What the three columns share: one map, the layers of the catalogue on it, and the service that layers are added through. */
export interface Explorer {
  readonly map: OpenLayersMap;
  readonly catalogueLayers: CatalogueLayers;
  readonly layerService: LayerService;
}

export function createExplorer(linked: MapView | null): Explorer {
  const { map, baseHealth } = createMap(linked);
  return { map, catalogueLayers: new CatalogueLayers(map, baseHealth), layerService: new LayerService() };
}
