import { esriWellKnownText, identifySystem, nationalWellKnownText, systemOfCode } from '@geoinsights/crs';
import { parseWkt } from '@geoinsights/crs/well-known-text';
import type { CoordinateReferenceSystem } from '../driver.ts';

/** Names of WGS 84 with longitude first, the order of every shapefile. */
const LONGITUDE_FIRST = new Map([['OGC:CRS84', 'EPSG:4326']]);

/**
 * The text of a .prj file: that of the source if it is in ArcGIS style, else one generated from the register's system, else
 * whatever there is, which most programs can read, or the text of the code of another country.
 * @returns null if the system is unknown, or known only by a code for which there is no text here.
 */
export function projectionText({ name, code, wkt }: CoordinateReferenceSystem): string | null {
  if (wkt !== undefined && isOfArcGis(wkt)) return wkt;
  const stated = code === null ? null : (LONGITUDE_FIRST.get(code) ?? code);
  const found = identifySystem({ name, code: stated, ...(wkt === undefined ? {} : { wkt }) });
  const known = found === null ? null : systemOfCode(found.code);
  if (known !== null) return esriWellKnownText(known);
  return wkt ?? (code === null ? null : nationalWellKnownText(code));
}

/** ArcGIS writes WKT 1 without register codes. */
function isOfArcGis(wkt: string): boolean {
  const root = parseWkt(wkt);
  return root !== null && (root.keyword === 'GEOGCS' || root.keyword === 'PROJCS') && !/\b(AUTHORITY|AXIS|EXTENSION|TOWGS84)\s*[[(]/i.test(wkt);
}
