import type { ErrorEntry } from './entry.ts';

/** Faults of a file that was given. All carry `file`. */
export const FORMAT_ERRORS = {
  'input-not-found': { status: 422, title: 'File not found', detail: 'There is no file "{file}". Check its name and folder.' },
  'input-not-a-file': { status: 422, title: 'Not a file', detail: '"{file}" is a folder. Name the files in it.' },
  'file-empty': { status: 422, title: 'Empty file', detail: '"{file}" is empty (0 bytes). Export it again.' },
  'file-unrecognised': { status: 422, title: 'Not a supported file', detail: '"{file}" is not a KML, KMZ, shapefile, GeoPackage or GeoJSON file: {reason}' },
  'no-dataset': { status: 422, title: 'Nothing to work on', detail: 'None of the files holds geometry: {files}. Send a .shp, .kml, .kmz, .gpkg or .geojson file.' },
  'companion-without-shp': { status: 422, title: 'The .shp is missing', detail: '"{file}" belongs to a shapefile whose .shp file is missing. Send "{expected}" together with it.' },
  'too-large': { status: 422, title: 'Too large', detail: '"{file}" exceeds a limit of this tool: {reason}' },
  'geopackage-not-sqlite': { status: 422, title: 'Not a GeoPackage', detail: '"{file}" is no GeoPackage: it does not begin like an SQLite database. Export it again as GeoPackage.' },
  'geopackage-encrypted': { status: 422, title: 'Encrypted database', detail: '"{file}" looks like an encrypted database. Send it without encryption.' },
  'geopackage-truncated': { status: 422, title: 'Incomplete GeoPackage', detail: '"{file}" is incomplete: it has {size} bytes and should have {expected}. Copy or export it again.' },
  'geopackage-damaged': { status: 422, title: 'Damaged GeoPackage', detail: '"{file}" is damaged inside ({place}). Copy or export it again.' },
  'geopackage-tables-missing': { status: 422, title: 'Not a GeoPackage', detail: '"{file}" is an SQLite database but no GeoPackage with features: the table {table} is missing. Export it again as GeoPackage.' },
  'geopackage-metadata-invalid': { status: 422, title: 'GeoPackage not understood', detail: '"{file}" has a table {table} that is not as the GeoPackage standard says: {reason}. Export it again as GeoPackage.' },
  'geopackage-without-features': { status: 422, title: 'No features', detail: '"{file}" holds no table of features that can be read: {reason}. Send a GeoPackage with a layer of polygons, lines or points.' },
  'geopackage-geometry-invalid': { status: 422, title: 'Unreadable geometry', detail: '"{file}" has a geometry that cannot be read, in table "{table}", row {row}: {reason}. Correct or delete that row and send the file again.' },
  'geopackage-not-writable': { status: 422, title: 'Table cannot be changed', detail: '"{file}" has a table "{table}" that cannot be changed outside the program that made it: {reason}. Export the layer to a new GeoPackage and send that.' },
} satisfies Record<string, ErrorEntry>;
