import { ProblemError } from '@geoinsights/contract/errors';
import { z } from 'zod';
import type { DatasetNote } from '../driver.ts';
import { LONGEST_FIELD_NAME, named } from '../named-fields.ts';
import { limited } from '../note-limit.ts';
import { quoted, readRows } from './connection.ts';
import type { Connection, ReadingStatement } from './connection.ts';
import { foldedName } from './folded-name.ts';

/** One feature table and its geometry column, as the GeoPackage declares them and as they really are. */
export interface FeatureTable {
  readonly table: string;
  readonly column: string;
  /** The expression that identifies a row: the integer primary key, or whichever name of the rowid is free. */
  readonly key: string;
  /** `geometry_type_name` of gpkg_geometry_columns, as written there. */
  readonly geometryType: string;
  /** The type in the table's own CREATE TABLE, as written there. */
  readonly declaredType: string;
  readonly notNull: boolean;
  readonly srsId: bigint;
  /** Its CREATE TABLE. */
  readonly sql: string;
  /** The page at the root of its tree; 0 if the schema does not tell. */
  readonly rootPage: number;
}

/** The purpose of reading the file: `patch` keeps everything else in it, `new-file` keeps only what is read. */
type Purpose = 'patch' | 'new-file';

/** Something with geometry that is not read. */
interface NotRead {
  readonly table: string;
  readonly reason: string;
  /** For a view: the table that is read instead, and whose repairs it shows. */
  readonly shows?: string;
  /** For such a view: its columns that the table does not have, joined from others or computed. */
  readonly ownColumns?: readonly string[];
  readonly isView?: boolean;
}

export interface Catalogue {
  readonly tables: readonly FeatureTable[];
  readonly notes: readonly DatasetNote[];
}

const schemaRowSchema = z.object({ name: z.string(), type: z.string(), sql: z.string().nullable(), rootpage: z.bigint().catch(0n) });
const geometryColumnSchema = z.object({
  table_name: z.string(),
  column_name: z.string(),
  geometry_type_name: z.string(),
  srs_id: z.bigint().nullable(),
});
const contentsSchema = z.object({ table_name: z.string(), data_type: z.string() });
const columnSchema = z.object({ name: z.string(), type: z.string(), notnull: z.bigint(), pk: z.bigint(), hidden: z.bigint() });

/** The objects in the file's own schema: `table`, `virtual table` or `view`, by folded name. */
type Kind = 'table' | 'virtual table' | 'view';
interface SchemaObject {
  readonly name: string;
  readonly kind: Kind;
  readonly sql: string;
  readonly rootPage: number;
}

/**
 * Lists the feature tables of a GeoPackage of any version (1.0 to 1.4), in the order of gpkg_contents.
 *
 * Only ordinary tables are read: reading a view or a virtual table would run code from the file. A note names everything that is
 * listed but not read, and every geometry table that is not listed. A view shows what is repaired in the tables beneath it.
 * @param purpose decides what the notes say becomes of it
 * @throws ProblemError geopackage-tables-missing, geopackage-without-features, geopackage-metadata-invalid, geopackage-damaged, too-large
 */
