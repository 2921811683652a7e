import { isDay } from '../../features/calendar.ts';
import type { FieldType, FieldValue } from '../../features/field.ts';
import { parseOrdinate } from '../ordinate.ts';

/** Integers with this many digits always fit into 64 bits. */
const SAFE_DIGITS = 18;
const SMALLEST_INTEGER = -(2n ** 63n);
const LARGEST_INTEGER = 2n ** 63n - 1n;
const INTEGER = /^[+-]?[0-9]{1,40}$/;
const BOOLEAN = /^(?:true|false|0|1)$/i;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const DATE_TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:0[0-9]|1[0-4]):[0-5][0-9])?$/;

/** The types that a text may be read as, with a test of its spelling. An empty text is a missing value, hence of every type. */
const FITS: readonly (readonly [FieldType, (text: string) => boolean])[] = [
  ['integer', (text) => INTEGER.test(text) && (text.length <= SAFE_DIGITS || isLong(text))],
  ['real', (text) => !Number.isNaN(realOf(text))],
  ['boolean', (text) => BOOLEAN.test(text)],
  ['date', (text) => DATE.test(text) && beginsWithDay(text)],
  ['date-time', (text) => DATE_TIME.test(text) && beginsWithDay(text)],
];

/** The types that fit all values of a field, besides `text`. */
export class FittingTypes {
  /** One bit for each row of `FITS`. */
  #fitting = (1 << FITS.length) - 1;

  see(text: string): void {
    if (this.#fitting === 0) return;
    const plain = text.trim();
    if (plain === '') return;
    for (const [i, [, fits]] of FITS.entries()) {
      if ((this.#fitting & (1 << i)) !== 0 && !fits(plain)) this.#fitting &= ~(1 << i);
    }
  }

  has(type: FieldType): boolean {
    return type === 'text' || FITS.some(([one], i) => one === type && (this.#fitting & (1 << i)) !== 0);
  }
}

/** NaN for a text that is not a number. Infinity has the spelling of XML, or that of GDAL and ours. */
function realOf(text: string): number {
  const value = parseOrdinate(text);
  if (Number.isFinite(value)) return value;
  return /^[+-]?inf(?:inity)?$/i.test(text) ? (text.startsWith('-') ? -Infinity : Infinity) : NaN;
}

function beginsWithDay(text: string): boolean {
  return isDay(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10)));
}

function isLong(text: string): boolean {
  const value = BigInt(text.replace('+', ''));
  return value >= SMALLEST_INTEGER && value <= LARGEST_INTEGER;
}

/** @param text a spelling that fits the type */
export function valueOf(text: string, type: FieldType): FieldValue {
  if (type === 'text') return text;
  const plain = text.trim();
  if (plain === '') return null;
  if (type === 'real') return realOf(plain);
  if (type === 'boolean') return plain === '1' || plain.toLowerCase() === 'true';
  if (type !== 'integer') return plain;
  const value = Number(plain);
  return Number.isSafeInteger(value) ? value : BigInt(plain.replace('+', ''));
}
