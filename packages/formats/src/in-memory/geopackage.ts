import { ProblemError } from '@geoinsights/contract/errors';
import { withPlausibleUnits } from '../plausible-units.ts';
import type { FormatReader } from '../driver.ts';
import { geopackageAttributes } from '../geopackage/attributes.ts';
import { readFileHeader } from '../geopackage/file-header.ts';
import { readDataset } from '../geopackage/read.ts';
import { loadDatabase } from './sqlite.ts';

/**
 * Reads GeoPackages with SQLite in WebAssembly, through the same reader as Node's SQLite. It does not merge a
 * journal that a program left next to the file, and refuses such a file.
 */
export const geopackageReader: FormatReader = {
  format: 'geopackage',
  async open({ name, files }, options = {}) {
    const [file] = files;
    const beside = files.find((other) => other !== file && other.size > 0);
    if (beside !== undefined) throw new ProblemError('geopackage-changes-beside', { file: file.name, beside: beside.name });
    await readFileHeader(file);
    const memory = await loadDatabase(file);
    try {
      const content = readDataset(memory.connect(), name, file.size, options.onProgress);
      const { format, layers, notes, shellWinding } = withPlausibleUnits(content);
      const close = (): Promise<void> => {
        memory.close();
        return Promise.resolve();
      };
      const whole = { ...content, close };
      return { format, name, layers, notes, shellWinding, close, attributes: (layer) => geopackageAttributes(whole, layer, () => memory.connect()) };
    } catch (error) {
      memory.close();
      throw error;
    }
  },
};
