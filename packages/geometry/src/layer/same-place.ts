/** Whether two vertices have the same x and y. @param xy x0, y0, x1, y1 … */
export function isSamePlace(xy: Float64Array, i: number, j: number): boolean {
  return xy[2 * i] === xy[2 * j] && xy[2 * i + 1] === xy[2 * j + 1];
}
