import { DatabaseSync } from 'node:sqlite';
import { styleOf } from './qgis-style.ts';
import type { TableKind } from './finding-tables.ts';

/** The table in which QGIS stores styles in a GeoPackage, with the columns that QGIS itself creates. */
const TABLE = `CREATE TABLE layer_styles (
  id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  f_table_catalog TEXT(256), f_table_schema TEXT(256), f_table_name TEXT(256), f_geometry_column TEXT(256),
  styleName TEXT(30), styleQML TEXT, styleSLD TEXT, useAsDefault BOOLEAN,
  description TEXT, owner TEXT(30), ui TEXT(30), update_time DATETIME DEFAULT CURRENT_TIMESTAMP
)`;

/** @param kinds of the tables, in order of creation */
export function addStyles(place: string, kinds: readonly TableKind[]): void {
  const database = new DatabaseSync(place);
  try {
    database.exec('BEGIN');
    database.exec(TABLE);
    database.exec("INSERT INTO gpkg_contents (table_name, data_type, identifier, description, last_change) VALUES ('layer_styles', 'attributes', 'layer_styles', '', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))");
    const insert = database.prepare("INSERT INTO layer_styles (f_table_catalog, f_table_schema, f_table_name, f_geometry_column, styleName, styleQML, styleSLD, useAsDefault, description, owner, update_time) VALUES ('', '', ?, ?, ?, ?, '', 1, '', '', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))");
    const tables = database.prepare('SELECT table_name, column_name FROM gpkg_geometry_columns ORDER BY rowid').all();
    for (const [index, { table_name: table, column_name: column }] of tables.entries()) insert.run(table, column, kinds[index], styleOf(kinds[index]));
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
