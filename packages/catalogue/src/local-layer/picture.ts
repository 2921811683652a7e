/** The coverage of each pixel, 0 to 1, row by row from the top. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly fill: Float32Array;
  readonly stroke: Float32Array;
}
