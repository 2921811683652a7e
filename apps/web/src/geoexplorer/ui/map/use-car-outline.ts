import { getCenter, getHeight, getWidth } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OpenLayersMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { useEffect } from 'react';
import { SMALL } from '../../../map-drawing/small.ts';
import type { CarEntry } from '../../model/registry/car-entries.ts';

/** Above the layers of the catalogue, below the visitor's own areas. */
const Z_INDEX = 900;
/** Dark between white, so that it is visible on every map; the inside is not covered. */
const [AROUND, COLOUR] = ['#ffffff', '#0b4f7a'] as const;
const BORDER = [new Style({ stroke: new Stroke({ color: AROUND, width: 7 }) }), new Style({ stroke: new Stroke({ color: COLOUR, width: 3 }) })];

/** For a property that is small on the map, like the visitor's own areas. */
const DOT = new CircleStyle({ radius: 6, fill: new Fill({ color: COLOUR }), stroke: new Stroke({ color: AROUND, width: 2 }) });

/** The border of the selected property. */
export function useCarOutline(map: OpenLayersMap, picked: CarEntry | null): void {
  useEffect(() => {
    if (picked === null) return;
    const border = new Polygon([picked.border.map((position) => fromLonLat([...position]))]);
    const extent = border.getExtent();
    const dot = new Style({ image: DOT, geometry: new Point(getCenter(extent)) });
    const outline = new VectorLayer({
      source: new VectorSource({ features: [new Feature(border)] }),
      style: (_, resolution) => (Math.max(getWidth(extent), getHeight(extent)) < SMALL * resolution ? dot : BORDER),
      zIndex: Z_INDEX,
    });
    map.addLayer(outline);
    return () => {
      map.removeLayer(outline);
    };
  }, [map, picked]);
}
