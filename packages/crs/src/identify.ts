import { boundShift } from './bound-shift.ts';
import { DATUMS, datumOf, plainWords } from './datums.ts';
import type { Datum, DatumId } from './datums.ts';
import { knownSystems, NO_PARAMETERS, systemOfCode } from './known-systems.ts';
import type { KnownSystem, Method, ProjectionParameters } from './known-systems.ts';
import { boundPart, childOf, datumPart, geographicPart, horizontalPart, inUnits, isGeographic, isTurned, numberOf, parseWkt, textOf, unitOf } from './well-known-text.ts';
import type { WktNode } from './well-known-text.ts';
import { figureOf, isAxis, isWebMercatorByText } from './web-mercator-text.ts';

/** A file's statement of its reference system. */
export interface StatedSystem {
  /** As the file names it. */
  readonly name: string;
  /** For example `EPSG:31982`, if the file gives one. */
  readonly code: string | null;
  /** The well-known text, if the file gives one. */
  readonly wkt?: string;
}

export interface IdentifiedSystem {
  /** `EPSG:31982`; a few systems of ArcGIS have no code but `ESRI:…`. */
  readonly code: string;
  /** As the register names it: `SIRGAS 2000 / UTM zone 22S`. */
  readonly name: string;
}

/**
 * The register's system that a file means. With well-known text, the parameters decide: datum, ellipsoid, method, meridian, origin, scale
 * and units must be those of a known system, and neither the name nor a code may contradict them. A code alone is trusted.
 * Nothing is guessed: a contradictory or unknown statement gives null.
 */
export function identifySystem({ code, wkt }: StatedSystem): IdentifiedSystem | null {
  if (wkt !== undefined) return identifyText(wkt);
  const known = code === null ? null : systemOfCode(code);
  return known === null ? null : { code: known.code, name: known.name };
}

function identifyText(wkt: string): IdentifiedSystem | null {
  const root = parseWkt(wkt);
  const node = root === null ? null : horizontalPart(root);
  if (node === null) return null;
  const name = textOf(node, 0) ?? '';
  const code = statedCode(node);
  const matching = systemsLike(node);
  const first = matching.at(0);
  if (first === undefined) {
    // A code outside the table is the file's own statement; one inside would have matched.
    return code !== null && systemOfCode(code) === null && code.startsWith('EPSG:') && name !== '' ? { code, name } : null;
  }
  // ArcGIS has numbers of its own for systems that also have EPSG numbers, so a different number is not a contradiction.
  const found = code === null || (code.startsWith('ESRI:') && systemOfCode(code) === null) ? first : matching.find((each) => each.code === code);
  if (found === undefined || contradicts(name, found) || baseContradicts(node, found)) return null;
  return { code: found.code, name: found.name };
}

/** The systems of the table with the text's parameters. */
function systemsLike(node: WktNode): readonly KnownSystem[] {
  const base = geographicPart(node);
  const datum = base === null ? null : datumIn(base);
  if (base === null || datum === null || isTurned(node)) return [];
  const projection = isGeographic(node) ? { method: 'geographic' as const, parameters: NO_PARAMETERS } : projectionIn(node);
  if (projection === null) return [];
  return knownSystems().filter((each) => each.datum === datum.id && each.method === projection.method && sameParameters(each.parameters, projection.parameters));
}

/** The flattenings of SIRGAS 2000 and WGS 84 differ by 0.0000015. */
const FLATTENING_TOLERANCE = 5e-7;
const DEGREE = Math.PI / 180;

function datumIn(base: WktNode): Datum | null {
  const found = datumPart(base);
  if (found === null) return null;
  const { datum: node, ellipsoid } = found;
  const meridian = childOf(base, 'PRIMEM', 'PRIMEMERIDIAN');
  if (meridian !== null && numberOf(meridian, 1) !== 0) return null;
  const words = plainWords(textOf(node, 0) ?? '');
  const datum = DATUMS.find(({ datumName }) => datumName.test(words));
  if (datum === undefined) return null;
  const { semiMajor, inverseFlattening } = datum.ellipsoid;
  const isItsEllipsoid = numberOf(ellipsoid, 1) === semiMajor && Math.abs((numberOf(ellipsoid, 2) ?? Number.NaN) - inverseFlattening) <= FLATTENING_TOLERANCE;
  return isItsEllipsoid && isInDegrees(base) && shiftFits(node, datum) ? datum : null;
}

function isInDegrees(base: WktNode): boolean {
  const unit = unitOf(base, 'ANGLEUNIT');
  return unit === null || Math.abs(unit / DEGREE - 1) < 1e-6;
}

