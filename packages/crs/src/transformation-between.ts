import { ProblemError } from '@geoinsights/contract/errors';
import { backwards, helmertOf, joined, shiftDatum } from './datum-shift.ts';
import type { Helmert } from './datum-shift.ts';
import { datumOf } from './datums.ts';
import type { Datum } from './datums.ts';
import { describeTransformation, nationalShiftInWords } from './describe-transformation.ts';
import type { ShiftInWords } from './describe-transformation.ts';
import { identifySystem, statedShift } from './identify.ts';
import type { StatedSystem } from './identify.ts';
import { systemOfCode } from './known-systems.ts';
import type { KnownSystem } from './known-systems.ts';
import type { NationalDatum } from './national/families.ts';
import { geographic } from './projections/geographic.ts';
import { projectionOf } from './projections/projection-of.ts';
import type { Projection } from './projections/projection.ts';
import { converterOf, describeShiftOfText, nationalSystemOf } from './transformation.ts';
import type { Converter } from './transformation.ts';

/** From the coordinates of one reference system to those of another. */
export interface CoordinateTransformation {
  /**
   * Transforms the x, y pairs of the vertices [from, to) in place; longitude comes before latitude.
   * @returns how many of them have no position in one of the systems; they become NaN.
   */
  apply(xy: Float64Array, from?: number, to?: number): number;
  /** The coordinates are the same in both systems: `apply` does nothing. */
  readonly isIdentity: boolean;
  /** What is done, in a sentence for people. */
  readonly description: string;
  /** The possible error of positions in metres due to the datums; null if nobody has stated one. */
  readonly accuracyMetres: number | null;
}

/**
 * The transformation between any two systems that are in our table, or whose well-known text we understand.
 * @param file with the stated system, for the errors.
 * @throws ProblemError `crs-needed` if nothing is known of one of them; `crs-unusable`
 */
export function transformationBetween(from: StatedSystem, to: StatedSystem, file: string): CoordinateTransformation {
  if (stateTheSame(from, to)) return unmoved(from.name.slice(0, 100));
  const source = sideOf(from, file);
  const target = sideOf(to, file);
  const shift = shiftBetween(source, target, file);
  const isIdentity = shift.helmert === null && areSamePlane(source, target);
  const words = describeTransformation(source, target, shift.words, isIdentity);
  return { ...words, isIdentity, apply: isIdentity ? () => 0 : applying(source, target, shift.helmert) };
}

/** Whether both are one text, or one code, that is not of the table: then nothing needs to be known of it, neither its datum nor its projection. */
function stateTheSame(one: StatedSystem, other: StatedSystem): boolean {
  return one.code === other.code && one.wkt === other.wkt && (one.code !== null || one.wkt !== undefined) && knownIn(one) === null && nationalSystemOf(one) === null;
}

function unmoved(name: string): CoordinateTransformation {
  return { isIdentity: true, apply: () => 0, description: `Coordinates in ${name} stay unchanged.`, accuracyMetres: 0 };
}

/** One end of a transformation. */
interface Side {
  readonly name: string;
  /** Null for a system defined by the file itself: its projection handles its datum, and leads to WGS 84. */
  readonly known: KnownSystem | null;
  readonly definition: string | null;
  readonly datum: Datum;
  /** The `TOWGS84` numbers of a file's text that replace those of the table. */
  readonly ownShift: readonly number[] | null;
  /** How a system that is not in the table comes to WGS 84. */
  readonly toWgs84?: string | null;
  /** The possible error of its positions on WGS 84; null if nobody has stated one. Absent for those in the table. */
  readonly accuracyMetres?: number | null;
  /** One of another country, which the file names by its code. */
  readonly national?: NationalDatum;
  readonly projection: Projection;
}

function sideOf(stated: StatedSystem, file: string): Side {
  if (stated.code === null && stated.wkt === undefined) throw new ProblemError('crs-needed', { file, layer: '', otherwise: '' });
  const name = stated.name.slice(0, 100);
  const known = knownIn(stated);
  if (known !== null) {
    const isNamed = stated.code !== null && systemOfCode(stated.code) !== null;
    return { name: known.name, known, definition: null, datum: datumOf(known.datum), ownShift: isNamed ? null : statedShift(stated.wkt, known), projection: projectionOf(known) };
  }
  const national = nationalSystemOf(stated);
  const converter = converterOf(stated, (reason) => new ProblemError('crs-unusable', { file, crs: name, reason }));
  const projection = converter === null ? geographic : byProj(converter);
  const unknown = { known: null, definition: stated.wkt ?? stated.code, datum: datumOf('wgs84'), ownShift: null, projection };
  if (national !== null) return { ...unknown, name: national.name, toWgs84: nationalShiftInWords(national.datum), national: national.datum, accuracyMetres: national.datum.accuracyMetres };
  return { ...unknown, name, ...describeShiftOfText(stated.wkt ?? '') };
}

