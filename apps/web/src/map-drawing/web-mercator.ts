/** Radius of the sphere of EPSG:3857, in metres. */
const RADIUS = 6378137;

/** Once around the Earth. */
export const WORLD_WIDTH = 2 * Math.PI * RADIUS;

/** Where the square world of EPSG:3857 ends, in degrees; the poles are at infinity. */
export const GREATEST_LATITUDE = 85.0511287798066;

/** Longitudes may continue past the antimeridian, at most once around. */
const GREATEST_LONGITUDE = 360;

/** Whether a position can be degrees at all. */
export function isGeographic(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= GREATEST_LONGITUDE && Math.abs(latitude) <= 90;
}

/**
 * Projects positions from WGS 84 (degrees) to EPSG:3857 (metres) in place. Latitudes beyond the edge of the map are moved to it.
 * @param xy x0, y0, x1, y1 …, all of them geographic.
 * @returns how many positions were moved.
 */
export function projectToWebMercator(xy: Float64Array, start: number, end: number): number {
  let moved = 0;
  for (let at = start; at < end; at += 2) {
    const latitude = xy[at + 1] ?? 0;
    const reached = Math.min(GREATEST_LATITUDE, Math.max(-GREATEST_LATITUDE, latitude));
    if (reached !== latitude) moved += 1;
    xy[at] = (RADIUS * Math.PI * (xy[at] ?? 0)) / 180;
    xy[at + 1] = RADIUS * Math.log(Math.tan(Math.PI / 4 + (reached * Math.PI) / 360));
  }
  return moved;
}
