/**
 * Definitions of the reference systems that Brazilian data comes in, by EPSG code, in the words of PROJ. Parameters from
 * the EPSG dataset; the shifts from SAD69 and Córrego Alegre are those of IBGE's resolution 1/2005 and good to some metres,
 * which is what these systems allow without a grid.
 */
const SIRGAS = '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +no_defs';
const SAD69 = '+ellps=aust_SA +towgs84=-67.35,3.88,-38.22,0,0,0,0 +no_defs';
const CORREGO_ALEGRE = '+ellps=intl +towgs84=-206.05,168.28,-3.82,0,0,0,0 +no_defs';
const WGS84 = '+datum=WGS84 +no_defs';

/** Shifts for datums that well-known text names without saying where they lie. */
export const DATUM_SHIFTS: readonly (readonly [name: RegExp, shift: string])[] = [
  [/south[_ ]american[_ ](datum[_ ])?1969|sad[_ ]?69/i, '-67.35,3.88,-38.22,0,0,0,0'],
  // That of 1970-72; the one of 1961 lies 46 m beside it.
  [/corrego[_ ]alegre(?!.*1961)/i, '-206.05,168.28,-3.82,0,0,0,0'],
];

/** Datums that lie within a metre or two of WGS 84. */
export const DATUMS_LIKE_WGS84 = /wgs[_ ]?(19)?84|world[_ ]geodetic[_ ]system[_ ]1984|sirgas|sistema[_ ]de[_ ]referencia|itrf|international[_ ]terrestrial|etrs|nad[_ ]?83|north[_ ]american[_ ](datum[_ ])?1983|gda/i;

const BY_CODE = new Map<number, string>([
  [4326, `+proj=longlat ${WGS84}`],
  [4979, `+proj=longlat ${WGS84}`],
  [3857, '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs'],
  [3395, `+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 ${WGS84}`],
  [4674, `+proj=longlat ${SIRGAS}`],
  [4989, `+proj=longlat ${SIRGAS}`],
  [5880, `+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 ${SIRGAS}`],
  [5641, `+proj=merc +lat_ts=-2 +lon_0=-43 +x_0=5000000 +y_0=10000000 ${SIRGAS}`],
  [10857, `+proj=aea +lat_0=-12 +lon_0=-54 +lat_1=-2 +lat_2=-22 +x_0=5000000 +y_0=10000000 ${SIRGAS}`],
  [4618, `+proj=longlat ${SAD69}`],
  [5527, `+proj=longlat ${SAD69}`],
  [29101, `+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 ${SAD69}`],
  [5530, `+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 ${SAD69}`],
  [4225, `+proj=longlat ${CORREGO_ALEGRE}`],
  // ESRI's South America Albers and Lambert, on SAD69, and Albers on SIRGAS as statistical offices use it.
  [102015, `+proj=lcc +lat_1=-5 +lat_2=-42 +lat_0=-32 +lon_0=-60 +x_0=0 +y_0=0 ${SAD69}`],
  [102033, `+proj=aea +lat_1=-5 +lat_2=-42 +lat_0=-32 +lon_0=-60 +x_0=0 +y_0=0 ${SAD69}`],
]);
addZones(32601, 1, 60, false, WGS84);
addZones(32701, 1, 60, true, WGS84);
addZones(31965, 11, 22, false, SIRGAS);
addZones(31977, 17, 25, true, SIRGAS);
addZones(6210, 23, 24, false, SIRGAS);
addZones(29168, 18, 22, false, SAD69);
addZones(29187, 17, 25, true, SAD69);
addZones(22521, 21, 25, true, CORREGO_ALEGRE);
for (const [code, zone] of [[5858, 22], [5875, 18], [5876, 19], [5877, 20]]) addZones(code, zone, zone, true, SAD69);

function addZones(firstCode: number, firstZone: number, lastZone: number, south: boolean, datum: string): void {
  for (let zone = firstZone; zone <= lastZone; zone++) BY_CODE.set(firstCode + zone - firstZone, `+proj=utm +zone=${zone}${south ? ' +south' : ''} ${datum}`);
}

/** The definition of a system by its EPSG (or ESRI) code; null for those that are not in the table. */
export function definitionOfCode(code: number): string | null {
  return BY_CODE.get(code) ?? null;
}

/** Codes of which the definition is known. */
export function knownCodes(): readonly number[] {
  return [...BY_CODE.keys()];
}
