import { DEGREE } from './projection.ts';
import type { Projection } from './projection.ts';

/** As PROJ has it; whatever is further round is no longitude. */
const FARTHEST_LONGITUDE = 10 / DEGREE;
/** A latitude of 90° that was computed may lie behind the pole by a rounding. */
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
