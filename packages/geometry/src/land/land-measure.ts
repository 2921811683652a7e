import type { CoordinateUnits } from '../options.ts';

/** WGS 84. GRS 80, on which SIRGAS 2000 is based, differs from it by a tenth of a millimetre in the polar radius. */
const EQUATORIAL_RADIUS = 6378137;
const FLATTENING = 1 / 298.257223563;
const SQUARED_ECCENTRICITY = FLATTENING * (2 - FLATTENING);
const ECCENTRICITY = Math.sqrt(SQUARED_ECCENTRICITY);
const RADIAN = Math.PI / 180;

/** Nodes and weights of Gaussian quadrature on -1 … 1 (three nodes: exact up to the fifth power). */
const GAUSS = [[-Math.sqrt(3 / 5), 5 / 18], [0, 8 / 18], [Math.sqrt(3 / 5), 5 / 18]] as const;
/** Edges that rise by more degrees than this are measured in steps. */
const LONGEST_RISE = 1;

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
 * Measures land on the ellipsoid if coordinates are degrees, else in the plane of the coordinates.
 *
 * On the ellipsoid, an edge is what it is in every file of degrees (RFC 7946, 3.1.1) and in the kernel: straight in longitude and
 * latitude. The land between it and the equator is the integral of the area of a strip of one radian of longitude (that of the authalic
 * latitude; Snyder, Map Projections, 3-12). So the areas of pieces add up to that of the whole, however borders are cut.
 *
 * @param metresPerUnit for planar coordinates.
 */
export function landMeasure(units: CoordinateUnits, metresPerUnit: number): LandMeasure {
  if (units.kind === 'geographic') return ON_ELLIPSOID;
  const squared = metresPerUnit ** 2;
  return {
    areaUnder: (originX, ax, ay, bx, by) => squared * ((ax - originX + (bx - originX)) / 2) * (by - ay),
    scaleX: () => metresPerUnit,
    scaleY: () => metresPerUnit,
  };
}

const ON_ELLIPSOID: LandMeasure = {
  areaUnder(_originX, ax, ay, bx, by) {
    const dx = (bx - ax) * RADIAN;
    if (dx === 0) return 0;
    const steps = Math.max(1, Math.ceil(Math.abs(by - ay) / LONGEST_RISE));
    const rise = (by - ay) / steps;
    let mean = 0;
    for (let step = 0; step < steps; step++) {
      const middle = ay + (step + 0.5) * rise;
      for (const [node, weight] of GAUSS) mean += weight * belowLatitude(middle + (node * rise) / 2);
    }
    return (-dx * mean) / steps;
  },
  scaleX(y) {
    const sine = Math.sin(y * RADIAN);
    return (RADIAN * EQUATORIAL_RADIUS * Math.max(0, Math.cos(y * RADIAN))) / Math.sqrt(1 - SQUARED_ECCENTRICITY * sine * sine);
  },
  scaleY(y) {
    const sine = Math.sin(y * RADIAN);
    return (RADIAN * EQUATORIAL_RADIUS * (1 - SQUARED_ECCENTRICITY)) / (1 - SQUARED_ECCENTRICITY * sine * sine) ** 1.5;
  },
};

/** Square metres between the equator and a latitude, in a strip of one radian of longitude. */
function belowLatitude(degrees: number): number {
  const sine = Math.sin(Math.max(-90, Math.min(90, degrees)) * RADIAN);
  const polarSquared = EQUATORIAL_RADIUS ** 2 * (1 - SQUARED_ECCENTRICITY);
  return (polarSquared / 2) * (sine / (1 - SQUARED_ECCENTRICITY * sine * sine) + Math.atanh(ECCENTRICITY * sine) / ECCENTRICITY);
}
