import { productError } from '../exact-product.ts';
import { POWERS_OF_TEN } from '../powers-of-ten.ts';
import { ZERO, writeFraction, writeWhole } from './digits.ts';

/** The most bytes that `writeDecimal` uses: the smallest double has 324 zeros before its digits. */
export const LONGEST_DECIMAL = 360;

/**
 * Below this a double lies closer to one multiple of the last digit's unit than to any other, so that only one text with this
 * many digits denotes it.
 */
const EXACT_BELOW = 2 ** 52;
const MOST_FAST_DIGITS = 15;
const FIFTEEN_DIGITS = 1e15;
/** Decimals are written in at most two pieces of eight digits. */
const EIGHT = 8;
const MOST_DECIMALS = 2 * EIGHT;
/**
 * `ENOUGH[k]`, for sizes from 2^k up to 2^(k+1): the fewest decimals whose spacing is below that of the doubles there. The nearest text with that many
 * decimals always reads back as the same double; with one decimal fewer, at most one text does.
 */
const ENOUGH = Int8Array.from({ length: 26 }, (_, exponent) => Math.floor((52 - exponent) * Math.log10(2)) + 1);
const ENOUGH_BELOW = 2 ** ENOUGH.length;
/** Closer than this to halfway between two last digits, the engine's own conversion decides. */
const MIDDLE = 0.499999;
const POINT = 0x2e;
const MINUS = 0x2d;

/** The number of decimals of the last number written. Coordinates of a file are mostly alike; the guess only affects speed, not the output. */
let guess = 8;

/**
 * Writes a number as decimal digits without an exponent, which some readers do not accept, and without trailing zeros.
 * @param at where the first byte goes; `LONGEST_DECIMAL` bytes must be free there
 * @param value a finite number
 * @param decimals the maximum number of decimals; null for as many as it takes to read back the same double
 * @returns where the next byte goes
 */
export function writeDecimal(bytes: Uint8Array, at: number, value: number, decimals: number | null): number {
  const size = Math.abs(value);
  if (decimals !== null) return writeRounded(bytes, at, value, size, decimals);
  if (fits(size, guess)) return writeScaled(bytes, at, value < 0, Math.round(size * POWERS_OF_TEN[guess]), guess);
  const written = size >= 1 && size < ENOUGH_BELOW ? writeShortest(bytes, at, value, size) : writeFifteenDigits(bytes, at, value, size);
  return written < 0 ? writeAscii(bytes, at, decimalText(value)) : written;
}

/** Whether this many decimals represent the number exactly. Mantissa and power are exact doubles, so their quotient is rounded exactly as a reader rounds. */
function fits(size: number, decimals: number): boolean {
  const scaled = Math.round(size * POWERS_OF_TEN[decimals]);
  return scaled < EXACT_BELOW && scaled / POWERS_OF_TEN[decimals] === size;
}

/** Writes a size from 1 up to `ENOUGH_BELOW`. @returns where the next byte goes, or -1 if nothing was written */
function writeShortest(bytes: Uint8Array, at: number, value: number, size: number): number {
  const whole = Math.floor(size);
  const fraction = size - whole;
  const enough = ENOUGH[31 - Math.clz32(whole)];
  const fewer = POWERS_OF_TEN[enough - 1];
  const scaled = roundedProduct(fraction, fewer);
  // The dividend is exact, as it is below 2^53, so the quotient is rounded once, as a reader rounds.
  if ((whole * fewer + scaled) / fewer === size) {
    const end = writeParts(bytes, at, value < 0, whole, scaled, enough - 1);
    guess = decimalsWritten(bytes, at, end);
    return end;
  }
  const product = fraction * POWERS_OF_TEN[EIGHT];
  let first = Math.floor(product);
  let rest = product - first + productError(fraction, POWERS_OF_TEN[EIGHT], product);
  if (rest < 0) {
    first--;
    rest++;
  }
  const second = rest * POWERS_OF_TEN[enough - EIGHT];
  const last = Math.round(second);
  if (Math.abs(second - last) > MIDDLE || last === POWERS_OF_TEN[enough - EIGHT]) return -1;
  let end = at;
  if (value < 0) bytes[end++] = MINUS;
  end = writeWhole(bytes, end, whole);
  bytes[end++] = POINT;
  writeFraction(bytes, end, first, EIGHT);
  writeFraction(bytes, end + EIGHT, last, enough - EIGHT);
  return end + enough;
}

