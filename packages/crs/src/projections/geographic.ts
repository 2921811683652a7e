import { DEGREE } from './projection.ts';
import type { Projection } from './projection.ts';

/** PROJ's limit; a larger value is not a longitude. */
const FARTHEST_LONGITUDE = 10 / DEGREE;
/** Rounding may carry a computed latitude of 90° slightly past the pole. */
const FARTHEST_LATITUDE = 90 + 1e-9;

/** Longitude and latitude in degrees. */
export const geographic: Projection = {
  toPlane(xy, from, to) {
    for (let at = 2 * from; at < 2 * to; at++) xy[at] /= DEGREE;
  },
  toEllipsoid(xy, from, to) {
    for (let at = 2 * from; at < 2 * to; at += 2) {
      const isPlace = Math.abs(xy[at]) <= FARTHEST_LONGITUDE && Math.abs(xy[at + 1]) <= FARTHEST_LATITUDE;
      xy[at] = isPlace ? xy[at] * DEGREE : Number.NaN;
      xy[at + 1] = isPlace ? xy[at + 1] * DEGREE : Number.NaN;
    }
  },
};
