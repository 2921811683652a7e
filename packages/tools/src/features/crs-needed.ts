import type { FormatName } from '@geoinsights/contract';
import { ProblemError } from '@geoinsights/contract/errors';
import { formatOfExtension, splitName } from '@geoinsights/formats/file-names';

/** What else may be done. The other formats fix the system. */
const OTHERWISE: Readonly<Partial<Record<FormatName, string>>> = {
  shapefile: ', or send the shapefile together with its .prj file',
  geopackage: ', or set that of the layer in the GeoPackage',
  geojson: ', or EPSG:4326 if they are degrees that go on beyond ±180',
};

/** The problem of a layer of which the reference system must be known and is not. @param file its name in messages */
export function crsNeeded(file: string, layer: string): ProblemError {
  const { base, extension } = splitName(file);
  const format = formatOfExtension(extension);
  return new ProblemError('crs-needed', { file, layer: layer === base ? '' : ` in layer "${layer}"`, otherwise: (format === null ? undefined : OTHERWISE[format]) ?? '' });
}