/** The integer nearest to a × b, which must be below 2^52. */
function roundedProduct(a: number, b: number): number {
  const product = a * b;
  const rounded = Math.round(product);
  const rest = product - rounded + productError(a, b, product);
  return rest > 0.5 ? rounded + 1 : rest < -0.5 ? rounded - 1 : rounded;
}

/** Fifteen digits always read back as intended. @returns where the next byte goes, or -1 if they are too few and nothing was written */
function writeFifteenDigits(bytes: Uint8Array, at: number, value: number, size: number): number {
  let most = MOST_FAST_DIGITS;
  for (let rest = size; rest >= 1 && most > 0; rest /= 10) most--;
  if (!fits(size, most)) return -1;
  const end = writeScaled(bytes, at, value < 0, Math.round(size * POWERS_OF_TEN[most]), most);
  guess = decimalsWritten(bytes, at, end);
  return end;
}

function writeRounded(bytes: Uint8Array, at: number, value: number, size: number, decimals: number): number {
  const scaled = decimals <= MOST_DECIMALS ? roundedUnits(size, POWERS_OF_TEN[decimals]) : Infinity;
  if (scaled < EXACT_BELOW) return writeScaled(bytes, at, value < 0 && scaled > 0, scaled, decimals);
  const text = size < 1e21 ? value.toFixed(Math.min(100, decimals)) : decimalText(value);
  return writeAscii(bytes, at, text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

/** Up to fifteen digits, halves are rounded up as people write them: 0.15 to one decimal is 0.2, though its double is below 0.15. */
function roundedUnits(size: number, power: number): number {
  const units = size * power;
  return units < FIFTEEN_DIGITS ? Math.round(units) : roundedProduct(size, power);
}

/** Writes scaled / 10^decimals; `scaled` is an integer below 2^52. */
function writeScaled(bytes: Uint8Array, at: number, negative: boolean, scaled: number, decimals: number): number {
  const power = POWERS_OF_TEN[decimals];
  // Exact: a quotient below 2^53 that is not an integer is further from the nearest one than its rounding error.
  const whole = Math.floor(scaled / power);
  return writeParts(bytes, at, negative, whole, scaled - whole * power, decimals);
}

function writeParts(bytes: Uint8Array, at: number, negative: boolean, whole: number, fraction: number, decimals: number): number {
  let end = at;
  if (negative) bytes[end++] = MINUS;
  end = writeWhole(bytes, end, whole);
  if (fraction === 0) return end;
  bytes[end++] = POINT;
  let places = decimals;
  let low = fraction;
  if (decimals > EIGHT) {
    places = decimals - EIGHT;
    const high = Math.floor(fraction / POWERS_OF_TEN[places]);
    low = fraction - high * POWERS_OF_TEN[places];
    writeFraction(bytes, end, high, EIGHT);
    end += EIGHT;
  }
  writeFraction(bytes, end, low, places);
  end += places;
  while (bytes[end - 1] === ZERO) end--;
  return end;
}

function decimalsWritten(bytes: Uint8Array, from: number, end: number): number {
  for (let i = end - 1; i > from; i--) if (bytes[i] === POINT) return end - i - 1;
  return 0;
}

function writeAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/**
 * The shortest decimal text that reads back as exactly this number, without an exponent, since some readers stop at an `e`.
 * The number must be finite.
 */
export function decimalText(value: number): string {
  const text = String(value);
  const exponent = text.indexOf('e');
  if (exponent < 0) return text;
  const sign = text.startsWith('-') ? '-' : '';
  const [whole, fraction = ''] = text.slice(sign.length, exponent).split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(text.slice(exponent + 1));
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return point >= digits.length ? sign + digits.padEnd(point, '0') : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