function knownIn(stated: StatedSystem): KnownSystem | null {
  if (stated.code !== null) {
    const code = stated.code === 'OGC:CRS84' ? 'EPSG:4326' : stated.code;
    const ofCode = systemOfCode(code);
    if (ofCode !== null) return ofCode;
  }
  const identified = stated.wkt === undefined ? null : identifySystem(stated);
  return identified === null ? null : systemOfCode(identified.code);
}

/** Any projection that PROJ in JavaScript supports, one vertex at a time. */
function byProj(converter: Converter): Projection {
  const place: [number, number] = [0, 0];
  const convert = (direction: 'forward' | 'inverse', xy: Float64Array, at: number, factor: number, factorAfter: number): void => {
    place[0] = xy[at] * factor;
    place[1] = xy[at + 1] * factor;
    try {
      const [x, y] = converter[direction](place);
      xy[at] = x * factorAfter;
      xy[at + 1] = y * factorAfter;
    } catch {
      // It throws for coordinates that are not finite.
      xy[at] = xy[at + 1] = Number.NaN;
    }
  };
  return {
    toPlane(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) convert('inverse', xy, at, 180 / Math.PI, 1);
    },
    toEllipsoid(xy, from, to) {
      for (let at = 2 * from; at < 2 * to; at += 2) convert('forward', xy, at, 1, Math.PI / 180);
    },
  };
}

interface Shift {
  /** Null if longitudes and latitudes stay as they are. */
  readonly helmert: Helmert | null;
  readonly words: ShiftInWords;
}

function shiftBetween(source: Side, target: Side, file: string): Shift {
  const own = source.ownShift !== null || target.ownShift !== null;
  if (source.datum.id === target.datum.id && !own) return { helmert: null, words: { kind: 'none' } };
  const helmert = joined(helmertFrom(source, file), backwards(helmertFrom(target, file)));
  return { helmert: isNothing(helmert) ? null : helmert, words: { kind: 'shift', source: source.datum, target: target.datum, sourceShift: source.ownShift, targetShift: target.ownShift } };
}

/** To the position shared by SIRGAS 2000 and WGS 84. */
function helmertFrom({ name, datum, ownShift }: Side, file: string): Helmert {
  if (ownShift !== null) return helmertOf(ownShift);
  if (datum.shift === null) throw new ProblemError('crs-unusable', { file, crs: name, reason: 'its datum can only be placed with a datum shift grid, and none is available here' });
  return helmertOf(datum.shift.translation);
}

const UNCHANGED = helmertOf([]);

function isNothing(helmert: Helmert): boolean {
  return helmert.every((value, index) => Math.abs(value - UNCHANGED[index]) < 1e-12);
}

/** Systems of one method with the same numbers. The ellipsoids of SIRGAS 2000 and WGS 84 differ by a tenth of a millimetre. */
function areSamePlane(source: Side, target: Side): boolean {
  if (source.known === null || target.known === null) return (source.definition !== null && source.definition === target.definition) || (areDegrees(source) && areDegrees(target));
  if (source.known.method !== target.known.method || source.datum.ellipsoid.semiMajor !== target.datum.ellipsoid.semiMajor) return false;
  const { parameters } = target.known;
  return Object.entries(source.known.parameters).every(([name, value]) => Object.entries(parameters).some(([other, same]) => other === name && same === value));
}

/** Whether its coordinates are longitudes and latitudes, on a datum that is known or counts as WGS 84. */
function areDegrees({ known, projection }: Side): boolean {
  return known === null ? projection === geographic : known.method === 'geographic';
}

/** As many vertices as stay in the CPU cache while being processed. */
const PIECE = 2048;

function applying(source: Side, target: Side, helmert: Helmert | null): CoordinateTransformation['apply'] {
  const shift = helmert === null ? null : shiftDatum(source.datum.ellipsoid, target.datum.ellipsoid, helmert);
  return (xy, from = 0, to = xy.length / 2) => {
    let missing = 0;
    for (let start = from; start < to; start += PIECE) {
      const end = Math.min(start + PIECE, to);
      source.projection.toEllipsoid(xy, start, end);
      shift?.(xy, start, end);
      target.projection.toPlane(xy, start, end);
      missing += clearMissing(xy, start, end);
    }
    return missing;
  };
}

function clearMissing(xy: Float64Array, from: number, to: number): number {
  let missing = 0;
  for (let at = 2 * from; at < 2 * to; at += 2) {
    if (Number.isFinite(xy[at]) && Number.isFinite(xy[at + 1])) continue;
    xy[at] = xy[at + 1] = Number.NaN;
    missing++;
  }
  return missing;
}
