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
   * Metres on the ground for geographic units, else coordinate units. With Douglas-Peucker, nothing removed was further from what
   * stays; with Visvalingam, bends of about this size are removed (the root of the weighted area times 0.65). Zero: nothing is
   * removed.
   */
  | { readonly distance: number }
  /** The share of the removable vertices that stays, 0 to 1. A vertex of a shared border counts once. */
  | { readonly share: number };

export interface SimplifyOptions {
  /** Visvalingam-Whyatt with areas weighted by angle, like mapshaper's default, or Douglas-Peucker. */
  readonly method: 'visvalingam' | 'douglas-peucker';
  readonly tolerance: SimplifyTolerance;
  readonly units: CoordinateUnits;
  /** Whether something of every feature stays, however small it is. */
  readonly keepAll: boolean;
}

export interface SimplifyResult {
  /** The same number of features as before, in the same order. */
  readonly layer: Layer;
  readonly verticesBefore: number;
  readonly verticesAfter: number;
  /** Features that had a geometry and no longer have one, ascending; none if all are kept. */
  readonly vanished: Int32Array;
  /** Number of rings and lines too small to stay, including those of vanished features. */
  readonly pathsGone: number;
  /** The tolerance as a distance, also if a share was given. Infinity if nothing was to stay. */
  readonly distance: number;
  /**
   * Number of vertices that stay only because borders would cross, or features would vanish, without them. A vertex of a shared
   * border counts once.
   */
  readonly restored: number;
}

/**
 * Removes vertices from lines and rings; none is moved. Borders that features share bit for bit are simplified once, so they stay
 * shared, and points where borders part stay where they are. Where borders would cross, or end up on the other side of an island or of
 * each other, vertices are restored: valid polygons stay valid, and features without overlaps have none afterwards. Crossings in the
 * input are not repaired. Holes and parts with less than a triangle left are removed; if all features are to be kept, the
 * largest part of each stays. Points stay. Z and M stay with their vertices.
 *
 * Takes about 40 bytes per vertex in addition to both layers.
 *
 * @throws RangeError if the tolerance is not a number from 0 up, or the share not one from 0 to 1.
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
  throw new RangeError('distance' in tolerance ? `the distance must be 0 or more, not ${tolerance.distance}` : `the share must be from 0 to 1, not ${tolerance.share}`);
}

/** The tolerance with which a share of the places between junctions stays. */
function distanceOfShare(share: number, { isJunction }: SharedPaths, thresholds: Float64Array): number {
  const removable = new Float64Array(thresholds.length);
  let count = 0;
  for (let place = 0; place < thresholds.length; place++) if (isJunction[place] === 0) removable[count++] = thresholds[place];
  const staying = Math.round(share * count);
  return staying === 0 ? Infinity : staying === count ? 0 : smallest(removable.subarray(0, count), count - staying);
}
