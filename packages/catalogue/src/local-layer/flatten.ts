/** Passes over a shape; each finds about a third of the removable vertices. */
const ROUNDS = 3;
const FEWEST_VERTICES = 4;

/** The vertices [first, end) of arrays. */
export interface Chain {
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly first: number;
  readonly end: number;
}

export interface Flattening {
  /** Of the squares by which it is decided which of two neighbouring vertices goes. */
  readonly side: number;
  /** The greatest distance of a removed vertex from the line between its neighbours. */
  readonly tolerance: number;
  /** Whether the last vertex is followed by the first; otherwise both stay. */
  readonly isClosed: boolean;
}

/**
 * Removes vertices from a chain that lie within `tolerance` of the straight line between their neighbours, and returns the new end. Of two
 * consecutive vertices only one is removed per round, chosen by position alone (squares of `side`), so that the same border loses
 * the same vertices in either direction.
 */
export function flatten({ x, y, first, end }: Chain, { side, tolerance, isClosed }: Flattening): number {
  let stop = end;
  for (let round = 0; round < ROUNDS && stop - first > FEWEST_VERTICES; round++) {
    const count = stop - first;
    const firstX = x[first] ?? 0;
    const firstY = y[first] ?? 0;
    let beforeX = x[stop - 1] ?? 0;
    let beforeY = y[stop - 1] ?? 0;
    let beforeRank = rankOf(beforeX, beforeY, side, round);
    let hereX = firstX;
    let hereY = firstY;
    let hereRank = rankOf(hereX, hereY, side, round);
    let kept = first;
    for (let i = 0; i < count; i++) {
      const isLast = i === count - 1;
      const afterX = isLast ? firstX : (x[first + i + 1] ?? 0);
      const afterY = isLast ? firstY : (y[first + i + 1] ?? 0);
      const afterRank = rankOf(afterX, afterY, side, round);
      const isEnd = !isClosed && (i === 0 || isLast);
      const goes = !isEnd && hereRank < beforeRank && hereRank < afterRank && offLine(hereX, hereY, beforeX, beforeY, afterX, afterY) < tolerance;
      if (!goes) {
        x[kept] = hereX;
        y[kept] = hereY;
        kept++;
      }
      beforeX = hereX;
      beforeY = hereY;
      beforeRank = hereRank;
      hereX = afterX;
      hereY = afterY;
      hereRank = afterRank;
    }
    stop = kept;
  }
  return stop;
}

/** A pseudo-random number that is always the same for a position. */
function rankOf(x: number, y: number, side: number, round: number): number {
  const hash = Math.imul(Math.floor(x / side), 0x9e3779b1) ^ Math.imul(Math.floor(y / side) + round, 0x85ebca6b);
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** Distance of a vertex from the segment between its neighbours. */
function offLine(x: number, y: number, x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / squared));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}
