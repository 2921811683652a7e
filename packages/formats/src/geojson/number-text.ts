import { POWERS_OF_TEN as POWERS } from './powers-of-ten.ts';

/** An integer below this has at most 15 digits, and two texts of so many digits never denote the same double. */
const FIFTEEN_DIGITS = 1e15;
/** Numbers with more decimals are not written digit by digit. */
const MOST_DECIMALS = 15;

/** The most bytes that a number may take: the smallest double without an exponent and with all its digits. */
export const NUMBER_ROOM = 360;

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
/** The tens and ones digits of the numbers up to 99. */
const TENS = Uint8Array.from({ length: 100 }, (_, value) => ZERO + Math.floor(value / 10));
const ONES = Uint8Array.from({ length: 100 }, (_, value) => ZERO + (value % 10));

/** Writes finite numbers as JSON bytes, without exponents or trailing zeros. */
export class NumberText {
  /** Whether a number was written with fewer digits than it has. */
  hasRounded = false;
  readonly #decimals: number | null;
  /** The usual number of decimals so far: the numbers of one file mostly have the same. */
  #usual = 6;

  /** @param decimals the maximum number of decimals; null for as many as it takes to read back the same double. */
  constructor(decimals: number | null) {
    this.#decimals = decimals === null ? null : Math.min(Math.max(0, Math.trunc(decimals)), MOST_DECIMALS);
  }

  /** @param bytes with `NUMBER_ROOM` free from `at` on. @returns the position after the number */
  write(bytes: Uint8Array, at: number, value: number): number {
    return this.#decimals === null ? this.#whole(bytes, at, value) : this.#rounded(bytes, at, value, this.#decimals);
  }

  #rounded(bytes: Uint8Array, at: number, value: number, decimals: number): number {
    const size = value < 0 ? -value : value;
    const scale = POWERS[decimals];
    const scaled = Math.round(size * scale);
    if (!(scaled < FIFTEEN_DIGITS)) {
      // So far from zero a double has hardly more digits than requested.
      return size < 1e21 && decimals > 0 ? this.#text(bytes, at, withoutZeros(value.toFixed(decimals)), value) : ascii(bytes, at, plainText(Math.round(value)));
    }
    if (!this.hasRounded && scaled / scale !== size) this.hasRounded = true;
    if (value < 0 && scaled > 0) bytes[at++] = MINUS;
    return digits(bytes, at, scaled, decimals);
  }

  #text(bytes: Uint8Array, at: number, text: string, value: number): number {
    if (Number(text) !== value) this.hasRounded = true;
    return ascii(bytes, at, text);
  }

  /** If a text of 15 digits reads back as this double, it is the shortest once its zeros are dropped. */
  #whole(bytes: Uint8Array, at: number, value: number): number {
    const size = value < 0 ? -value : value;
    let decimals = this.#usual;
    let scaled = Math.round(size * POWERS[decimals]);
    if (!(scaled < FIFTEEN_DIGITS && scaled / POWERS[decimals] === size)) {
      decimals = mostDecimals(size);
      scaled = Math.round(size * POWERS[decimals]);
      if (!(scaled < FIFTEEN_DIGITS && scaled / POWERS[decimals] === size)) return ascii(bytes, at, plainText(value));
    }
    if (value < 0) bytes[at++] = MINUS;
    const end = digits(bytes, at, scaled, decimals);
    if (decimals !== this.#usual) this.#usual = decimalsIn(bytes, at, end);
    return end;
  }
}

/** The number of decimals at which a number has 15 digits in all. */
function mostDecimals(size: number): number {
  if (size < 1) return MOST_DECIMALS;
  let decimals = 14;
  for (let bound = 10; decimals > 0 && size >= bound; bound *= 10) decimals--;
  return decimals;
}

function decimalsIn(bytes: Uint8Array, start: number, end: number): number {
  const point = bytes.subarray(start, end).indexOf(POINT);
  return point < 0 ? 0 : end - start - point - 1;
}

/** Writes `scaled` divided by the power of ten. @param scaled an integer of at most 15 digits */
function digits(bytes: Uint8Array, at: number, scaled: number, decimals: number): number {
  // Exact: a quotient below 2^53 that is not an integer is further from the nearest one than its rounding error.
  const whole = Math.floor(scaled / POWERS[decimals]);
  let fraction = scaled - whole * POWERS[decimals];
  at = wholeDigits(bytes, at, whole);
  if (fraction === 0) return at;
  bytes[at++] = POINT;
  let count = decimals;
  if (decimals > 8) {
    count = decimals - 8;
    const high = Math.floor(fraction / POWERS[count]);
    fraction -= high * POWERS[count];
    padded(bytes, at, high, 8);
    at += 8;
  }
  padded(bytes, at, fraction, count);
  at += count;
  while (bytes[at - 1] === ZERO) at--;
  return at;
}

function wholeDigits(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = ZERO + value;
    return at + 1;
  }
  if (value < 100) {
    bytes[at] = TENS[value];
    bytes[at + 1] = ONES[value];
    return at + 2;
  }
  if (value >= 1e8) {
    const high = Math.floor(value / 1e8);
    const end = wholeDigits(bytes, at, high);
    padded(bytes, end, value - high * 1e8, 8);
    return end + 8;
  }
  let count = 3;
  while (value >= POWERS[count]) count++;
  padded(bytes, at, value, count);
  return at + count;
}

/** Writes an integer below 10^9 with exactly so many digits. */
function padded(bytes: Uint8Array, at: number, value: number, count: number): void {
  let rest = value | 0;
  let place = at + count - 1;
  for (; place > at; place -= 2) {
    const quotient = (rest / 100) | 0;
    const pair = rest - quotient * 100;
    bytes[place] = ONES[pair];
    bytes[place - 1] = TENS[pair];
    rest = quotient;
  }
  if (place === at) bytes[at] = ZERO + rest;
}

function ascii(bytes: Uint8Array, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}

function withoutZeros(text: string): string {
  const plain = text.replace(/\.?0+$/, '');
  return plain === '-0' ? '0' : plain;
}

/** The shortest text that reads back as the same double, without an exponent. */
export function plainText(value: number): string {
  const text = String(value === 0 ? 0 : value);
  const size = Math.abs(value);
  if (size >= 1e-6 && size < 1e21) return text;
  const parts = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (parts === null) return text;
  const [, sign, first, rest = '', exponent] = parts;
  const power = Number(exponent);
  if (power < 0) return `${sign}0.${'0'.repeat(-power - 1)}${first}${rest}`;
  return `${sign}${first}${rest.padEnd(power, '0')}`;
}
