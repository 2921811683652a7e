import type { Datum, DatumId } from './datums.ts';
import type { NationalDatum } from './national/families.ts';

/** What happens to longitudes and latitudes in between. */
export type ShiftInWords =
  | { readonly kind: 'none' }
  | { readonly kind: 'shift'; readonly source: Datum; readonly target: Datum; readonly sourceShift: readonly number[] | null; readonly targetShift: readonly number[] | null };

const NAMES: Record<DatumId, string> = {
  'wgs84': 'WGS 84',
  'sirgas2000': 'SIRGAS 2000',
  'sirgas1995': 'SIRGAS 1995',
  'sad69': 'SAD69',
  'sad69-96': 'SAD69(96)',
  'corrego-alegre-1970': 'Córrego Alegre 1970-72',
  'corrego-alegre-1961': 'Córrego Alegre 1961',
  'aratu': 'Aratu',
  'chua': 'Chuá',
  'psad56': 'PSAD56',
};

interface End {
  readonly name: string;
  /** Null for a system that is not in the table. */
  readonly known: object | null;
  /** One of another country, which is not defined by the file itself. */
  readonly national?: NationalDatum;
  /** How such a system comes to WGS 84, in words. */
  readonly toWgs84?: string | null;
  /** How accurately, in metres; null if nobody has stated it. */
  readonly accuracyMetres?: number | null;
}

/** The sentence for people, and the accuracy in metres. */
export function describeTransformation(from: End, to: End, shift: ShiftInWords, isIdentity: boolean): { description: string; accuracyMetres: number | null } {
  const accuracyMetres = accuracyOf(from, to, shift);
  const [main, also] = isIdentity ? [`Coordinates in ${from.name} are the same in ${to.name} and stay unchanged`, ''] : [`From ${from.name} to ${to.name}`, ownDefinition(from, to)];
  const isOwn = from.known === null || to.known === null;
  return { description: `${main}${also}; ${isOwn ? ownShiftInWords(from, to, shift) : shiftInWords(shift)}${accuracyInWords(accuracyMetres)}.`, accuracyMetres };
}

function ownDefinition(from: End, to: End): string {
  const own = [from, to].filter(({ known, national }) => known === null && national === undefined).map(({ name }) => name);
  return own.length === 0 ? '' : `, with ${own.join(' and ')} as defined in the file`;
}

/** How a system of another country comes to WGS 84, as a part of a sentence. */
export function nationalShiftInWords({ name, source }: NationalDatum): string {
  return source === null ? `${name} and WGS 84 are treated as the same` : `${name} to WGS 84 by the numbers of ${source}`;
}

/** A system that a file defines comes to WGS 84 by itself, and from there by our shifts. */
function ownShiftInWords(from: End, to: End, shift: ShiftInWords): string {
  const words = [...new Set([from, to].flatMap(({ toWgs84 }) => toWgs84 ?? []))];
  return (isUnmoved(shift) ? words : [...words, shiftInWords(shift)]).join(', and ');
}

/** We do not change the datum. */
function isUnmoved(shift: ShiftInWords): boolean {
  return shift.kind === 'none' || (shift.sourceShift === null && shift.targetShift === null && (shift.source.shift?.source ?? null) === null && (shift.target.shift?.source ?? null) === null);
}

function shiftInWords(shift: ShiftInWords): string {
  if (shift.kind === 'none') return 'the datum is the same';
  const { source, target, sourceShift, targetShift } = shift;
  const steps = [...stepInWords(source, sourceShift, 'SIRGAS 2000', true), ...stepInWords(target, targetShift, 'SIRGAS 2000', false)];
  const ends = `${NAMES[source.id]} to ${NAMES[target.id]}`;
  return steps.length === 0 ? `${NAMES[source.id]} and ${NAMES[target.id]} are treated as the same` : `${ends} by ${steps.join(', then ')}`;
}

/** Empty for a datum that needs no shift. */
function stepInWords(datum: Datum, own: readonly number[] | null, hub: string, isTo: boolean): string[] {
  const way = isTo ? '' : ', inverse';
  if (own !== null) return [`the ${own.some((value, index) => index > 2 && value !== 0) ? 'seven parameters' : 'three translations'} that the file states for ${NAMES[datum.id]} (${inMetres(own)}${way})`];
  if (datum.shift === null || datum.shift.source === null) return [];
  return [`the three translations of ${datum.shift.source} between ${NAMES[datum.id]} and ${hub} (${inMetres(datum.shift.translation)}${way})`];
}

function inMetres(numbers: readonly number[]): string {
  const [x, y, z, ...others] = numbers;
  const rest = others.some((value) => value !== 0) ? `, ${others.join(', ')}` : '';
  return `${x}, ${y}, ${z} m${rest}`;
}

function accuracyOf(from: End, to: End, shift: ShiftInWords): number | null {
  if ([from, to].some(({ known, accuracyMetres }) => known === null && (accuracyMetres ?? null) === null)) return null;
  const ofOthers = (from.accuracyMetres ?? 0) + (to.accuracyMetres ?? 0);
  if (shift.kind === 'none') return ofOthers;
  if (shift.sourceShift !== null || shift.targetShift !== null) return null;
  const [source, target] = [shift.source.shift?.accuracy, shift.target.shift?.accuracy];
  if (source === undefined || target === undefined) return null;
  if (shift.target.id === 'wgs84') return ofOthers + source.toWgs84;
  if (shift.source.id === 'wgs84') return ofOthers + target.toWgs84;
  return source.toSirgas2000 + target.toSirgas2000;
}

function accuracyInWords(metres: number | null): string {
  if (metres === null) return ', with no stated accuracy';
  return metres === 0 ? '' : `, accurate to about ${metres} m`;
}
