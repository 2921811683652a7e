/** The owner of land that no feature has. */
export const NO_OWNER = -1;

/** Who has each cell once overlaps are given away. */
export interface Ownership {
  /** The feature that has each cell, or NO_OWNER. */
  readonly owner: Int32Array;
  /** For each feature the earlier one with exactly the same region, or -1. */
  readonly duplicateOf: Int32Array;
  /** Area of each feature before anything is decided. */
  readonly featureArea: Float64Array;
}
