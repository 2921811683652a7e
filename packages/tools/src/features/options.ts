import { FORMAT_NAMES, type FormatName } from '@geoinsights/contract';
import { z } from 'zod';

/** Options shared by several tools. */
const SHORT_NAMES = new Map<unknown, string>([['shp', 'shapefile'], ['gpkg', 'geopackage'], ['json', 'geojson']]);

/** The format of the result, by its name or the extension of its files. On the command line, the extension of OUT determines it. */
export const formatOption = z
  .preprocess((value) => SHORT_NAMES.get(value) ?? value, z.enum(FORMAT_NAMES))
  .meta({ outputFormat: true })
  .describe('The format of the result; on the command line the ending of OUTPUT says it.');
export const fromOption = z.string().min(1).max(200).optional().describe('The reference system of files that do not say which they are in, such as EPSG:31982.');
export const decimalsOption = z.number().int().min(0).max(15).optional().describe('Digits behind the point of coordinates that are written as text, rounded so that nothing crosses; all of them where it is left out.');

/** Formats that write coordinates as text; the others hold each double as it is. */
export function isText(format: FormatName): boolean {
  return format === 'geojson' || format === 'kml' || format === 'kmz';
}
