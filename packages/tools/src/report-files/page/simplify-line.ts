/** Vertices processed together: the method may take time quadratic in their number. */
const MOST_TOGETHER = 1000;

/**
 * Removes vertices that are closer than the tolerance to the line without them (Douglas and Peucker 1973). First and last
 * stay, and so does every thousandth.
 * @param xy x0, y0, x1, y1 …
 */
export function simplifyLine(xy: Float64Array, tolerance: number): Float64Array {
  const count = xy.length / 2;
  if (count <= 4) return xy;
  const kept = new Uint8Array(count);
  kept[0] = 1;
  // Without recursion: a line may have a million vertices.
  const open: [number, number][] = [];
  for (let first = 0; first < count - 1; first += MOST_TOGETHER) {
    const last = Math.min(first + MOST_TOGETHER, count - 1);
    kept[last] = 1;
    open.push([first, last]);
  }
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [first, last] = range;
    const farthest = farthestBetween(xy, first, last, tolerance);
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  const result: number[] = [];
  for (let i = 0; i < count; i++) if (kept[i] === 1) result.push(xy[2 * i], xy[2 * i + 1]);
  return Float64Array.from(result);
}

/** @returns -1 if none is farther away than the tolerance */
function farthestBetween(xy: Float64Array, first: number, last: number, tolerance: number): number {
  const [ax, ay, bx, by] = [xy[2 * first], xy[2 * first + 1], xy[2 * last], xy[2 * last + 1]];
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  let [farthest, most] = [-1, tolerance * tolerance];
  for (let i = first + 1; i < last; i++) {
    const [x, y] = [xy[2 * i] - ax, xy[2 * i + 1] - ay];
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square));
    const [offX, offY] = [x - share * dx, y - share * dy];
    const distance = offX * offX + offY * offY;
    if (distance > most) [farthest, most] = [i, distance];
  }
  return farthest;
}
