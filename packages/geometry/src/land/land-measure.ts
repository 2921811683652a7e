import { EQUATORIAL_RADIUS, SQUARED_ECCENTRICITY } from '../ellipsoid.ts';
import { Ground } from '../ground.ts';
import type { CoordinateUnits } from '../options.ts';

const RADIAN = Math.PI / 180;

/** How land is measured, in square metres and metres. */
export interface LandMeasure {
  /**
   * What the edge from a to b adds to the area to its left, with x measured from `originX`. Around a ring, the sum is its
   * area.
   */
  areaUnder(originX: number, ax: number, ay: number, bx: number, by: number): number;
  /** Metres per coordinate unit of x, and of y, at a height. */
  scaleX(y: number): number;
  scaleY(y: number): number;
}

/**
 * Measures land on the ellipsoid of WGS 84 if coordinates are degrees, else in the plane of the coordinates.
 * @param metresPerUnit for planar coordinates.
 */
export function landMeasure(units: CoordinateUnits, metresPerUnit: number): LandMeasure {
  const ground = new Ground(units);
  if (units.kind === 'geographic') return { ...ON_ELLIPSOID, areaUnder: (originX, ax, ay, bx, by) => ground.areaUnder(originX, ax, ay, bx, by) };
  const squared = metresPerUnit ** 2;
  return {
    areaUnder: (originX, ax, ay, bx, by) => squared * ground.areaUnder(originX, ax, ay, bx, by),
    scaleX: () => metresPerUnit,
    scaleY: () => metresPerUnit,
  };
}

const ON_ELLIPSOID: Pick<LandMeasure, 'scaleX' | 'scaleY'> = {
  scaleX(y) {
    const sine = Math.sin(y * RADIAN);
    return (RADIAN * EQUATORIAL_RADIUS * Math.max(0, Math.cos(y * RADIAN))) / Math.sqrt(1 - SQUARED_ECCENTRICITY * sine * sine);
  },
  scaleY(y) {
    const sine = Math.sin(y * RADIAN);
    return (RADIAN * EQUATORIAL_RADIUS * (1 - SQUARED_ECCENTRICITY)) / (1 - SQUARED_ECCENTRICITY * sine * sine) ** 1.5;
  },
};
