import type { NewDatabase } from './new-database.ts';
import type { SystemRow } from './reference-systems.ts';

/** `GPKG`, and version 1.3.0, which programs of the last years read. */
const APPLICATION_ID = 0x47504b47;
const USER_VERSION = 10300;

/** The tables of every GeoPackage with features (OGC 12-128r17, annex C), and GDAL's table of feature counts. */
const TABLES = `
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL PRIMARY KEY,
  organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL,
  definition TEXT NOT NULL,
  description TEXT
);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY,
  data_type TEXT NOT NULL,
  identifier TEXT UNIQUE,
  description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE,
  min_y DOUBLE,
  max_x DOUBLE,
  max_y DOUBLE,
  srs_id INTEGER,
  CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id)
);
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL,
  z TINYINT NOT NULL,
  m TINYINT NOT NULL,
  CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
  CONSTRAINT uk_gc_table_name UNIQUE (table_name),
  CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
  CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id)
);
CREATE TABLE gpkg_extensions (
  table_name TEXT,
  column_name TEXT,
  extension_name TEXT NOT NULL,
  definition TEXT NOT NULL,
  scope TEXT NOT NULL,
  CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name)
);
CREATE TABLE gpkg_ogr_contents (
  table_name TEXT NOT NULL PRIMARY KEY,
  feature_count INTEGER DEFAULT NULL
);
`;

const SCHEMA_TABLES = `
CREATE TABLE gpkg_data_columns (
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  name TEXT,
  title TEXT,
  description TEXT,
  mime_type TEXT,
  constraint_name TEXT,
  CONSTRAINT pk_gdc PRIMARY KEY (table_name, column_name),
  CONSTRAINT gdc_tn UNIQUE (table_name, name)
);
CREATE TABLE gpkg_data_column_constraints (
  constraint_name TEXT NOT NULL,
  constraint_type TEXT NOT NULL,
  value TEXT,
  min NUMERIC,
  min_is_inclusive BOOLEAN,
  max NUMERIC,
  max_is_inclusive BOOLEAN,
  description TEXT,
  CONSTRAINT gdcc_ntv UNIQUE (constraint_name, constraint_type, value)
);
`;

/** Creates the tables of the standard in a new database. */
export function createSystemTables(database: NewDatabase, systems: readonly SystemRow[]): void {
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${USER_VERSION}; ${TABLES}`);
  const insert = database.prepare('INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)');
  for (const { name, srsId, organization, code, definition } of systems) insert.run(name, srsId, organization, code, definition, null);
  if (systems.some(({ newDefinition }) => newDefinition !== null)) addNewDefinitions(database, systems);
}

/** The extension for WKT 2 (annex F.10), for files that gave nothing else. */
function addNewDefinitions(database: NewDatabase, systems: readonly SystemRow[]): void {
  database.exec("ALTER TABLE gpkg_spatial_ref_sys ADD COLUMN definition_12_063 TEXT NOT NULL DEFAULT 'undefined'");
  const update = database.prepare('UPDATE gpkg_spatial_ref_sys SET definition_12_063 = ? WHERE srs_id = ?');
  for (const { srsId, newDefinition } of systems) if (newDefinition !== null) update.run(newDefinition, srsId);
  addExtension(database, 'gpkg_spatial_ref_sys', 'definition_12_063', 'gpkg_crs_wkt', 'http://www.geopackage.org/spec120/#extension_crs_wkt', 'read-write');
}

/** A row of gpkg_data_columns. */
export interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly alias: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly mime: string | null;
}

/** Says what columns are, by the schema extension (annex F.9), JSON columns as GDAL does. Of columns with one alias in one table the first has it. */
export function describeColumns(database: NewDatabase, rows: readonly ColumnRow[]): void {
  if (rows.length === 0) return;
  database.exec(SCHEMA_TABLES);
  for (const table of ['gpkg_data_columns', 'gpkg_data_column_constraints']) {
    addExtension(database, table, null, 'gpkg_schema', 'http://www.geopackage.org/spec121/#extension_schema', 'read-write');
  }
  const insert = database.prepare('INSERT INTO gpkg_data_columns (table_name, column_name, name, title, description, mime_type) VALUES (?, ?, ?, ?, ?, ?)');
  const taken = new Set<string>();
  for (const { table, column, alias, title, description, mime } of rows) {
    const key = JSON.stringify([table, alias]);
    insert.run(table, column, alias === null || taken.has(key) ? null : alias, title, description, mime);
    taken.add(key);
  }
}

/** Registers the extension that a table or column needs (clause 2.3). */
export function addExtension(database: NewDatabase, table: string, column: string | null, name: string, definition: string, scope: 'read-write' | 'write-only'): void {
  database.prepare('INSERT INTO gpkg_extensions VALUES (?, ?, ?, ?, ?)').run(table, column, name, definition, scope);
}
