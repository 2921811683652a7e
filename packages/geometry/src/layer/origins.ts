/** For each part, ring and vertex of a layer that came out of patches: where in the first layer it stands, or -1. */
export interface Origins {
  readonly part: Int32Array;
  readonly ring: Int32Array;
  readonly vertex: Int32Array;
}
