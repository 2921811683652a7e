import { useEffect, useSyncExternalStore } from 'react';
import type { Explorer } from '../../model/explorer.ts';
import { fitView } from '../../model/map/fit-view.ts';
import type { AddedLayer } from '../../model/map/layer-service.ts';

/** Above all layers of the catalogue. */
const Z_INDEX = 1000;

/** The layer in the shared service. */
export function useAdded({ layerService }: Explorer): AddedLayer | null {
  return useSyncExternalStore(layerService.subscribe, () => layerService.current);
}

/** Shows the layer in the shared service instead of the previous one, and zooms to it. */
export function useAddedLayer({ map, layerService }: Explorer): void {
  useEffect(() => {
    let shown: AddedLayer | null = null;
    const show = (added: AddedLayer | null) => {
      if (shown !== null) map.removeLayer(shown.layer);
      shown = added;
      if (added === null) return;
      added.layer.setZIndex(Z_INDEX);
      map.addLayer(added.layer);
      fitView(map, added.extent);
    };
    show(layerService.current);
    const end = layerService.subscribe(show);
    return () => {
      end();
      if (shown !== null) map.removeLayer(shown.layer);
    };
  }, [map, layerService]);
}
