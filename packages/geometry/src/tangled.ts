/**
 * Thrown where a layer cannot be arranged in any reasonable memory: thousands of different features lie over each other, so
 * that the places that they share are more than anything could hold.
 */
export class TooTangledError extends Error {
  override readonly name = 'TooTangledError';
  /** How many crossings of borders, or members of overlaps, were counted when it was given up. */
  readonly count: number;

  constructor(count: number) {
    super(`More than ${count} crossings or members of overlaps`);
    this.count = count;
  }
}

/** What `work` gives, null where it was given up as too tangled. */
export function unlessTooTangled<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof TooTangledError) return null;
    throw error;
  }
}
