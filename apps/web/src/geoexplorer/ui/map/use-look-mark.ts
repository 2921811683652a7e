import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OpenLayersMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import { useEffect } from 'react';
import type { LookedAt } from '../../model/map/look.ts';

const Z_INDEX = 1200;
/** Dark on white, so that it is visible on every map. */
const STYLE = [
  { 'circle-radius': 7, 'circle-fill-color': 'rgba(255, 255, 255, 0.25)', 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 5 },
  { 'circle-radius': 7, 'circle-fill-color': 'rgba(255, 255, 255, 0)', 'circle-stroke-color': '#1b2a25', 'circle-stroke-width': 2 },
];

/** A ring around the queried place. */
export function useLookMark(map: OpenLayersMap, place: LookedAt | null): void {
  useEffect(() => {
    if (place === null) return;
    const mark = new VectorLayer({ source: new VectorSource({ features: [new Feature(new Point([place.x, place.y]))] }), style: STYLE, zIndex: Z_INDEX });
    map.addLayer(mark);
    return () => {
      map.removeLayer(mark);
    };
  }, [map, place]);
}
