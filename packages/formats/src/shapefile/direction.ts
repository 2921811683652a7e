/** GDAL ignores the corner of a ring if a neighbour is closer than this, in coordinate units. */
const NEAR = 1e-5;

/**
 * The direction of a ring as GDAL determines it: -1 clockwise, 1 counter-clockwise, 0 if undetermined.
 *
 * In a shapefile the direction says whether a ring is a shell or a hole, and most programs that read one rely on GDAL. GDAL looks
 * at the lowest, rightmost corner. If a neighbour is too close, or the corner is straight, it uses the sum of Green's formula,
 * which is not measured relative to the ring and hence suffers from rounding. For a tiny or thin ring far from the origin the
 * answer may be the opposite of the truth; then the opposite is what readers get from the file.
 *
 * @param end of the ring's vertices, the last of which repeats the first.
 */
export function directionForGdal(xy: Float64Array, start: number, end: number): number {
  const last = end - 1;
  if (last - start < 2) return 0;
  let corner = start;
  let isRepeated = false;
  for (let i = start + 1; i < last; i++) {
    const [above, right] = [xy[2 * i + 1] - xy[2 * corner + 1], xy[2 * i] - xy[2 * corner]];
    if (above < 0 || (above === 0 && right > 0)) {
      corner = i;
      isRepeated = false;
    } else if (above === 0 && right === 0) {
      isRepeated = true;
    }
  }
  const before = corner === start ? last - 1 : corner - 1;
  const after = corner + 1 === last ? start : corner + 1;
  const isNear = (i: number): boolean => Math.abs(xy[2 * i] - xy[2 * corner]) < NEAR && Math.abs(xy[2 * i + 1] - xy[2 * corner + 1]) < NEAR;
  if (!isRepeated && !isNear(before) && !isNear(after)) {
    const [beforeX, beforeY] = [xy[2 * before] - xy[2 * corner], xy[2 * before + 1] - xy[2 * corner + 1]];
    const [afterX, afterY] = [xy[2 * after] - xy[2 * corner], xy[2 * after + 1] - xy[2 * corner + 1]];
    const turn = afterX * beforeY - beforeX * afterY;
    if (turn > 0 || turn < 0) return Math.sign(turn);
  }
  // Keep this order of operations: each of them rounds.
  let sum = xy[2 * start] * (xy[2 * start + 3] - xy[2 * last + 1]);
  for (let i = start + 1; i < last; i++) sum += xy[2 * i] * (xy[2 * i + 3] - xy[2 * i - 1]);
  sum += xy[2 * last] * (xy[2 * start + 1] - xy[2 * last - 1]);
  return Number.isNaN(sum) ? 0 : sum < 0 ? -1 : 1;
}
