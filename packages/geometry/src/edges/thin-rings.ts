/** A ring no wider than this many units in the last place of its coordinates is as thin as rounding. */
const THINNEST = 8;

/**
 * Whether a simple ring has no more land than rounding explains: less than moving each of its vertices by a few units in the
 * last place would give it. Programs that do not compute exactly cannot tell the direction of such a ring, and so not whether
 * it is a shell or a hole.
 *
 * @param twiceArea computed from differences to one of its vertices.
 * @param reach the sum of `reachOfSegment` over its segments.
 */
export function isThin(twiceArea: number, reach: number): boolean {
  return Math.abs(twiceArea) <= THINNEST * Number.EPSILON * reach;
}

/** How much the area beside a segment may be off per unit in the last place of its ends. */
export function reachOfSegment(ax: number, ay: number, bx: number, by: number): number {
  return Math.max(Math.abs(ax), Math.abs(bx)) * Math.abs(by - ay) + Math.max(Math.abs(ay), Math.abs(by)) * Math.abs(bx - ax);
}
