import { orient2d as clockwiseOrient2d } from 'robust-predicates';

/** Positive if c lies to the left of a → b (y upwards), negative if to the right, zero only if exactly on the line. */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -clockwiseOrient2d(ax, ay, bx, by, cx, cy);
}

/** Orders points by x, then y. Every tie between vertices falls back to this order, because it depends on geometry alone. */
export function comparePoints(ax: number, ay: number, bx: number, by: number): number {
  if (ax !== bx) return ax < bx ? -1 : 1;
  if (ay !== by) return ay < by ? -1 : 1;
  return 0;
}
