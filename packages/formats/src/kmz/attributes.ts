import type { AttributeReader } from '../attributes.ts';
import { kmlAttributes } from '../kml/attributes.ts';
import type { KmzDataset } from './index.ts';

/** The attributes of a layer, which lies in one of the KML documents of the archive. */
export function kmzAttributes({ documents }: KmzDataset, layer: number): AttributeReader {
  let first = 0;
  for (const { kml } of documents) {
    if (layer < first + kml.layers.length) return kmlAttributes(kml, layer - first);
    first += kml.layers.length;
  }
  throw new RangeError(`there is no layer ${layer} in this archive`);
}
