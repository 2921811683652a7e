import { z } from 'zod';
import { crsFromName, crsFromWkt, unknownCrs } from '../crs.ts';
import type { Extent } from '../extent.ts';
import type { CoordinateReferenceSystem, DatasetNote } from '../driver.ts';
import type { FeatureTable } from './catalogue.ts';
import { columnNamesOf, isStoredTable, readRows } from './connection.ts';
import type { Connection } from './connection.ts';

const rowSchema = z.object({
  srs_id: z.bigint(),
  srs_name: z.string().nullable(),
  organization: z.string().nullable(),
  code: z.bigint().nullable(),
  definition: z.string().nullable(),
});
const newDefinitionSchema = z.object({ srs_id: z.bigint(), definition_12_063: z.string().nullable() });

const UNDEFINED_CARTESIAN = -1n;
const UNDEFINED_GEOGRAPHIC = 0n;

/** The systems that a file lists in gpkg_spatial_ref_sys. */
export interface ReferenceSystems {
  /** By `srs_id`, those that we understand. */
  readonly known: ReadonlyMap<bigint, CoordinateReferenceSystem>;
  /** The names of the others, by `srs_id`. */
  readonly notUnderstood: ReadonlyMap<bigint, string>;
  /** Whether the file has such a list at all. */
  readonly isListed: boolean;
}

/** Reads gpkg_spatial_ref_sys: the definition in WKT 1 or WKT 2, else organization and code. A file without that table has no known CRS. */
export function readReferenceSystems(connection: Connection): ReferenceSystems {
  const names = new Set(columnNamesOf(connection, 'gpkg_spatial_ref_sys').map((name) => name.toLowerCase()));
  if (!isStoredTable(connection, 'gpkg_spatial_ref_sys') || !['srs_id', 'srs_name', 'organization', 'organization_coordsys_id', 'definition'].every((name) => names.has(name))) return { known: new Map(), notUnderstood: new Map(), isListed: false };
  const rows = readRows(
    connection,
    'gpkg_spatial_ref_sys',
    'SELECT srs_id, srs_name, organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys',
    rowSchema,
  );
  const newer = new Map<bigint, string | null>();
  if (names.has('definition_12_063')) {
    const definitions = readRows(connection, 'gpkg_spatial_ref_sys', 'SELECT srs_id, definition_12_063 FROM gpkg_spatial_ref_sys', newDefinitionSchema);
    for (const { srs_id, definition_12_063 } of definitions) newer.set(srs_id, definition_12_063);
  }
  const known = new Map<bigint, CoordinateReferenceSystem>();
  const notUnderstood = new Map<bigint, string>();
  for (const row of rows) {
    const name = row.srs_name ?? `srs_id ${row.srs_id}`;
    const crs = crsOf(row, name, newer.get(row.srs_id) ?? null);
    if (crs === null) notUnderstood.set(row.srs_id, name);
    else known.set(row.srs_id, crs);
  }
  return { known, notUnderstood, isListed: true };
}

function crsOf(row: z.output<typeof rowSchema>, name: string, newDefinition: string | null): CoordinateReferenceSystem | null {
  if (row.srs_id === UNDEFINED_CARTESIAN) return { name, code: null, units: { kind: 'planar' }, metresPerUnit: null };
  if (row.srs_id === UNDEFINED_GEOGRAPHIC) return { name, code: null, units: { kind: 'geographic' }, metresPerUnit: null };
  const code = row.organization !== null && row.code !== null ? `${row.organization.toUpperCase()}:${row.code}` : null;
  const known = fromText(newDefinition) ?? fromText(row.definition) ?? (code === null ? null : crsFromName(code));
  return known === null ? null : { ...known, name, code: known.code ?? code };
}

function fromText(definition: string | null): CoordinateReferenceSystem | null {
  const crs = definition === null ? null : crsFromWkt(definition);
  return crs === null || definition === null ? null : { ...crs, wkt: definition };
}

/**
 * The CRS of a layer; if the file does not state one that is understood, an assumption based on its coordinates, with a note that says why.
 * @param extent called only then
 */
export function crsOfLayer(systems: ReferenceSystems, { table, srsId }: Pick<FeatureTable, 'table' | 'srsId'>, extent: () => Extent): { crs: CoordinateReferenceSystem; note: DatasetNote | null } {
  const known = systems.known.get(srsId);
  if (known !== undefined && srsId !== UNDEFINED_GEOGRAPHIC) return { crs: known, note: null };
  if (srsId === UNDEFINED_CARTESIAN) return { crs: { name: 'Undefined Cartesian', code: null, units: { kind: 'planar' }, metresPerUnit: null }, note: null };
  // Programs write it for any file that did not say its system, also for one in metres.
  if (srsId === UNDEFINED_GEOGRAPHIC) return { crs: { name: known?.name ?? 'Undefined geographic', code: null, units: { kind: 'geographic' }, metresPerUnit: null }, note: undefinedNote(table) };
  return unknownCrs(extent(), `Table "${table}" is in the reference system ${whyUnknown(systems, srsId)}.`);
}

function whyUnknown({ notUnderstood, isListed }: ReferenceSystems, srsId: bigint): string {
  const name = notUnderstood.get(srsId);
  if (name !== undefined) return `"${name}" (srs_id ${srsId}), ${/^undefined\b/i.test(name) ? 'which says nothing about its coordinates' : 'whose definition in gpkg_spatial_ref_sys cannot be understood'}`;
  return `with srs_id ${srsId}, ${isListed ? 'which is missing from gpkg_spatial_ref_sys, the list of systems in the file' : 'but the file has no list of systems (gpkg_spatial_ref_sys)'}`;
}

/** Not that they were read as degrees: if they are metres, another note says what they were read as. */
function undefinedNote(table: string): DatasetNote {
  return { code: 'crs-missing', text: `Table "${table}" does not say which coordinate reference system it uses; the file only calls its coordinates geographic, that is, degrees.` };
}
