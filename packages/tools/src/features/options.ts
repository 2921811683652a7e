import { FORMAT_NAMES, type FormatName } from '@geoinsights/contract';
import { z } from 'zod';

/** Options shared by several tools. */
const SHORT_NAMES = new Map<unknown, string>([['shp', 'shapefile'], ['gpkg', 'geopackage'], ['json', 'geojson']]);

/** The format of the result, by its name or the extension of its files. On the command line, the extension of OUTPUT determines it. */
export const formatOption = z
  .preprocess((value) => SHORT_NAMES.get(value) ?? value, z.enum(FORMAT_NAMES))
  .meta({ outputFormat: true })
  .describe('The format of the result. On the command line, the extension of OUTPUT determines it.');
export const fromOption = z.string().min(1).max(200).optional().describe('The CRS of files that do not state theirs, such as EPSG:31982.');
export const decimalsOption = z.number().int().min(0).max(15).optional().describe('Decimal places of coordinates written as text, rounded without making anything cross. By default nothing is rounded.');

/** Formats that write coordinates as text; the others store each double unchanged. */
export function isText(format: FormatName): boolean {
  return format === 'geojson' || format === 'kml' || format === 'kmz';
}
