/** Spreads numbers in a row over all 32 bits (Knuth's multiplicative hash: 2³² divided by the golden ratio). */
const SPREAD = 0x9e3779b1;

/**
 * The indices of a sample of items: one of each run of as many, as if by chance, always the same. Every tenth vertex, say, would be the same corner of each parcel
 * of ten vertices, and all of a row of parcels would seem to lie on one line.
 *
 * @param least at least this many, if there are that many items; fewer than twice as many.
 */
export function sampleOf(count: number, least: number): Int32Array {
  const stride = Math.max(1, Math.floor(count / least));
  return new Int32Array(Math.ceil(count / stride)).map((_, run) => Math.min(run * stride + ((Math.imul(run, SPREAD) >>> 0) % stride), count - 1));
}
