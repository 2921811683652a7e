import type { CoordinateReferenceSystem } from '../driver.ts';

/** What RFC 7946 means where a file says nothing: WGS 84, longitude before latitude. */
const WGS84_CODES = new Set(['EPSG:4326', 'EPSG:4979', 'OGC:CRS84', 'OGC:CRS84H']);
const CODE = /^([A-Za-z]{1,20}):([A-Za-z0-9.]{1,20})$/;

/** The `crs` member in the format's form of 2008, as JSON; null where none is needed, or none can be. */
export function crsMemberOf({ code }: CoordinateReferenceSystem): string | null {
  if (code === null || WGS84_CODES.has(code.toUpperCase())) return null;
  const parts = CODE.exec(code);
  return parts === null ? null : JSON.stringify({ type: 'name', properties: { name: `urn:ogc:def:crs:${parts[1].toUpperCase()}::${parts[2]}` } });
}

/** Whether a system is known, and GeoJSON has no name for it. */
export function isNameless(crs: CoordinateReferenceSystem): boolean {
  if (crs.code === null) return crs.wkt !== undefined || crs.name !== 'unknown';
  return !WGS84_CODES.has(crs.code.toUpperCase()) && crsMemberOf(crs) === null;
}
