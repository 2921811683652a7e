import path from 'node:path';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.geojson': 'application/geo+json',
  '.json': 'application/json',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.kmz': 'application/vnd.google-earth.kmz',
  '.gpkg': 'application/geopackage+sqlite3',
  '.zip': 'application/zip',
};

/** The registered media type of a result, by the extension of its name. */
export function mediaTypeOf(name: string): string {
  return MEDIA_TYPES[path.extname(name).toLowerCase()] ?? 'application/octet-stream';
}
