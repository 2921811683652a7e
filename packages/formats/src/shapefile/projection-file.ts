import { esriWellKnownText, identifySystem, systemOfCode } from '@geoinsights/crs';
import { parseWkt } from '@geoinsights/crs/well-known-text';
import type { CoordinateReferenceSystem } from '../driver.ts';

/** Names of WGS 84 with the longitude first, which is the order of every shapefile. */
const LONGITUDE_FIRST = new Map([['OGC:CRS84', 'EPSG:4326']]);

/**
 * The text of a .prj file: that of the source where it is one of ArcGIS, else one that is made from the system of the register that it is,
 * else what there is, which most programs read.
 * @returns null when the system is not known, or known by a code alone that is in no table here.
 */
export function projectionText({ name, code, wkt }: CoordinateReferenceSystem): string | null {
  if (wkt !== undefined && isOfArcGis(wkt)) return wkt;
  const stated = code === null ? null : (LONGITUDE_FIRST.get(code) ?? code);
  const found = identifySystem({ name, code: stated, ...(wkt === undefined ? {} : { wkt }) });
  const known = found === null ? null : systemOfCode(found.code);
  return known === null ? (wkt ?? null) : esriWellKnownText(known);
}

/** ArcGIS writes the first generation of well-known text, without the codes of a register. */
function isOfArcGis(wkt: string): boolean {
  const root = parseWkt(wkt);
  return root !== null && (root.keyword === 'GEOGCS' || root.keyword === 'PROJCS') && !/\b(AUTHORITY|AXIS|EXTENSION|TOWGS84)\s*[[(]/i.test(wkt);
}
