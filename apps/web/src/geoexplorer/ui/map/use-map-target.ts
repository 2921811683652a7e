import type OpenLayersMap from 'ol/Map.js';
import { useCallback } from 'react';

/** @returns a ref for the element that contains the map. */
export function useMapTarget(map: OpenLayersMap): (element: HTMLElement | null) => void {
  return useCallback(
    (element) => {
      map.setTarget(element ?? undefined);
    },
    [map],
  );
}
