import type { Ellipsoid } from '../datums.ts';
import type { ProjectionParameters } from '../known-systems.ts';

/**
 * Converts between longitude and latitude in radians and the coordinates of a system. Both directions work in place on the x, y pairs of
 * the vertices [from, to), and write NaN for positions outside the projection. No objects are created per vertex.
 */
export interface Projection {
  toPlane(xy: Float64Array, from: number, to: number): void;
  toEllipsoid(xy: Float64Array, from: number, to: number): void;
}

export type MakeProjection = (ellipsoid: Ellipsoid, parameters: ProjectionParameters) => Projection;

export const DEGREE = Math.PI / 180;

/** The equivalent angle within half a turn of zero. */
export function withinHalfTurn(angle: number): number {
  if (angle <= Math.PI && angle >= -Math.PI) return angle;
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** The square of the first eccentricity, and the third flattening. */
export function shapeOf({ inverseFlattening }: Ellipsoid): { readonly eccentricitySquared: number; readonly thirdFlattening: number } {
  const flattening = 1 / inverseFlattening;
  return { eccentricitySquared: flattening * (2 - flattening), thirdFlattening: flattening / (2 - flattening) };
}
