import { z } from 'zod';
import type { FieldType } from '../../features/field.ts';
import type { FeatureTable } from '../catalogue.ts';
import { quoted, readRows } from '../connection.ts';
import type { NodeConnection } from '../database.ts';

/** A column besides key and geometry, as the table declares it. */
export interface DeclaredColumn {
  readonly name: string;
  /** Its type as written in the file. */
  readonly declaration: string;
  /** The type by the GeoPackage standard; null if the standard does not have it, so that the stored values decide. */
  readonly type: FieldType | null;
  /** The type by SQLite's affinity rules (datatype3.html, section 3.1), which cover any declaration. */
  readonly affinity: FieldType;
  readonly width: number | null;
}

const columnSchema = z.object({ name: z.string(), type: z.string(), hidden: z.bigint() });
const nameSchema = z.object({ name: z.string() });
const mimeSchema = z.object({ column_name: z.string(), mime_type: z.string().nullable() });

/** The columns that are fields, in table order, and the names of computed ones: reading those would run code from the file. */
export function readColumns(connection: NodeConnection, { table, column, key }: FeatureTable): { columns: readonly DeclaredColumn[]; computed: readonly string[] } {
  const rows = readRows(connection, table, `PRAGMA table_xinfo(${quoted(table)})`, columnSchema);
  const json = jsonColumns(connection, table);
  const stored = rows.filter(({ name, hidden }) => hidden === 0n && name !== column && quoted(name) !== key);
  return {
    columns: stored.map(({ name, type }) => declaredColumn(name, type, json.has(name.toLowerCase()))),
    computed: rows.filter(({ hidden }) => hidden !== 0n).map(({ name }) => name),
  };
}

/** Types of the standard (OGC 12-128, table 1). */
const TYPES: Readonly<Record<string, FieldType>> = {
  BOOLEAN: 'boolean',
  TINYINT: 'integer',
  SMALLINT: 'integer',
  MEDIUMINT: 'integer',
  INT: 'integer',
  INTEGER: 'integer',
  FLOAT: 'real',
  DOUBLE: 'real',
  REAL: 'real',
  TEXT: 'text',
  BLOB: 'binary',
  DATE: 'date',
  DATETIME: 'date-time',
};

function declaredColumn(name: string, declaration: string, isJson: boolean): DeclaredColumn {
  const [, word = '', length] = /^\s*([^(]*?)\s*(?:\(\s*(\d+)\s*\))?\s*$/.exec(declaration) ?? [];
  const upper = word.toUpperCase();
  const type = Object.hasOwn(TYPES, upper) ? TYPES[upper] : null;
  const affinity = type ?? affinityOf(declaration.toUpperCase());
  const width = affinity === 'text' && Number(length) > 0 && Number.isSafeInteger(Number(length)) ? Number(length) : null;
  return { name, declaration, affinity, width, type: isJson && type === 'text' ? 'json' : type };
}

function affinityOf(declaration: string): FieldType {
  if (declaration.includes('INT')) return 'integer';
  if (/CHAR|CLOB|TEXT/.test(declaration)) return 'text';
  if (declaration.trim() === '' || declaration.includes('BLOB')) return 'binary';
  return 'real';
}

/** Columns whose texts are JSON according to gpkg_data_columns, in lower case. Like feature tables, it must be an ordinary table to be read. */
function jsonColumns(connection: NodeConnection, table: string): ReadonlySet<string> {
  const isTable = readRows(
    connection,
    'sqlite_schema',
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE AND sql NOT LIKE 'CREATE VIRTUAL%'",
    nameSchema,
    ['gpkg_data_columns'],
  );
  const columns = readRows(connection, 'gpkg_data_columns', 'PRAGMA table_xinfo(gpkg_data_columns)', columnSchema);
  const plain = new Set(columns.filter(({ hidden }) => hidden === 0n).map(({ name }) => name.toLowerCase()));
  if (isTable.length === 0 || !['table_name', 'column_name', 'mime_type'].every((name) => plain.has(name))) return new Set();
  const rows = readRows(connection, 'gpkg_data_columns', 'SELECT column_name, mime_type FROM gpkg_data_columns NOT INDEXED WHERE table_name = ? COLLATE NOCASE', mimeSchema, [table]);
  return new Set(rows.filter(({ mime_type }) => mime_type?.toLowerCase() === 'application/json').map(({ column_name }) => column_name.toLowerCase()));
}
