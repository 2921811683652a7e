import { DatabaseSync } from 'node:sqlite';
import { quoted } from '../connection.ts';

/** A geometry for `wkbOf`: nested as in GeoJSON; a position has 2 to 4 numbers. */
export type Shape =
  | { readonly type: 'Point'; readonly at: readonly number[] }
  | { readonly type: 'LineString'; readonly at: Line }
  | { readonly type: 'Polygon'; readonly at: readonly Line[] }
  | { readonly type: 'MultiPoint' | 'MultiLineString' | 'MultiPolygon' | 'GeometryCollection'; readonly members: readonly Shape[] };
export type Line = readonly (readonly number[])[];

export interface Writing {
  readonly littleEndian?: boolean;
  readonly dimensions?: 'XY' | 'XYZ' | 'XYM' | 'XYZM';
  /** EWKB flag bits instead of ISO type codes. */
  readonly ewkb?: boolean;
  readonly envelope?: 0 | 1 | 2 | 3 | 4;
  readonly srsId?: number;
}

const CODES = { Point: 1, LineString: 2, Polygon: 3, MultiPoint: 4, MultiLineString: 5, MultiPolygon: 6, GeometryCollection: 7 } as const;

/** Well-known binary of a shape. Independent of the driver's own writer, so that the two can be compared. */
export function wkbOf(shape: Shape, { littleEndian = true, dimensions = 'XY', ewkb = false }: Writing = {}): Buffer {
  const uint32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    if (littleEndian) bytes.writeUInt32LE(value >>> 0);
    else bytes.writeUInt32BE(value >>> 0);
    return bytes;
  };
  const positions = (line: Line): Buffer => Buffer.concat(line.flat().map((value) => double(value, littleEndian)));
  const flags = (dimensions.includes('Z') ? 0x80000000 : 0) + (dimensions.includes('M') ? 0x40000000 : 0);
  const iso = (dimensions.includes('Z') ? 1000 : 0) + (dimensions.includes('M') ? 2000 : 0);
  const head = Buffer.concat([Buffer.of(littleEndian ? 1 : 0), uint32(CODES[shape.type] + (ewkb ? flags : iso))]);
  const options = { littleEndian, dimensions, ewkb };
  switch (shape.type) {
    case 'Point':
      return Buffer.concat([head, positions([shape.at])]);
    case 'LineString':
      return Buffer.concat([head, uint32(shape.at.length), positions(shape.at)]);
    case 'Polygon':
      return Buffer.concat([head, uint32(shape.at.length), ...shape.at.flatMap((ring) => [uint32(ring.length), positions(ring)])]);
    case 'MultiPoint':
    case 'MultiLineString':
    case 'MultiPolygon':
    case 'GeometryCollection':
      return Buffer.concat([head, uint32(shape.members.length), ...shape.members.map((member) => wkbOf(member, options))]);
  }
}

function double(value: number, littleEndian: boolean): Buffer {
  if (Number.isNaN(value)) return Buffer.from(littleEndian ? '000000000000f87f' : '7ff8000000000000', 'hex');
  const bytes = Buffer.alloc(8);
  if (littleEndian) bytes.writeDoubleLE(value);
  else bytes.writeDoubleBE(value);
  return bytes;
}

/** The blob of a shape with the header that the GeoPackage standard requires. */
export function blobOf(shape: Shape, writing: Writing = {}): Buffer {
  const { littleEndian = true, envelope = 1, srsId = 4326 } = writing;
  const flags = (littleEndian ? 1 : 0) | (envelope << 1);
  const head = Buffer.from([0x47, 0x50, 0, flags, 0, 0, 0, 0]);
  if (littleEndian) head.writeInt32LE(srsId, 4);
  else head.writeInt32BE(srsId, 4);
  const all = positionsOf(shape);
  const ordinates = { XY: 'xy', XYZ: 'xyz', XYM: 'xym', XYZM: 'xyzm' }[writing.dimensions ?? 'XY'];
  const covered = [[], ['x', 'y'], ['x', 'y', 'z'], ['x', 'y', 'm'], ['x', 'y', 'z', 'm']][envelope];
  const bounds = covered.flatMap((ordinate) => {
    const values = all.map((position) => position[ordinates.indexOf(ordinate)] ?? NaN);
    return [double(Math.min(...values), littleEndian), double(Math.max(...values), littleEndian)];
  });
  return Buffer.concat([head, ...bounds, wkbOf(shape, writing)]);
}

