import { datumOf } from './datums.ts';
import type { Datum } from './datums.ts';
import { geographicSystemOf } from './known-systems.ts';
import type { KnownSystem, Method, ProjectionParameters } from './known-systems.ts';

/** The name of a method in WKT 1 and in ArcGIS, and its parameters in order. */
interface MethodInText {
  readonly name: string;
  readonly parameters: readonly (readonly [name: string, parameter: keyof ProjectionParameters])[];
}

const ORIGIN: MethodInText['parameters'] = [
  ['latitude_of_origin', 'latitude'],
  ['central_meridian', 'meridian'],
];
const PARALLELS: MethodInText['parameters'] = [
  ['standard_parallel_1', 'parallel1'],
  ['standard_parallel_2', 'parallel2'],
];
const FALSE_ORIGIN: MethodInText['parameters'] = [
  ['false_easting', 'falseEasting'],
  ['false_northing', 'falseNorthing'],
];
const ON_THE_EQUATOR: MethodInText = { name: 'Mercator_1SP', parameters: [['central_meridian', 'meridian'], ['scale_factor', 'scale'], ...FALSE_ORIGIN] };
const ON_A_PARALLEL: MethodInText = { name: 'Mercator_2SP', parameters: [['standard_parallel_1', 'parallel1'], ['central_meridian', 'meridian'], ...FALSE_ORIGIN] };

const METHODS: Record<Exclude<Method, 'geographic' | 'mercator'>, MethodInText> = {
  transverseMercator: { name: 'Transverse_Mercator', parameters: [...ORIGIN, ['scale_factor', 'scale'], ...FALSE_ORIGIN] },
  webMercator: ON_THE_EQUATOR,
  polyconic: { name: 'Polyconic', parameters: [...ORIGIN, ...FALSE_ORIGIN] },
  albers: { name: 'Albers_Conic_Equal_Area', parameters: [['latitude_of_center', 'latitude'], ['longitude_of_center', 'meridian'], ...PARALLELS, ...FALSE_ORIGIN] },
  lambertConformal: { name: 'Lambert_Conformal_Conic_2SP', parameters: [...ORIGIN, ...PARALLELS, ...FALSE_ORIGIN] },
};

const ESRI_ORIGIN: MethodInText['parameters'] = [
  ['False_Easting', 'falseEasting'],
  ['False_Northing', 'falseNorthing'],
  ['Central_Meridian', 'meridian'],
];
const ESRI_CONE: MethodInText['parameters'] = [...ESRI_ORIGIN, ['Standard_Parallel_1', 'parallel1'], ['Standard_Parallel_2', 'parallel2'], ['Latitude_Of_Origin', 'latitude']];

const ESRI_METHODS: Record<Exclude<Method, 'geographic'>, MethodInText> = {
  transverseMercator: { name: 'Transverse_Mercator', parameters: [...ESRI_ORIGIN, ['Scale_Factor', 'scale'], ['Latitude_Of_Origin', 'latitude']] },
  mercator: { name: 'Mercator', parameters: [...ESRI_ORIGIN, ['Standard_Parallel_1', 'parallel1']] },
  webMercator: { name: 'Mercator_Auxiliary_Sphere', parameters: [...ESRI_ORIGIN, ['Standard_Parallel_1', 'parallel1']] },
  polyconic: { name: 'Polyconic', parameters: [...ESRI_ORIGIN, ['Latitude_Of_Origin', 'latitude']] },
  albers: { name: 'Albers', parameters: ESRI_CONE },
  lambertConformal: { name: 'Lambert_Conformal_Conic', parameters: ESRI_CONE },
};

/** WKT 1 cannot express web Mercator; this is GDAL's way. */
const WEB_MERCATOR = ',EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext +no_defs"]';

/**
 * A system in WKT 1 (OGC 01-009), with register codes, and with the shift of datums that differ from WGS 84. WKT 1 knows no system with
 * heights: for such a system it is the horizontal one.
 */
export function wellKnownText(system: KnownSystem): string {
  const base = geographicText(geographicSystemOf(system.datum));
  if (system.method === 'geographic') return base;
  const { name, parameters } = methodOf(system);
  const values = parameters.map(([parameter, of]) => `PARAMETER["${parameter}",${system.parameters[of]}]`).join(',');
  const extension = system.method === 'webMercator' ? WEB_MERCATOR : '';
  return `PROJCS["${system.name}",${base},PROJECTION["${name}"],${values},UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]${extension},${authority(system.code)}]`;
}

function methodOf({ method, parameters }: KnownSystem): MethodInText {
  if (method === 'geographic') throw new Error('longitude and latitude are no projection');
  if (method === 'mercator') return parameters.parallel1 === 0 ? ON_THE_EQUATOR : ON_A_PARALLEL;
  return METHODS[method];
}

function geographicText({ name, code, datum: id }: KnownSystem): string {
  const datum = datumOf(id);
  const { ellipsoid } = datum;
  const spheroid = `SPHEROID["${ellipsoid.name}",${ellipsoid.semiMajor},${ellipsoid.inverseFlattening},AUTHORITY["EPSG","${ellipsoid.code}"]]`;
  const units = 'PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]]';
  return `GEOGCS["${name}",DATUM["${datum.name}",${spheroid}${shiftText(datum)},AUTHORITY["EPSG","${datum.code}"]],${units},${authority(code)}]`;
}

function shiftText({ shift }: Datum): string {
  return shift === null || shift.source === null ? '' : `,TOWGS84[${shift.translation.join(',')},0,0,0,0]`;
}

function authority(code: string): string {
  const [register, number] = code.split(':');
  return `AUTHORITY["${register}","${number}"]`;
}

/** A system in ArcGIS's style, as in a `.prj` file: without codes and shifts, identified by its names and numbers. */
export function esriWellKnownText(system: KnownSystem): string {
  const { ellipsoid, esriName, esriGeographic } = datumOf(system.datum);
  const spheroid = `SPHEROID["${ellipsoid.esriName}",${real(ellipsoid.semiMajor)},${real(ellipsoid.inverseFlattening)}]`;
  const base = `GEOGCS["${esriGeographic}",DATUM["${esriName}",${spheroid}],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
  if (system.method === 'geographic') return base;
  const { name, parameters } = ESRI_METHODS[system.method];
  const values = parameters.map(([parameter, of]) => `PARAMETER["${parameter}",${real(system.parameters[of])}]`);
  if (system.method === 'webMercator') values.push('PARAMETER["Auxiliary_Sphere_Type",0.0]');
  return `PROJCS["${esriSystemName(system)}",${base},PROJECTION["${name}"],${values.join(',')},UNIT["Meter",1.0]]`;
}

/** ArcGIS writes integers with a decimal point. */
function real(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

const ESRI_NAMES: Readonly<Record<string, string>> = { 'EPSG:3857': 'WGS_1984_Web_Mercator_Auxiliary_Sphere' };

function esriSystemName({ code, name, datum }: KnownSystem): string {
  const projection = name.split(' / ').at(1);
  if (projection === undefined) return name;
  return ESRI_NAMES[code] ?? `${datumOf(datum).esriPrefix}_${projection.replace('zone', 'Zone').replaceAll(' ', '_')}`;
}
