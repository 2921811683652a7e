import { plainWords } from './datums.ts';
import { childOf, datumPart, geographicPart, horizontalPart, inUnits, isGeographic, isTurned, numberOf, parseWkt, textOf, unitOf } from './well-known-text.ts';
import type { WktNode } from './well-known-text.ts';
import { figureOf, isAxis, isWebMercatorByText } from './web-mercator-text.ts';

/** A system as PROJ takes it, or why it cannot be had: in words that follow "because of the reference system …:". */
type StatedDefinition = { readonly definition: string } | { readonly reason: string };

/** The numbers of a projection: angles in degrees, lengths in metres; null where the text has none. */
type Numbers = Readonly<Record<NumberName, number | null>>;
type NumberName = 'latitude' | 'meridian' | 'scale' | 'parallel1' | 'parallel2' | 'azimuth' | 'rectified' | 'falseEasting' | 'falseNorthing';

/** The names of WKT 1, WKT 2 and ArcGIS in the spelling of `plainWords`. */
const NUMBERS: readonly (readonly [words: RegExp, name: NumberName, kind: 'angle' | 'length' | 'ratio'])[] = [
  [/^latitude of (origin|center|centre|natural origin|false origin|projection cent(er|re))$/, 'latitude', 'angle'],
  [/^(central meridian|longitude of (origin|center|centre|natural origin|false origin|projection cent(er|re)))$/, 'meridian', 'angle'],
  [/^scale factor( at natural origin| at projection cent(er|re)| on initial line)?$/, 'scale', 'ratio'],
  [/^(standard parallel 1|latitude of (1st )?standard parallel)$/, 'parallel1', 'angle'],
  [/^(standard parallel 2|latitude of 2nd standard parallel)$/, 'parallel2', 'angle'],
  [/^azimuth( (of initial line|at projection cent(er|re)))?$/, 'azimuth', 'angle'],
  [/^(rectified grid angle|angle from rectified to skew grid|xy plane rotation)$/, 'rectified', 'angle'],
  [/^(false easting|easting at (false origin|projection cent(er|re)))$/, 'falseEasting', 'length'],
  [/^(false northing|northing at (false origin|projection cent(er|re)))$/, 'falseNorthing', 'length'],
];

/** Null: the method has no such numbers. */
type Plane = (numbers: Numbers) => string | null;

/**
 * The methods that PROJ in JavaScript computes as PROJ does, by tests; Robinson's, which is a table of numbers, within three metres. It is given these numbers and not the text: of texts it takes
 * parameters for others, in silence, and lays land by up to thousands of kilometres elsewhere.
 */
const METHODS: readonly (readonly [words: RegExp, plane: Plane])[] = [
  [/^(transverse mercator( complex)?|gauss kruger)$/, ({ latitude, scale }) => `+proj=tmerc +lat_0=${latitude ?? 0} +k=${scale ?? 1}`],
  [/^(mercator auxiliary sphere|popular visualisation pseudo mercator|mercator 1sp google)$/, () => WEB_MERCATOR],
  [/^mercator( 1sp| 2sp| variant [ab])?$/, mercator],
  [/^lambert (conformal conic|conic conformal)( [12]sp)?$/, lambertConformal],
  [/^albers( conic)?( equal area)?( conic)?$/, ({ latitude, parallel1, parallel2 }) => (parallel1 === null ? null : `+proj=aea +lat_0=${latitude ?? 0} +lat_1=${parallel1} +lat_2=${parallel2 ?? parallel1}`)],
  [/^equidistant conic$/, ({ latitude, parallel1, parallel2 }) => (parallel1 === null ? null : `+proj=eqdc +lat_0=${latitude ?? 0} +lat_1=${parallel1} +lat_2=${parallel2 ?? parallel1}`)],
  [/^polar stereographic( variant [ab])?$/, polarStereographic],
  [/^stereographic north pole$/, ({ parallel1, scale }) => (parallel1 === null || (scale ?? 1) !== 1 ? null : `+proj=stere +lat_0=90 +lat_ts=${parallel1}`)],
  [/^stereographic south pole$/, ({ parallel1, scale }) => (parallel1 === null || (scale ?? 1) !== 1 ? null : `+proj=stere +lat_0=-90 +lat_ts=${parallel1}`)],
  [/^(oblique|double) stereographic$/, ({ latitude, scale }) => `+proj=sterea +lat_0=${latitude ?? 0} +k=${scale ?? 1}`],
  [/^lambert azimuthal equal area$/, ({ latitude }) => `+proj=laea +lat_0=${latitude ?? 0}`],
  [/^(modified )?azimuthal equidistant$/, ({ latitude }) => `+proj=aeqd +lat_0=${latitude ?? 0}`],
  [/^(hotine oblique mercator( azimuth natural origin| variant a)?|rectified skew orthomorphic natural origin)$/, (numbers) => obliqueMercator(numbers, ' +no_uoff')],
  [/^(hotine oblique mercator (azimuth center|variant b)|oblique mercator|rectified skew orthomorphic center)$/, (numbers) => obliqueMercator(numbers, '')],
  [/^(american )?polyconic$/, ({ latitude }) => `+proj=poly +lat_0=${latitude ?? 0}`],
  [/^cassini( soldner)?$/, ({ latitude, scale }) => ((scale ?? 1) === 1 ? `+proj=cass +lat_0=${latitude ?? 0}` : null)],
  [/^(equidistant cylindrical( spherical)?|equirectangular|plate carree)$/, ({ latitude, parallel1 }) => `+proj=eqc +lat_0=${latitude ?? 0} +lat_ts=${parallel1 ?? 0}`],
  [/^(lambert )?cylindrical equal area$/, ({ parallel1 }) => `+proj=cea +lat_ts=${parallel1 ?? 0}`],
  [/^behrmann$/, ({ parallel1 }) => `+proj=cea +lat_ts=${parallel1 ?? 30}`],
  [/^bonne$/, bonne],
  [/^eckert vi$/, (numbers) => withoutOrigin(numbers, '+proj=eck6')],
  [/^sinusoidal$/, (numbers) => withoutOrigin(numbers, '+proj=sinu')],
  [/^mollweide$/, () => '+proj=moll'],
  [/^robinson$/, () => '+proj=robin'],
  [/^equal earth$/, () => '+proj=eqearth'],
];

