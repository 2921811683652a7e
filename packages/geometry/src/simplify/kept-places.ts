import { Int32List } from '../arrays/growable.ts';
import { comparePoints } from '../edges/predicates.ts';
import type { VertexTable } from '../edges/vertices.ts';
import type { Ground } from '../ground.ts';
import { Chain } from './chain.ts';
import type { ThresholdMeasure } from './chain.ts';
import type { SharedPaths } from './shared-paths.ts';

/** Which places stay: those whose threshold is not below the tolerance, and those that were restored. Junctions always stay. */
export class KeptPlaces {
  readonly paths: SharedPaths;
  /** By place. */
  readonly thresholds: Float64Array;
  /** For each chain with places between its ends, the one that is removed last. */
  readonly lastToGo: Int32Array;
  readonly tolerance: number;
  /** Number of places that were restored. */
  restored = 0;

  private constructor(paths: SharedPaths, thresholds: Float64Array, lastToGo: Int32Array, tolerance: number) {
    this.paths = paths;
    this.thresholds = thresholds;
    this.lastToGo = lastToGo;
    this.tolerance = tolerance;
  }

  /** @param toleranceOf chooses the tolerance once all thresholds are known. */
  static measured(paths: SharedPaths, measure: ThresholdMeasure, ground: Ground, toleranceOf: (thresholds: Float64Array) => number): KeptPlaces {
    const thresholds = new Float64Array(paths.places.count).fill(-1);
    for (let place = 0; place < thresholds.length; place++) if (paths.isJunction[place] === 1) thresholds[place] = Infinity;
    const chain = new Chain(ground);
    const lastToGo = new Int32List();
    const [vertices, path] = [new Int32List(), new Int32List()];
    const measureOnce = (): void => {
      if (path.length < 3 || thresholds[path.data[1]] >= 0) return;
      chain.take(paths.places, path);
      measure.measure(chain, thresholds);
      let last = chain.places[1];
      for (let i = 2; i + 1 < chain.count; i++) if (goesAfter(paths.places, thresholds, chain.places[i], last)) last = chain.places[i];
      lastToGo.push(last);
    };
    for (let ring = 0; ring < paths.firstOf.length; ring++) paths.forEachChain(ring, vertices, path, measureOnce);
    return new KeptPlaces(paths, thresholds, lastToGo.takeArray(), toleranceOf(thresholds));
  }

  has(place: number): boolean {
    return this.thresholds[place] >= this.tolerance;
  }

  /**
   * Whether one of two places is removed after the other; of equal thresholds, the first by x and y is. Any place comes
   * after -1.
   */
  goesAfter(place: number, other: number): boolean {
    return other < 0 || goesAfter(this.paths.places, this.thresholds, place, other);
  }

  restore(place: number): void {
    this.thresholds[place] = Infinity;
    this.restored++;
  }

  /** The number of corners left of a path, counted up to four: places that stay, without consecutive repetitions. */
  cornersOf(ring: number): number {
    const { firstOf, placeOf, isClosed } = this.paths;
    let [count, first, last] = [0, -1, -1];
    if (firstOf[ring] < 0) return 0;
    for (let i = firstOf[ring]; i < this.paths.layer.ringOffsets[ring + 1] && count < 4; i++) {
      const place = placeOf[i];
      if (place < 0 || place === last || !this.has(place)) continue;
      if (first < 0) first = place;
      last = place;
      count++;
    }
    return isClosed[ring] === 1 && count > 1 && first === last ? count - 1 : count;
  }

  /** Whether too little of a path is left: a ring without land, or a line without length. */
  isCollapsed(ring: number): boolean {
    return this.cornersOf(ring) < (this.paths.isClosed[ring] === 1 ? 3 : 2);
  }
}

function goesAfter({ x, y }: VertexTable, thresholds: Float64Array, place: number, other: number): boolean {
  const difference = thresholds[place] - thresholds[other];
  return difference > 0 || (difference === 0 && comparePoints(x[place], y[place], x[other], y[other]) < 0);
}
