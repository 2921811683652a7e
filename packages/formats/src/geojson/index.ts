import type { FormatDriver } from '../driver.ts';
import { applyGeoJson } from './apply.ts';
import { geojsonAttributes } from './attributes.ts';
import { openGeoJson } from './dataset.ts';
import type { GeoJsonDataset } from './dataset.ts';

export type { GeoJsonDataset } from './dataset.ts';

/** GeoJSON of RFC 7946 and of 2008, and sequences of it. Runs in Node and in the browser. */
export const geojsonDriver: FormatDriver<GeoJsonDataset> = { format: 'geojson', open: openGeoJson, apply: applyGeoJson, attributes: geojsonAttributes };
