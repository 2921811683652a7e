import { DATUMS_AT_WGS84 } from './datums-at-wgs84.ts';

/** A datum with its ellipsoid, and its offset from WGS 84. */
export interface Datum {
  readonly id: DatumId;
  readonly ellipsoid: Ellipsoid;
  /** Null for a datum that requires a grid: three numbers cannot describe its offset. */
  readonly shift: DatumShift | null;
  /** How files name the datum, in the spelling of `plainWords`. */
  readonly datumName: RegExp;
  /** The datum's name in well-known text, and its code in the EPSG dataset. */
  readonly name: string;
  readonly code: number;
  /** ArcGIS's names for the datum and for its geographic system. */
  readonly esriName: string;
  readonly esriGeographic: string;
  /** The prefix of ArcGIS's names for systems on the datum. */
  readonly esriPrefix: string;
}

export interface Ellipsoid {
  readonly name: string;
  readonly esriName: string;
  readonly code: number;
  /** Semi-major axis in metres. */
  readonly semiMajor: number;
  readonly inverseFlattening: number;
}

interface DatumShift {
  /** Metres along x, y and z to SIRGAS 2000, which is WGS 84 within a metre. */
  readonly translation: readonly [number, number, number];
  /** Who published it, in the words of a sentence; null if nothing is shifted. */
  readonly source: string | null;
  /** The possible error of positions in metres, according to the EPSG dataset. */
  readonly accuracy: { readonly toSirgas2000: number; readonly toWgs84: number };
  /** It holds for the systems of the table alone: others on the datum are of other countries, where its shift is a different one. */
  readonly isOfTable?: true;
}

export type DatumId = 'wgs84' | 'sirgas2000' | 'sirgas1995' | 'sad69' | 'sad69-96' | 'corrego-alegre-1970' | 'corrego-alegre-1961' | 'aratu' | 'chua' | 'psad56';

const WGS_84: Ellipsoid = { name: 'WGS 84', esriName: 'WGS_1984', code: 7030, semiMajor: 6_378_137, inverseFlattening: 298.257223563 };
const GRS_1980: Ellipsoid = { name: 'GRS 1980', esriName: 'GRS_1980', code: 7019, semiMajor: 6_378_137, inverseFlattening: 298.257222101 };
const GRS_1967_MODIFIED: Ellipsoid = { name: 'GRS 1967 Modified', esriName: 'GRS_1967_Truncated', code: 7050, semiMajor: 6_378_160, inverseFlattening: 298.25 };
const INTERNATIONAL_1924: Ellipsoid = { name: 'International 1924', esriName: 'International_1924', code: 7022, semiMajor: 6_378_388, inverseFlattening: 297 };

const AT_ITS_PLACE: readonly [number, number, number] = [0, 0, 0];
const SAD69_SHIFT: DatumShift = { translation: [-67.35, 3.88, -38.22], source: "IBGE's resolution 1/2005 (EPSG:15485)", accuracy: { toSirgas2000: 5, toWgs84: 5 } };