/** Shifts of old datums differ by source. A different datum would be farther away, and datums like WGS 84 have no offset. */
function shiftFits(node: WktNode, datum: Datum): boolean {
  const given = childOf(node, 'TOWGS84');
  if (given === null) return true;
  if (datum.shift === null) return true;
  const { translation } = datum.shift;
  const away = Math.hypot(...translation.map((metres, axis) => metres - (numberOf(given, axis) ?? Number.NaN)));
  return away <= (translation.some((metres) => metres !== 0) ? 30 : 1);
}

const METHODS: readonly (readonly [words: RegExp, method: Method])[] = [
  [/^(transverse mercator|gauss kruger|transverse mercator complex)$/, 'transverseMercator'],
  [/^(mercator auxiliary sphere|popular visualisation pseudo mercator|mercator 1sp google)$/, 'webMercator'],
  [/^mercator( 1sp| 2sp| variant [ab])?$/, 'mercator'],
  [/^(american )?polyconic$/, 'polyconic'],
  [/^albers( conic)?( equal area)?( conic)?$/, 'albers'],
  [/^lambert (conformal conic|conic conformal)( 2sp)?$/, 'lambertConformal'],
];

const PARAMETERS: readonly (readonly [words: RegExp, parameter: keyof ProjectionParameters])[] = [
  [/^latitude of (origin|center|centre|natural origin|false origin|projection centre)$/, 'latitude'],
  [/^(central meridian|longitude of (origin|center|centre|natural origin|false origin))$/, 'meridian'],
  [/^scale factor( at natural origin)?$/, 'scale'],
  [/^(false easting|easting at false origin)$/, 'falseEasting'],
  [/^(false northing|northing at false origin)$/, 'falseNorthing'],
  [/^(standard parallel 1|latitude of 1st standard parallel)$/, 'parallel1'],
  [/^(standard parallel 2|latitude of 2nd standard parallel)$/, 'parallel2'],
];

/** The method and its parameters; null if no system of the table uses it. */
function projectionIn(node: WktNode): { method: Method; parameters: ProjectionParameters } | null {
  const conversion = childOf(node, 'CONVERSION') ?? node;
  const name = childOf(conversion, 'PROJECTION', 'METHOD');
  const method = valueFor(METHODS, name === null ? null : textOf(name, 0));
  const metres = unitOf(node, 'LENGTHUNIT');
  if (method === null || metres === null || Math.abs(metres - 1) > 1e-9 || figureOf(node) === 'other') return null;
  const parameters: Record<keyof ProjectionParameters, number> = { ...NO_PARAMETERS };
  for (const each of conversion.children) {
    if (each.keyword !== 'PARAMETER') continue;
    const value = numberOf(each, 1);
    const parameter = valueFor(PARAMETERS, textOf(each, 0));
    if (value === null) return null;
    if (parameter !== null) parameters[parameter] = inUsualUnit(each, parameter, value);
    else if (!isAxis(textOf(each, 0) ?? '') && (plainWords(textOf(each, 0) ?? '') !== 'auxiliary sphere type' || value !== 0)) return null;
  }
  return withItsFigure(node, method, parameters);
}

/** In degrees or metres: the second generation gives each parameter a unit of its own. */
function inUsualUnit(node: WktNode, parameter: keyof ProjectionParameters, value: number): number {
  if (parameter === 'scale') return value;
  if (parameter === 'falseEasting' || parameter === 'falseNorthing') return inUnits(value, unitOf(node, 'LENGTHUNIT'), 1);
  return inUnits(value, unitOf(node, 'ANGLEUNIT'), DEGREE);
}

/** Programs that drop the extension, or what they do not know in a text, keep the name, which is that of no other system. */
const NAMED_WEB_MERCATOR = /^wgs ?(19)?84 (pseudo|web) mercator$|^(wgs ?(19)?84 )?google (maps global )?mercator$/;

function withItsFigure(node: WktNode, method: Method, parameters: ProjectionParameters): { method: Method; parameters: ProjectionParameters } | null {
  const extension = childOf(node, 'EXTENSION');
  const text = extension === null ? '' : (textOf(extension, 1) ?? '');
  const isNamed = text === '' && NAMED_WEB_MERCATOR.test(plainWords(textOf(node, 0) ?? ''));
  if (method === 'mercator' && (isNamed || isWebMercatorByText(node))) return { method: 'webMercator', parameters };
  return /nadgrids/i.test(text) || (figureOf(node) === 'sphere' && method !== 'webMercator') ? null : { method, parameters };
}

