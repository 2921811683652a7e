import { z } from 'zod';
import type { FieldType } from '../../features/field.ts';
import type { FeatureTable } from '../catalogue.ts';
import { quoted, readRows } from '../connection.ts';
import type { NodeConnection } from '../database.ts';
import { WkbType } from '../wkb.ts';
import type { DeclaredColumn } from './columns.ts';
import { dateTimeOf, isDate } from './times.ts';
import { hasUnlikeMembers } from './unlike-members.ts';

/** The values of a column besides NULL, by SQLite storage class. */
export interface StoredValues {
  readonly integers: number;
  readonly reals: number;
  /** The number of integers that a real would round. */
  readonly rounded: number;
  readonly texts: number;
  readonly blobs: number;
}

/** The result of one pass over a table before reading its features. */
export interface Survey {
  readonly count: number;
  /** Byte order and type code of every geometry that occurs, as 10 hexadecimal digits; `extended` for blobs of an extension. */
  readonly geometryCodes: readonly string[];
  /** Those of them, of a Multi type, with a member of other dimensions or byte order than they state. */
  readonly unlikeMembers: readonly string[];
  /** For each column the stored values; null if all are of the declared type. */
  readonly stored: readonly (StoredValues | null)[];
  /** No row takes more bytes, but for its numbers; infinite if that is not known. */
  readonly largestRow: number;
}

/** SQLite allows at most 2000 result columns, and each column needs up to six. */
const COLUMNS_AT_A_TIME = 300;

const countsSchema = z.object({ rows: z.bigint(), codes: z.string().nullable() });

/**
 * Counts the rows, and finds the geometry types and kinds of values. It looks only at the heads of geometries, and at the types
 * of values where it need not read them.
 * @throws ProblemError geopackage-damaged, too-large
 */
export function surveyTable(connection: NodeConnection, table: FeatureTable, columns: readonly DeclaredColumn[]): Survey {
  declareFunctions(connection);
  const from = `FROM ${quoted(table.table)}`;
  let counts: { readonly rows: bigint; readonly codes: string | null } = { rows: 0n, codes: null };
  const stored: (StoredValues | null)[] = [];
  let largestRow = 0;
  for (let first = 0; first === 0 || first < columns.length; first += COLUMNS_AT_A_TIME) {
    const some = columns.slice(first, first + COLUMNS_AT_A_TIME);
    const codes = first === 0 ? `group_concat(DISTINCT ${geometryCode(table)})` : 'NULL';
    const geometry = first === 0 ? `max(length(${quoted(table.column)}))` : '0';
    const results = [`count(*) AS rows`, `${codes} AS codes`, `${geometry} AS g`, ...some.flatMap((column, index) => [`total(${misfit(column)}) AS c${index}`, `${longest(column)} AS l${index}`])];
    const row = onlyRow(connection, table, `SELECT ${results.join(', ')} ${from}`);
    if (first === 0) counts = countsSchema.parse(row);
    const doubtful = some.flatMap((column, index) => (column.type === null || row[`c${index}`] !== 0 ? [column] : []));
    const found = doubtful.length === 0 ? new Map<DeclaredColumn, StoredValues>() : storedValues(connection, table, doubtful);
    for (const column of some) stored.push(found.get(column) ?? null);
    largestRow += Number(row['g']) + some.reduce((sum, column, index) => sum + (isNumeric(column) && found.has(column) ? Infinity : Number(row[`l${index}`])), 0);
  }
  const geometryCodes = (counts.codes ?? '').split(',').filter((code) => code !== '');
  return { count: Number(counts.rows), geometryCodes, unlikeMembers: withUnlikeMembers(connection, table, geometryCodes), stored, largestRow };
}

function withUnlikeMembers(connection: NodeConnection, table: FeatureTable, codes: readonly string[]): string[] {
  const multi = codes.flatMap((code) => ((member) => (member === null ? [] : [{ code, ...member }]))(usualMember(code)));
  if (multi.length === 0) return [];
  const cell = quoted(table.column);
  const first = `CASE substr(${cell}, 4, 1) ${FLAGS.map((flags) => `WHEN x'${hex(flags)}' THEN ${bytesBefore(flags) + 1}`).join(' ')} END`;
  const results = multi.map(({ code, before, member }, index) => `total(substr(${cell}, ${first}, ${CODE_BYTES}) = x'${code}' AND substr(${cell}, ${first} + ${before}, ${CODE_BYTES}) NOT IN (x'${member}', x'') OR (substr(${cell}, ${first}, ${CODE_BYTES}) = x'${code}' AND substr(${cell}, ${first} + ${before - 4}, 4) NOT IN (x'01000000', x'00000001') AND ${UNLIKE}(${cell}, ${first} - 1, ${before}, x'${member}'))) AS m${index}`);
  const row = onlyRow(connection, table, `SELECT ${results.join(', ')} FROM ${quoted(table.table)} WHERE typeof(${cell}) = 'blob'`);
  return multi.flatMap(({ code }, index) => (row[`m${index}`] === 0 ? [] : [code]));
}

