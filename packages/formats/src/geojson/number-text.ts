import { decimalValue } from '../decimal-value.ts';
import { LONGEST_DECIMAL, writeDecimal } from '../features/number-text.ts';

/** Bytes that any number may take: the smallest of the doubles without an exponent, with all of its digits. */
export const NUMBER_ROOM = LONGEST_DECIMAL;

/** More digits behind the point than this are not written. */
const MOST_DECIMALS = 15;

/** Writes finite numbers into bytes as JSON has them, without exponents and without zeros at their end. */
export class NumberText {
  /** Whether a number was not written with all of its digits. */
  hasRounded = false;
  readonly #decimals: number | null;

  /** @param decimals the most digits behind the point; null for as many as it takes to read the same double again. */
  constructor(decimals: number | null) {
    this.#decimals = decimals === null ? null : Math.min(Math.max(0, Math.trunc(decimals)), MOST_DECIMALS);
  }

  /** @param bytes with `NUMBER_ROOM` from `at` on. @returns the place behind the number */
  write(bytes: Uint8Array, at: number, value: number): number {
    const end = writeDecimal(bytes, at, value, this.#decimals);
    if (this.#decimals !== null && !this.hasRounded) this.hasRounded = decimalValue(bytes, at, end) !== value;
    return end;
  }
}