export function readCatalogue(connection: Connection, purpose: Purpose): Catalogue {
  const objects = schemaObjects(connection);
  requireTable(connection, objects, 'gpkg_contents');
  const contents = readRows(connection, 'gpkg_contents', 'SELECT table_name, data_type FROM gpkg_contents NOT INDEXED', contentsSchema);
  const features = contents.filter(({ data_type }) => data_type.toLowerCase() === 'features');
  if (!objects.has('gpkg_geometry_columns') && features.length === 0) throw withoutFeatures(connection, contents);
  requireTable(connection, objects, 'gpkg_geometry_columns');
  const declared = readRows(
    connection,
    'gpkg_geometry_columns',
    'SELECT table_name, column_name, geometry_type_name, srs_id FROM gpkg_geometry_columns NOT INDEXED',
    geometryColumnSchema,
  );
  refuseLongNames(connection, [...contents, ...declared].map(({ table_name }) => table_name));

  const rank = new Map(contents.map(({ table_name }, index) => [foldedName(table_name), index]));
  const ordered = declared.toSorted((a, b) => rankOf(rank, a.table_name) - rankOf(rank, b.table_name));
  const byColumn = new Map<string, FeatureTable>();
  const notRead: NotRead[] = [];
  const views: { view: string; column: string }[] = [];
  // The same column may be listed twice, in capitals and in small letters. It is one layer: as two, both would change the same cells.
  for (const entry of ordered) {
    const found = objects.get(foldedName(entry.table_name));
    if (found?.kind === 'view') {
      views.push({ view: found.name, column: entry.column_name });
      continue;
    }
    const result = found === undefined ? 'the file has no such table' : inspect(connection, found, entry);
    if (typeof result === 'string') notRead.push({ table: entry.table_name, reason: result });
    else byColumn.set(JSON.stringify([result.table, result.column]), result);
  }
  const tables = [...byColumn.values()];
  for (const { view, column } of views) notRead.push(viewNotRead(connection, view, column, tables));
  const withColumn = new Set(declared.map(({ table_name }) => foldedName(table_name)));
  for (const { table_name } of features) {
    if (!withColumn.has(foldedName(table_name))) {
      notRead.push({ table: table_name, reason: 'gpkg_geometry_columns does not name its geometry column' });
    }
  }
  // A file may have more tables than can be handed over as arguments.
  for (const each of unregistered(connection, objects, [...declared, ...features])) notRead.push(each);
  if (tables.length === 0) throw withoutFeatures(connection, contents, notRead.at(0));
  // A repair keeps the whole file; only what makes a new one leaves these out.
  if (purpose === 'new-file') for (const table of unlistedTables(connection, objects, [...contents, ...declared, ...notRead.map(({ table }) => ({ table_name: table }))])) notRead.push({ table, reason: reasonWithoutGeometry(table) });
  return { tables, notes: limited(notRead.map((each) => noteOf(each, purpose))) };
}

/**
 * Every table, virtual table and view of the file. SQLite itself refuses a schema whose rows contradict their statements. It is read once: looking for a
 * single table goes through all of it, with several rows for each layer.
 */
function schemaObjects(connection: Connection): Map<string, SchemaObject> {
  const rows = readRows(connection, 'sqlite_schema', "SELECT name, type, sql, rootpage FROM sqlite_schema WHERE type IN ('table', 'view')", schemaRowSchema);
  refuseLongNames(connection, rows.map(({ name }) => name));
  return new Map(rows.map(({ name, type, sql, rootpage }) => [foldedName(name), { name, kind: kindOf(type, sql), sql: sql ?? '', rootPage: Number(rootpage) }]));
}

function refuseLongNames({ fileName }: Connection, names: readonly string[]): void {
  if (names.some(({ length }) => length > LONGEST_FIELD_NAME)) throw new ProblemError('too-large', { file: fileName, reason: `the name of a table or column has more than ${LONGEST_FIELD_NAME} characters.` });
}

function kindOf(type: string, sql: string | null): Kind {
  if (type === 'view') return 'view';
  return /^CREATE\s+VIRTUAL\s/i.test(sql ?? '') ? 'virtual table' : 'table';
}

function requireTable(connection: Connection, objects: Map<string, SchemaObject>, name: string): void {
  const found = objects.get(name);
  if (found === undefined) throw new ProblemError('geopackage-tables-missing', { file: connection.fileName, table: name });
  if (found.kind !== 'table') {
    throw new ProblemError('geopackage-metadata-invalid', { file: connection.fileName, table: name, reason: `it is a ${found.kind}, not a table` });
  }
  // Reading such a column would run code from the file for each row.
  const computed = readRows(connection, name, `PRAGMA table_xinfo(${quoted(name)})`, columnSchema).find(({ hidden }) => hidden !== 0n);
  if (computed !== undefined) throw new ProblemError('geopackage-metadata-invalid', { file: connection.fileName, table: name, reason: `its column "${computed.name}" is computed from others` });
}

