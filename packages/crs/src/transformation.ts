import { ProblemError } from '@geoinsights/contract/errors';
import proj4 from 'proj4';
import { DATUM_SHIFTS, DATUMS, likenessToWgs84, plainWords } from './datums.ts';
import type { StatedSystem } from './identify.ts';
import { nationalShiftInWords } from './describe-transformation.ts';
import { boundShift } from './bound-shift.ts';
import { statedDefinition } from './stated-definition.ts';
import { boundPart, datumPart, geographicPart, horizontalPart, numberOf, parseWkt } from './well-known-text.ts';
import type { WktNode } from './well-known-text.ts';
import { isWebMercatorByText } from './web-mercator-text.ts';
import { projDefinition, systemOfCode } from './known-systems.ts';
import { codeIn } from './named-systems.ts';
import { shiftedDatumNamed } from './national/shifted-datums.ts';
import { nationalSystems } from './national-systems.ts';
import type { NationalSystem } from './national-systems.ts';

/** From a layer's own coordinates to longitude and latitude on WGS 84, NaN outside the projection; null if they are that already. */
export type ToWgs84 = ((x: number, y: number) => readonly [number, number]) | null;

const NO_GRIDS = 'it needs a datum shift grid, and none is available here';
const LONGEST_DEFINITION = 1 << 16;
const SAME_AS_WGS84 = new Set(['OGC:CRS84', 'EPSG:4326', 'EPSG:4674', 'EPSG:4979', 'EPSG:4989']);

/**
 * The way from a layer's reference system to WGS 84: by its code, else by its well-known text.
 * @param given the operator's statement, which takes precedence: `EPSG:31983`, a PROJ definition, or well-known text.
 * @throws ProblemError `layer-crs-unknown`, `layer-crs-unusable`
 */
export function transformationFrom(crs: StatedSystem, given: string | null, file: string): ToWgs84 {
  const refuse = (reason: string): ProblemError => new ProblemError('layer-crs-unusable', { file, crs: (given ?? crs.name).slice(0, 100), reason });
  if (given === null && crs.code === null && crs.wkt === undefined) throw new ProblemError('layer-crs-unknown', { file });
  const converter = given === null ? converterOf(crs, refuse) : converterOfText(given.trim(), refuse);
  return converter === null ? null : (x, y) => placeOf(converter, x, y);
}

/** Between a system's coordinates and longitudes and latitudes on WGS 84; it throws, or gives NaN, outside the projection. */
export interface Converter {
  forward(place: [number, number]): [number, number];
  inverse(place: [number, number]): [number, number];
}

/** That of a code alone: a file's own text comes first. */
export function nationalSystemOf({ code, wkt }: Pick<StatedSystem, 'code' | 'wkt'>): NationalSystem | null {
  return code === null || wkt !== undefined ? null : (nationalSystems().get(code) ?? null);
}

type Refuse = (reason: string) => ProblemError;

/**
 * Transforms between a system that a file states and WGS 84 in degrees; null if it is that already.
 * @param refuse makes the error for an unusable system
 */
export function converterOf(crs: StatedSystem, refuse: Refuse): Converter | null {
  if (crs.code !== null) {
    if (SAME_AS_WGS84.has(crs.code)) return null;
    const definition = definitionOfName(crs.code, refuse);
    if (definition !== null) return converter(definition, refuse);
  }
  if (crs.wkt !== undefined) return converterOfText(crs.wkt, refuse);
  const national = nationalSystemOf(crs);
  if (national !== null) return national.definition === null ? null : converter(national.definition, refuse);
  throw refuse('only this code is stated, and it is unknown here. A GeoPackage or a shapefile of the same data contains the definition as well');
}

/** `EPSG:31983` or `ESRI:102033`. */
function definitionOfName(name: string, refuse: Refuse): string | null {
  const known = systemOfCode(name);
  if (known === null) return null;
  const definition = projDefinition(known);
  if (definition === null) throw refuse(NO_GRIDS);
  return definition;
}

