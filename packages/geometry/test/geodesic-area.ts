import geodesic from 'geographiclib-geodesic';
import { at, polygonParts } from './layers.ts';
import type { Ring, Shape } from './layers.ts';

const { WGS84 } = geodesic.Geodesic;
const METRES_PER_DEGREE = 111_320;

/**
 * Square metres of a valid shape in degrees, computed by GeographicLib. Borders are straight in longitude and latitude, as in the file:
 * each edge is cut into steps so short that the geodesics between their ends coincide with it.
 */
export function geodesicArea(shape: Shape, step = 50): number {
  return polygonParts(shape).reduce((sum, { rings }) => sum + rings.reduce((area, ring, i) => area + (i === 0 ? 1 : -1) * Math.abs(ringArea(ring, step)), 0), 0);
}

function ringArea(ring: Ring, step: number): number {
  const polygon = WGS84.Polygon(false);
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [at(ring, i), at(ring, i + 1)];
    const steps = Math.max(1, Math.ceil((Math.hypot(bx - ax, by - ay) * METRES_PER_DEGREE) / step));
    for (let k = 0; k < steps; k++) polygon.AddPoint(ay + ((by - ay) * k) / steps, ax + ((bx - ax) * k) / steps);
  }
  return polygon.Compute(false, true).area ?? NaN;
}
