/** The five formats, by the extension of their main file. */
export const FORMAT_NAMES = ['shapefile', 'kml', 'kmz', 'geopackage', 'geojson'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** Extensions that the fix-geometry picker accepts, word for word from the specification. */
export const ACCEPTED_EXTENSIONS = ['.shp', '.shx', '.dbf', '.cpg', '.prj', '.kml', '.kmz', '.gpkg', '.geojson'] as const;

/** Remarks about a file that are not errors. */
export const NOTE_CODES = [
  'shapefile-without-attributes',
  'shapefile-index-rebuilt',
  'shapefile-companion-dropped',
  'shapefile-attributes-differ',
  'shapefile-attributes-cut',
  'shapefile-length-differs',
  'shapefile-holes-turned',
  'archive-unpacked',
  'crs-missing',
  'crs-contradicted',
  'content-differs-from-extension',
  'column-type-widened',
  'geometry-not-repaired',
  'text-not-utf8',
  'geopackage-log-merged',
  'geopackage-change-undone',
  'file-left-out',
  'result-renamed',
  'attributes-left-out',
  'fields-of-mixed-kinds',
  'deleted-rows-left-out',
  'fields-left-out',
  'table-left-out',
  'column-type-differs',
  'land-not-reported',
  'layers-not-compared',
  'unit-taken-for-metre',
  'kml-left-behind',
  'rules-left-out',
  'code-page-unknown',
  'fields-renamed',
  'polygons-not-valid',
  'lines-not-valid',
  'table-not-repaired',
  'geometry-left-out',
  'position-unreadable',
  'ordinates-left-out',
  'collection-flattened',
  'curve-linearised',
  'notes-left-out',
  'shapefile-index-differs',
  'position-beyond-degrees',
  'across-180',
  'holes-among-parts',
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];
