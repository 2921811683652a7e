import type OpenLayersMap from 'ol/Map.js';
import { useCallback } from 'react';

/** @returns a ref of the element that the map is drawn into. */
export function useMapTarget(map: OpenLayersMap): (element: HTMLElement | null) => void {
  return useCallback(
    (element) => {
      map.setTarget(element ?? undefined);
    },
    [map],
  );
}
