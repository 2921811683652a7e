import type { FormatDriver } from '../driver.ts';
import { openDataset } from '../open-dataset.ts';
import { applyGeoJson } from './apply.ts';
import { geojsonAttributes } from './attributes.ts';
import { readGeoJson } from './dataset.ts';


/** GeoJSON of RFC 7946 and of 2008, and GeoJSON sequences. Runs in Node and in the browser. */
export const geojsonDriver: FormatDriver = {
  format: 'geojson',
  async open(dataset, options) {
    return openDataset(await readGeoJson(dataset, options), { apply: applyGeoJson, attributes: geojsonAttributes });
  },
};