/** The table with its geometry column and key, or the reason why it is not read. */
function inspect(connection: Connection, { name, kind, sql, rootPage }: SchemaObject, entry: z.output<typeof geometryColumnSchema>): FeatureTable | string {
  if (kind === 'virtual table') return 'it is a virtual table';
  const columns = readRows(connection, name, `PRAGMA table_xinfo(${quoted(name)})`, columnSchema);
  refuseLongNames(connection, [entry.column_name, ...columns.map((each) => each.name)]);
  const column = columns.find((candidate) => foldedName(candidate.name) === foldedName(entry.column_name));
  if (column === undefined) return `it has no column "${entry.column_name}"`;
  if (column.hidden !== 0n) return `its column "${column.name}" is computed from others`;
  const key = keyOf(connection, name, columns);
  if (key === null) return 'it has no integer primary key';
  if (key === quoted(column.name)) return `gpkg_geometry_columns names its key "${column.name}", which holds numbers, as its geometry column`;
  return {
    table: name,
    column: column.name,
    key,
    geometryType: entry.geometry_type_name,
    declaredType: column.type,
    notNull: column.notnull !== 0n,
    srsId: entry.srs_id ?? -1n,
    sql,
    rootPage,
  };
}

/**
 * An INTEGER PRIMARY KEY is the rowid itself. Without one, the rowid goes by any of its names that no column has taken. A WITHOUT
 * ROWID table needs a primary key of one INTEGER column.
 */
function keyOf(connection: Connection, table: string, columns: readonly z.output<typeof columnSchema>[]): string | null {
  const primary = columns.filter(({ pk }) => pk > 0n);
  const only = primary.at(0);
  if (primary.length === 1 && only?.type.toUpperCase() === 'INTEGER') return quoted(only.name);
  const taken = new Set(columns.map(({ name }) => foldedName(name)));
  const alias = ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name));
  if (alias === undefined) return null;
  const listed = readRows(connection, table, 'SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?', z.object({ wr: z.bigint() }), ['main', table]);
  return listed.at(0)?.wr === 0n ? alias : null;
}

function rankOf(rank: ReadonlyMap<string, number>, table: string): number {
  return rank.get(foldedName(table)) ?? rank.size;
}

/** Where the geometry of a view comes from, and so whether it is read there. The view is prepared and never run. */
function viewNotRead({ database }: Connection, view: string, column: string, tables: readonly FeatureTable[]): NotRead {
  const source = sourceOf(database, view, column);
  if (source === null) return { table: view, isView: true, reason: 'it is a view that computes its geometry, or one that cannot be read outside the program that made it' };
  const same = (a: string, b: string): boolean => foldedName(a) === foldedName(b);
  if (!tables.some((table) => same(table.table, source.table) && same(table.column, source.column))) return { table: view, isView: true, reason: `it is a view of table "${source.table}", whose geometry is not read` };
  return { table: view, reason: `it is a view of table "${source.table}", from which the features are taken`, shows: source.table, ownColumns: source.others };
}

function sourceOf(database: Connection['database'], view: string, column: string): { table: string; column: string; others: string[] } | null {
  try {
    const [origin] = database.prepare(`SELECT ${quoted(column)} FROM ${quoted(view)}`).columns();
    const { table } = origin;
    if (table === null || origin.column === null) return null;
    const others = database.prepare(`SELECT * FROM ${quoted(view)}`).columns().filter((each) => each.table !== table).map(({ name }) => name);
    return { table, column: origin.column, others };
  } catch {
    // Nothing in a view's statement is a reason to refuse the file.
    return null;
  }
}

/** Column types that hold geometry (OGC 12-128, annex G). */
const GEOMETRY_TYPES = [
  'GEOMETRY', 'POINT', 'LINESTRING', 'POLYGON', 'MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON', 'GEOMETRYCOLLECTION', 'GEOMCOLLECTION', 'CURVE', 'SURFACE', 'MULTICURVE', 'MULTISURFACE', 'COMPOUNDCURVE', 'CIRCULARSTRING', 'CURVEPOLYGON',
];
/** Tables of the standard and of SQLite. */
const SYSTEM_TABLE = /^(gpkg|rtree|sqlite)_/i;

/** Ordinary tables with a geometry column that no table of the standard lists as features. */
function unregistered(connection: Connection, objects: ReadonlyMap<string, SchemaObject>, listed: readonly { readonly table_name: string }[]): NotRead[] {
  const known = new Set(listed.map(({ table_name }) => foldedName(table_name)));
  const notRead: NotRead[] = [];
  const search = connection.database.prepare(`SELECT name, type FROM pragma_table_info(?) WHERE upper(type) IN (${GEOMETRY_TYPES.map(() => '?').join(', ')}) LIMIT 1`);
  for (const { name, kind } of objects.values()) {
    if (kind !== 'table' || known.has(foldedName(name)) || SYSTEM_TABLE.test(name)) continue;
    const found = geometryColumnOf(search, name);
    if (found === null) continue;
    refuseLongNames(connection, [found.name]);
    notRead.push({ table: name, reason: `its column "${found.name}" is of type ${found.type}, but gpkg_geometry_columns does not name it` });
  }
  return notRead;
}