function positionsOf(shape: Shape): Line {
  switch (shape.type) {
    case 'Point':
      return [shape.at];
    case 'LineString':
      return shape.at;
    case 'Polygon':
      return shape.at.flat();
    case 'MultiPoint':
    case 'MultiLineString':
    case 'MultiPolygon':
    case 'GeometryCollection':
      return shape.members.flatMap(positionsOf);
  }
}

/** A square polygon with its lower left corner at (x, y). */
export function square(x: number, y: number, size = 1): Extract<Shape, { type: 'Polygon' }> {
  return { type: 'Polygon', at: [ringOf(x, y, size)] };
}

export function ringOf(x: number, y: number, size = 1): Line {
  return [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]];
}

export interface TableToMake {
  readonly name: string;
  readonly column?: string;
  readonly type?: string;
  readonly rows: readonly (Uint8Array | string | number | null)[];
  readonly srsId?: number;
  /** The declared type of the column; by default its geometry type. */
  readonly declaration?: string;
  readonly extraColumns?: string;
  /** The whole statement, for unusual tables. */
  readonly createTable?: string;
  readonly rtree?: boolean;
  readonly extent?: readonly [number, number, number, number] | null;
}

export const GEOGRAPHIC_WKT = 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';

/** Creates a small GeoPackage exactly by the standard, with the triggers of its R-tree extension. */
export function makeGeopackage(path: string, tables: readonly TableToMake[], more: readonly string[] = []): void {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  database.exec(`
    PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA application_id = 1196444487; PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
      last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
      z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name));
    CREATE TABLE gpkg_ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER);
    INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined Cartesian', -1, 'NONE', -1, 'undefined', NULL), ('Undefined geographic', 0, 'NONE', 0, 'undefined', NULL);
  `);
  database.prepare("INSERT INTO gpkg_spatial_ref_sys VALUES ('WGS 84', 4326, 'EPSG', 4326, ?, NULL), ('by code only', 5880, 'EPSG', 5880, '', NULL)").run(GEOGRAPHIC_WKT);
  database.exec('BEGIN');
  for (const table of tables) makeTable(database, table);
  database.exec('COMMIT');
  for (const statement of more) database.exec(statement);
  database.close();
}

function makeTable(database: DatabaseSync, table: TableToMake): void {
  const { name, column = 'geom', type = 'POLYGON', rows, srsId = 4326, declaration = type, extraColumns = '', rtree = false, extent = null } = table;
  database.exec(table.createTable ?? `CREATE TABLE ${quoted(name)} (fid INTEGER PRIMARY KEY AUTOINCREMENT, ${quoted(column)} ${declaration}, name TEXT${extraColumns})`);
  database
    .prepare("INSERT INTO gpkg_contents VALUES (?, 'features', ?, '', '2020-01-01T00:00:00.000Z', ?, ?, ?, ?, ?)")
    .run(name, name, extent?.[0] ?? null, extent?.[1] ?? null, extent?.[2] ?? null, extent?.[3] ?? null, srsId);
  database.prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)').run(name, column, type, srsId);
  // A table created empty may have other columns.
  const insert = rows.length === 0 ? null : database.prepare(`INSERT INTO ${quoted(name)} (${quoted(column)}, name) VALUES (?, ?)`);
  for (const [index, row] of rows.entries()) insert?.run(row, `row ${index}`);
  database.prepare('INSERT INTO gpkg_ogr_contents VALUES (?, ?)').run(name, rows.length);
  if (!rtree) return;
  const index = `rtree_${name}_${column}`;
  database.exec(`
    CREATE VIRTUAL TABLE ${quoted(index)} USING rtree(id, minx, maxx, miny, maxy);
    CREATE TRIGGER ${quoted(`${index}_update1`)} AFTER UPDATE OF ${quoted(column)} ON ${quoted(name)} WHEN NOT ST_IsEmpty(NEW.${quoted(column)})
      BEGIN INSERT OR REPLACE INTO ${quoted(index)} VALUES (NEW.fid, ST_MinX(NEW.${quoted(column)}), ST_MaxX(NEW.${quoted(column)}), ST_MinY(NEW.${quoted(column)}), ST_MaxY(NEW.${quoted(column)})); END;
  `);
  const entry = database.prepare(`INSERT INTO ${quoted(index)} VALUES (?, ?, ?, ?, ?)`);
  for (const [position, row] of rows.entries()) {
    if (!(row instanceof Uint8Array)) continue;
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    const doubles = [8, 16, 24, 32].map((at) => view.getFloat64(at, true));
    entry.run(position + 1, ...doubles);
  }
}
