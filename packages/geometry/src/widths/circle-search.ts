import { Float64List, Int32List } from '../arrays/growable.ts';
import { squaredDistanceToSegment } from '../segments.ts';
import type { InsideTest } from './inside-test.ts';

/** Squares smaller than this share of the radius are not divided further, which sets the precision of the answer. */
export const FINEST = 1e-4;
/** After this many measured segments, an outline is considered too intricate to decide. */
const MOST_WORK = 50_000_000;
const QUARTERS = [[-1, -1], [1, -1], [-1, 1], [1, 1]] as const;

/** The extent of an outline. */
export interface Extent {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/**
 * Whether some point of an area is at least a radius away from all of its outline.
 *
 * Squares that may contain such a point are divided, as in the search for the pole of inaccessibility (V. Agafonkin, polylabel,
 * 2016). That search looks for the largest circle; here one circle is enough, so most outlines are decided at once.
 *
 * @param outline x and y of both ends of each segment, in any order and direction. An outline that is too intricate to decide
 * counts as holding one.
 */
export function findsCircle(outline: Float64Array, inside: InsideTest, { minX, minY, maxX, maxY }: Extent, radius: number): boolean {
  const all = outline.length / 4;
  const squares = new Squares(all);
  const side = Math.min(maxX - minX, maxY - minY);
  for (let x = minX + side / 2; x - side / 2 < maxX; x += side) {
    for (let y = minY + side / 2; y - side / 2 < maxY; y += side) squares.push(x, y, side / 2, 0, all);
  }
  let work = 0;
  while (squares.pop()) {
    const { x, y, half, from, to } = squares;
    const corner = half * Math.SQRT2;
    work += to - from;
    if (work > MOST_WORK) return true;
    const nearest = Math.sqrt(squares.keepWithin(outline, (radius + corner) ** 2));
    if (nearest + corner < radius || (nearest < radius && half < FINEST * radius)) continue;
    // No border runs through it, so all of it lies on one side. Circles outside the area do not count.
    if (nearest >= Math.min(radius, corner)) {
      // As much as going through all of the outline, so that what counts as too intricate does not depend on how a point is told to be inside.
      work += all;
      const isInside = inside.has(x, y);
      if (isInside && nearest >= radius) return true;
      if (!isInside && nearest >= corner) continue;
    }
    const quarter = half / 2;
    for (const [dx, dy] of QUARTERS) squares.push(x + dx * quarter, y + dy * quarter, quarter, to, squares.near.length);
  }
  return false;
}

/**
 * A stack of squares that may contain the centre of the circle, with the segments near enough to matter to a point in each. These are listed behind those of
 * the square that it is a part of. So whatever is listed behind those of the square on top belongs to squares that are done with.
 */
class Squares {
  /** The square that was popped last: its middle, half of its side, and where its segments are in `near`. */
  x = 0;
  y = 0;
  half = 0;
  from = 0;
  to = 0;
  readonly near = new Int32List();
  private readonly places = new Float64List();
  private readonly ranges = new Int32List();

  constructor(segments: number) {
    this.near.reserve(2 * segments);
    for (let segment = 0; segment < segments; segment++) this.near.push(segment);
  }

  push(x: number, y: number, half: number, from: number, to: number): void {
    this.places.push(x);
    this.places.push(y);
    this.places.push(half);
    this.ranges.push(from);
    this.ranges.push(to);
  }

  /** Whether there was one. */
  pop(): boolean {
    const { places, ranges } = this;
    if (places.length === 0) return false;
    places.length -= 3;
    ranges.length -= 2;
    this.x = places.data[places.length];
    this.y = places.data[places.length + 1];
    this.half = places.data[places.length + 2];
    this.from = ranges.data[ranges.length];
    this.to = ranges.data[ranges.length + 1];
    this.near.length = this.to;
    return true;
  }

  /** Lists those segments of the square that was popped which are this near to its middle. @returns the squared distance of the nearest. */
  keepWithin(outline: Float64Array, squaredDistance: number): number {
    const { near, x, y, from, to } = this;
    near.reserve(2 * to - from);
    const { data } = near;
    let end = to;
    let nearest = Infinity;
    for (let k = from; k < to; k++) {
      const squared = squaredDistanceToSegment(outline, data[k], x, y);
      if (squared < nearest) nearest = squared;
      if (squared <= squaredDistance) data[end++] = data[k];
    }
    near.length = end;
    return nearest;
  }
}
