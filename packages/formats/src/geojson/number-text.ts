import { decimalValue } from '../decimal-value.ts';
import { LONGEST_DECIMAL, writeDecimal } from '../features/number-text.ts';

/** Numbers are written with at most this many decimals. */
const MOST_DECIMALS = 15;

/** The most bytes that a number may take: the smallest double without an exponent and with all its digits. */
export const NUMBER_ROOM = LONGEST_DECIMAL;

/** Writes finite numbers as JSON bytes, without exponents or trailing zeros. */
export class NumberText {
  /** Whether a number was written with fewer digits than it has. */
  hasRounded = false;
  readonly #decimals: number | null;

  /** @param decimals the maximum number of decimals; null for as many as it takes to read back the same double. */
  constructor(decimals: number | null) {
    this.#decimals = decimals === null ? null : Math.min(Math.max(0, Math.trunc(decimals)), MOST_DECIMALS);
  }

  /** @param bytes with `NUMBER_ROOM` free from `at` on. @returns the position after the number */
  write(bytes: Uint8Array, at: number, value: number): number {
    const end = writeDecimal(bytes, at, value, this.#decimals);
    if (this.#decimals !== null && !this.hasRounded) this.hasRounded = decimalValue(bytes, at, end) !== value;
    return end;
  }
}
