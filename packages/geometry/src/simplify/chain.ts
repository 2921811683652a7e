import type { Int32List } from '../arrays/growable.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';

/**
 * The places of one chain, and the scales for measuring on the ground around each of them. The direction does not depend
 * on the path in which the chain was met first.
 */
export class Chain {
  count = 0;
  x = new Float64Array(64);
  y = new Float64Array(64);
  /** Ground units per coordinate unit of x, at each place. */
  scaleX = new Float64Array(64);
  places = new Int32Array(64);
  readonly scaleY: number;
  private readonly ground: Ground;

  constructor(ground: Ground) {
    this.ground = ground;
    this.scaleY = ground.scaleY;
  }

  /** @param path the places from junction to junction. */
  take({ x, y }: VertexTable, path: Int32List): void {
    const { data, length } = path;
    if (length > this.x.length) {
      this.x = new Float64Array(2 * length);
      this.y = new Float64Array(2 * length);
      this.scaleX = new Float64Array(2 * length);
      this.places = new Int32Array(2 * length);
    }
    this.count = length;
    const [first, second, last, beforeLast] = [data[0], data[1], data[length - 1], data[length - 2]];
    const isBackward = (comparePoints(x[first], y[first], x[last], y[last]) || comparePoints(x[second], y[second], x[beforeLast], y[beforeLast])) > 0;
    for (let i = 0; i < length; i++) {
      const place = data[isBackward ? length - 1 - i : i];
      this.places[i] = place;
      this.x[i] = x[place];
      this.y[i] = y[place];
      this.scaleX[i] = this.ground.scaleX(y[place]);
    }
  }
}

/** Computes, for each place between the ends of a chain, the tolerance at which it is removed. */
export interface ThresholdMeasure {
  /** @param thresholds by place; those of the ends are not written. */
  measure(chain: Chain, thresholds: Float64Array): void;
}
