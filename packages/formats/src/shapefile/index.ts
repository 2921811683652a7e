import type { FormatDriver } from '../driver.ts';
import { openDataset } from '../open-dataset.ts';
import { applyToShapefile } from './apply.ts';
import { shapefileAttributes } from './attributes.ts';
import { readShapefile } from './read.ts';

export type { AttributeReader, Attributes } from '../attributes.ts';
export type { Dataset, DatasetLayer } from '../driver.ts';
export { fileOfBlob } from '../files/blob.ts';

/**
 * ESRI shapefiles, by the specification of July 1998. Needs nothing of Node and also runs in a browser worker. The attributes
 * are never rewritten, and read only on request.
 */
export const shapefileDriver: FormatDriver = {
  format: 'shapefile',
  async open(dataset, options) {
    return openDataset(await readShapefile(dataset, options), {
      apply: ({ opened }, patches, to) => applyToShapefile(opened, patches[0], to),
      attributes: ({ opened }) => shapefileAttributes(opened.set),
    });
  },
};
