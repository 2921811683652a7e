const BITS = new Float64Array(2);
const WORDS = new Uint32Array(BITS.buffer);

/** The number of slots of a hash table that has room for so many: a power of two, so that a mask finds the slot. */
export function slotsFor(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** A hash of the exact coordinates of a point. Negative zero and zero have different hashes. */
export function hashPlace(x: number, y: number): number {
  BITS[0] = x;
  BITS[1] = y;
  let hash =
    Math.imul(WORDS[0], 0x9e3779b1) ^ Math.imul(WORDS[1], 0x85ebca6b) ^ Math.imul(WORDS[2], 0xc2b2ae35) ^ Math.imul(WORDS[3], 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** A hash of the exact ends of a segment, the same in both directions. Negative zero is zero. */
export function hashSegment(ax: number, ay: number, bx: number, by: number): number {
  const hash = hashPlace(ax + 0, ay + 0) + hashPlace(bx + 0, by + 0);
  return hash ^ (hash >>> 15);
}
