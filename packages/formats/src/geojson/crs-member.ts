import { areDegrees, crsFromEpsg, crsFromName, unknownCrs, WGS84_BY_FORMAT } from '../crs.ts';
import type { SeenPositions } from './seen-positions.ts';
import type { CoordinateReferenceSystem, DatasetNote, InputFile } from '../driver.ts';
import { looseJson } from './loose-json.ts';
import type { Range } from './object-node.ts';

/** A longer `crs` member contains nothing we could understand. */
const LONGEST_CRS = 1 << 14;
const LONGEST_NAME = 200;

/** The reference system of a file: see `crsOfMember`. @param range where the member's value lies; null if there is none */
export async function crsOfFile(file: InputFile, range: Range | null, seen: () => SeenPositions): Promise<{ crs: CoordinateReferenceSystem; notes: DatasetNote[] }> {
  if (range === null) return crsOfMember(null, seen);
  if (range.end - range.start > LONGEST_CRS) return crsOfMember('{}', seen);
  return crsOfMember(new TextDecoder().decode(await file.read(range.start, range.end)), seen);
}

/**
 * Reads the `crs` member of GeoJSON 2008.
 * @param text the JSON of the member's value; null if the file has none. That means WGS 84 since RFC 7946, unless the
 * coordinates cannot be degrees: many programs omit the member in files in metres.
 * @param seen all positions, to guess their units if the system is not known here.
 */
function crsOfMember(text: string | null, seen: () => SeenPositions): { crs: CoordinateReferenceSystem; notes: DatasetNote[] } {
  if (text === null) return withoutMember(seen());
  const value = looseJson(text);
  const known = crsOf(value);
  if (known !== null) return { crs: known, notes: [] };
  const stated = notUnderstood(value);
  const { crs, note } = unknownCrs(seen().extent, ...(stated === null ? [] : [stated]));
  return { crs, notes: [stated === null ? { code: note.code, text: `The "crs" member ${value === null ? 'is null' : 'does not name a system'}. ${note.text}` } : note] };
}

function withoutMember(seen: SeenPositions): { crs: CoordinateReferenceSystem; notes: DatasetNote[] } {
  const { extent } = seen;
  if (areDegrees(extent)) return { crs: WGS84_BY_FORMAT, notes: [] };
  const { crs, note } = unknownCrs(extent);
  return { crs, notes: [{ code: note.code, text: `GeoJSON without a "crs" member is in degrees (WGS 84), but ${beyond(seen)} ${note.text}` }] };
}

/** Which positions cannot be degrees. A few may be faults of a file in degrees, unless they are longitudes that go on beyond 180. */
function beyond({ all, beyond: count, firstFeature, extent: { minX, minY, maxX, maxY } }: SeenPositions): string {
  if (count * 2 > all) return 'these coordinates go beyond ±180 and ±90.';
  const isOne = count === 1;
  const said = `${isOne ? 'one' : String(count)} of its ${all} positions ${isOne ? 'goes' : 'go'} beyond ±180 and ±90 (${isOne ? '' : 'first '}in feature ${firstFeature + 1}).`;
  return Math.max(-minX, maxX) <= 360 && Math.max(-minY, maxY) <= 90 ? said : `${said} If the others are degrees, correct ${isOne ? 'it' : 'these'}.`;
}

function crsOf(value: unknown): CoordinateReferenceSystem | null {
  const properties = memberOf(value, 'properties');
  const type = memberOf(value, 'type');
  const name = memberOf(properties, 'name');
  if (typeof name === 'string' && name.length <= LONGEST_NAME) return crsFromName(name.trim());
  const code = memberOf(properties, 'code');
  // A draft of the format had {"type": "EPSG", "properties": {"code": 4326}}.
  if (typeof type === 'string' && type.toUpperCase() === 'EPSG' && (typeof code === 'number' || typeof code === 'string')) return crsFromEpsg(Number(code));
  return null;
}

/** What the member states, in a way that cannot be used; null if it states no system. */
function notUnderstood(value: unknown): string | null {
  const properties = memberOf(value, 'properties');
  if (memberOf(value, 'type') === 'link') return 'The file states its reference system as a link (member "crs"), and links are never followed.';
  const name = memberOf(properties, 'name');
  return typeof name === 'string' ? `The file names the reference system "${name.slice(0, 80)}" (member "crs"), which is not recognised.` : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
}
