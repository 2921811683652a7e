/**
 * The plane in which local layers are stored: spherical web Mercator (EPSG:3857) in integer steps of two centimetres. The world is
 * ± 20 037 508 m wide and, unlike web maps, extends to 89.8° of latitude, so that maps in other systems show the poles. Steps of an
 * `x` need 31 bits, those of a `y` 32.
 */
export const STEPS_PER_METRE = 50;
export const EARTH_RADIUS = 6_378_137;
/** Half the width of the world in EPSG:3857, in metres. */
export const HALF_WORLD = Math.PI * EARTH_RADIUS;
/** Size of a web map pixel in EPSG:3857 metres at zoom 0. */
const PIXEL_AT_ZOOM_0 = (2 * HALF_WORLD) / 256;

const HIGHEST_LATITUDE = 89.8;
/** Slightly beyond the antimeridian, which shapes often cross. */
const FARTHEST_LONGITUDE = 192;

/** Size of a web map pixel in steps, at a zoom. */
export function stepsOfPixel(zoom: number): number {
  return (PIXEL_AT_ZOOM_0 * STEPS_PER_METRE) / 2 ** zoom;
}

/** A longitude in degrees as steps. */
export function stepsOfLongitude(longitude: number): number {
  const clamped = Math.min(FARTHEST_LONGITUDE, Math.max(-FARTHEST_LONGITUDE, longitude));
  return Math.round((clamped / 180) * HALF_WORLD * STEPS_PER_METRE);
}

/** A latitude in degrees as steps. */
export function stepsOfLatitude(latitude: number): number {
  const clamped = Math.min(HIGHEST_LATITUDE, Math.max(-HIGHEST_LATITUDE, latitude));
  return Math.round(metresOfLatitude(clamped) * STEPS_PER_METRE);
}

/** The EPSG:3857 northing of a latitude in degrees; infinite at the poles. */
export function metresOfLatitude(latitude: number): number {
  return EARTH_RADIUS * Math.atanh(Math.sin((latitude * Math.PI) / 180));
}

/** The latitude in degrees of an EPSG:3857 northing. */
export function latitudeOfMetres(northing: number): number {
  return (Math.atan(Math.sinh(northing / EARTH_RADIUS)) * 180) / Math.PI;
}
