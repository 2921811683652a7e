/** Lengths and areas that differ by no more than this share are equal. */
export const EQUAL_SHARE = 1e-9;
