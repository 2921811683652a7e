import type { BBox } from 'geojson';
import type { Layer } from '../layer/layer.ts';

/** Least x, y, z, m, then greatest; infinities if there are none. */
export type Bounds = Float64Array;
const DIMENSIONS = 4;
/** A number in a bbox followed the geometry if it differs by less than this share of the extent. */
const CLOSE = 1e-4;

export function emptyBounds(): Bounds {
  return new Float64Array(2 * DIMENSIONS).fill(Infinity, 0, DIMENSIONS).fill(-Infinity, DIMENSIONS);
}

/** Extends bounds by the parts [from, to). */
export function widen(bounds: Bounds, { xy, z, m, ringOffsets, partOffsets }: Layer, from: number, to: number): void {
  const end = ringOffsets[partOffsets[to]];
  for (let vertex = ringOffsets[partOffsets[from]]; vertex < end; vertex++) {
    take(bounds, 0, xy[2 * vertex]);
    take(bounds, 1, xy[2 * vertex + 1]);
    if (z !== null) take(bounds, 2, z[vertex]);
    if (m !== null) take(bounds, 3, m[vertex]);
  }
}

function take(bounds: Bounds, dimension: number, value: number): void {
  if (!Number.isFinite(value)) return;
  if (value < bounds[dimension]) bounds[dimension] = value;
  if (value > bounds[DIMENSIONS + dimension]) bounds[DIMENSIONS + dimension] = value;
}

/**
 * A bbox updated to the geometry. A number that followed the geometry before follows it now. One that did not (a wider
 * frame, the west of a box over the antimeridian) is only moved if it would cut land off.
 * @returns the same bbox if nothing in it changes, or if it is not a bbox.
 */
export function fitted(bbox: BBox, before: Bounds, after: Bounds): BBox {
  const values: readonly unknown[] = Array.isArray(bbox) ? bbox : [];
  const dimensions = values.length / 2;
  if (!Number.isInteger(dimensions) || dimensions < 2 || values.some((value) => !Number.isFinite(value))) return bbox;
  const result: BBox = [...bbox];
  for (let dimension = 0; dimension < Math.min(dimensions, DIMENSIONS); dimension++) {
    if (bbox[dimension] > bbox[dimensions + dimension]) continue;
    const size = before[DIMENSIONS + dimension] - before[dimension];
    for (const isMaximum of [false, true]) {
      const at = isMaximum ? DIMENSIONS + dimension : dimension;
      const index = isMaximum ? dimensions + dimension : dimension;
      const wanted = after[at];
      const followed = Math.abs(bbox[index] - before[at]) <= CLOSE * size;
      const covers = isMaximum ? bbox[index] >= wanted : bbox[index] <= wanted;
      if (Number.isFinite(wanted) && wanted !== before[at] && (followed || !covers)) result[index] = wanted;
    }
  }
  return result.some((value, index) => value !== bbox[index]) ? result : bbox;
}
