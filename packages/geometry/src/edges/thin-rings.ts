/** A ring as wide as so many units in the last place of its coordinates, or less, is as wide as rounding. */
const THINNEST = 8;

/**
 * Whether all the land of a simple ring is rounding: less than what moving each of its vertices by a few units in the last
 * place would make of it. Programs that do not compute exactly cannot tell which way such a ring runs, and so whether it is a
 * shell or a hole.
 *
 * @param twiceArea by differences from one of its vertices.
 * @param reach the sum of `reachOfSegment` over its segments.
 */
export function isThin(twiceArea: number, reach: number): boolean {
  return Math.abs(twiceArea) <= THINNEST * Number.EPSILON * reach;
}

/** By how much, per unit in the last place of its ends, the area beside a segment may be off. */
export function reachOfSegment(ax: number, ay: number, bx: number, by: number): number {
  return Math.max(Math.abs(ax), Math.abs(bx)) * Math.abs(by - ay) + Math.max(Math.abs(ay), Math.abs(by)) * Math.abs(bx - ax);
}
