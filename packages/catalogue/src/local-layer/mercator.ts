/**
 * The plane in which local layers are stored: spherical web Mercator (EPSG:3857) in whole steps of two centimetres. The
 * world is ± 20 037 508 m wide and, unlike web maps, goes on to 89.8° of latitude, so that maps in other systems show the
 * poles. Steps of an `x` need 31 bits, those of a `y` 32.
 */
export const STEPS_PER_METRE = 50;
export const EARTH_RADIUS = 6_378_137;
/** Half the width of the world in EPSG:3857, in metres. */
export const HALF_WORLD = Math.PI * EARTH_RADIUS;
/** Metres of EPSG:3857 that a pixel of a web map tile spans at zoom 0. */
const PIXEL_AT_ZOOM_0 = (2 * HALF_WORLD) / 256;

const HIGHEST_LATITUDE = 89.8;
/** A little beyond the antimeridian, where shapes that cross it often go on. */
const FARTHEST_LONGITUDE = 192;

/** Steps that a pixel of a web map spans at a zoom. */
export function stepsOfPixel(zoom: number): number {
  return (PIXEL_AT_ZOOM_0 * STEPS_PER_METRE) / 2 ** zoom;
}

/** Steps of a longitude in degrees. */
export function stepsOfLongitude(longitude: number): number {
  const clamped = Math.min(FARTHEST_LONGITUDE, Math.max(-FARTHEST_LONGITUDE, longitude));
  return Math.round((clamped / 180) * HALF_WORLD * STEPS_PER_METRE);
}

/** Steps of a latitude in degrees. */
export function stepsOfLatitude(latitude: number): number {
  const clamped = Math.min(HIGHEST_LATITUDE, Math.max(-HIGHEST_LATITUDE, latitude));
  return Math.round(metresOfLatitude(clamped) * STEPS_PER_METRE);
}

/** Northing in EPSG:3857 of a latitude in degrees; infinite at the poles. */
export function metresOfLatitude(latitude: number): number {
  return EARTH_RADIUS * Math.atanh(Math.sin((latitude * Math.PI) / 180));
}

/** Latitude in degrees of a northing in EPSG:3857. */
export function latitudeOfMetres(northing: number): number {
  return (Math.atan(Math.sinh(northing / EARTH_RADIUS)) * 180) / Math.PI;
}
