import { datumOf } from './datums.ts';
import type { DatumId } from './datums.ts';

/** The projection method; `webMercator` treats the ellipsoid as a sphere. */
export type Method = 'geographic' | 'transverseMercator' | 'mercator' | 'webMercator' | 'polyconic' | 'albers' | 'lambertConformal';

/** Degrees and metres. For Mercator the first parallel is the one of true scale. */
export interface ProjectionParameters {
  readonly latitude: number;
  readonly meridian: number;
  readonly scale: number;
  readonly falseEasting: number;
  readonly falseNorthing: number;
  readonly parallel1: number;
  readonly parallel2: number;
}

export interface KnownSystem {
  readonly code: string;
  /** As the EPSG register names it. */
  readonly name: string;
  readonly datum: DatumId;
  readonly method: Method;
  readonly parameters: ProjectionParameters;
  readonly utm: UtmZone | null;
}

export interface UtmZone {
  readonly code: string;
  readonly name: string;
  readonly zone: number;
  readonly hemisphere: 'N' | 'S';
}

export const NO_PARAMETERS: ProjectionParameters = { latitude: 0, meridian: 0, scale: 1, falseEasting: 0, falseNorthing: 0, parallel1: 0, parallel2: 0 };

/** The reference systems that occur in Brazilian data, with the parameters of the EPSG dataset. */
const SYSTEMS: readonly KnownSystem[] = [
  system('EPSG:4326', 'WGS 84', 'wgs84', 'geographic'),
  system('EPSG:4979', 'WGS 84', 'wgs84', 'geographic'),
  system('EPSG:3857', 'WGS 84 / Pseudo-Mercator', 'wgs84', 'webMercator'),
  system('EPSG:3395', 'WGS 84 / World Mercator', 'wgs84', 'mercator'),
  system('EPSG:4674', 'SIRGAS 2000', 'sirgas2000', 'geographic'),
  system('EPSG:4989', 'SIRGAS 2000', 'sirgas2000', 'geographic'),
  system('EPSG:5880', 'SIRGAS 2000 / Brazil Polyconic', 'sirgas2000', 'polyconic', { meridian: -54, falseEasting: 5_000_000, falseNorthing: 10_000_000 }),
  system('EPSG:5641', 'SIRGAS 2000 / Brazil Mercator', 'sirgas2000', 'mercator', { parallel1: -2, meridian: -43, falseEasting: 5_000_000, falseNorthing: 10_000_000 }),
  system('EPSG:10857', 'SIRGAS 2000 / Brazil Albers', 'sirgas2000', 'albers', { latitude: -12, meridian: -54, parallel1: -2, parallel2: -22, falseEasting: 5_000_000, falseNorthing: 10_000_000 }),
  system('EPSG:4618', 'SAD69', 'sad69', 'geographic'),
  system('EPSG:5527', 'SAD69(96)', 'sad69-96', 'geographic'),
  system('EPSG:29101', 'SAD69 / Brazil Polyconic', 'sad69', 'polyconic', { meridian: -54, falseEasting: 5_000_000, falseNorthing: 10_000_000 }),
  system('EPSG:5530', 'SAD69(96) / Brazil Polyconic', 'sad69-96', 'polyconic', { meridian: -54, falseEasting: 5_000_000, falseNorthing: 10_000_000 }),
  system('EPSG:4225', 'Corrego Alegre 1970-72', 'corrego-alegre-1970', 'geographic'),
  system('EPSG:5524', 'Corrego Alegre 1961', 'corrego-alegre-1961', 'geographic'),
  system('EPSG:4170', 'SIRGAS 1995', 'sirgas1995', 'geographic'),
  system('EPSG:4208', 'Aratu', 'aratu', 'geographic'),
  system('EPSG:4224', 'Chua', 'chua', 'geographic'),
  system('EPSG:4248', 'PSAD56', 'psad56', 'geographic'),
  system('ESRI:102015', 'South_America_Lambert_Conformal_Conic', 'sad69', 'lambertConformal', { parallel1: -5, parallel2: -42, latitude: -32, meridian: -60 }),
  system('ESRI:102033', 'South_America_Albers_Equal_Area_Conic', 'sad69', 'albers', { parallel1: -5, parallel2: -42, latitude: -32, meridian: -60 }),
  ...zones('WGS 84', 'wgs84', 32601, 'N', 1, 60),
  ...zones('WGS 84', 'wgs84', 32701, 'S', 1, 60),
  ...zones('SIRGAS 2000', 'sirgas2000', 31965, 'N', 11, 22),
  ...zones('SIRGAS 2000', 'sirgas2000', 6210, 'N', 23, 24),
  ...zones('SIRGAS 2000', 'sirgas2000', 31977, 'S', 17, 25),
  ...zones('SIRGAS 2000', 'sirgas2000', 5396, 'S', 26, 26),
  ...zones('SIRGAS 1995', 'sirgas1995', 31986, 'N', 17, 22),
  ...zones('SIRGAS 1995', 'sirgas1995', 31992, 'S', 17, 25),
  ...zones('SAD69', 'sad69', 29168, 'N', 18, 22),
  ...zones('SAD69', 'sad69', 29187, 'S', 17, 25),
  ...zones('SAD69(96)', 'sad69-96', 5875, 'S', 18, 20),
  ...zones('SAD69(96)', 'sad69-96', 5531, 'S', 21, 21),
  ...zones('SAD69(96)', 'sad69-96', 5858, 'S', 22, 22),
  ...zones('SAD69(96)', 'sad69-96', 5533, 'S', 23, 25),
  ...zones('Corrego Alegre 1970-72', 'corrego-alegre-1970', 22521, 'S', 21, 25),
  ...zones('Corrego Alegre 1961', 'corrego-alegre-1961', 5536, 'S', 21, 24),
  ...zones('Aratu', 'aratu', 20822, 'S', 22, 24),
  ...zones('Aratu', 'aratu', 5337, 'S', 25, 25),
  ...zones('Chua', 'chua', 4071, 'S', 23, 23),
  // The zones further west are in other countries, where a different shift applies.
  ...zones('PSAD56', 'psad56', 24882, 'S', 22, 22),
];

