import { withPlausibleUnits } from '../plausible-units.ts';
import type { FormatReader } from '../driver.ts';
import { attributesOfKmz, readKmz } from '../kmz/read.ts';
import type { Unpacking } from '../kmz/unpacking.ts';

/** Reads KMZ with all its documents in memory. */
export function kmzReader(unpacking: Unpacking): FormatReader {
  return {
    format: 'kmz',
    async open(dataset, options = {}) {
      const content = await readKmz(dataset, options, unpacking.mostInMemory, unpacking);
      const { format, name, layers, notes, shellWinding } = withPlausibleUnits(content);
      return { format, name, layers, notes, shellWinding, close: () => content.close(), attributes: (layer) => attributesOfKmz(content, layer) };
    },
  };
}
