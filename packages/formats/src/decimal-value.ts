import { productError } from './exact-product.ts';
import { LARGEST_EXACT_POWER, POWERS_OF_TEN } from './powers-of-ten.ts';

const POINT = 0x2e;
const ZERO = 0x30;
const MINUS = 0x2d;
const PLUS = 0x2b;

/** This many digits always fit into a 32-bit integer. */
const DIGITS_OF_A_WORD = 9;
/** A double holds every integer with this many digits exactly. */
const DIGITS_OF_A_DOUBLE = 15;
/** All rounding errors of the correction together stay below 2^-98 of the quotient. */
const DOUBT = 2 ** -90;

const ascii = new TextDecoder('latin1');

/**
 * The double for a decimal text with optional sign and point; the same value as `Number` gives. It creates no string for
 * nearly all numbers with 16 to 24 digits, the length at which many programs write doubles in full.
 * @param bytes [start, end) is such a text in ASCII, with at least one digit
 */
export function decimalValue(bytes: Uint8Array, start: number, end: number): number {
  const sign = bytes[start];
  let at = sign === MINUS || sign === PLUS ? start + 1 : start;
  let high = 0;
  let low = 0;
  let digits = 0;
  let point = end;
  for (; at < end; at++) {
    const byte = bytes[at];
    if (byte === POINT) {
      point = at + 1;
      continue;
    }
    if (digits < DIGITS_OF_A_DOUBLE) high = high * 10 + (byte - ZERO);
    else low = (Math.imul(low, 10) + (byte - ZERO)) | 0;
    // Leading zeros are not significant digits.
    if (digits > 0 || byte !== ZERO) digits++;
  }
  const decimals = end - point;
  const lowDigits = Math.max(0, digits - DIGITS_OF_A_DOUBLE);
  if (lowDigits <= DIGITS_OF_A_WORD && decimals <= LARGEST_EXACT_POWER) {
    const value = quotient(high, POWERS_OF_TEN[lowDigits], low, POWERS_OF_TEN[decimals]);
    if (!Number.isNaN(value)) return sign === MINUS ? -value : value;
  }
  return Number(ascii.decode(bytes.subarray(start, end)));
}

/**
 * (high × scale + low) / divisor, rounded once. NaN if the value is so close to the midpoint of two doubles that this method cannot tell which is nearer.
 * All four are integers, `high` and both powers of ten are exact, and `low` is less than `scale`.
 */
function quotient(high: number, scale: number, low: number, divisor: number): number {
  const product = high * scale;
  const dividend = product + low;
  // The error of two roundings. Both errors are integers far below 2^53, and so is their sum.
  const rest = productError(high, scale, product) + (low - (dividend - product));
  const first = dividend / divisor;
  const back = first * divisor;
  const correction = (dividend - back - productError(first, divisor, back) + rest) / divisor;
  const doubt = first * DOUBT;
  const value = first + (correction - doubt);
  return value === first + (correction + doubt) ? value : NaN;
}
