/** WGS 84. GRS 80, on which SIRGAS 2000 is based, differs from it by a tenth of a millimetre in the polar radius. */
export const EQUATORIAL_RADIUS = 6378137;
const FLATTENING = 1 / 298.257223563;
export const SQUARED_ECCENTRICITY = FLATTENING * (2 - FLATTENING);
