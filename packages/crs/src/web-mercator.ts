/**
 * Numbers of web Mercator other than EPSG:3857: that of map servers from before EPSG had one, EPSG's first one (withdrawn for 3857), and both of ArcGIS.
 * All of them have the same sphere and projection, so the same coordinates. Files and people put either register before them.
 */
const FORMER_NUMBERS = new Set([900_913, 3785, 102_100, 102_113]);

/** Whether a number of EPSG or Esri is that of web Mercator, which is EPSG:3857 today. */
export function isWebMercator(number: number): boolean {
  return number === 3857 || FORMER_NUMBERS.has(number);
}