/** The datums that occur in Brazilian data, with the shifts that PROJ uses in Brazil without a grid. */
export const DATUMS: readonly Datum[] = [
  {
    id: 'wgs84',
    ellipsoid: WGS_84,
    shift: { translation: AT_ITS_PLACE, source: null, accuracy: { toSirgas2000: 1, toWgs84: 0 } },
    datumName: /^(d )?(wgs ?(19)?84|world geodetic system (19)?84)( ensemble)?$/,
    name: 'WGS_1984',
    code: 6326,
    esriName: 'D_WGS_1984',
    esriGeographic: 'GCS_WGS_1984',
    esriPrefix: 'WGS_1984',
  },
  {
    id: 'sirgas2000',
    ellipsoid: GRS_1980,
    shift: { translation: AT_ITS_PLACE, source: null, accuracy: { toSirgas2000: 0, toWgs84: 1 } },
    datumName: /^(d )?(sirgas ?2000|sistema de referencia geocentrico para .*2000)$/,
    name: 'Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000',
    code: 6674,
    esriName: 'D_SIRGAS_2000',
    esriGeographic: 'GCS_SIRGAS_2000',
    esriPrefix: 'SIRGAS_2000',
  },
  {
    id: 'sirgas1995',
    ellipsoid: GRS_1980,
    shift: { translation: AT_ITS_PLACE, source: null, accuracy: { toSirgas2000: 3, toWgs84: 2 } },
    datumName: /^(d )?(sirgas( ?1995)?|sistema de referencia geocentrico para .*1995)$/,
    name: 'Sistema_de_Referencia_Geocentrico_para_America_del_Sur_1995',
    code: 6170,
    esriName: 'D_SIRGAS',
    esriGeographic: 'GCS_SIRGAS',
    esriPrefix: 'SIRGAS',
  },
  {
    id: 'sad69',
    ellipsoid: GRS_1967_MODIFIED,
    shift: SAD69_SHIFT,
    datumName: /^(d )?(south american (datum )?1969|sad ?(19)?69)$/,
    name: 'South_American_Datum_1969',
    code: 6618,
    esriName: 'D_South_American_1969',
    esriGeographic: 'GCS_South_American_1969',
    esriPrefix: 'SAD_1969',
  },
  {
    id: 'sad69-96',
    ellipsoid: GRS_1967_MODIFIED,
    shift: SAD69_SHIFT,
    datumName: /^(d )?(south american (datum )?1969|sad ?(19)?69) 96$/,
    name: 'South_American_Datum_1969_96',
    code: 1075,
    esriName: 'D_South_American_Datum_1969_96',
    esriGeographic: 'GCS_SAD_1969_96',
    esriPrefix: 'SAD_1969_96',
  },
  {
    id: 'corrego-alegre-1970',
    ellipsoid: INTERNATIONAL_1924,
    // The 1983 shift to SAD69, and from there the one of 2005.
    shift: { translation: [-206.05, 168.28, -3.82], source: 'IBGE of 1983 and 2005 (EPSG:6193)', accuracy: { toSirgas2000: 5, toWgs84: 5 } },
    datumName: /^(d )?corrego alegre( 1970 (19)?72)?$/,
    name: 'Corrego_Alegre_1970-72',
    code: 6225,
    esriName: 'D_Corrego_Alegre',
    esriGeographic: 'GCS_Corrego_Alegre',
    esriPrefix: 'Corrego_Alegre',
  },
  {
    id: 'corrego-alegre-1961',
    ellipsoid: INTERNATIONAL_1924,
    shift: null,
    datumName: /^(d )?corrego alegre (19)?61$/,
    name: 'Corrego_Alegre_1961',
    code: 1074,
    esriName: 'D_Corrego_Alegre_1961',
    esriGeographic: 'GCS_Corrego_Alegre_1961',
    esriPrefix: 'Corrego_Alegre_1961',
  },
  {
    id: 'aratu',
    ellipsoid: INTERNATIONAL_1924,
    // Each basin has its own translations, accurate to half a metre there; these are PROJ's first choice.
    shift: { translation: [-157.84, 308.54, -146.6], source: 'Petrobras for the basins of Santos and Pelotas (EPSG:5050)', accuracy: { toSirgas2000: 25, toWgs84: 25 } },
    datumName: /^(d )?aratu$/,
    name: 'Aratu',
    code: 6208,
    esriName: 'D_Aratu',
    esriGeographic: 'GCS_Aratu',
    esriPrefix: 'Aratu',
  },
  {
    id: 'chua',
    ellipsoid: INTERNATIONAL_1924,
    shift: { translation: [-144.35, 242.88, -33.2], source: 'the Federal District (EPSG:4069)', accuracy: { toSirgas2000: 5, toWgs84: 5 } },
    datumName: /^(d )?chua$/,
    name: 'Chua',
    code: 6224,
    esriName: 'D_Chua',
    esriGeographic: 'GCS_Chua',
    esriPrefix: 'Chua',
  },
  {
    id: 'psad56',
    ellipsoid: INTERNATIONAL_1924,
    shift: { translation: [-291.87, 106.37, -364.52], source: 'Petrobras for the Amazon cone (EPSG:1811)', accuracy: { toSirgas2000: 11, toWgs84: 10 }, isOfTable: true },
    datumName: /^(d )?(provisional s(outh)? american( datum)? 1956|psad ?(19)?56)$/,
    name: 'Provisional_South_American_Datum_1956',
    code: 6248,
    esriName: 'D_Provisional_S_American_1956',
    esriGeographic: 'GCS_Provisional_S_American_1956',
    esriPrefix: 'PSAD_1956',
  },
];

/** The datum of an identity in the table. */
export function datumOf(id: DatumId): Datum {
  const datum = DATUMS.find((each) => each.id === id);
  if (datum === undefined) throw new Error(`the datum ${id} is not in the table`);
  return datum;
}

