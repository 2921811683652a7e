import { z } from 'zod';
import type { ColumnDescription, DescribedColumn, FieldType } from '../../features/field.ts';
import type { FeatureTable } from '../catalogue.ts';
import { isStoredTable, quoted, readRows } from '../connection.ts';
import type { NodeConnection } from '../database.ts';
import { foldedName } from '../folded-name.ts';

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
  readonly description: ColumnDescription;
}

export interface TableColumns {
  /** Those that are fields, in table order. */
  readonly columns: readonly DeclaredColumn[];
  /** The names of computed ones: reading them would run code from the file. */
  readonly computed: readonly string[];
  /** The names of fields with rules for their values: a default, NOT NULL, UNIQUE, a reference to another table, or a constraint of the schema extension. */
  readonly ruled: readonly string[];
  /** The columns that are no fields. */
  readonly key: DescribedColumn | null;
  readonly geometry: DescribedColumn;
  /** Whether the table has CHECK rules, which belong to no single column. */
  readonly isChecked: boolean;
}

const columnSchema = z.object({ name: z.string(), type: z.string(), hidden: z.bigint(), notnull: z.bigint(), dflt_value: z.unknown() });
const indexSchema = z.object({ name: z.string(), origin: z.string() });
const partSchema = z.object({ name: z.string().nullable() });
const referenceSchema = z.object({ from: z.string() });
const textSchema = z.string().nullable().catch(null);
const descriptionSchema = z.object({ column_name: z.string(), mime_type: textSchema, name: textSchema, title: textSchema, description: textSchema, constraint_name: textSchema });

/** @param descriptionsOf what `columnDescriptions` gave for the file */
export function readColumns(connection: NodeConnection, { table, column, key, sql }: FeatureTable, descriptionsOf: ColumnDescriptions): TableColumns {
  const rows = readRows(connection, table, `PRAGMA table_xinfo(${quoted(table)})`, columnSchema);
  const descriptions = descriptionsOf(table);
  const stored = rows.filter(({ name, hidden }) => hidden === 0n && name !== column && quoted(name) !== key);
  const bound = boundColumns(connection, table);
  const descriptionOf = (name: string): Described => descriptions.get(foldedName(name)) ?? UNDESCRIBED;
  const isRuled = ({ name, notnull, dflt_value }: z.output<typeof columnSchema>): boolean => notnull !== 0n || dflt_value !== null || bound.has(name) || descriptionOf(name).constraint_name !== null;
  const outside = (name: string): DescribedColumn => {
    const { name: alias, title, description } = descriptionOf(name);
    return { name, alias, title, description };
  };
  const keyName = rows.find(({ name }) => quoted(name) === key)?.name;
  return {
    key: keyName === undefined ? null : outside(keyName),
    geometry: outside(column),
    columns: stored.map(({ name, type }) => declaredColumn(name, type, descriptionOf(name))),
    computed: rows.filter(({ hidden }) => hidden !== 0n).map(({ name }) => name),
    ruled: stored.filter(isRuled).map(({ name }) => name),
    isChecked: /\bCHECK\s*\(/i.test(sql.replaceAll(QUOTED, ' ')),
  };
}

/** Columns that have to be unique, alone or together, or that refer to another table. */
function boundColumns(connection: NodeConnection, table: string): ReadonlySet<string> {
  const indexes = readRows(connection, table, `PRAGMA index_list(${quoted(table)})`, indexSchema).filter(({ origin }) => origin === 'u');
  const unique = indexes.flatMap(({ name }) => readRows(connection, table, `PRAGMA index_info(${quoted(name)})`, partSchema).map((part) => part.name));
  const referring = readRows(connection, table, `PRAGMA foreign_key_list(${quoted(table)})`, referenceSchema).map(({ from }) => from);
  return new Set([...unique.filter((name) => name !== null), ...referring]);
}

/** Names, texts and comments, which may contain any word. One that does not end goes to the end, so that no start is tried twice. */
const QUOTED = /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

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

type Described = Omit<z.output<typeof descriptionSchema>, 'column_name'>;
const UNDESCRIBED: Described = { mime_type: null, name: null, title: null, description: null, constraint_name: null };

function declaredColumn(name: string, declaration: string, said: Described): DeclaredColumn {
  const { word, length } = partsOf(declaration);
  const upper = word.toUpperCase();
  const type = Object.hasOwn(TYPES, upper) ? TYPES[upper] : null;
  const affinity = type ?? affinityOf(declaration.toUpperCase());
  const width = affinity === 'text' && Number(length) > 0 && Number.isSafeInteger(Number(length)) ? Number(length) : null;
  const isJson = said.mime_type?.toLowerCase() === 'application/json';
  return {
    name,
    declaration,
    affinity,
    width,
    type: isJson && type === 'text' ? 'json' : type,
    description: {
      // The standard has lengths for texts and bytes only; GDAL leaves out a column that has another.
      declaration: type === null ? null : `${upper}${length !== '' && (upper === 'TEXT' || upper === 'BLOB') ? `(${length})` : ''}`,
      alias: said.name,
      title: said.title,
      description: said.description,
      mime: isJson ? null : said.mime_type,
    },
  };
}

/** The type in a declaration and the length after it, each empty if there is none. What has another addition than a length is no type of the standard. */
function partsOf(declaration: string): { readonly word: string; readonly length: string } {
  const text = declaration.trim();
  const open = text.indexOf('(');
  if (open < 0) return { word: text, length: '' };
  const length = /^\(\s*(\d+)\s*\)$/.exec(text.slice(open))?.[1];
  return length === undefined ? { word: '', length: '' } : { word: text.slice(0, open).trimEnd(), length };
}

function affinityOf(declaration: string): FieldType {
  if (declaration.includes('INT')) return 'integer';
  if (/CHAR|CLOB|TEXT/.test(declaration)) return 'text';
  if (declaration.trim() === '' || declaration.includes('BLOB')) return 'binary';
  return 'real';
}

const DESCRIPTION_COLUMNS = ['mime_type', 'name', 'title', 'description', 'constraint_name'];

/** What is said of the columns of a table, by their names in lower case. */
type ColumnDescriptions = (table: string) => ReadonlyMap<string, z.output<typeof descriptionSchema>>;

/** What gpkg_data_columns says of the columns of each table. Like feature tables, it must be an ordinary table to be read. */
export function columnDescriptions(connection: NodeConnection): ColumnDescriptions {
  const columns = readRows(connection, 'gpkg_data_columns', 'PRAGMA table_xinfo(gpkg_data_columns)', columnSchema);
  const plain = new Set(columns.filter(({ hidden }) => hidden === 0n).map(({ name }) => name.toLowerCase()));
  if (!['table_name', 'column_name'].every((name) => plain.has(name)) || !isStoredTable(connection, 'gpkg_data_columns')) return () => new Map();
  const wanted = DESCRIPTION_COLUMNS.map((name) => (plain.has(name) ? name : `NULL AS ${name}`));
  const sql = `SELECT column_name, ${wanted.join(', ')} FROM gpkg_data_columns NOT INDEXED WHERE table_name = ? COLLATE NOCASE`;
  return (table) => new Map(readRows(connection, 'gpkg_data_columns', sql, descriptionSchema, [table]).map((row) => [foldedName(row.column_name), row]));
}
