export const ZERO = 0x30;
/** The tens and ones digits of the numbers up to 99. */
const TENS = Uint8Array.from({ length: 100 }, (_, value) => ZERO + Math.floor(value / 10));
const ONES = Uint8Array.from({ length: 100 }, (_, value) => ZERO + (value % 10));
const HUNDRED_MILLION = 1e8;

/** Writes an integer below 2^53. @returns where the next byte goes */
export function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  if (value < 10) {
    bytes[at] = ZERO + value;
    return at + 1;
  }
  if (value < 100) {
    bytes[at] = TENS[value];
    bytes[at + 1] = ONES[value];
    return at + 2;
  }
  if (value >= HUNDRED_MILLION) {
    const high = Math.floor(value / HUNDRED_MILLION);
    const end = writeWhole(bytes, at, high);
    writeFraction(bytes, end, value - high * HUNDRED_MILLION, 8);
    return end + 8;
  }
  let count = 3;
  for (let limit = 1000; value >= limit; limit *= 10) count++;
  writeFraction(bytes, at, value, count);
  return at + count;
}

/** Writes an integer below 10^9 with exactly this many digits. */
export function writeFraction(bytes: Uint8Array, at: number, value: number, count: number): void {
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
