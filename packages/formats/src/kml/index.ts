import type { DatasetContent, FormatDriver, FormatReader } from '../driver.ts';
import { openDataset } from '../open-dataset.ts';
import { withPlausibleUnits } from '../plausible-units.ts';
import { applyKml } from './apply.ts';
import { kmlAttributes } from './attributes.ts';
import { readKml } from './dataset.ts';

export type { AttributeReader, Attributes } from '../attributes.ts';
export type { Dataset, DatasetLayer } from '../driver.ts';

/** KML 1.0 to 2.3. Runs in Node and in a browser worker. */
export const kmlDriver: FormatDriver = {
  format: 'kml',
  async open(dataset, options) {
    return openDataset(await readKml(dataset, options), { apply: applyKml, attributes: kmlAttributes });
  },
};

/** Opens a KML file to be looked at, and not repaired: tracks are lines. */
export const kmlToShow: FormatReader = {
  format: 'kml',
  async open(dataset, options) {
    const content = await readKml(dataset, { ...options, readsTracks: true });
    return { ...withPlausibleUnits<DatasetContent>(content), attributes: (layer) => kmlAttributes(content, layer) };
  },
};
