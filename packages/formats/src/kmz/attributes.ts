import type { AttributeReader } from '../attributes.ts';
import type { Dataset } from '../driver.ts';

/** The attributes of a layer, given several documents whose layers are numbered consecutively. */
export function attributesOfLayer(documents: readonly Dataset[], layer: number): AttributeReader {
  let first = 0;
  for (const document of documents) {
    if (layer < first + document.layers.length) return document.attributes(layer - first);
    first += document.layers.length;
  }
  throw new RangeError(`there is no layer ${layer} in this archive`);
}
