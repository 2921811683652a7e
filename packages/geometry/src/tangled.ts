/**
 * Thrown if a layer cannot be arranged in any reasonable amount of memory: thousands of features lie on top of each other,
 * and have more intersections in common than memory could hold.
 */
export class TooTangledError extends Error {
  override readonly name = 'TooTangledError';
  /** The number of border crossings, or members of overlaps, counted before giving up. */
  readonly count: number;

  constructor(count: number) {
    super(`More than ${count} crossings or members of overlaps`);
    this.count = count;
  }
}

/** The result of `work`; null if it was given up as too tangled. */
export function unlessTooTangled<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooTangledError) return null;
    throw error;
  }
}
