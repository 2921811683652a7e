import { smallest } from '../arrays/order.ts';
import { Ground } from '../ground.ts';
import type { Layer } from '../layer/layer.ts';
import type { CoordinateUnits } from '../options.ts';
import { DouglasPeucker } from './douglas-peucker.ts';
import { keepFeatures } from './keep-features.ts';
import { KeptPlaces } from './kept-places.ts';
import { SharedPaths } from './shared-paths.ts';
import { untangle } from './untangle.ts';
import { Visvalingam } from './visvalingam.ts';
import { writeSimplified } from './write-simplified.ts';

/** How far lines and borders may be simplified. */
export type SimplifyTolerance =
  /**
   * Metres on the ground for geographic units, coordinate units otherwise. With Douglas-Peucker nothing that goes was farther from
   * what stays; with Visvalingam bends of about that size go (the root of the weighted area times 0.65). Zero: nothing goes.
   */
  | { readonly distance: number }
  /** The share of the vertices that could go which is to stay, 0 to 1; a vertex of a shared border counts once. */
  | { readonly share: number };

export interface SimplifyOptions {
  /** Visvalingam-Whyatt with areas weighted by angle, as mapshaper's default, or Douglas-Peucker. */
  readonly method: 'visvalingam' | 'douglas-peucker';
  readonly tolerance: SimplifyTolerance;
  readonly units: CoordinateUnits;
  /** Whether of every feature something stays, however small it is. */
  readonly keepAll: boolean;
}

export interface SimplifyResult {
  /** As many features as before, in their order. */
  readonly layer: Layer;
  readonly verticesBefore: number;
  readonly verticesAfter: number;
  /** Features that had a geometry and have none any more, ascending; none when all are kept. */
  readonly vanished: Int32Array;
  /** Rings and lines that were too small to stay, those of vanished features among them. */
  readonly pathsGone: number;
  /** The tolerance as a distance: what a share came to. Infinity where nothing was to stay. */
  readonly distance: number;
  /** Vertices that stayed because borders would cross, or features would vanish, without them; one of a shared border counts once. */
  readonly restored: number;
}

/**
 * Takes vertices out of lines and rings; none is moved. Borders that features share bit for bit are simplified once, so that they
 * stay shared, and ends where borders part stay where they are. Where borders would cross, or end on the other side of an island or of
 * each other, vertices are put back: polygons that are valid stay valid, and features without overlaps have none afterwards. What
 * crosses before is not repaired. Holes and parts of which less than a triangle is left go; of each feature its largest part
 * stays if all are to be kept. Points stay. Z and M stay with their vertices.
 *
 * Takes about 40 bytes a vertex beside both layers.
 *
 * @throws RangeError where the tolerance is no number from 0 up, or no share from 0 to 1.
 */
export function simplify(layer: Layer, { method, tolerance, units, keepAll }: SimplifyOptions): SimplifyResult {
  checkTolerance(tolerance);
  const paths = new SharedPaths(layer);
  const measure = method === 'visvalingam' ? new Visvalingam() : new DouglasPeucker();
  const kept = KeptPlaces.measured(paths, measure, new Ground(units), (thresholds) => ('distance' in tolerance ? tolerance.distance : distanceOfShare(tolerance.share, paths, thresholds)));
  if (keepAll) keepFeatures(kept);
  untangle(kept);
  const written = writeSimplified(kept, keepAll);
  return { ...written, verticesBefore: layer.xy.length / 2, verticesAfter: written.layer.xy.length / 2, distance: kept.tolerance, restored: kept.restored };
}

function checkTolerance(tolerance: SimplifyTolerance): void {
  if ('distance' in tolerance ? tolerance.distance >= 0 : tolerance.share >= 0 && tolerance.share <= 1) return;
  throw new RangeError('distance' in tolerance ? `a tolerance of ${tolerance.distance} is no distance` : `${tolerance.share} is no share from 0 to 1`);
}

/** The tolerance with which a share of the places between junctions stays. */
function distanceOfShare(share: number, { isJunction }: SharedPaths, thresholds: Float64Array): number {
  const removable = new Float64Array(thresholds.length);
  let count = 0;
  for (let place = 0; place < thresholds.length; place++) if (isJunction[place] === 0) removable[count++] = thresholds[place];
  const staying = Math.round(share * count);
  return staying === 0 ? Infinity : staying === count ? 0 : smallest(removable.subarray(0, count), count - staying);
}
