import { LONGLAT } from './national/families.ts';
import { nationalSystems } from './national-systems.ts';

/** A method of PROJ in WKT 1: its name, and its parameters by what PROJ calls them. */
interface MethodInText {
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, key: string, otherwise?: number])[];
}

const FALSE_ORIGIN: MethodInText['parameters'] = [['false_easting', 'x_0', 0], ['false_northing', 'y_0', 0]];
const ORIGIN: MethodInText['parameters'] = [['latitude_of_origin', 'lat_0', 0], ['central_meridian', 'lon_0', 0]];
const CENTRE: MethodInText['parameters'] = [['latitude_of_center', 'lat_0', 0], ['longitude_of_center', 'lon_0', 0]];
const PARALLELS: MethodInText['parameters'] = [['standard_parallel_1', 'lat_1'], ['standard_parallel_2', 'lat_2']];

const METHODS: ReadonlyMap<string, MethodInText> = new Map(Object.entries({
  tmerc: { name: 'Transverse_Mercator', parameters: [...ORIGIN, ['scale_factor', 'k', 1], ...FALSE_ORIGIN] },
  merc: { name: 'Mercator_1SP', parameters: [['central_meridian', 'lon_0', 0], ['scale_factor', 'k', 1], ...FALSE_ORIGIN] },
  lcc: { name: 'Lambert_Conformal_Conic_2SP', parameters: [...ORIGIN, ...PARALLELS, ...FALSE_ORIGIN] },
  aea: { name: 'Albers_Conic_Equal_Area', parameters: [...CENTRE, ...PARALLELS, ...FALSE_ORIGIN] },
  laea: { name: 'Lambert_Azimuthal_Equal_Area', parameters: [...CENTRE, ...FALSE_ORIGIN] },
  // About a pole, WKT 1 has the latitude of true scale in place of that of the origin.
  stere: { name: 'Polar_Stereographic', parameters: [['latitude_of_origin', 'lat_ts'], ['central_meridian', 'lon_0', 0], ['scale_factor', 'k', 1], ...FALSE_ORIGIN] },
  sterea: { name: 'Oblique_Stereographic', parameters: [...ORIGIN, ['scale_factor', 'k', 1], ...FALSE_ORIGIN] },
  somerc: { name: 'Hotine_Oblique_Mercator_Azimuth_Center', parameters: [...CENTRE, ['azimuth', 'alpha', 90], ['rectified_grid_angle', 'gamma', 90], ['scale_factor', 'k_0', 1], ...FALSE_ORIGIN] },
  cea: { name: 'Cylindrical_Equal_Area', parameters: [['standard_parallel_1', 'lat_ts', 0], ['central_meridian', 'lon_0', 0], ...FALSE_ORIGIN] },
  eqc: { name: 'Equirectangular', parameters: [['latitude_of_origin', 'lat_0', 0], ['central_meridian', 'lon_0', 0], ['standard_parallel_1', 'lat_ts', 0], ...FALSE_ORIGIN] },
} satisfies Record<string, MethodInText>));

/** The ellipsoids that the table names. */
const ELLIPSOIDS: ReadonlyMap<string, readonly [name: string, semiMajor: number, inverseFlattening: number]> = new Map([
  ['GRS80', ['GRS 1980', 6378137, 298.257222101]],
  ['WGS84', ['WGS 84', 6378137, 298.257223563]],
  ['bessel', ['Bessel 1841', 6377397.155, 299.1528128]],
  ['intl', ['International 1924', 6378388, 297]],
  ['airy', ['Airy 1830', 6377563.396, 299.3249646]],
  ['GRS67', ['GRS 1967', 6378160, 298.247167427]],
]);

/**
 * A system of another country in WKT 1, with its code, for files that state systems by a text. It has the numbers that lead from its datum to WGS 84 also where they
 * are zeros: not every program knows every datum by its name.
 * @returns null if there is no such system, or WKT 1 has no name for its method
 */
export function nationalWellKnownText(code: string): string | null {
  const system = nationalSystems().get(code);
  if (system === undefined) return null;
  const { name, datum, definition } = system;
  const values = valuesOf(definition ?? `${LONGLAT} ${datum.definition}`);
  const isGeographic = values.get('proj') === 'longlat';
  const base = geographicText(datum.name, values, isGeographic ? code : null);
  if (isGeographic) return base;
  const zone = Number(values.get('zone'));
  // The zones of Universal Transverse Mercator are a short form.
  const own = values.get('proj') !== 'utm' ? values : new Map([...values, ['proj', 'tmerc'], ['lon_0', String(6 * zone - 183)], ['k', '0.9996'], ['x_0', '500000'], ['y_0', values.has('south') ? '10000000' : '0']]);
  const method = METHODS.get(own.get('proj') ?? '');
  if (method === undefined) return null;
  const parameters = method.parameters.map(([parameter, key, otherwise]) => `PARAMETER["${parameter}",${numberOf(own, key, otherwise)}]`);
  return `PROJCS["${name}",${base},PROJECTION["${method.name}"],${parameters.join(',')},UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],${authority(code)}]`;
}

/** What a definition of PROJ says, by its words. */
function valuesOf(definition: string): Map<string, string> {
  return new Map([...definition.matchAll(/\+([a-z_0-9]+)(?:=(\S+))?/gi)].map(([, key, value = '']) => [key, value]));
}

function numberOf(values: ReadonlyMap<string, string>, key: string, otherwise?: number): number {
  const value = Number(values.get(key) ?? otherwise);
  if (Number.isNaN(value)) throw new Error(`a system of the table has no ${key}`);
  return value;
}

function geographicText(datumName: string, values: ReadonlyMap<string, string>, code: string | null): string {
  const [name, semiMajor, inverseFlattening] = ELLIPSOIDS.get(values.get('ellps') ?? '') ?? ['unnamed', numberOf(values, 'a'), numberOf(values, 'rf')];
  const datum = `DATUM["${datumName.replaceAll(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}",SPHEROID["${name}",${semiMajor},${inverseFlattening}],TOWGS84[${values.get('towgs84') ?? ''}]]`;
  return `GEOGCS["${datumName}",${datum},PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]]${code === null ? '' : `,${authority(code)}`}]`;
}

function authority(code: string): string {
  return `AUTHORITY["EPSG","${code.slice('EPSG:'.length)}"]`;
}
