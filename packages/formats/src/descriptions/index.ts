import type { FormatName } from '@geoinsights/contract';
import type { FormatDescription } from './format-description.ts';
import { GEOJSON } from './geojson.ts';
import { GEOPACKAGE } from './geopackage.ts';
import { KML } from './kml.ts';
import { KMZ } from './kmz.ts';
import { SHAPEFILE } from './shapefile.ts';

const BY_NAME: Readonly<Record<FormatName, FormatDescription>> = { shapefile: SHAPEFILE, kml: KML, kmz: KMZ, geopackage: GEOPACKAGE, geojson: GEOJSON };

export const FORMAT_DESCRIPTIONS: readonly FormatDescription[] = Object.values(BY_NAME);

export function descriptionOf(format: FormatName): FormatDescription {
  return BY_NAME[format];
}
