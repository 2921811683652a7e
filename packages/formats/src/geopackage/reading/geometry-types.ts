import { z } from 'zod';
import type { DatasetNote } from '../../driver.ts';
import { readBlobHeader } from '../blob.ts';
import type { FeatureTable } from '../catalogue.ts';
import { columnNamesOf, quoted, readRows, withSqliteErrors } from '../connection.ts';
import type { NodeConnection } from '../database.ts';
import { geometryTypeName, MalformedGeometry, readHeader, readWkb, UnsupportedGeometry, WkbType } from '../wkb.ts';
import type { WkbGeometry } from '../wkb.ts';
import { straightened } from './straightened.ts';
import { EXTENDED, geometryCode, type Survey } from './survey.ts';

/** The geometries that occur in a table. */
export interface OccurringGeometry {
  /** Ascending, without those of features that are left without geometry. */
  readonly types: readonly WkbType[];
  readonly hasZ: boolean;
  readonly hasM: boolean;
  readonly notes: readonly DatasetNote[];
}

/**
 * Interprets the type codes of a table. A feature cannot be a curve or surface here: curves are straightened, surfaces left out. A collection may hide one, so such
 * geometries are examined one by one, as are those of a Multi type that does not mention the heights or measures of its members. Unreadable geometries are reported
 * when the features are read.
 *
 * A table without any geometry has its declared type and dimensions.
 */
export function occurringGeometry(connection: NodeConnection, table: FeatureTable, { geometryCodes: codes, unlikeMembers }: Pick<Survey, 'geometryCodes' | 'unlikeMembers'>): OccurringGeometry {
  const types = new Set<WkbType>();
  const doubtful: string[] = [];
  let hasZ = false;
  let hasM = false;
  for (const code of codes) {
    const header = code === EXTENDED ? null : headerOf(code);
    if (header === null || header.type === WkbType.GeometryCollection || unlikeMembers.includes(code)) {
      doubtful.push(code);
      continue;
    }
    types.add(header.type);
    hasZ ||= header.hasZ;
    hasM ||= header.hasM;
  }
  const looked = doubtful.length === 0 ? null : lookInside(connection, table, doubtful);
  for (const type of looked?.types ?? []) types.add(type);
  const declared = Object.values(WkbType).find((type) => geometryTypeName(type) === table.geometryType.toUpperCase());
  if (codes.length === 0 && declared !== undefined) types.add(declared);
  const dimensions = codes.length === 0 ? declaredDimensions(connection, table) : { hasZ: hasZ || (looked?.hasZ ?? false), hasM: hasM || (looked?.hasM ?? false) };
  return {
    types: [...types].toSorted((a, b) => a - b),
    ...dimensions,
    notes: looked === null ? [] : [...straightenedNote(table, looked.straightened), ...flattenedNote(table, looked.flattened), ...leftOutNote(table, looked.leftOut)],
  };
}

const dimensionSchema = z.unknown().transform((stated) => stated === 1n || stated === 2n);
const dimensionsSchema = z.object({ z: dimensionSchema, m: dimensionSchema });

/** Whether heights and measures are required or allowed; a file that does not say so has none. */
function declaredDimensions(connection: NodeConnection, { table }: FeatureTable): Pick<OccurringGeometry, 'hasZ' | 'hasM'> {
  const present = new Set(columnNamesOf(connection, 'gpkg_geometry_columns').map((name) => name.toLowerCase()));
  const wanted = ['z', 'm'].map((name) => (present.has(name) ? name : `0 AS ${name}`));
  const row = readRows(connection, 'gpkg_geometry_columns', `SELECT ${wanted.join(', ')} FROM gpkg_geometry_columns NOT INDEXED WHERE table_name = ? COLLATE NOCASE`, dimensionsSchema, [table]).at(0);
  return { hasZ: row?.z ?? false, hasM: row?.m ?? false };
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
  readonly types: Set<WkbType>;
  hasZ: boolean;
  hasM: boolean;
  readonly flattened: Kept;
  readonly straightened: Kept;
  readonly leftOut: Kept;
}

/** Geometries of which there is something to say. */
interface Kept {
  count: number;
  readonly firstRows: string[];
  readonly kinds: Set<string>;
}

const none = (): Kept => ({ count: 0, firstRows: [], kinds: new Set() });