const WEB_MERCATOR = '+proj=merc +lat_ts=0 +k=1 +nadgrids=@null';
const DEGREE = Math.PI / 180;

/** PROJ in JavaScript finds no way back from one of the south. */
function bonne({ parallel1, latitude }: Numbers): string | null {
  const parallel = parallel1 ?? latitude;
  return parallel === null || parallel <= 0 ? null : `+proj=bonne +lat_1=${parallel}`;
}

/** PROJ in JavaScript takes the false origin of these away but does not add it. */
function withoutOrigin({ falseEasting, falseNorthing }: Numbers, plane: string): string | null {
  return (falseEasting ?? 0) === 0 && (falseNorthing ?? 0) === 0 ? plane : null;
}

function mercator({ latitude, parallel1, scale }: Numbers): string | null {
  if ((latitude ?? 0) !== 0 || (parallel1 !== null && (scale ?? 1) !== 1)) return null;
  return parallel1 === null ? `+proj=merc +k=${scale ?? 1}` : `+proj=merc +lat_ts=${parallel1}`;
}

function lambertConformal({ latitude, parallel1, parallel2, scale }: Numbers): string | null {
  if (parallel1 === null && latitude === null) return null;
  const first = parallel1 ?? latitude;
  return `+proj=lcc +lat_0=${latitude ?? 0} +lat_1=${first} +lat_2=${parallel2 ?? first} +k_0=${scale ?? 1}`;
}

/** WKT 1 gives the latitude of true scale as that of the origin, or the pole and a scale. */
function polarStereographic({ latitude, parallel1, scale }: Numbers): string | null {
  const trueScale = parallel1 ?? latitude;
  if (trueScale === null || trueScale === 0) return null;
  const pole = trueScale < 0 ? -90 : 90;
  if (Math.abs(trueScale) === 90) return `+proj=stere +lat_0=${pole} +k=${scale ?? 1}`;
  return (scale ?? 1) === 1 ? `+proj=stere +lat_0=${pole} +lat_ts=${trueScale}` : null;
}

function obliqueMercator({ latitude, azimuth, rectified, scale }: Numbers, origin: string): string | null {
  if (azimuth === null || latitude === null) return null;
  // Of Switzerland and Hungary: the general method has no answer for the axis that runs to the east.
  if (azimuth === 90) return origin === '' && (rectified ?? 90) === 90 ? `+proj=somerc +lat_0=${latitude} +k_0=${scale ?? 1}` : null;
  return `+proj=omerc +lat_0=${latitude} +alpha=${azimuth} +gamma=${rectified ?? azimuth} +k=${scale ?? 1}${origin}`;
}

/**
 * The definition of a system that only its own text describes, of either generation or of ArcGIS.
 * @param shift what follows `+towgs84=`; null if longitudes and latitudes are those of WGS 84, whatever its ellipsoid
 */
