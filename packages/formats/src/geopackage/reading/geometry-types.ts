import type { DatasetNote } from '../../driver.ts';
import { readBlobHeader } from '../blob.ts';
import type { FeatureTable } from '../catalogue.ts';
import { quoted, withSqliteErrors } from '../connection.ts';
import type { NodeConnection } from '../database.ts';
import { geometryTypeName, MalformedGeometry, readHeader, readWkb, UnsupportedGeometry, WkbType } from '../wkb.ts';
import { EXTENDED, geometryCode } from './survey.ts';

/** The geometries that occur in a table. */
export interface OccurringGeometry {
  /** Ascending, without those of features that are left without geometry. */
  readonly types: readonly WkbType[];
  readonly hasZ: boolean;
  readonly hasM: boolean;
  readonly note: DatasetNote | null;
}

/**
 * Interprets the type codes of a table. A feature cannot be a curve or surface here, and a collection may hide one, so such
 * geometries are examined one by one. Unreadable geometries are reported when the features are read.
 *
 * A table without any geometry has its declared type.
 */
export function occurringGeometry(connection: NodeConnection, table: FeatureTable, codes: readonly string[]): OccurringGeometry {
  const types = new Set<WkbType>();
  const doubtful: string[] = [];
  let hasZ = false;
  let hasM = false;
  for (const code of codes) {
    const header = code === EXTENDED ? null : headerOf(code);
    if (header === null || header.type === WkbType.GeometryCollection) {
      doubtful.push(code);
      continue;
    }
    types.add(header.type);
    hasZ ||= header.hasZ;
    hasM ||= header.hasM;
  }
  const looked = doubtful.length === 0 ? null : lookInside(connection, table, doubtful);
  if (looked !== null && looked.collections > 0) types.add(WkbType.GeometryCollection);
  const declared = Object.values(WkbType).find((type) => geometryTypeName(type) === table.geometryType.toUpperCase());
  if (codes.length === 0 && declared !== undefined) types.add(declared);
  return {
    types: [...types].toSorted((a, b) => a - b),
    hasZ: hasZ || (looked?.hasZ ?? false),
    hasM: hasM || (looked?.hasM ?? false),
    note: looked === null || looked.leftOut === 0 ? null : leftOutNote(table, looked),
  };
}

/** @returns null for a type that is left out */
function headerOf(code: string): ReturnType<typeof readHeader> | null {
  // Room for the SRID of EWKB, which is not part of the code.
  const bytes = new Uint8Array(9);
  bytes.set(Uint8Array.from({ length: 5 }, (_, index) => Number.parseInt(code.slice(index * 2, index * 2 + 2), 16)));
  try {
    return readHeader(new DataView(bytes.buffer), 0);
  } catch (error) {
    if (error instanceof UnsupportedGeometry || error instanceof MalformedGeometry) return null;
    throw error;
  }
}

interface Looked {
  collections: number;
  hasZ: boolean;
  hasM: boolean;
  leftOut: number;
  readonly firstRows: string[];
  readonly kinds: Set<string>;
}

function lookInside(connection: NodeConnection, table: FeatureTable, codes: readonly string[]): Looked {
  const { database, fileName } = connection;
  const looked: Looked = { collections: 0, hasZ: false, hasM: false, leftOut: 0, firstRows: [], kinds: new Set() };
  withSqliteErrors(fileName, `table "${table.table}"`, () => {
    const statement = database.prepare(
      `SELECT CAST(${table.key} AS TEXT) AS row, ${quoted(table.column)} AS cell FROM ${quoted(table.table)} WHERE ${geometryCode(table)} IN (${codes.map((code) => `'${code}'`).join(', ')}) ORDER BY ${table.key}`,
    );
    for (const { row, cell } of statement.iterate()) {
      if (!(cell instanceof Uint8Array)) continue;
      const view = new DataView(cell.buffer, cell.byteOffset, cell.byteLength);
      try {
        const geometry = readWkb(view, readBlobHeader(view).wkbStart);
        looked.collections++;
        looked.hasZ ||= geometry.hasZ;
        looked.hasM ||= geometry.hasM;
      } catch (error) {
        if (error instanceof MalformedGeometry) continue;
        if (!(error instanceof UnsupportedGeometry)) throw error;
        looked.leftOut++;
        looked.kinds.add(error.message);
        if (looked.firstRows.length < 5) looked.firstRows.push(String(row));
      }
    }
  });
  return looked;
}

function leftOutNote({ table }: FeatureTable, { leftOut, firstRows, kinds }: Looked): DatasetNote {
  const rows = `${leftOut === 1 ? 'row' : 'rows'} ${firstRows.join(', ')}${leftOut > firstRows.length ? ' …' : ''}`;
  const [geometries, they] = leftOut === 1 ? ['one geometry', 'was left out, and its feature is'] : [`${leftOut} geometries`, 'were left out, and their features are'];
  return { code: 'geometry-left-alone', text: `In table "${table}", ${geometries} of a kind that cannot be read (${[...kinds].join(', ')}) ${they} without geometry: ${rows}.` };
}
