import { datumOf } from './datums.ts';
import type { DatumId } from './datums.ts';
import type { KnownSystem, ProjectionParameters } from './known-systems.ts';

/**
 * A system of the table as well-known text of ArcGIS, as it stands in `.prj` files: one line, by the names of ESRI, from which
 * other programs find the code again although it has no place in such a text.
 */
export function esriWellKnownText({ name, datum, method, parameters }: KnownSystem): string {
  const base = geographicText(datum);
  if (method === 'geographic') return base;
  const { projection, given } = METHODS[method];
  const written = given.map((parameter) => `PARAMETER["${PARAMETERS[parameter]}",${decimal(parameters[parameter])}]`);
  const extra = method === 'webMercator' ? ['PARAMETER["Auxiliary_Sphere_Type",0.0]'] : [];
  return `PROJCS["${projectedName(name, method)}",${base},PROJECTION["${projection}"],${[...written, ...extra].join(',')},UNIT["Meter",1.0]]`;
}

const BASES: Readonly<Record<DatumId, { readonly system: string; readonly datum: string; readonly spheroid: string }>> = {
  wgs84: { system: 'GCS_WGS_1984', datum: 'D_WGS_1984', spheroid: 'WGS_1984' },
  sirgas2000: { system: 'GCS_SIRGAS_2000', datum: 'D_SIRGAS_2000', spheroid: 'GRS_1980' },
  sad69: { system: 'GCS_South_American_1969', datum: 'D_South_American_1969', spheroid: 'GRS_1967_Truncated' },
  'sad69-96': { system: 'GCS_SAD_1969_96', datum: 'D_South_American_Datum_1969_96', spheroid: 'GRS_1967_Truncated' },
  'corrego-alegre-1970': { system: 'GCS_Corrego_Alegre', datum: 'D_Corrego_Alegre', spheroid: 'International_1924' },
};

function geographicText(id: DatumId): string {
  const { system, datum, spheroid } = BASES[id];
  const [semiMajor, inverseFlattening] = datumOf(id).ellipsoid;
  return `GEOGCS["${system}",DATUM["${datum}",SPHEROID["${spheroid}",${decimal(semiMajor)},${decimal(inverseFlattening)}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
}

type Projected = Exclude<KnownSystem['method'], 'geographic'>;

/** What ArcGIS calls each method, and the parameters that it writes, in its order. */
const METHODS: Readonly<Record<Projected, { readonly projection: string; readonly given: readonly (keyof ProjectionParameters)[] }>> = {
  transverseMercator: { projection: 'Transverse_Mercator', given: ['falseEasting', 'falseNorthing', 'meridian', 'scale', 'latitude'] },
  mercator: { projection: 'Mercator', given: ['falseEasting', 'falseNorthing', 'meridian', 'parallel1'] },
  webMercator: { projection: 'Mercator_Auxiliary_Sphere', given: ['falseEasting', 'falseNorthing', 'meridian', 'parallel1'] },
  polyconic: { projection: 'Polyconic', given: ['falseEasting', 'falseNorthing', 'meridian', 'latitude'] },
  albers: { projection: 'Albers', given: ['falseEasting', 'falseNorthing', 'meridian', 'parallel1', 'parallel2', 'latitude'] },
  lambertConformal: { projection: 'Lambert_Conformal_Conic', given: ['falseEasting', 'falseNorthing', 'meridian', 'parallel1', 'parallel2', 'latitude'] },
};

const PARAMETERS: Readonly<Record<keyof ProjectionParameters, string>> = {
  latitude: 'Latitude_Of_Origin',
  meridian: 'Central_Meridian',
  scale: 'Scale_Factor',
  falseEasting: 'False_Easting',
  falseNorthing: 'False_Northing',
  parallel1: 'Standard_Parallel_1',
  parallel2: 'Standard_Parallel_2',
};

/** `SIRGAS 2000 / UTM zone 22S` is `SIRGAS_2000_UTM_Zone_22S` in ArcGIS, which writes years in full. */
function projectedName(name: string, method: Projected): string {
  if (method === 'webMercator') return 'WGS_1984_Web_Mercator_Auxiliary_Sphere';
  return name
    .replace('Corrego Alegre 1970-72', 'Corrego Alegre')
    .replace('WGS 84', 'WGS 1984')
    .replace('SAD69', 'SAD 1969')
    .replace('zone', 'Zone')
    .replaceAll(/[^A-Za-z0-9]+/g, '_');
}

/** A whole number gets a point, as ArcGIS writes it. */
function decimal(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