function converterOfText(text: string, refuse: Refuse): Converter | null {
  if (text.length > LONGEST_DEFINITION) throw refuse('its definition is too long');
  if (SAME_AS_WGS84.has(text.toUpperCase())) return null;
  const known = definitionOfName(text, refuse);
  if (known !== null) return converter(known, refuse);
  const national = nationalSystemOf({ code: codeIn(text) });
  if (national !== null) return national.definition === null ? null : converter(national.definition, refuse);
  if (/^\+/.test(text)) return converter(text, refuse);
  if (/^[A-Z_]+\s*[[(]/i.test(text)) return converter(definitionOfText(text, refuse), refuse);
  throw refuse('it is neither a supported code, nor a PROJ definition, nor well-known text');
}

/** Well-known text often only names its datum. If that is not at WGS 84, omitting the shift would move everything by some hundred metres. */
function definitionOfText(wkt: string, refuse: Refuse): string {
  const datum = datumIn(wkt);
  if (datum === undefined) throw refuse('its definition does not name a datum');
  if (NEEDS_GRID.test(wkt)) throw refuse(NO_GRIDS);
  const shift = shiftOfText(wkt, datum);
  if (shift === null) throw refuse(`how its datum ${datum.slice(0, 60)} relates to WGS 84 is not known`);
  const stated = statedDefinition(wkt, shift.numbers);
  if ('reason' in stated) throw refuse(stated.reason);
  return stated.definition;
}

/** From a text's datum to WGS 84: as the text says, or as we know of it; null if neither. */
interface ShiftOfText {
  /** What follows `+towgs84=`; null if longitudes and latitudes stay as they are. */
  readonly numbers: string | null;
  /** For people. */
  readonly words: string;
  /** The possible error of positions on WGS 84 in metres, according to the EPSG dataset; absent if it is not known. */
  readonly accuracyMetres?: number | null;
}

function shiftOfText(wkt: string, datum: string): ShiftOfText | null {
  const root = parseWkt(wkt);
  const bound = root === null ? null : boundPart(root);
  const stated = statedNumbers(wkt) ?? (bound === null ? undefined : boundShift(bound)?.join(','));
  const ellipsoid = root === null ? null : ellipsoidIn(root);
  const likeness = likenessToWgs84(datum, ellipsoid);
  // A sphere that stands for the ellipsoid has the same centre, as EPSG's text of such a sphere says with zeros, but other latitudes for the same place in space.
  const isMoved = stated !== undefined && stated.split(',').some((number) => Number(number) !== 0);
  const horizontal = root === null ? null : horizontalPart(root);
  const standsForWgs84 = (likeness === 'named' && ellipsoid?.inverseFlattening === 0) || (horizontal !== null && isWebMercatorByText(horizontal));
  if (!isMoved && standsForWgs84) return { numbers: null, words: 'longitudes and latitudes on its sphere are treated as those on WGS 84' };
  if (stated !== undefined) return { numbers: stated, words: AS_IT_SAYS };
  // It is bound by a transformation that is not understood here, which would not be there for nothing.
  if (bound !== null && likeness === 'unstated') return null;
  if (likeness !== null) return { numbers: '0,0,0', words: likeness === 'named' ? 'its datum and WGS 84 are treated as the same' : 'it states no datum, which on its ellipsoid is treated as WGS 84' };
  const numbers = DATUM_SHIFTS.find(([name]) => name.test(datum))?.[1] ?? shiftOfTable(datum);
  if (numbers === undefined) {
    const national = shiftedDatumNamed(datum, wkt, ellipsoid?.semiMajor ?? Number.NaN);
    return national === null ? null : { numbers: national.numbers, words: nationalShiftInWords(national.datum), accuracyMetres: national.datum.accuracyMetres };
  }
  const metres = numbers.split(',').slice(0, 3).map(Number);
  const ofTable = DATUMS.find(({ shift }) => shift?.translation.every((value, axis) => value === metres[axis]))?.shift;
  const source = ofTable?.source ?? null;
  return { numbers, accuracyMetres: ofTable?.accuracy.toWgs84 ?? null, words: `between its datum and WGS 84 by the three translations${source === null ? '' : ` of ${source}`} (${metres.join(', ')} m)` };
}

/** How a system that its own text describes comes to WGS 84, as a part of a sentence, and how accurately, if that is known. */
export function describeShiftOfText(wkt: string): { readonly toWgs84: string; readonly accuracyMetres: number | null } {
  const datum = datumIn(wkt);
  // Without a datum it is no well-known text, but a code or a definition of PROJ.
  const shift = datum === undefined ? null : shiftOfText(wkt, datum);
  return { toWgs84: shift?.words ?? AS_IT_SAYS, accuracyMetres: shift?.accuracyMetres ?? null };
}

const AS_IT_SAYS = 'between its datum and WGS 84 as it states';

function ellipsoidIn(root: WktNode): { readonly semiMajor: number; readonly inverseFlattening: number } | null {
  const node = horizontalPart(root);
  const base = node === null ? null : geographicPart(node);
  const ellipsoid = base === null ? undefined : datumPart(base)?.ellipsoid;
  return ellipsoid === undefined ? null : { semiMajor: numberOf(ellipsoid, 1) ?? Number.NaN, inverseFlattening: numberOf(ellipsoid, 2) ?? Number.NaN };
}

function datumIn(wkt: string): string | undefined {
  return /\b(?:DATUM|ENSEMBLE)\s*[[(]\s*"([^"]*)"/i.exec(wkt)?.[1];
}

/** The numbers of `TOWGS84`, none of which is missing: a blank is no zero. */
function statedNumbers(wkt: string): string | undefined {
  const numbers = /\bTOWGS84\s*[[(]([^\])]{0,400})[\])]/i.exec(wkt)?.[1].split(',').map(numberIn);
  return numbers === undefined || (numbers.length !== 3 && numbers.length !== 7) || !numbers.every(Number.isFinite) ? undefined : numbers.join(',');
}

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function shiftOfTable(name: string): string | undefined {
  const shift = DATUMS.find(({ datumName }) => datumName.test(plainWords(name)))?.shift;
  return shift === undefined || shift === null || shift.isOfTable === true ? undefined : [...shift.translation, 0, 0, 0, 0].join(',');
}

