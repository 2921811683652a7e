/** A datum of other countries. */
export interface NationalDatum {
  readonly name: string;
  /** Its ellipsoid and place, as PROJ takes them. */
  readonly definition: string;
  /** The code of the numbers that lead to WGS 84; null if it counts as being there. */
  readonly source: string | null;
  /** The possible error of positions on WGS 84 in metres, according to the EPSG dataset. */
  readonly accuracyMetres: number | null;
}

/** The code of a system, its name, and its plane as PROJ takes it, without the datum. */
export type PlaneOf = readonly [code: number, name: string, plane: string];

/** Systems on one datum. */
export type NationalGroup = readonly [datum: NationalDatum, systems: readonly PlaneOf[]];

/** The plane of longitudes and latitudes. */
export const LONGLAT = '+proj=longlat';

export function tmerc(meridian: number, scale: number, easting: number, northing: number, latitude = 0): string {
  return `+proj=tmerc +lat_0=${latitude} +lon_0=${meridian} +k=${scale} +x_0=${easting} +y_0=${northing}`;
}

export function cone(latitude: number, meridian: number, parallel1: number, parallel2: number, easting: number, northing: number): string {
  return `+proj=lcc +lat_0=${latitude} +lon_0=${meridian} +lat_1=${parallel1} +lat_2=${parallel2} +x_0=${easting} +y_0=${northing}`;
}

export function albers(latitude: number, meridian: number, parallel1: number, parallel2: number, easting: number, northing: number): string {
  return `+proj=aea +lat_0=${latitude} +lon_0=${meridian} +lat_1=${parallel1} +lat_2=${parallel2} +x_0=${easting} +y_0=${northing}`;
}

/** Consecutive codes of systems that differ by a number in name and plane. */
export function belts(code: number, count: number, name: (index: number) => string, plane: (index: number) => string): PlaneOf[] {
  return Array.from({ length: count }, (_, index) => [code + index, name(index), plane(index)]);
}

/** A datum that the EPSG dataset places at WGS 84, within a metre or two. */
export function plainDatum(name: string, ellipsoid: string): NationalDatum {
  return { name, definition: `${ellipsoid} +towgs84=0,0,0,0,0,0,0 +units=m +no_defs`, source: null, accuracyMetres: null };
}

/** A datum that three or seven numbers place. */
export function shiftedDatum(name: string, ellipsoid: string, shift: string, source: string, accuracyMetres: number): NationalDatum {
  return { name, definition: `${ellipsoid} +towgs84=${shift} +units=m +no_defs`, source, accuracyMetres };
}

/** Zones of Universal Transverse Mercator with consecutive codes. */
export function utmZones(datum: string, firstCode: number, hemisphere: 'N' | 'S', firstZone: number, lastZone: number): PlaneOf[] {
  return Array.from({ length: lastZone - firstZone + 1 }, (_, index) => {
    const zone = firstZone + index;
    return [firstCode + index, `${datum} / UTM zone ${zone}${hemisphere}`, `+proj=utm +zone=${zone}${hemisphere === 'S' ? ' +south' : ''}`];
  });
}