const BY_CODE = new Map(SYSTEMS.map((each) => [each.code, each]));

function system(code: string, name: string, datum: DatumId, method: Method, parameters: Partial<ProjectionParameters> = {}, utm: UtmZone | null = null): KnownSystem {
  return { code, name, datum, method, parameters: { ...NO_PARAMETERS, ...parameters }, utm };
}

/** The zones of Universal Transverse Mercator on one datum and hemisphere, with consecutive codes. */
function zones(datumName: string, datum: DatumId, firstCode: number, hemisphere: 'N' | 'S', firstZone: number, lastZone: number): KnownSystem[] {
  return Array.from({ length: lastZone - firstZone + 1 }, (_, index) => {
    const zone = firstZone + index;
    const named = { code: `EPSG:${firstCode + index}`, name: `${datumName} / UTM zone ${zone}${hemisphere}` };
    const parameters = { meridian: 6 * zone - 183, scale: 0.9996, falseEasting: 500_000, falseNorthing: hemisphere === 'S' ? 10_000_000 : 0 };
    return system(named.code, named.name, datum, 'transverseMercator', parameters, { ...named, zone, hemisphere });
  });
}

/** Every system of the table. */
export function knownSystems(): readonly KnownSystem[] {
  return SYSTEMS;
}

/** The system of a code such as `EPSG:31982` or `ESRI:102033`; null if the table does not have it. */
export function systemOfCode(code: string): KnownSystem | null {
  return BY_CODE.get(code.toUpperCase()) ?? null;
}

/** The geographic system of a datum, without heights. */
export function geographicSystemOf(datum: DatumId): KnownSystem {
  const found = SYSTEMS.find((each) => each.datum === datum && each.method === 'geographic');
  if (found === undefined) throw new Error(`the datum ${datum} has no geographic system in the table`);
  return found;
}

/** The zones of Universal Transverse Mercator on one datum, in the order of their codes. */
export function utmZones(datum: DatumId): UtmZone[] {
  return SYSTEMS.flatMap((each) => (each.datum === datum && each.utm !== null ? [each.utm] : []));
}

/** A system of the table as a PROJ definition; null for a datum that requires a grid. */
export function projDefinition({ datum, method, parameters, utm }: KnownSystem): string | null {
  const onDatum = datumDefinition(datum);
  if (onDatum === null) return null;
  const { latitude, meridian, scale, falseEasting, falseNorthing, parallel1, parallel2 } = parameters;
  const origin = `+lon_0=${meridian} +x_0=${falseEasting} +y_0=${falseNorthing}`;
  switch (method) {
    case 'geographic':
      return `+proj=longlat ${onDatum}`;
    case 'transverseMercator':
      return utm === null ? `+proj=tmerc +lat_0=${latitude} +k=${scale} ${origin} ${onDatum}` : `+proj=utm +zone=${utm.zone}${utm.hemisphere === 'S' ? ' +south' : ''} ${onDatum}`;
    case 'mercator':
      return `+proj=merc +lat_ts=${parallel1} ${origin} ${onDatum}`;
    case 'webMercator':
      return '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs';
    case 'polyconic':
      return `+proj=poly +lat_0=${latitude} ${origin} ${onDatum}`;
    case 'albers':
      return `+proj=aea +lat_0=${latitude} +lat_1=${parallel1} +lat_2=${parallel2} ${origin} ${onDatum}`;
    case 'lambertConformal':
      return `+proj=lcc +lat_0=${latitude} +lat_1=${parallel1} +lat_2=${parallel2} ${origin} ${onDatum}`;
  }
}

function datumDefinition(id: DatumId): string | null {
  const { ellipsoid, shift } = datumOf(id);
  return shift === null ? null : `+a=${ellipsoid.semiMajor} +rf=${ellipsoid.inverseFlattening} +towgs84=${shift.translation.join(',')},0,0,0,0 +no_defs`;
}
