import type { CoordinateReferenceSystem } from '../driver.ts';

/** The default of RFC 7946: WGS 84, longitude before latitude. */
const WGS84_CODES = new Set(['EPSG:4326', 'EPSG:4979', 'OGC:CRS84', 'OGC:CRS84H']);
const CODE = /^([A-Za-z]{1,20}):([A-Za-z0-9.]{1,20})$/;

/** The `crs` member of GeoJSON 2008 as JSON; null if none is needed or none is possible. */
export function crsMemberOf({ code }: CoordinateReferenceSystem): string | null {
  if (code === null || WGS84_CODES.has(code.toUpperCase())) return null;
  const parts = CODE.exec(code);
  return parts === null ? null : JSON.stringify({ type: 'name', properties: { name: `urn:ogc:def:crs:${parts[1].toUpperCase()}::${parts[2]}` } });
}

/** Whether the system is known but GeoJSON has no name for it. */
export function isNameless(crs: CoordinateReferenceSystem): boolean {
  if (crs.code === null) return crs.wkt !== undefined || crs.name !== 'unknown';
  return !WGS84_CODES.has(crs.code.toUpperCase()) && crsMemberOf(crs) === null;
}
