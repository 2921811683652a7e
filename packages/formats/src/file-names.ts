import type { FormatName } from '@geoinsights/contract';

/** A file name as the formats see it. */
export interface SplitName {
  readonly base: string;
  /** In small letters, with its dot; of two parts where the format has such (`.shp.xml`). Empty when there is none. */
  readonly extension: string;
}

/** Files that belong to a shapefile and to nothing else. */
const SHAPEFILE_COMPANIONS = [
  '.shx', '.dbf', '.prj', '.cpg', '.qpj', '.sbn', '.sbx', '.shp.xml', '.qix', '.fbn', '.fbx', '.ain', '.aih', '.atx', '.ixs', '.mxs', '.cst', '.dbt', '.idm', '.ind',
];
/** Files that stand beside datasets of any format; they go with a shapefile of their name. */
const FREE_COMPANIONS = ['.qml', '.qmd', '.sld', '.lyr', '.xml', '.aux.xml', '.dbf.xml'];
/** What SQLite keeps beside a database that is open. */
const GEOPACKAGE_COMPANIONS = ['.gpkg-wal', '.gpkg-shm', '.gpkg-journal'];

/** What QGIS calls GeoJSON of one object a line. */
const LINES_OF_QGIS = '.geojsonl.json';

const LONG_EXTENSIONS = [...SHAPEFILE_COMPANIONS, ...FREE_COMPANIONS, LINES_OF_QGIS].filter((extension) => extension.lastIndexOf('.') > 0);

/** Splits a name at its extension; every other dot belongs to the base. */
export function splitName(name: string): SplitName {
  const lower = name.toLowerCase();
  const long = LONG_EXTENSIONS.find((extension) => lower.endsWith(extension));
  const at = long === undefined ? name.lastIndexOf('.') : name.length - long.length;
  return at < 0 ? { base: name, extension: '' } : { base: name.slice(0, at), extension: lower.slice(at) };
}

export type CompanionKind = 'shapefile' | 'any' | 'geopackage';

/** What a file goes with by its extension; null when it may be a dataset of its own. */
export function companionKind(extension: string): CompanionKind | null {
  if (SHAPEFILE_COMPANIONS.includes(extension)) return 'shapefile';
  if (GEOPACKAGE_COMPANIONS.includes(extension)) return 'geopackage';
  return FREE_COMPANIONS.includes(extension) ? 'any' : null;
}

const FORMATS_BY_EXTENSION = new Map<string, FormatName>([
  ['.shp', 'shapefile'],
  ['.kml', 'kml'],
  ['.kmz', 'kmz'],
  ['.gpkg', 'geopackage'],
  ['.geojson', 'geojson'],
  ['.json', 'geojson'],
  ['.geojsonl', 'geojson'],
  [LINES_OF_QGIS, 'geojson'],
  ['.geojsons', 'geojson'],
  ['.ndjson', 'geojson'],
  ['.jsonl', 'geojson'],
]);

/** The format that an extension promises, or null. */
export function formatOfExtension(extension: string): FormatName | null {
  return FORMATS_BY_EXTENSION.get(extension) ?? null;
}

/** Two names that a file system of the owner's could take for one. */
export function sameNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
