import CircleGeometry from 'ol/geom/Circle.js';
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OpenLayersMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import { useRef, useState } from 'react';
import { fitView } from '../../model/map/fit-view.ts';

const Z_INDEX = 1100;
const STYLE = {
  'fill-color': 'rgba(34, 96, 125, 0.15)',
  'stroke-color': '#22607d',
  'stroke-width': 1,
  'circle-radius': 7,
  'circle-fill-color': '#22607d',
  'circle-stroke-color': '#ffffff',
  'circle-stroke-width': 3,
};

interface GeolocationState {
  readonly failure: string | null;
  locate(): void;
}

/** Shows the visitor's position once, on request. It stays in the browser. */
export function useGeolocation(map: OpenLayersMap): GeolocationState {
  const [failure, setFailure] = useState<string | null>(null);
  const layer = useRef<VectorLayer>(null);
  return {
    failure,
    locate: () => {
      setFailure(null);
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          const center = fromLonLat([coords.longitude, coords.latitude]);
          // Map metres are stretched away from the equator.
          const circle = new CircleGeometry(center, coords.accuracy / Math.cos((coords.latitude * Math.PI) / 180));
          if (layer.current !== null) map.removeLayer(layer.current);
          layer.current = new VectorLayer({ source: new VectorSource({ features: [new Feature(circle), new Feature(new Point(center))] }), style: STYLE, zIndex: Z_INDEX });
          map.addLayer(layer.current);
          fitView(map, circle.getExtent());
        },
        () => {
          setFailure('A sua localização não pôde ser obtida. Permita o acesso a ela no navegador e tente de novo.');
        },
        { enableHighAccuracy: true, timeout: 15_000 },
      );
    },
  };
}
