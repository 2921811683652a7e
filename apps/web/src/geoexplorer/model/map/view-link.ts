export interface MapView {
  /** Longitude and latitude in degrees. */
  readonly center: readonly [number, number];
  readonly zoom: number;
}

const DEGREES = /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,2}(?:\.\d+)?)$/;
const GREATEST_LATITUDE = 85;
const GREATEST_ZOOM = 22;

/** @param text latitude, longitude and zoom; an invalid text is ignored. */
export function readLinkedView(text: string | null): MapView | null {
  const match = DEGREES.exec(text ?? '');
  if (match === null) return null;
  const [latitude = 0, longitude = 0, zoom = 0] = match.slice(1).map(Number);
  if (Math.abs(latitude) > GREATEST_LATITUDE || Math.abs(longitude) > 180 || zoom > GREATEST_ZOOM) return null;
  return { center: [longitude, latitude], zoom };
}

/** To about a metre. */
export function writeLinkedView({ center: [longitude, latitude], zoom }: MapView): string {
  return [latitude.toFixed(5), longitude.toFixed(5), String(Math.round(zoom * 100) / 100)].join(',');
}
