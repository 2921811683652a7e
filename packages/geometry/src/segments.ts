/** The least x and y and the greatest x and y of some segments, x0, y0, x1, y1 each. */
export function extentOfSegments(segments: Float64Array): [minX: number, minY: number, maxX: number, maxY: number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < segments.length; i += 2) {
    minX = Math.min(minX, segments[i]);
    minY = Math.min(minY, segments[i + 1]);
    maxX = Math.max(maxX, segments[i]);
    maxY = Math.max(maxY, segments[i + 1]);
  }
  return [minX, minY, maxX, maxY];
}

/**
 * The distance from a point to a segment.
 *
 * @param segments x0, y0, x1, y1 of each. Both ends of a segment may be the same point.
 */
export function distanceToSegment(segments: Float64Array, segment: number, x: number, y: number): number {
  return Math.sqrt(squaredDistanceToSegment(segments, segment, x, y));
}

export function squaredDistanceToSegment(segments: Float64Array, segment: number, x: number, y: number): number {
  const ax = segments[4 * segment] - x;
  const ay = segments[4 * segment + 1] - y;
  const dx = segments[4 * segment + 2] - segments[4 * segment];
  const dy = segments[4 * segment + 3] - segments[4 * segment + 1];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : -(ax * dx + ay * dy) / squared;
  // Not `Math.min` and `Math.max`, which V8's middle compiler calls as functions: this is asked millions of times.
  const share = along < 0 ? 0 : along > 1 ? 1 : along;
  const px = ax + share * dx;
  const py = ay + share * dy;
  return px * px + py * py;
}

/**
 * The part of a segment that lies within a distance of another one, as shares of its length from its start; null if there is
 * none. It is a single stretch, because nearness to a segment is convex.
 *
 * @param segments x0, y0, x1, y1 of each. @param others likewise.
 */
export function stretchNear(segments: Float64Array, segment: number, others: Float64Array, other: number, distance: number): [number, number] | null {
  const [x, y, endX, endY] = segments.subarray(4 * segment, 4 * segment + 4);
  const [dx, dy] = [endX - x, endY - y];
  const [x0, y0, x1, y1] = others.subarray(4 * other, 4 * other + 4);
  let [from, to] = [Infinity, -Infinity];
  const take = (low: number, high: number): void => {
    if (low > high || low > 1 || high < 0) return;
    from = Math.min(from, Math.max(0, low));
    to = Math.max(to, Math.min(1, high));
  };
  takeDisc(x0, y0);
  takeDisc(x1, y1);
  takeStrip();
  return from > to ? null : [from, to];

  function takeDisc(cx: number, cy: number): void {
    const [px, py] = [x - cx, y - cy];
    const squared = dx * dx + dy * dy;
    const along = px * dx + py * dy;
    const off = px * px + py * py - distance * distance;
    if (squared === 0) {
      if (off <= 0) take(0, 1);
      return;
    }
    const root = along * along - squared * off;
    if (root >= 0) take((-along - Math.sqrt(root)) / squared, (-along + Math.sqrt(root)) / squared);
  }

  /** The points beside the segment, neither before its start nor beyond its end. */
  function takeStrip(): void {
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length === 0) return;
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const [px, py] = [x - x0, y - y0];
    const across = between(px * uy - py * ux, dx * uy - dy * ux, -distance, distance);
    const along = between(px * ux + py * uy, dx * ux + dy * uy, 0, length);
    take(Math.max(across[0], along[0]), Math.min(across[1], along[1]));
  }
}

/** The shares between which a linearly growing value lies between two bounds. */
function between(start: number, growth: number, low: number, high: number): readonly [number, number] {
  if (growth === 0) return start >= low && start <= high ? [0, 1] : [1, 0];
  const [p, q] = [(low - start) / growth, (high - start) / growth];
  return p < q ? [p, q] : [q, p];
}
