/** Spreads numbers in a row over all 32 bits (Knuth's multiplicative hash: 2³² divided by the golden ratio). */
const SPREAD = 0x9e3779b1;

/**
 * One of each run of `stride` items, as if by chance, always the same. Every tenth vertex, say, would be the same corner of each parcel of ten vertices, and all of
 * a row of parcels would seem to lie on one line.
 *
 * @returns the index of the item for run 0, 1, 2 …; the last run may end before it.
 */
export function oneOfRun(run: number, stride: number): number {
  return run * stride + ((Math.imul(run, SPREAD) >>> 0) % stride);
}
