/**
 * The distance from a place to a segment.
 *
 * @param segments x0, y0, x1, y1 of each; both ends of one may be the same place.
 */
export function distanceToSegment(segments: Float64Array, segment: number, x: number, y: number): number {
  const ax = segments[4 * segment] - x;
  const ay = segments[4 * segment + 1] - y;
  const dx = segments[4 * segment + 2] - segments[4 * segment];
  const dy = segments[4 * segment + 3] - segments[4 * segment + 1];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared));
  const px = ax + share * dx;
  const py = ay + share * dy;
  return Math.sqrt(px * px + py * py);
}
