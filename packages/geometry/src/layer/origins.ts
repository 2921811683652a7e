/** For each part, ring and vertex of a patched layer: its position in the first layer, or -1. */
export interface Origins {
  readonly part: Int32Array;
  readonly ring: Int32Array;
  readonly vertex: Int32Array;
}