function keep(kept: Kept, row: string, kind: string): void {
  kept.count++;
  kept.kinds.add(kind);
  if (kept.firstRows.length < 5) kept.firstRows.push(row);
}

function lookInside(connection: NodeConnection, table: FeatureTable, codes: readonly string[]): Looked {
  const { database, fileName } = connection;
  const looked: Looked = { types: new Set(), hasZ: false, hasM: false, flattened: none(), straightened: none(), leftOut: none() };
  withSqliteErrors(fileName, `table "${table.table}"`, () => {
    const statement = database.prepare(
      `SELECT CAST(${table.key} AS TEXT) AS row, ${quoted(table.column)} AS cell FROM ${quoted(table.table)} WHERE ${geometryCode(table)} IN (${codes.map((code) => `'${code}'`).join(', ')}) ORDER BY ${table.key}`,
    );
    for (const { row, cell } of statement.iterate()) {
      if (!(cell instanceof Uint8Array)) continue;
      try {
        lookAt(looked, cell, String(row));
      } catch (error) {
        if (error instanceof MalformedGeometry) continue;
        if (!(error instanceof UnsupportedGeometry)) throw error;
        keep(looked.leftOut, String(row), error.message);
      }
    }
  });
  return looked;
}

/** @throws MalformedGeometry, UnsupportedGeometry for one that is left out */
function lookAt(looked: Looked, cell: Uint8Array, row: string): void {
  const read = (bytes: Uint8Array): void => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const geometry = readWkb(view, readBlobHeader(view).wkbStart);
    const { type, members } = geometry;
    const { hasZ, hasM } = ordinatesIn(geometry, view);
    looked.types.add(type);
    if (type === WkbType.GeometryCollection && members.some((member) => member.type > WkbType.MultiPoint)) keep(looked.flattened, row, 'GeometryCollection');
    looked.hasZ ||= hasZ;
    looked.hasM ||= hasM;
  };
  try {
    read(cell);
  } catch (error) {
    if (!(error instanceof UnsupportedGeometry)) throw error;
    read(straightened(cell));
    keep(looked.straightened, row, error.message);
  }
}

/** A collection or Multi geometry may have members with heights or measures that its own type does not mention. */
function ordinatesIn({ hasZ, hasM, members, points }: WkbGeometry, view: DataView): Pick<OccurringGeometry, 'hasZ' | 'hasM'> {
  const inside = [...members.map((each) => ordinatesIn(each, view)), ...points.map((at) => readHeader(view, at))];
  return { hasZ: hasZ || inside.some((each) => each.hasZ), hasM: hasM || inside.some((each) => each.hasM) };
}

function straightenedNote({ table }: FeatureTable, kept: Kept): DatasetNote[] {
  if (kept.count === 0) return [];
  const [what, has] = kept.count === 1 ? ['one geometry has', 'it is'] : [`${kept.count} geometries have`, 'they are'];
  return [{ code: 'curve-linearised', text: `In table "${table}", ${what} arcs (${[...kept.kinds].join(', ')}); ${has} read as straight edges with a vertex at least every 4 degrees of an arc, as GDAL does: ${rowsOf(kept)}.` }];
}

function flattenedNote({ table }: FeatureTable, kept: Kept): DatasetNote[] {
  if (kept.count === 0) return [];
  const what = kept.count === 1 ? 'one geometry collection has' : `${kept.count} geometry collections have`;
  return [{ code: 'collection-flattened', text: `In table "${table}", ${what} MultiLineStrings, MultiPolygons or collections among ${kept.count === 1 ? 'its' : 'their'} members; the parts of these were read as separate members: ${rowsOf(kept)}.` }];
}

function leftOutNote({ table }: FeatureTable, kept: Kept): DatasetNote[] {
  if (kept.count === 0) return [];
  const [geometries, they] = kept.count === 1 ? ['one geometry', 'was left out, and its feature has'] : [`${kept.count} geometries`, 'were left out, and their features have'];
  return [{ code: 'geometry-left-out', text: `In table "${table}", ${geometries} of a type that cannot be read (${[...kept.kinds].join(', ')}) ${they} no geometry: ${rowsOf(kept)}.` }];
}

function rowsOf({ count, firstRows }: Kept): string {
  return `${count === 1 ? 'row' : 'rows'} ${firstRows.join(', ')}${count > firstRows.length ? ' …' : ''}`;
}
