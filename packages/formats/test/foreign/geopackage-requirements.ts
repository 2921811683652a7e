import { DatabaseSync } from 'node:sqlite';

/**
 * Checks a GeoPackage against the requirements of OGC 12-128r19 that a repair could break, like GDAL's validate_gpkg. Written from the
 * standard, with the clause numbers of its annex A; it uses no code of the driver.
 * @returns a sentence for each requirement that is not met.
 */
export function brokenRequirements(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return [...inFile(database), ...inContents(database), ...inGeometryColumns(database), ...layersOf(database).flatMap((layer) => [...inLayer(database, layer), ...inIndex(database, layer)])];
  } finally {
    database.close();
  }
}

interface FeatureLayer {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly srs: number;
  readonly z: number;
  readonly m: number;
  readonly key: string;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : NaN);

function* inFile(database: DatabaseSync): Generator<string> {
  const id = numberOf(database.prepare('PRAGMA application_id').get()?.['application_id']);
  if (![0x47504b47, 0x47503130, 0x47503131].includes(id)) yield `2: the application id is ${id}`;
  const integrity = textOf(database.prepare('PRAGMA integrity_check').get()?.['integrity_check']);
  if (integrity !== 'ok') yield `6: integrity_check says ${integrity}`;
  const foreign = database.prepare('PRAGMA foreign_key_check').all();
  if (foreign.length > 0) yield `7: foreign_key_check finds ${foreign.length} rows`;
  const systems = new Set(database.prepare('SELECT srs_id FROM gpkg_spatial_ref_sys').all().map(({ srs_id: id }) => id));
  for (const wanted of [-1, 0, 4326]) if (!systems.has(wanted)) yield `11: gpkg_spatial_ref_sys has no row ${wanted}`;
}

function* inContents(database: DatabaseSync): Generator<string> {
  const tables = new Set(database.prepare("SELECT lower(name) AS name FROM sqlite_schema WHERE type IN ('table', 'view')").all().map(({ name }) => name));
  for (const row of database.prepare('SELECT * FROM gpkg_contents').all()) {
    const table = textOf(row['table_name']);
    if (!tables.has(table.toLowerCase())) yield `14: gpkg_contents names the table ${table}, which is not there`;
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(textOf(row['last_change']))) yield `15: last_change of ${table} is ${String(row['last_change'])}`;
    if (numberOf(row['min_x']) > numberOf(row['max_x']) || numberOf(row['min_y']) > numberOf(row['max_y'])) yield `16: the extent of ${table} is upside down`;
  }
}

const TYPES = ['GEOMETRY', 'POINT', 'LINESTRING', 'POLYGON', 'MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON', 'GEOMETRYCOLLECTION', 'CIRCULARSTRING', 'COMPOUNDCURVE', 'CURVEPOLYGON', 'MULTICURVE', 'MULTISURFACE', 'CURVE', 'SURFACE', 'POLYHEDRALSURFACE', 'TIN', 'TRIANGLE'];

function* inGeometryColumns(database: DatabaseSync): Generator<string> {
  const rows = database.prepare('SELECT g.*, c.srs_id AS contents_srs, c.data_type FROM gpkg_geometry_columns g LEFT JOIN gpkg_contents c ON c.table_name = g.table_name').all();
  for (const row of rows) {
    const table = textOf(row['table_name']);
    if (row['data_type'] !== 'features') yield `23: ${table} is no feature table of gpkg_contents`;
    if (!TYPES.includes(textOf(row['geometry_type_name']).toUpperCase())) yield `25: ${table} has the geometry type ${String(row['geometry_type_name'])}`;
    if (row['contents_srs'] !== row['srs_id']) yield `146: ${table} has two SRIDs`;
    const declared = database.prepare('SELECT type FROM pragma_table_info(?) WHERE lower(name) = lower(?)').get(table, textOf(row['column_name']));
    if (declared === undefined) yield `24: ${table} has no column ${String(row['column_name'])}`;
    else if (textOf(declared['type']).toUpperCase() !== textOf(row['geometry_type_name']).toUpperCase()) yield `31: ${table} declares the type ${String(declared['type'])}, gpkg_geometry_columns ${String(row['geometry_type_name'])}`;
  }
}

