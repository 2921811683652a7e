import type { ErrorEntry } from './entry.ts';

/** Faults of a file that was given. All carry `file`. */
export const FORMAT_ERRORS = {
  'file-empty': { status: 422, title: 'Empty file', detail: '"{file}" is empty (0 bytes). Export it again.' },
  'file-unrecognised': { status: 422, title: 'Not a supported file', detail: '"{file}" is not a KML, KMZ, shapefile, GeoPackage or GeoJSON file: {reason}' },
  'no-dataset': { status: 422, title: 'Nothing to work on', detail: 'None of the files holds geometry: {files}. Send a .shp, .kml, .kmz, .gpkg or .geojson file.' },
  'companion-without-shp': { status: 422, title: 'The .shp is missing', detail: '"{file}" belongs to a shapefile whose .shp file is missing. Send "{expected}" together with it.' },
  'too-large': { status: 422, title: 'Too large', detail: '"{file}" exceeds a limit of this tool: {reason}' },
} satisfies Record<string, ErrorEntry>;