export function statedDefinition(wkt: string, shift: string | null): StatedDefinition {
  const root = parseWkt(wkt);
  const node = root === null ? null : horizontalPart(root);
  const base = node === null ? null : geographicPart(node);
  if (node === null || base === null) return NOT_UNDERSTOOD;
  const ellipsoid = ellipsoidOf(base);
  const meridian = childOf(base, 'PRIMEM', 'PRIMEMERIDIAN');
  const fromGreenwich = meridian === null ? 0 : degreesOf(meridian);
  const angle = unitOf(base, 'ANGLEUNIT') ?? DEGREE;
  if (ellipsoid === null || fromGreenwich === null || !(angle > 0)) return NOT_UNDERSTOOD;
  const isInDegrees = Math.abs(angle / DEGREE - 1) < 1e-6;
  if (!isInDegrees && (isGeographic(node) || fromGreenwich !== 0)) return { reason: 'its angles are not in degrees' };
  if (isTurned(node)) return { reason: 'its coordinates count to the west or to the south' };
  const datum = `${ellipsoid} ${shift === null ? '+nadgrids=@null' : `+towgs84=${shift}`}${fromGreenwich === 0 ? '' : ` +pm=${fromGreenwich}`} +no_defs`;
  return isGeographic(node) ? { definition: `+proj=longlat ${datum}` } : planeOf(node, isInDegrees ? DEGREE : angle, datum);
}

/** That of Paris may be given in grads, in a text whose other angles are in degrees. */
function degreesOf(meridian: WktNode): number | null {
  const value = numberOf(meridian, 1);
  return value === null ? null : inUnits(value, unitOf(meridian, 'ANGLEUNIT'), DEGREE);
}

const NOT_UNDERSTOOD: StatedDefinition = { reason: 'its definition cannot be understood' };

/** @param angle the unit of angles where the text gives no other, in radians */
function planeOf(node: WktNode, angle: number, datum: string): StatedDefinition {
  const conversion = childOf(node, 'CONVERSION') ?? node;
  const named = childOf(conversion, 'PROJECTION', 'METHOD');
  const method = named === null ? null : textOf(named, 0);
  const metres = unitOf(node, 'LENGTHUNIT');
  if (method === null || metres === null || !(metres > 0)) return NOT_UNDERSTOOD;
  const words = plainWords(method);
  const plane = METHODS.find(([pattern]) => pattern.test(words))?.[1];
  const numbers = numbersOf(conversion, angle, metres);
  const text = plane === undefined || numbers === null ? null : plane(numbers);
  if (numbers === null || text === null) return { reason: `its projection "${method.slice(0, 60)}" is not supported` };
  const { meridian, falseEasting, falseNorthing } = numbers;
  const isWebMercator = text === WEB_MERCATOR || isWebMercatorByText(node);
  const figure = figureOf(node);
  if (figure === 'other' || (figure === 'sphere' && !isWebMercator)) return { reason: 'its projection is on another ellipsoid than its datum' };
  const onDatum = isWebMercator ? '+a=6378137 +b=6378137 +no_defs' : datum;
  const centre = text.startsWith('+proj=omerc') ? '+lonc' : '+lon_0';
  return { definition: `${text}${isWebMercator && text !== WEB_MERCATOR ? ' +nadgrids=@null' : ''} ${centre}=${meridian ?? 0} +x_0=${falseEasting ?? 0} +y_0=${falseNorthing ?? 0} +to_meter=${metres} ${onDatum}` };
}

/** Null: a number is not one, or stands for what is not known here. */
function numbersOf(conversion: WktNode, angle: number, metres: number): Numbers | null {
  const numbers: Record<NumberName, number | null> = { latitude: null, meridian: null, scale: null, parallel1: null, parallel2: null, azimuth: null, rectified: null, falseEasting: null, falseNorthing: null };
  for (const each of conversion.children) {
    if (each.keyword !== 'PARAMETER') continue;
    const words = plainWords(textOf(each, 0) ?? '');
    const value = numberOf(each, 1);
    const found = NUMBERS.find(([pattern]) => pattern.test(words));
    if (value === null) return null;
    if (found === undefined) {
      if (isAxis(words) || (words === 'auxiliary sphere type' && value === 0)) continue;
      return null;
    }
    const [, name, kind] = found;
    const own = unitOf(each, kind === 'angle' ? 'ANGLEUNIT' : 'LENGTHUNIT');
    numbers[name] = kind === 'ratio' ? value : kind === 'length' ? value * (own ?? metres) : inUnits(value, own ?? angle, DEGREE);
  }
  return numbers;
}

function ellipsoidOf(base: WktNode): string | null {
  const ellipsoid = datumPart(base)?.ellipsoid ?? null;
  const semiMajor = ellipsoid === null ? null : numberOf(ellipsoid, 1);
  const inverseFlattening = ellipsoid === null ? null : numberOf(ellipsoid, 2);
  if (ellipsoid === null || semiMajor === null || inverseFlattening === null || !(semiMajor > 0)) return null;
  const unit = unitOf(ellipsoid, 'LENGTHUNIT') ?? 1;
  return inverseFlattening === 0 ? `+a=${semiMajor * unit} +b=${semiMajor * unit}` : `+a=${semiMajor * unit} +rf=${inverseFlattening}`;
}
