import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OpenLayersMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import { useEffect } from 'react';
import type { CarEntry } from '../../model/registry/car-entries.ts';

/** Above the layers of the catalogue, below the visitor's own areas. */
const Z_INDEX = 900;
/** Dark between white, so that it is visible on every map; the inside is not covered. */
const STYLE = [
  { 'stroke-color': '#ffffff', 'stroke-width': 7 },
  { 'stroke-color': '#0b4f7a', 'stroke-width': 3 },
];

/** The border of the selected property. */
export function useCarOutline(map: OpenLayersMap, picked: CarEntry | null): void {
  useEffect(() => {
    if (picked === null) return;
    const border = new Feature(new Polygon([picked.border.map((position) => fromLonLat([...position]))]));
    const outline = new VectorLayer({ source: new VectorSource({ features: [border] }), style: STYLE, zIndex: Z_INDEX });
    map.addLayer(outline);
    return () => {
      map.removeLayer(outline);
    };
  }, [map, picked]);
}
