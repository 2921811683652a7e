import Flatbush from 'flatbush';
import type { VertexTable } from './edges/vertices.ts';
import type { EdgeTable } from './edges/edges.ts';
import { distanceToSegment, squaredDistanceToSegment } from './segments.ts';

/** Up to this many segments are examined one by one. */
const FEW = 32;
/** Within this many times the mean length of the segments there are few of them: a search there needs no better bound. */
const NEAR_LENGTHS = 2;

export interface NearSegment {
  /** -1 if there is none. */
  readonly segment: number;
  readonly distance: number;
}

/** Edges in metres around one point, with a search for the nearest one. */
export class SegmentIndex {
  /** x0, y0, x1, y1 of each. */
  readonly segments: Float64Array;
  readonly #index: Flatbush | null;
  readonly #meanLength: number;

  constructor(segments: Float64Array) {
    this.segments = segments;
    const count = segments.length / 4;
    this.#index = count <= FEW ? null : new Flatbush(count);
    let length = 0;
    for (let i = 0; i < 4 * count; i += 4) {
      const ax = segments[i], ay = segments[i + 1], bx = segments[i + 2], by = segments[i + 3];
      this.#index?.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
      length += Math.max(Math.abs(bx - ax), Math.abs(by - ay));
    }
    this.#index?.finish();
    this.#meanLength = length / count;
  }

  /**
   * The nearest segment and its distance; Infinity if there is none. Of equal distances the first in the list, so that the order of the index does not
   * matter.
   *
   * @param known a segment that is probably near: it makes the search shorter.
   */
  nearest(x: number, y: number, known = -1): NearSegment {
    if (this.#index === null) return this.#nearestOfAll(x, y);
    let near = known < 0 ? { segment: -1, distance: Infinity } : this.along(x, y, known);
    if (near.distance > NEAR_LENGTHS * this.#meanLength) {
      // The segment with the nearest extent need not be the nearest one, but gives an upper bound for the distance.
      for (const segment of this.#index.neighbors(x, y, 1, near.distance)) {
        const distance = distanceToSegment(this.segments, segment, x, y);
        if (distance < near.distance) near = { segment, distance };
      }
    }
    let { segment, distance } = near;
    for (const other of this.#index.search(x - distance, y - distance, x + distance, y + distance)) {
      const otherDistance = distanceToSegment(this.segments, other, x, y);
      if (otherDistance > distance || (otherDistance === distance && other > segment)) continue;
      segment = other;
      distance = otherDistance;
    }
    return { segment, distance };
  }

  /**
   * A segment near a point: from a known one on along the list, as long as the next one is nearer. The nearest may be another one, but where segments follow each other along
   * a border, it is usually this one.
   */
  along(x: number, y: number, known: number): NearSegment {
    const { segments } = this;
    const count = segments.length / 4;
    let segment = known;
    let squared = squaredDistanceToSegment(segments, known, x, y);
    for (const step of [1, -1]) {
      for (let next = segment + step; next >= 0 && next < count; next += step) {
        const other = squaredDistanceToSegment(segments, next, x, y);
        if (other >= squared) break;
        squared = other;
        segment = next;
      }
    }
    return { segment, distance: Math.sqrt(squared) };
  }

  #nearestOfAll(x: number, y: number): NearSegment {
    let segment = -1;
    let squared = Infinity;
    for (let other = 0; 4 * other < this.segments.length; other++) {
      const otherSquared = squaredDistanceToSegment(this.segments, other, x, y);
      if (otherSquared >= squared) continue;
      segment = other;
      squared = otherSquared;
    }
    return { segment, distance: Math.sqrt(squared) };
  }
}

/** The origin and the scales of coordinates in metres. */
export interface Frame {
  readonly originX: number;
  readonly originY: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

/** x0, y0, x1, y1 of some edges, in metres in a frame. */
export function segmentsOfEdges({ x, y }: VertexTable, edges: EdgeTable, which: ArrayLike<number>, { originX, originY, scaleX, scaleY }: Frame): Float64Array {
  const segments = new Float64Array(4 * which.length);
  for (let i = 0; i < which.length; i++) {
    const a = edges.a[which[i]];
    const b = edges.b[which[i]];
    segments[4 * i] = (x[a] - originX) * scaleX;
    segments[4 * i + 1] = (y[a] - originY) * scaleY;
    segments[4 * i + 2] = (x[b] - originX) * scaleX;
    segments[4 * i + 3] = (y[b] - originY) * scaleY;
  }
  return segments;
}
