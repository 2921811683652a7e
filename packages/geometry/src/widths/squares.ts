import { enlarged, Float64List, Int32List } from '../arrays/growable.ts';
import { squaredDistanceToSegment } from '../segments.ts';

/**
 * A stack of squares that may contain the centre of the circle, with the segments near enough to matter to a point in each. These are listed behind those of
 * the square that it is a part of. So whatever is listed behind those of the square on top belongs to squares that are done with.
 */
export class Squares {
  /** The square that was popped last: its middle, half of its side, and where its segments are in `near`. */
  x = 0;
  y = 0;
  half = 0;
  from = 0;
  to = 0;
  /** Where the list of those ends that matter to its quarters, which begins at `to`. */
  private end = 0;
  private near: Int32Array<ArrayBuffer>;
  private readonly segments: number;
  private readonly places = new Float64List();
  private readonly ranges = new Int32List();

  constructor(segments: number) {
    this.segments = segments;
    this.near = new Int32Array(4 * segments);
    for (let segment = 0; segment < segments; segment++) this.near[segment] = segment;
  }

  /** Adds a square to which all segments matter. */
  push(x: number, y: number, half: number): void {
    this.places.push(x);
    this.places.push(y);
    this.places.push(half);
    this.ranges.push(0);
    this.ranges.push(this.segments);
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
    return true;
  }

  /** Adds the quarters of the square that was popped. Only those segments matter to them that `keepWithin` kept. */
  divide(): void {
    const { places, ranges, x, y, to, end } = this;
    const quarter = this.half / 2;
    places.reserve(places.length + 12);
    ranges.reserve(ranges.length + 8);
    const { data } = places;
    for (let i = 0; i < 4; i++) {
      data[places.length++] = (i & 1) === 0 ? x - quarter : x + quarter;
      data[places.length++] = i < 2 ? y - quarter : y + quarter;
      data[places.length++] = quarter;
      ranges.data[ranges.length++] = to;
      ranges.data[ranges.length++] = end;
    }
  }

  /**
   * Lists those segments of the square that was popped which are this near to its middle, and of which some point in the square may be the nearest.
   * @param corner how far the corners of the square are from its middle; infinity to list all that are near. @returns the squared distance of the nearest.
   */
  keepWithin(outline: Float64Array, squaredDistance: number, corner = Infinity): number {
    const { x, y, from, to } = this;
    if (this.near.length < 2 * to - from) this.near = enlarged(this.near, 2 * this.near.length);
    const { near } = this;
    let end = to;
    let nearest = Infinity;
    let furthest = squaredDistance;
    for (let k = from; k < to; k++) {
      const segment = near[k];
      const squared = squaredDistanceToSegment(outline, segment, x, y);
      if (squared <= furthest) near[end++] = segment;
      if (squared >= nearest) continue;
      nearest = squared;
      if (squared > furthest) continue;
      // Listed first, so that in the quarters of the square what is too far away is told at once.
      near[end - 1] = near[to];
      near[to] = segment;
      // A point in the square is at most `corner` further from the nearest segment than the middle, and at most that much nearer to another one.
      const mattering = (Math.sqrt(squared) + 2 * corner) ** 2;
      if (mattering < furthest) furthest = mattering;
    }
    this.end = end;
    return nearest;
  }

  /** Whether `keepWithin` has listed two segments. */
  get hasTwo(): boolean {
    return this.end - this.to === 2;
  }

  /** The segment that `keepWithin` listed in this place, from 0. */
  kept(place: number): number {
    return this.near[this.to + place];
  }
}
