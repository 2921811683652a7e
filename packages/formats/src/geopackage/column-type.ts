import { z } from 'zod';
import type { DatasetNote } from '../driver.ts';
import type { FeatureTable } from './catalogue.ts';
import { withColumnType } from './create-table-text.ts';
import { quoted, readRows } from './connection.ts';
import { openForReading } from './database.ts';
import type { NodeConnection } from './database.ts';
import { NOT_REPAIRED, NO_GEOMETRY } from './features.ts';
import { geometryTypeName, WkbType } from './wkb.ts';

/** The types that a column of a declared type may hold besides that type itself (OGC 12-128, annex G). */
const ACCEPTED: ReadonlyMap<string, readonly WkbType[]> = new Map([
  ['GEOMETRYCOLLECTION', [WkbType.MultiPoint, WkbType.MultiLineString, WkbType.MultiPolygon]],
  ['CURVE', [WkbType.LineString]],
  ['SURFACE', [WkbType.Polygon]],
  ['CURVEPOLYGON', [WkbType.Polygon]],
  ['MULTICURVE', [WkbType.MultiLineString]],
  ['MULTISURFACE', [WkbType.MultiPolygon]],
]);

/**
 * The type that a column must declare once some of its geometries have become Multi types; null if the declared one still fits. A
 * declaration that the file already violated is not our concern: only types that are new count.
 * @param before the type of each feature as opened
 * @param after the type of each changed feature, by feature index
 */
export function widenedType(declared: string, before: Uint8Array, after: ReadonlyMap<number, WkbType>): string | null {
  const name = declared.toUpperCase();
  if (name === 'GEOMETRY') return null;
  const fits = (type: WkbType): boolean => geometryTypeName(type) === name || (ACCEPTED.get(name)?.includes(type) ?? false);
  const misfits = new Set<WkbType>();
  for (const [feature, type] of after) if (type !== before[feature] && !fits(type)) misfits.add(type);
  const only = [...misfits].at(0);
  if (only === undefined) return null;
  const all = before.every((type, feature) => {
    const now = after.get(feature) ?? type;
    return now === NO_GEOMETRY || (now !== NOT_REPAIRED && now === only);
  });
  return misfits.size === 1 && all ? geometryTypeName(only) : 'GEOMETRY';
}

const sqlSchema = z.object({ sql: z.string() });
const columnSchema = z.record(z.string(), z.unknown());

/** A column whose declared type changes, with the statement of its table before and after. */
export interface Widening {
  readonly table: FeatureTable;
  readonly newType: string;
  /** Null if the table's own declaration differed from the metadata; it then stays. */
  readonly statements: { readonly before: string; readonly after: string } | null;
}

/** Determines the new CREATE TABLE statement of a table. */
export function planWidening(connection: NodeConnection, table: FeatureTable, newType: string): Widening {
  const before = readRows(connection, 'sqlite_schema', "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", sqlSchema, [table.table]).at(0)?.sql;
  const after = before === undefined ? null : withColumnType(before, table.column, table.geometryType, newType);
  return { table, newType, statements: before === undefined || after === null ? null : { before, after } };
}

export function wideningNote({ table, newType }: Widening): DatasetNote {
  return {
    code: 'column-type-widened',
    text: `Column "${table.column}" of table "${table.table}" was declared ${table.geometryType}; some of its features have several parts now, so it is declared ${newType}.`,
  };
}

/** Writes the statements, on a connection with a writable schema. */
export function writeDeclarations(connection: NodeConnection, widenings: readonly Widening[], which: 'before' | 'after'): void {
  const update = connection.database.prepare("UPDATE sqlite_schema SET sql = ? WHERE type = 'table' AND name = ?");
  for (const { table, statements } of widenings) if (statements !== null) update.run(statements[which], table.table);
}

/** True if SQLite reads the new statements like the old ones except for the type of those columns. */
export function declarationsHold(path: string, fileName: string, widenings: readonly Widening[], columnsBefore: ReadonlyMap<string, unknown>): boolean {
  const connection = openForReading(path, fileName);
  try {
    return widenings.every(({ table, newType, statements }) => {
      const columns = columnsOf(connection, table.table);
      const expected = columnsBefore.get(table.table);
      if (statements === null) return true;
      const back = columns.map((column) => (column['name'] === table.column && column['type'] === newType ? { ...column, type: table.declaredType } : column));
      return serialised(back) === serialised(expected);
    });
  } finally {
    connection.database.close();
  }
}

/** Every column of a table as SQLite understands it. */
export function columnsOf(connection: NodeConnection, table: string): Record<string, unknown>[] {
  return readRows(connection, table, `PRAGMA table_xinfo(${quoted(table)})`, columnSchema);
}

function serialised(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? inner.toString() : inner));
}
