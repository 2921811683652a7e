import type OpenLayersMap from 'ol/Map.js';
import { toLonLat } from 'ol/proj.js';
import { useEffect, useState } from 'react';
import type { MapView } from '../../model/map/view-link.ts';

/** What the map shows, updated when it stops moving. */
export function useMapView(map: OpenLayersMap): MapView {
  const [view, setView] = useState(() => read(map));
  useEffect(() => {
    const onMoveEnd = () => {
      setView(read(map));
    };
    map.on('moveend', onMoveEnd);
    return () => {
      map.un('moveend', onMoveEnd);
    };
  }, [map]);
  return view;
}

function read(map: OpenLayersMap): MapView {
  const [longitude = 0, latitude = 0] = toLonLat(map.getView().getCenter() ?? [0, 0]);
  return { center: [longitude, latitude], zoom: map.getView().getZoom() ?? 0 };
}
