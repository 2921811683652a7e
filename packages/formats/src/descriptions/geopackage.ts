import type { FormatDescription } from './format-description.ts';

export const GEOPACKAGE: FormatDescription = {
  format: 'geopackage',
  title: 'GeoPackage',
  extensions: ['.gpkg'],
  // Files that SQLite keeps next to an open database.
  companions: ['.gpkg-wal', '.gpkg-shm', '.gpkg-journal'],
  mediaType: 'application/geopackage+sqlite3',
  holds: { severalFiles: false, system: null, heightSystem: null },
};