/** Shifts for datums that well-known text names without giving their offset. */
export const DATUM_SHIFTS: readonly (readonly [name: RegExp, shift: string])[] = [
  [/south[_ ]american[_ ](datum[_ ])?1969|sad[_ ]?69/i, '-67.35,3.88,-38.22,0,0,0,0'],
  // The datum of 1970-72; that of 1961 lies 46 m away.
  [/corrego[_ ]alegre(?!.*[_ ](19)?61)/i, '-206.05,168.28,-3.82,0,0,0,0'],
];

/** Datums within a metre or two of WGS 84, and the one that EPSG made for web maps. */
const LIKE_WGS84 = /(?<!to)wgs[_ ]?(19)?84|popular[_ ]visuali[sz]ation|world[_ ]geodetic[_ ]system[_ ]1984|sirgas|sistema[_ ]de[_ ]referencia|itrf|international[_ ]terrestrial|etrs|european[_ ]terrestrial[_ ]reference|nad[_ ]?(19)?83|north[_ ]american[_ ](datum[_ ](of[_ ])?)?1983|gda|geocentric[_ ]datum[_ ]of[_ ]australia|posgar|posiciones[_ ]geodesicas[_ ]argentinas|(?<![a-z])magna(?![a-z])|marco[_ ]geocentrico[_ ]nacional|regven|red[_ ]geodesica[_ ]venezolana|peru[_ ]?(19)?96|marco[_ ]geodesico[_ ]nacional|rgfg?[_ ]?(19)?9[35]|reseau[_ ]geodesique[_ ]francais|nzgd[_ ]?2000|new[_ ]zealand[_ ]geodetic[_ ]datum[_ ]2000|jgd[_ ]?20|japanese[_ ]geodetic[_ ]datum[_ ]20|hartebeesthoek/i;

/** What PROJ and GDAL call a datum of which only the ellipsoid was stated, as in `+ellps=GRS80`: on the ellipsoids of today it lies where WGS 84 does. */
const OF_TODAYS_ELLIPSOID = /^(d )?((unknown|not specified) based on )?(grs ?(19)?80|wgs ?(19)?84)( ellipsoid)?$/;
/** mapshaper writes `Unknown datum`. */
const WITHOUT_A_NAME = /^(d )?(unknown|not specified)( datum)?$/;
/** A name that was made up from a shift, `…_using_towgs84_-66_87_…`, is like WGS 84 only if all its numbers are zero. */
const MADE_OF_A_SHIFT = /using[_ ]towgs84/i;
const MADE_OF_NO_SHIFT = /using[_ ]towgs84([=_ ,]+0)+$/i;
/** Of the ellipsoids of today: those of WGS 84 and GRS 1980 differ by a tenth of a millimetre. */
const isOfToday = ({ semiMajor, inverseFlattening }: Shape): boolean => Math.abs(semiMajor - WGS_84.semiMajor) < 0.01 && Math.abs(inverseFlattening - WGS_84.inverseFlattening) < 1e-5;

type Shape = Pick<Ellipsoid, 'semiMajor' | 'inverseFlattening'>;

/** Whether a datum, by its name in well-known text, lies within a metre or two of WGS 84; `unstated` if only its ellipsoid says so. */
export function likenessToWgs84(name: string, ellipsoid: Shape | null): 'named' | 'unstated' | null {
  if (MADE_OF_A_SHIFT.test(name)) return MADE_OF_NO_SHIFT.test(name) ? 'named' : null;
  if (/unknown|not[_ ]specified|^D_GRS_1980$/i.test(name) && OF_TODAYS_ELLIPSOID.test(plainWords(name))) return 'unstated';
  if (ellipsoid !== null && isUnnamedDatum(name) && isOfToday(ellipsoid)) return 'unstated';
  return LIKE_WGS84.test(name) || DATUMS_AT_WGS84.has(plainName(name)) ? 'named' : null;
}

/** Without the letter that ArcGIS puts before a name, and the number that some programs put behind it. */
function plainName(name: string): string {
  return plainWords(name).replace(/^d /, '').replace(/ epsg id \d+$/, '');
}

/** Whether a text gives its datum no name. */
export function isUnnamedDatum(name: string): boolean {
  return WITHOUT_A_NAME.test(plainWords(name));
}

/** Lower case without accents, and one space for everything that is not a letter or digit, so that all programs' spellings become equal. */
export function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
