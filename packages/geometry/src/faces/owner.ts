/** The owner of land that no feature has. */
export const NO_OWNER = -1;

/** The owner of each cell after overlaps have been given away. */
export interface Ownership {
  /** The feature that has each cell, or NO_OWNER. */
  readonly owner: Int32Array;
  /** For each feature the earlier one with exactly the same region, or -1. */
  readonly duplicateOf: Int32Array;
  /** Area of each feature before any overlap is decided. */
  readonly featureArea: Float64Array;
}
