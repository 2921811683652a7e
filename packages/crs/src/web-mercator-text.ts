import { isUnnamedDatum, plainWords } from './datums.ts';
import { childOf, datumPart, geographicPart, numberOf, textOf } from './well-known-text.ts';
import type { WktNode } from './well-known-text.ts';

const RADIUS = 6_378_137;
/** Axes are written with more or fewer digits; those of GRS 1980 and WGS 84 differ by a tenth of this. */
const SAME_LENGTH = 1e-3;

/**
 * Whether Mercator in a text is web Mercator, which takes latitudes for those of a sphere. WKT 1 has no method for it: GDAL adds a
 * definition for PROJ, GeoTools the axes of the sphere, and others write the sphere itself, on which a datum without a name can be no other.
 */
export function isWebMercatorByText(node: WktNode): boolean {
  const conversion = childOf(node, 'CONVERSION') ?? node;
  const method = childOf(conversion, 'PROJECTION', 'METHOD');
  if (method === null || !plainWords(textOf(method, 0) ?? '').startsWith('mercator')) return false;
  const extension = childOf(node, 'EXTENSION');
  return figureOf(node) === 'sphere' || isOnUnnamedSphere(node) || (extension !== null && isOfSphere(textOf(extension, 1) ?? ''));
}

/** Whether a definition for PROJ is that of web Mercator, in whatever order. */
function isOfSphere(definition: string): boolean {
  const values = new Map(definition.split(/\s+/).map((word) => /^\+?([^=]*)=?(.*)$/.exec(word)?.slice(1) ?? []).map(([key, value]) => [key, value]));
  const number = (otherwise: number, ...keys: readonly string[]): number => Number(keys.map((key) => values.get(key)).find((value) => value !== undefined) ?? otherwise);
  return values.get('proj') === 'merc' && number(0, 'a') === RADIUS && number(0, 'b') === RADIUS && number(0, 'lat_ts') === 0 && number(1, 'k', 'k_0') === 1;
}

function isOnUnnamedSphere(node: WktNode): boolean {
  const base = geographicPart(node);
  const part = base === null ? null : datumPart(base);
  return part !== null && isUnnamedDatum(textOf(part.datum, 0) ?? '') && numberOf(part.ellipsoid, 1) === RADIUS && numberOf(part.ellipsoid, 2) === 0;
}

/** The parameters with which GeoTools repeats, or replaces, the axes of the ellipsoid. */
export function isAxis(parameter: string): boolean {
  return /^semi (major|minor)$/.test(plainWords(parameter));
}

/** What a projected system is computed on: the ellipsoid of its datum, the sphere of web Mercator, or something that is not known here. */
export function figureOf(node: WktNode): 'ellipsoid' | 'sphere' | 'other' {
  const own = new Map<string, number | null>();
  for (const each of (childOf(node, 'CONVERSION') ?? node).children) {
    const name = each.keyword === 'PARAMETER' ? (textOf(each, 0) ?? '') : '';
    if (isAxis(name)) own.set(plainWords(name), numberOf(each, 1));
  }
  if (own.size === 0) return 'ellipsoid';
  const base = geographicPart(node);
  const ellipsoid = (base === null ? null : datumPart(base))?.ellipsoid ?? null;
  const semiMajor = ellipsoid === null ? null : numberOf(ellipsoid, 1);
  const inverseFlattening = ellipsoid === null ? null : numberOf(ellipsoid, 2);
  if (semiMajor === null || inverseFlattening === null) return 'other';
  const semiMinor = inverseFlattening === 0 ? semiMajor : semiMajor * (1 - 1 / inverseFlattening);
  const axes = [own.get('semi major') ?? semiMajor, own.get('semi minor') ?? semiMinor];
  if (Math.abs(axes[0] - semiMajor) < SAME_LENGTH && Math.abs(axes[1] - semiMinor) < SAME_LENGTH) return 'ellipsoid';
  return axes.every((axis) => axis === RADIUS) ? 'sphere' : 'other';
}