function layersOf(database: DatabaseSync): FeatureLayer[] {
  return database.prepare("SELECT g.* FROM gpkg_geometry_columns g JOIN sqlite_schema s ON lower(s.name) = lower(g.table_name) WHERE s.type = 'table'").all().map((row) => ({
    table: textOf(row['table_name']),
    column: textOf(row['column_name']),
    type: textOf(row['geometry_type_name']).toUpperCase(),
    srs: numberOf(row['srs_id']),
    z: numberOf(row['z']),
    m: numberOf(row['m']),
    key: textOf(database.prepare('SELECT name FROM pragma_table_info(?) WHERE pk = 1').get(textOf(row['table_name']))?.['name']),
  }));
}

function* blobsOf(database: DatabaseSync, { table, column, key }: FeatureLayer): Generator<{ key: number; blob: Uint8Array }> {
  for (const row of database.prepare(`SELECT ${quoted(key)} AS key, ${quoted(column)} AS blob FROM ${quoted(table)}`).all()) {
    if (row['blob'] instanceof Uint8Array) yield { key: numberOf(row['key']), blob: row['blob'] };
  }
}

/** Which types are allowed in a column that declares another one (annex E: the hierarchy of types). */
function isAssignable(type: string, column: string): boolean {
  const collections: Record<string, string[]> = { GEOMETRYCOLLECTION: ['MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON', 'MULTICURVE', 'MULTISURFACE'], CURVEPOLYGON: ['POLYGON'], SURFACE: ['POLYGON', 'CURVEPOLYGON', 'POLYHEDRALSURFACE', 'TIN'], MULTISURFACE: ['MULTIPOLYGON'], MULTICURVE: ['MULTILINESTRING'], CURVE: ['LINESTRING', 'CIRCULARSTRING', 'COMPOUNDCURVE'] };
  return column === 'GEOMETRY' || column === type || (collections[column] ?? []).includes(type);
}

function* inLayer(database: DatabaseSync, layer: FeatureLayer): Generator<string> {
  const { table, type, srs, z, m } = layer;
  if (layer.key === '') yield `29: ${table} has no primary key`;
  for (const { key, blob } of blobsOf(database, layer)) {
    const header = headerOf(blob);
    if (header === null) {
      yield `19: row ${key} of ${table} has no valid header`;
      continue;
    }
    const { hasZ, hasM, bounds, wkbType } = boundsInside(blob, header.wkbStart);
    if (header.srs !== srs) yield `33: row ${key} of ${table} has the SRID ${header.srs}, its table ${srs}`;
    if (!isAssignable(TYPES[wkbType] ?? '?', type)) yield `32: row ${key} of ${table} is a ${TYPES[wkbType] ?? wkbType}, its column a ${type}`;
    if ((z === 0 && hasZ) || (z === 1 && !hasZ) || (m === 0 && hasM) || (m === 1 && !hasM)) yield `27: row ${key} of ${table} has Z or M other than its table tells`;
    const isEmpty = bounds === null;
    if (header.empty !== isEmpty) yield `19: the flag for an empty geometry is wrong in row ${key} of ${table}`;
    if (bounds !== null && header.envelope.some((value, at) => value !== bounds[header.ordinates[at >> 1]][at & 1])) yield `19: the envelope of row ${key} of ${table} is not that of its geometry`;
  }
}