const LARGEST_INTEGER = '9223372036854775807';

function storedValues(connection: NodeConnection, table: FeatureTable, columns: readonly DeclaredColumn[]): Map<DeclaredColumn, StoredValues> {
  const results = columns.flatMap(({ name }, index) => {
    const column = quoted(name);
    const kinds = ['integer', 'real', 'text', 'blob'].map((kind) => `total(typeof(${column}) = '${kind}') AS ${kind}${index}`);
    // Casts stop at the largest integer.
    const rounded = `total(typeof(${column}) = 'integer' AND (${column} = ${LARGEST_INTEGER} OR CAST(CAST(${column} AS REAL) AS INTEGER) <> ${column})) AS rounded${index}`;
    return [...kinds, rounded];
  });
  const row = onlyRow(connection, table, `SELECT ${results.join(', ')} FROM ${quoted(table.table)}`);
  return new Map(
    columns.map((column, index) => {
      const of = (kind: string): number => Number(row[`${kind}${index}`]);
      return [column, { integers: of('integer'), reals: of('real'), texts: of('text'), blobs: of('blob'), rounded: of('rounded') }];
    }),
  );
}

const rowSchema = z.record(z.string(), z.union([z.number(), z.bigint(), z.string(), z.null()]));

function onlyRow(connection: NodeConnection, { table }: FeatureTable, sql: string): z.output<typeof rowSchema> {
  const row = readRows(connection, table, sql, rowSchema).at(0);
  if (row === undefined) throw new Error('an aggregate has one row');
  return row;
}

/** True if a value is not of its column's declared type. `typeof` reads no value, so it comes first. */
function misfit({ name, type }: DeclaredColumn): string {
  const column = quoted(name);
  switch (type) {
    case null:
      return '0';
    case 'boolean':
      return `CASE typeof(${column}) WHEN 'null' THEN 0 WHEN 'integer' THEN ${column} NOT IN (0, 1) ELSE 1 END`;
    case 'integer':
      return `typeof(${column}) NOT IN ('integer', 'null')`;
    case 'real':
      return `typeof(${column}) NOT IN ('real', 'null')`;
    case 'text':
      return `typeof(${column}) NOT IN ('text', 'null')`;
    case 'binary':
      return `typeof(${column}) NOT IN ('blob', 'null')`;
    case 'date':
    case 'date-time':
    case 'json':
      return `CASE typeof(${column}) WHEN 'null' THEN 0 WHEN 'text' THEN NOT ${fits(type, column)} ELSE 1 END`;
  }
}

/** The bytes of the longest value. Like `typeof`, this reads no value, unless numbers were asked for their digits. */
function longest({ name, type }: DeclaredColumn): string {
  const column = quoted(name);
  if (isNumeric({ type })) return '0';
  return type === null ? `max(CASE WHEN typeof(${column}) IN ('text', 'blob') THEN octet_length(${column}) END)` : `max(octet_length(${column}))`;
}

function isNumeric({ type }: Pick<DeclaredColumn, 'type'>): boolean {
  return type === 'boolean' || type === 'integer' || type === 'real';
}

function fits(type: Extract<FieldType, 'date' | 'date-time' | 'json'>, column: string): string {
  if (type === 'json') return `(json_valid(${column}) AND substr(ltrim(${column}, ' ' || char(9, 10, 13)), 1, 1) IN ('[', '{'))`;
  return type === 'date' ? `${IS_DATE}(${column})` : `${IS_DATE_TIME}(${column})`;
}

const IS_DATE = 'geoinsights_is_date';
const IS_DATE_TIME = 'geoinsights_is_date_time';
const UNLIKE = 'geoinsights_unlike';
/** No date or time is longer; longer texts are not matched against a pattern. */
const LONGEST_TIME = 64;

/** The same rules that are used for reading the values. Nothing in the file itself may call these functions. */
function declareFunctions({ database }: NodeConnection): void {
  const options = { deterministic: true, directOnly: true };
  database.function(IS_DATE, options, (value) => Number(typeof value === 'string' && value.length <= LONGEST_TIME && isDate(value)));
  database.function(UNLIKE, options, (cell, start, before, member) => {
    if (!(cell instanceof Uint8Array) || !(member instanceof Uint8Array)) return 0;
    return Number(hasUnlikeMembers(new DataView(cell.buffer, cell.byteOffset, cell.byteLength), Number(start), Number(start) + Number(before), member));
  });
  database.function(IS_DATE_TIME, options, (value) => Number(typeof value === 'string' && value.length <= LONGEST_TIME && dateTimeOf(value) !== null));
}

