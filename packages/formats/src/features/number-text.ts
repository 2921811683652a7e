/** The most bytes that `writeDecimal` uses: the smallest double has 324 zeros before its digits. */
export const LONGEST_DECIMAL = 360;

const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/**
 * Below this a double lies closer to one multiple of the last digit's unit than to any other, so that only one text with so
 * many digits denotes it.
 */
const EXACT_BELOW = 2 ** 52;
const MOST_FAST_DIGITS = 15;
const LARGEST_INT32 = 0x7fff_ffff;
const ZERO = 0x30;
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
  if (size < EXACT_BELOW) {
    if (fits(size, guess)) return writeScaled(bytes, at, value < 0, Math.round(size * POWERS[guess]), guess);
    // Fifteen digits always read back as intended; more take the slow path.
    let most = MOST_FAST_DIGITS;
    for (let rest = size; rest >= 1 && most > 0; rest /= 10) most--;
    if (fits(size, most)) {
      const end = writeScaled(bytes, at, value < 0, Math.round(size * POWERS[most]), most);
      guess = decimalsWritten(bytes, at, end);
      return end;
    }
  }
  return writeAscii(bytes, at, decimalText(value));
}

/** Whether so many decimals spell the number exactly. Mantissa and power are exact doubles, so their quotient is rounded exactly as a reader rounds. */
function fits(size: number, decimals: number): boolean {
  const scaled = Math.round(size * POWERS[decimals]);
  return scaled < EXACT_BELOW && scaled / POWERS[decimals] === size;
}

function writeRounded(bytes: Uint8Array, at: number, value: number, size: number, decimals: number): number {
  const scaled = decimals < POWERS.length ? Math.round(size * POWERS[decimals]) : Infinity;
  if (scaled < EXACT_BELOW) return writeScaled(bytes, at, value < 0 && scaled > 0, scaled, decimals);
  const text = size < 1e21 ? value.toFixed(Math.min(100, decimals)) : decimalText(value);
  return writeAscii(bytes, at, text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

/** Writes scaled / 10^decimals; `scaled` is an integer below 2^52. */
function writeScaled(bytes: Uint8Array, at: number, negative: boolean, scaled: number, decimals: number): number {
  const power = POWERS[decimals];
  const whole = Math.floor(scaled / power);
  const fraction = scaled - whole * power;
  let end = at;
  if (negative) bytes[end++] = MINUS;
  end = writeWhole(bytes, end, whole);
  if (fraction === 0) return end;
  bytes[end++] = POINT;
  end = writeDigits(bytes, end, fraction, decimals);
  while (bytes[end - 1] === ZERO) end--;
  return end;
}

function writeWhole(bytes: Uint8Array, at: number, whole: number): number {
  if (whole > LARGEST_INT32) return writeAscii(bytes, at, String(whole));
  let count = 1;
  for (let limit = 10; count < 10 && whole >= limit; limit *= 10) count++;
  return writeDigits(bytes, at, whole, count);
}

/** Writes the last `count` digits of an integer. */
function writeDigits(bytes: Uint8Array, at: number, whole: number, count: number): number {
  let low = whole;
  let places = count;
  let from = at;
  if (whole > LARGEST_INT32) {
    const high = Math.floor(whole / 1e8);
    from = writeDigits(bytes, at, high, count - 8);
    low = whole - high * 1e8;
    places = 8;
  }
  let rest = low | 0;
  for (let i = from + places - 1; i >= from; i--) {
    const tenth = (rest / 10) | 0;
    bytes[i] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return from + places;
}

function decimalsWritten(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) if (bytes[i] === POINT) return end - i - 1;
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
