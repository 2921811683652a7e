/** The ordinates of a position: x, y, z and m; NaN for what it does not have. */
export type Position = readonly [x: number, y: number, z: number, m: number];

/** No two vertices of an arc are further apart, seen from its centre; as GDAL does. */
const STEP = (4 * Math.PI) / 180;
/** Angles that differ by less are the same. */
const ROUNDING = 1e-9;

/**
 * The vertices of an arc through three positions, without its first: the other two are among them. Where start and end are the same it is a circle, with the
 * middle opposite. The vertices are the same in the other direction, so that areas along an arc share it. Heights and measures grow evenly between two positions.
 */
export function verticesOfArc(start: Position, middle: Position, end: Position): Position[] {
  if (comesBefore(end, start)) return [...verticesOfArc(end, middle, start).slice(0, -1).toReversed(), end];
  const circle = circleThrough(start, middle, end);
  return circle === null ? [middle, end] : [...between(circle, start, middle), middle, ...between(circle, middle, end), end];
}

function comesBefore([x1, y1]: Position, [x2, y2]: Position): boolean {
  return x1 < x2 || (x1 === x2 && y1 < y2);
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** 1 to the left, -1 to the right. */
  readonly turn: 1 | -1;
}

/** @returns null for positions on a line */
function circleThrough([x, y]: Position, middle: Position, end: Position): Circle | null {
  const [mx, my, ex, ey] = [middle[0] - x, middle[1] - y, end[0] - x, end[1] - y];
  if (ex === 0 && ey === 0) return circleAt(x, y, mx / 2, my / 2, 1);
  const twice = 2 * (mx * ey - my * ex);
  const [m2, e2] = [mx * mx + my * my, ex * ex + ey * ey];
  return circleAt(x, y, (ey * m2 - my * e2) / twice, (mx * e2 - ex * m2) / twice, twice > 0 ? 1 : -1);
}

function circleAt(x: number, y: number, dx: number, dy: number, turn: 1 | -1): Circle | null {
  const radius = Math.hypot(dx, dy);
  return radius > 0 && Number.isFinite(radius) ? { x: x + dx, y: y + dy, radius, turn } : null;
}

/** The vertices of the circle between two positions on it. */
function between({ x, y, radius, turn }: Circle, from: Position, to: Position): Position[] {
  const start = Math.atan2(from[1] - y, from[0] - x);
  const sweep = (turn * (Math.atan2(to[1] - y, to[0] - x) - start) + 4 * Math.PI) % (2 * Math.PI);
  // Positions in one place may be in the wrong order by rounding.
  const pieces = sweep > 2 * Math.PI - ROUNDING ? 1 : Math.ceil(sweep / STEP - ROUNDING);
  return Array.from({ length: Math.max(0, pieces - 1) }, (_, index): Position => {
    const share = (index + 1) / pieces;
    const angle = start + turn * sweep * share;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), from[2] + (to[2] - from[2]) * share, from[3] + (to[3] - from[3]) * share];
  });
}