/** A millimetre, a ten-thousandth of an arc second, and less than the last digit of any written scale. */
function sameParameters(known: ProjectionParameters, given: ProjectionParameters): boolean {
  const within = (parameter: keyof ProjectionParameters, tolerance: number): boolean => Math.abs(known[parameter] - given[parameter]) <= tolerance;
  return (
    (['latitude', 'meridian', 'parallel1', 'parallel2'] as const).every((angle) => within(angle, 1e-8)) &&
    (['falseEasting', 'falseNorthing'] as const).every((length) => within(length, 1e-3)) &&
    within('scale', 1e-9)
  );
}

const MENTIONED: readonly (readonly [words: RegExp, datums: readonly DatumId[]])[] = [
  [/sirgas ?(19)?95/, ['sirgas1995']],
  [/sirgas ?(20)?00/, ['sirgas2000']],
  // ArcGIS uses this name for the datum of 1995, without a year.
  [/sirgas/, ['sirgas2000', 'sirgas1995']],
  [/wgs ?(19)?84/, ['wgs84']],
  [/wgs ?(19)?72/, []],
  [/sad ?(19)?69|south american (datum )?1969/, ['sad69', 'sad69-96']],
  [/corrego alegre (19)?61/, ['corrego-alegre-1961']],
  [/corrego alegre/, ['corrego-alegre-1970', 'corrego-alegre-1961']],
  [/aratu/, ['aratu']],
  [/chua/, ['chua']],
  [/psad ?(19)?56|provisional s(outh)? american( datum)? 1956/, ['psad56']],
];

/** True if a name indicates another datum, zone or kind of Mercator than the parameters. */
function contradicts(name: string, found: KnownSystem): boolean {
  const words = plainWords(name);
  if (MENTIONED.some(([mention, datums]) => mention.test(words) && !datums.includes(datumOf(found.datum).id))) return true;
  if (/(pseudo|web|google( maps global)?) mercator/.test(words) && found.method !== 'webMercator') return true;
  const zone = /\b(?:utm|zone|zona|fuso) ?(?<number>\d{1,2}) ?(?<hemisphere>(?:n|s|north(?:ern)?|south(?:ern)?|norte|sul)?)\b/.exec(words)?.groups;
  if (zone === undefined) return false;
  if (found.utm?.zone !== Number(zone.number)) return true;
  return zone.hemisphere.charAt(0).toUpperCase() === (found.utm.hemisphere === 'N' ? 'S' : 'N');
}

/** The code of the geographic system inside a projected one must not name another datum. */
function baseContradicts(node: WktNode, found: KnownSystem): boolean {
  const base = isGeographic(node) ? null : geographicPart(node);
  const code = base === null ? null : statedCode(base);
  const known = code === null ? null : systemOfCode(code);
  return known !== null && known.datum !== found.datum;
}

function statedCode(node: WktNode): string | null {
  const stated = childOf(node, 'AUTHORITY', 'ID');
  const authority = stated === null ? null : textOf(stated, 0);
  const code = stated === null ? null : textOf(stated, 1);
  return authority === null || code === null ? null : `${authority.toUpperCase()}:${code}`;
}

function valueFor<Value>(table: readonly (readonly [words: RegExp, value: Value])[], name: string | null): Value | null {
  const words = plainWords(name ?? '');
  return table.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

/** A thousandth of the difference between shifts from different sources. */
const SAME_SHIFT_METRES = 0.01;

/** The `TOWGS84` numbers in a file's text, or what WKT 2 has for them, three or seven, if they differ from the table's; otherwise null. */
export function statedShift(wkt: string | undefined, { datum }: KnownSystem): readonly number[] | null {
  const root = wkt === undefined ? null : parseWkt(wkt);
  const node = root === null ? null : horizontalPart(root);
  if (root === null || node === null) return null;
  const base = geographicPart(node);
  const given = base === null ? null : childOf(childOf(base, 'DATUM') ?? base, 'TOWGS84');
  const bound = boundPart(root);
  const numbers = given?.values.map(Number) ?? (bound === null ? null : boundShift(bound));
  if (numbers === null || (numbers.length !== 3 && numbers.length !== 7) || !numbers.every(Number.isFinite)) return null;
  const known = datumOf(datum).shift?.translation ?? [Number.NaN, Number.NaN, Number.NaN];
  const isThatOfTable = numbers.every((value, index) => Math.abs(value - (known[index] ?? 0)) < SAME_SHIFT_METRES);
  return isThatOfTable ? null : numbers;
}
