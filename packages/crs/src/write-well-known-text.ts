import type { DatumId } from './datums.ts';
import { systemOfCode } from './known-systems.ts';
import type { KnownSystem, Method, ProjectionParameters } from './known-systems.ts';

/** A datum as the EPSG register names it in well-known text, with its ellipsoid and the geographic system on it. */
interface DatumInText {
  readonly name: string;
  readonly code: number;
  readonly spheroid: string;
  readonly system: string;
}

const MODIFIED_GRS_1967 = 'SPHEROID["GRS 1967 Modified",6378160,298.25,AUTHORITY["EPSG","7050"]]';
const DATUMS: Record<DatumId, DatumInText> = {
  wgs84: { name: 'WGS_1984', code: 6326, spheroid: 'SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]]', system: 'EPSG:4326' },
  sirgas2000: { name: 'Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000', code: 6674, spheroid: 'SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]]', system: 'EPSG:4674' },
  sad69: { name: 'South_American_Datum_1969', code: 6618, spheroid: MODIFIED_GRS_1967, system: 'EPSG:4618' },
  'sad69-96': { name: 'South_American_Datum_1969_96', code: 1075, spheroid: MODIFIED_GRS_1967, system: 'EPSG:5527' },
  'corrego-alegre-1970': { name: 'Corrego_Alegre_1970-72', code: 6225, spheroid: 'SPHEROID["International 1924",6378388,297,AUTHORITY["EPSG","7022"]]', system: 'EPSG:4225' },
};

interface MethodInText {
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, parameter: keyof ProjectionParameters])[];
}

const ORIGIN: MethodInText['parameters'] = [['latitude_of_origin', 'latitude'], ['central_meridian', 'meridian']];
const PARALLELS: MethodInText['parameters'] = [['standard_parallel_1', 'parallel1'], ['standard_parallel_2', 'parallel2']];
const FALSE_ORIGIN: MethodInText['parameters'] = [['false_easting', 'falseEasting'], ['false_northing', 'falseNorthing']];
const MERCATOR: MethodInText = { name: 'Mercator_1SP', parameters: [['central_meridian', 'meridian'], ['scale_factor', 'scale'], ...FALSE_ORIGIN] };
const MERCATOR_ON_A_PARALLEL: MethodInText = { name: 'Mercator_2SP', parameters: [['standard_parallel_1', 'parallel1'], ['central_meridian', 'meridian'], ...FALSE_ORIGIN] };
const METHODS: Record<Exclude<Method, 'geographic' | 'mercator'>, MethodInText> = {
  transverseMercator: { name: 'Transverse_Mercator', parameters: [...ORIGIN, ['scale_factor', 'scale'], ...FALSE_ORIGIN] },
  webMercator: MERCATOR,
  polyconic: { name: 'Polyconic', parameters: [...ORIGIN, ...FALSE_ORIGIN] },
  albers: { name: 'Albers_Conic_Equal_Area', parameters: [['latitude_of_center', 'latitude'], ['longitude_of_center', 'meridian'], ...PARALLELS, ...FALSE_ORIGIN] },
  lambertConformal: { name: 'Lambert_Conformal_Conic_2SP', parameters: [...ORIGIN, ...PARALLELS, ...FALSE_ORIGIN] },
};

/** The first generation has no word for web Mercator; this is how GDAL says it. */
const WEB_MERCATOR = ',EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"]';

/**
 * A system in well-known text of the first generation (OGC 01-009), with the codes of the register. That generation knows no system
 * with a height: of such a one it is the system of longitude and latitude.
 */
export function wellKnownText(system: KnownSystem): string {
  const base = geographicText(DATUMS[system.datum]);
  if (system.method === 'geographic') return base;
  const { name, parameters } = methodOf(system.method, system.parameters);
  const values = parameters.map(([parameter, of]) => `PARAMETER["${parameter}",${system.parameters[of]}]`).join(',');
  const extension = system.method === 'webMercator' ? WEB_MERCATOR : '';
  return `PROJCS["${system.name}",${base},PROJECTION["${name}"],${values},UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]${extension},${authority(system.code)}]`;
}

function methodOf(method: Exclude<Method, 'geographic'>, { parallel1 }: ProjectionParameters): MethodInText {
  if (method !== 'mercator') return METHODS[method];
  return parallel1 === 0 ? MERCATOR : MERCATOR_ON_A_PARALLEL;
}

function geographicText({ name, code, spheroid, system }: DatumInText): string {
  const units = 'PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]]';
  return `GEOGCS["${systemOfCode(system)?.name ?? system}",DATUM["${name}",${spheroid},AUTHORITY["EPSG","${code}"]],${units},${authority(system)}]`;
}

function authority(code: string): string {
  const [register, number] = code.split(':');
  return `AUTHORITY["${register}","${number}"]`;
}