/** Where QGIS stores how it draws layers. */
const STYLES_OF_QGIS = 'layer_styles';

/** Why a table without geometry does not become a layer. */
export function reasonWithoutGeometry(table: string): string {
  return foldedName(table) === STYLES_OF_QGIS ? 'it contains styles of QGIS' : 'it has no geometry';
}

/** Tables in which the virtual tables of SQLite store what they have: with their name and one of these endings. */
const SHADOWS: readonly { readonly module: RegExp; readonly endings: readonly string[] }[] = [
  { module: /\bUSING\s+"?(?:rtree|rtree_i32|geopoly)\b/i, endings: ['node', 'parent', 'rowid'] },
  { module: /\bUSING\s+"?fts5\b/i, endings: ['config', 'content', 'data', 'docsize', 'idx'] },
  { module: /\bUSING\s+"?fts[34]\b/i, endings: ['content', 'docsize', 'segdir', 'segments', 'stat'] },
];

/**
 * Ordinary tables with rows that no table of the standard lists at all, as some programs leave their tables of values: QGIS and GDAL show them as well. SQLite's own
 * list of tables opens each virtual table, and goes through the schema for each.
 */
function unlistedTables(connection: Connection, objects: ReadonlyMap<string, SchemaObject>, listed: readonly { readonly table_name: string }[]): string[] {
  const known = new Set(listed.map(({ table_name }) => foldedName(table_name)));
  for (const { name, kind, sql } of objects.values()) {
    if (kind !== 'virtual table') continue;
    for (const { module, endings } of SHADOWS) if (module.test(sql)) for (const ending of endings) known.add(foldedName(`${name}_${ending}`));
  }
  return [...objects.values()].filter(({ name, kind }) => kind === 'table' && !known.has(foldedName(name)) && !SYSTEM_TABLE.test(name) && hasRows(connection, name)).map(({ name }) => name);
}

function hasRows({ database }: Connection, table: string): boolean {
  try {
    return database.prepare(`SELECT 1 FROM ${quoted(table)} LIMIT 1`).get() !== undefined;
  } catch {
    // A fault in a table that nobody asked for does not matter.
    return false;
  }
}

const geometryColumnFoundSchema = z.object({ name: z.string(), type: z.string() });

function geometryColumnOf(search: ReadingStatement, table: string): z.output<typeof geometryColumnFoundSchema> | null {
  try {
    return geometryColumnFoundSchema.safeParse(search.get(table, ...GEOMETRY_TYPES)).data ?? null;
  } catch {
    // A fault in a table that nobody asked for does not matter.
    return null;
  }
}

function noteOf({ table, reason, shows, ownColumns = [] }: NotRead, purpose: Purpose): DatasetNote {
  const own = ownColumns.length === 0 ? '' : `, but not its own columns (${named(ownColumns)}): to have these, export the view as a layer of its own`;
  if (purpose === 'new-file') return { code: 'table-left-out', text: `Table "${table}" was left out: ${reason}${own}.` };
  return { code: 'table-not-repaired', text: shows === undefined ? `Table "${table}" was left as it is: ${reason}.` : `Table "${table}" is a view of table "${shows}": it shows what is repaired there and is left as it is.` };
}

function withoutFeatures({ fileName }: Connection, contents: readonly { data_type: string }[], notRead?: NotRead): ProblemError {
  const kinds = [...new Set(contents.map(({ data_type }) => data_type))].slice(0, 5).join(', ');
  const listed = contents.length === 0 ? 'its table of contents is empty' : `its contents are ${kinds}`;
  const advice = notRead?.isView === true ? '. A view is not run here: export it as a layer of its own' : '';
  return new ProblemError('geopackage-without-features', { file: fileName, reason: notRead === undefined ? listed : `table "${notRead.table}" is not one, because ${notRead.reason}${advice}` });
}
