import { orient2d as clockwiseOrient2d } from 'robust-predicates';

/** Above zero when c lies to the left of a → b (y upwards), below when right, zero only when exactly on the line. */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -clockwiseOrient2d(ax, ay, bx, by, cx, cy);
}

/** Orders points by x, then y. The order that every tie between vertices falls back to, as it depends on geometry alone. */
export function comparePoints(ax: number, ay: number, bx: number, by: number): number {
  if (ax !== bx) return ax < bx ? -1 : 1;
  if (ay !== by) return ay < by ? -1 : 1;
  return 0;
}
