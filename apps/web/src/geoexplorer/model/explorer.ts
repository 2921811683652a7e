import type OpenLayersMap from 'ol/Map.js';
import { UploadedAreas } from './areas/uploaded-areas.ts';
import { CatalogueLayers } from './map/catalogue-layers.ts';
import { createMap } from './map/create-map.ts';
import { LayerService } from './map/layer-service.ts';
import type { MapView } from './map/view-link.ts';

/** What the three columns share: one map with the catalogue's layers, the service for adding layers, and the visitor's own areas. */
export interface Explorer {
  readonly map: OpenLayersMap;
  readonly catalogueLayers: CatalogueLayers;
  readonly layerService: LayerService;
  readonly areas: UploadedAreas;
}

export function createExplorer(linked: MapView | null): Explorer {
  const { map, baseHealth } = createMap(linked);
  const layerService = new LayerService();
  return { map, catalogueLayers: new CatalogueLayers(map, baseHealth), layerService, areas: new UploadedAreas(map, layerService) };
}