/**
 * SQL for the byte order and type code of a geometry cell. It gives an empty value for anything else and for impossible codes,
 * so that a file cannot inflate the set of codes. Comparing with all possible values, the usual ones first, is much faster than any function.
 */
export function geometryCode({ column }: Pick<FeatureTable, 'column'>): string {
  const cell = quoted(column);
  // The flags in the fourth byte give the length of the envelope before the code.
  const places = FLAGS.map((flags) => `WHEN x'${hex(flags)}' THEN substr(${cell}, ${bytesBefore(flags) + 1}, ${CODE_BYTES})`);
  const codes = CODES.map((code) => `WHEN x'${code}' THEN '${code}'`);
  return `CASE WHEN typeof(${cell}) <> 'blob' OR length(${cell}) = 0 THEN '' ELSE CASE CASE substr(${cell}, 4, 1) ${places.join(' ')} ELSE 1 END ${codes.join(' ')} WHEN 1 THEN '${EXTENDED}' ELSE '' END END`;
}

/** The code for blobs with flags that the standard does not use for plain geometries. */
export const EXTENDED = 'extended';

const ENVELOPE_BYTES = [0, 32, 48, 48, 64];
/** Byte order, envelope, empty or not, and two reserved bits. */
const FLAGS = [0, 0x10, 0x40, 0x50, 0x80, 0x90, 0xc0, 0xd0].flatMap((other) => [1, 0, 2, 3, 4].flatMap((envelope) => [1, 0].map((order) => other | (envelope << 1) | order)));

/** How many bytes of a blob with these flags lie before the type code; null if the standard does not use the flags for plain geometries. */
export function bytesBeforeCode(flags: number): number | null {
  return USUAL_FLAGS.has(flags) ? bytesBefore(flags) : null;
}

function bytesBefore(flags: number): number {
  return 8 + ENVELOPE_BYTES[(flags >> 1) & 7];
}

const USUAL_FLAGS: ReadonlySet<number> = new Set(FLAGS);

/** Codes that well-known binary may begin with, ISO and EWKB. */
const CODES = ['01', '00'].flatMap((order) =>
  [0, 1000, 2000, 3000, 0x80000000, 0x40000000, 0xc0000000, 0x20000000, 0xa0000000, 0x60000000, 0xe0000000].flatMap((dimensions) =>
    [3, 6, 1, 2, 5, 4, 7, 0, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((type) => {
      const bytes = [24, 16, 8, 0].map((shift) => hex(((dimensions + type) >>> shift) & 0xff));
      return order + (order === '01' ? bytes.toReversed() : bytes).join('');
    }),
  ),
);

/** Byte order and type. */
export const CODE_BYTES = 5;

/** Whether there is such a code, given as in `Survey.geometryCodes`. */
export function isCode(code: string): boolean {
  return KNOWN_CODES.has(code);
}

/**
 * The code that members of a Multi geometry usually have, and how many bytes of the geometry lie before the first one.
 * @param code as in `Survey.geometryCodes`
 * @returns null if it is not of a Multi type
 */
export function usualMember(code: string): { readonly before: number; readonly member: string } | null {
  const isLittle = code.startsWith('01');
  const bytes = Array.from({ length: 4 }, (_, index) => code.slice(2 + 2 * index, 4 + 2 * index));
  const number = Number.parseInt((isLittle ? bytes.toReversed() : bytes).join(''), 16);
  const hasSrid = (number & SRID) !== 0;
  const type = ((number & ~FLAG_BITS) >>> 0) % 1000;
  if (type < WkbType.MultiPoint || type > WkbType.MultiPolygon) return null;
  const ofMember = number - (hasSrid ? SRID : 0) - (WkbType.MultiPoint - WkbType.Point);
  const digits = [24, 16, 8, 0].map((shift) => hex((ofMember >>> shift) & 0xff));
  return { before: CODE_BYTES + (hasSrid ? 4 : 0) + 4, member: code.slice(0, 2) + (isLittle ? digits.toReversed() : digits).join('') };
}

/** The flags of EWKB: Z, M and SRID. */
const FLAG_BITS = 0xe0000000;
const SRID = 0x20000000;

const KNOWN_CODES: ReadonlySet<string> = new Set(CODES);

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