function* inIndex(database: DatabaseSync, layer: FeatureLayer): Generator<string> {
  const index = `rtree_${layer.table}_${layer.column}`;
  const registered = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'gpkg_extensions'").get()?.['n'] === 1
    && database.prepare("SELECT count(*) AS n FROM gpkg_extensions WHERE extension_name = 'gpkg_rtree_index' AND lower(table_name) = lower(?)").get(layer.table)?.['n'] === 1;
  if (!registered) return;
  const checked = textOf(database.prepare('SELECT rtreecheck(?) AS answer').get(index)?.['answer']);
  if (checked !== 'ok') yield `77: ${index}: ${checked}`;
  const rows = new Map(database.prepare(`SELECT id, minx, maxx, miny, maxy FROM ${quoted(index)}`).all().map((row) => [numberOf(row['id']), ['minx', 'maxx', 'miny', 'maxy'].map((name) => numberOf(row[name]))]));
  let expected = 0;
  for (const { key, blob } of blobsOf(database, layer)) {
    const { bounds } = boundsInside(blob, headerOf(blob)?.wkbStart ?? 8);
    if (bounds === null) continue;
    expected++;
    const [minX, maxX, minY, maxY] = rows.get(key) ?? [NaN, NaN, NaN, NaN];
    const near = (stored: number, value: number, outward: number): boolean => (stored - value) * outward >= 0 && Math.abs(stored - value) <= Math.abs(value) * 2 ** -22 + 1e-30;
    if (!near(minX, bounds.x[0], -1) || !near(maxX, bounds.x[1], 1) || !near(minY, bounds.y[0], -1) || !near(maxY, bounds.y[1], 1)) yield `77: ${index} does not cover row ${key} closely`;
  }
  if (expected !== rows.size) yield `77: ${index} has ${rows.size} rows for ${expected} geometries`;
  const triggers = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE ? ESCAPE '\\'").all(`${index.replaceAll(/[_%\\]/g, '\\$&')}\\_%`);
  if (triggers.length < 6) yield `75: ${index} has ${triggers.length} triggers`;
}

type Ordinate = 'x' | 'y' | 'z' | 'm';
const ENVELOPES: readonly (readonly Ordinate[])[] = [[], ['x', 'y'], ['x', 'y', 'z'], ['x', 'y', 'm'], ['x', 'y', 'z', 'm']];

function headerOf(blob: Uint8Array): { srs: number; empty: boolean; envelope: number[]; ordinates: readonly Ordinate[]; wkbStart: number } | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  if (blob.length < 8 || view.getUint16(0) !== 0x4750) return null;
  const little = (blob[3] & 1) === 1;
  const kind = (blob[3] >> 1) & 7;
  if (kind > 4) return null;
  const ordinates = ENVELOPES[kind];
  const envelope = Array.from({ length: 2 * ordinates.length }, (_, at) => view.getFloat64(8 + 8 * at, little));
  return { srs: view.getInt32(4, little), empty: (blob[3] & 0x10) !== 0, envelope, ordinates, wkbStart: 8 + 8 * envelope.length };
}

type BoundsInside = Record<Ordinate, [number, number]>;

/** Walks the well-known binary; ISO codes and the flags of EWKB. */
function boundsInside(blob: Uint8Array, start: number): { bounds: BoundsInside | null; hasZ: boolean; hasM: boolean; wkbType: number } {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  const bounds: BoundsInside = { x: [Infinity, -Infinity], y: [Infinity, -Infinity], z: [Infinity, -Infinity], m: [Infinity, -Infinity] };
  let at = start;
  const walk = (): { hasZ: boolean; hasM: boolean; wkbType: number } => {
    const little = blob[at] === 1;
    const code = view.getUint32(at + 1, little);
    at += 5;
    if ((code & 0x20000000) !== 0) at += 4;
    const iso = code & 0x0fffffff;
    const dimension = Math.floor(iso / 1000);
    const hasZ = dimension === 1 || dimension === 3 || (code & 0x80000000) !== 0;
    const hasM = dimension >= 2 || (code & 0x40000000) !== 0;
    const wkbType = iso % 1000;
    const count = (): number => ((at += 4), view.getUint32(at - 4, little));
    const point = (): void => {
      for (const ordinate of ['x', 'y', ...(hasZ ? (['z'] as const) : []), ...(hasM ? (['m'] as const) : [])] as const) {
        const value = view.getFloat64(at, little);
        at += 8;
        bounds[ordinate] = [value < bounds[ordinate][0] ? value : bounds[ordinate][0], value > bounds[ordinate][1] ? value : bounds[ordinate][1]];
      }
    };
    const points = (): void => {
      for (let left = count(); left > 0; left--) point();
    };
    if (wkbType === 1) point();
    else if (wkbType === 2 || wkbType === 8) points();
    else if (wkbType === 3 || wkbType === 17) for (let rings = count(); rings > 0; rings--) points();
    else for (let members = count(); members > 0; members--) walk();
    return { hasZ, hasM, wkbType };
  };
  const told = walk();
  return { ...told, bounds: bounds.x[0] > bounds.x[1] ? null : bounds };
}
