import Flatbush from 'flatbush';
import type { VertexTable } from './edges/vertices.ts';
import type { EdgeTable } from './edges/edges.ts';
import { distanceToSegment } from './segments.ts';

/** Up to this many segments are examined one by one. */
const FEW = 32;

/** Edges in metres around one point, with a search for the nearest one. */
export class SegmentIndex {
  /** x0, y0, x1, y1 of each. */
  readonly segments: Float64Array;
  readonly #index: Flatbush | null;

  constructor(segments: Float64Array) {
    this.segments = segments;
    const count = segments.length / 4;
    this.#index = count <= FEW ? null : new Flatbush(count);
    for (let i = 0; i < 4 * count; i += 4) {
      const [ax, ay, bx, by] = [segments[i], segments[i + 1], segments[i + 2], segments[i + 3]];
      this.#index?.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    }
    this.#index?.finish();
  }

  /**
   * The nearest segment and its distance; Infinity if there is none.
   *
   * @param within the distance of some segment, if one is known to be near: it makes the search shorter.
   */
  nearest(x: number, y: number, within = Infinity): { segment: number; distance: number } {
    if (this.#index === null) return this.#nearestOf(Array.from({ length: this.segments.length / 4 }, (_, i) => i), x, y);
    // The segment with the nearest extent need not be the nearest one, but gives an upper bound for
    // the distance.
    const reach = within < Infinity ? within : distanceToSegment(this.segments, this.#index.neighbors(x, y, 1)[0], x, y);
    return this.#nearestOf(this.#index.search(x - reach, y - reach, x + reach, y + reach), x, y);
  }

  #nearestOf(candidates: readonly number[], x: number, y: number): { segment: number; distance: number } {
    const best = { segment: -1, distance: Infinity };
    for (const segment of candidates) {
      const distance = distanceToSegment(this.segments, segment, x, y);
      // Of equal distances the first in the list, so that the order of the index does not matter.
      if (distance > best.distance || (distance === best.distance && segment > best.segment)) continue;
      best.segment = segment;
      best.distance = distance;
    }
    return best;
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
    for (const [end, vertex] of [edges.a[which[i]], edges.b[which[i]]].entries()) {
      segments[4 * i + 2 * end] = (x[vertex] - originX) * scaleX;
      segments[4 * i + 2 * end + 1] = (y[vertex] - originY) * scaleY;
    }
  }
  return segments;
}
