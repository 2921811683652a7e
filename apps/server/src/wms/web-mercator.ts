/** Radius of the sphere of EPSG:3857, in metres. */
const RADIUS = 6_378_137;
/** Size of a pixel in EPSG:3857 metres at web map zoom 0. */
export const PIXEL_AT_ZOOM_0 = 156_543.033_928_040_97;

/** A position in degrees as metres of EPSG:3857; the latitude is between the poles. */
export function mercatorOf(longitude: number, latitude: number): [x: number, y: number] {
  return [(longitude * Math.PI) / 180 * RADIUS, RADIUS * Math.atanh(Math.sin((latitude * Math.PI) / 180))];
}
