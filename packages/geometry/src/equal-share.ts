/** Lengths and areas that differ by no more than this share count as equal. */
export const EQUAL_SHARE = 1e-9;
