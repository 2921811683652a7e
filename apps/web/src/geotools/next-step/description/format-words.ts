import type { FormatName } from '@geoinsights/contract';

const FORMATS: Readonly<Record<FormatName, string>> = { shapefile: 'Shapefile', kml: 'KML', kmz: 'KMZ', geopackage: 'GeoPackage', geojson: 'GeoJSON' };

/** The formats to choose from. */
export const FORMAT_CHOICES: readonly { readonly key: FormatName; readonly words: string }[] = [
  { key: 'shapefile', words: FORMATS.shapefile },
  { key: 'kml', words: FORMATS.kml },
  { key: 'kmz', words: FORMATS.kmz },
  { key: 'geopackage', words: FORMATS.geopackage },
  { key: 'geojson', words: FORMATS.geojson },
];

/** The usual name of a format; an unknown one keeps its own. */
export function formatWords(format: string): string {
  return FORMAT_CHOICES.find(({ key }) => key === format)?.words ?? format;
}
