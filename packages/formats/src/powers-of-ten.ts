/** The largest power of ten that a double holds exactly. */
export const LARGEST_EXACT_POWER = 22;

/** By their exponents, the powers of ten that a double holds exactly. */
export const POWERS_OF_TEN = Float64Array.from({ length: LARGEST_EXACT_POWER + 1 }, (_, exponent) => Number(`1e${exponent}`));