/** `@null` means no shift; every other grid is a file, which we do not have. */
const NEEDS_GRID = /\bnadgrids\s*=\s*(?!@null\b)/i;

function converter(definition: string, refuse: Refuse): Converter {
  if (NEEDS_GRID.test(definition)) throw refuse(NO_GRIDS);
  try {
    const made: Converter = proj4(definition, 'EPSG:4326');
    return ENDS_NEAR_ITS_MERIDIAN.test(definition) ? checked(made) : made;
  } catch {
    throw refuse('its definition cannot be understood');
  }
}

/** Far from the meridian one of their two ways ends at some other place than it should, without a word. */
const ENDS_NEAR_ITS_MERIDIAN = /\+proj=(poly|cass)\b/;
const SAME_PLACE = 0.05;
const NOWHERE: [number, number] = [Number.NaN, Number.NaN];

/** What does not lead back to where it came from has no place. */
function checked(made: Converter): Converter {
  return {
    inverse(place) {
      const found = made.inverse([place[0], place[1]]);
      const [again, up] = made.inverse(made.forward([found[0], found[1]]));
      return Math.hypot(again - found[0], up - found[1]) <= SAME_PLACE ? found : NOWHERE;
    },
    forward(place) {
      const [x, y] = place;
      const found = made.forward([x, y]);
      const [backX, backY] = made.inverse([found[0], found[1]]);
      return Math.hypot(backX - x, backY - y) <= SAME_PLACE ? found : NOWHERE;
    },
  };
}

/** Projections throw for positions outside them, or return NaN. */
function placeOf(converter: Converter, x: number, y: number): readonly [number, number] {
  try {
    const [longitude, latitude] = converter.forward([x, y]);
    return [longitude, latitude];
  } catch {
    return [Number.NaN, Number.NaN];
  }
}
