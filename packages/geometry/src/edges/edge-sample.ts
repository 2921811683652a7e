import { sampleOf } from '../arrays/sample.ts';
import type { EdgeTable } from './edges.ts';
import type { GridAxis } from './grid-axis.ts';
import type { VertexTable } from './vertices.ts';

/** The sample has at least this many edges, if there are that many. */
const SAMPLE = 1000;

/** A sample of the edges of a grid, one of each run in their order. It shows where most edges lie and how long they are. */
export class EdgeSample {
  /** The start of each edge in the sample. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The mean size of the extents of edges, each in x or y, whichever is larger; Infinity if there are none. */
  readonly meanLength: number;
  private readonly edgeCount: number;

  constructor({ x, y }: VertexTable, { a, b }: EdgeTable, members: Int32Array) {
    const sample = sampleOf(members.length, SAMPLE);
    const count = sample.length;
    this.x = new Float64Array(count);
    this.y = new Float64Array(count);
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const edge = members[sample[i]];
      const [from, to] = [a[edge], b[edge]];
      this.x[i] = x[from];
      this.y[i] = y[from];
      sum += Math.max(Math.abs(x[from] - x[to]), Math.abs(y[from] - y[to]));
    }
    this.meanLength = count === 0 ? Infinity : sum / count;
    this.edgeCount = members.length;
  }

  /**
   * The coordinate range that a grid spreads over. A few far outliers (say, a feature at 0, 0) would put all other edges into
   * one cell, so outliers share the border cells instead.
   *
   * @param places the coordinates of the sample on one axis.
   */
  withoutOutliers(places: Float64Array, low: number, high: number): [number, number] {
    if (places.length < SAMPLE) return [low, high];
    const sorted = places.toSorted();
    const lower = sorted[Math.floor(sorted.length * 0.005)];
    const upper = sorted[Math.ceil(sorted.length * 0.995) - 1];
    const range = upper - lower;
    if (range === 0) return [low, high];
    return [Math.max(low, lower - range / 10), Math.min(high, upper + range / 10)];
  }

  /** The mean number of other edges that an edge shares its cell with. */
  meanCrowd(across: GridAxis, upward: GridAxis): number {
    const { x, y } = this;
    const { length } = x;
    if (length === 0) return 0;
    const inCell = new Map<number, number>();
    let pairs = 0;
    for (let i = 0; i < length; i++) {
      const cell = upward.at(y[i]) * across.count + across.at(x[i]);
      const others = inCell.get(cell) ?? 0;
      pairs += 2 * others;
      inCell.set(cell, others + 1);
    }
    return (pairs / length) * (this.edgeCount / length);
  }
}
