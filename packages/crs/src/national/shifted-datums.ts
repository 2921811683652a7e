import { plainWords } from '../datums.ts';
import { EUROPE } from './europe.ts';
import type { NationalDatum } from './families.ts';

interface NamesOfDatum {
  /** Its name among the systems known by their code. */
  readonly datum: string;
  /** In well-known text of both generations and of ArcGIS, in the spelling of `plainWords`. */
  readonly names: readonly string[];
  /** Of its ellipsoid, in metres. */
  readonly semiMajor: number;
  /** What else the text must say. */
  readonly isMeant?: (wkt: string) => boolean;
}

const hasPlus = (wkt: string): boolean => wkt.includes('CH1903+');

/** The datums that numbers place for the whole country, as texts name them. */
const NAMES: readonly NamesOfDatum[] = [
  { datum: 'OSGB36', names: ['osgb 1936', 'osgb36', 'ordnance survey of great britain 1936'], semiMajor: 6_377_563.396 },
  { datum: 'TM65', names: ['tm65'], semiMajor: 6_377_340.189 },
  { datum: 'TM75', names: ['tm75', 'geodetic datum of 1965'], semiMajor: 6_377_340.189 },
  { datum: 'Amersfoort', names: ['amersfoort'], semiMajor: 6_377_397.155 },
  { datum: 'BD72', names: ['belge 1972', 'reseau national belge 1972'], semiMajor: 6_378_388 },
  // Until they got names of their own, the systems of Yugoslavia were on a datum of this name as well, which lies elsewhere.
  { datum: 'MGI', names: ['mgi', 'militar geographische institut', 'militar geographische institute'], semiMajor: 6_377_397.155, isMeant: (wkt) => /Austria/i.test(wkt) },
  { datum: 'CH1903+', names: ['ch1903'], semiMajor: 6_377_397.155, isMeant: hasPlus },
  { datum: 'CH1903', names: ['ch1903'], semiMajor: 6_377_397.155, isMeant: (wkt) => !hasPlus(wkt) },
  { datum: 'HD72', names: ['hungarian 1972', 'hungarian datum 1972'], semiMajor: 6_378_160 },
  { datum: 'GGRS87', names: ['ggrs 1987', 'greek geodetic reference system 1987'], semiMajor: 6_378_137 },
];

/** Well-known text repeats lengths to a millimetre. */
const SAME_LENGTH = 0.01;

/**
 * The datum that a text names, if numbers place it for the whole country, and what follows `+towgs84=`. Texts of ArcGIS, and of GDAL since its third version,
 * never state these numbers.
 * @param semiMajor that of the text's ellipsoid in metres; another one than the datum's makes the name doubtful
 */
export function shiftedDatumNamed(name: string, wkt: string, semiMajor: number): { readonly datum: NationalDatum; readonly numbers: string } | null {
  const words = plainWords(name).replace(/^d /, '');
  const named = NAMES.find(({ names, isMeant, semiMajor: own }) => names.includes(words) && Math.abs(own - semiMajor) < SAME_LENGTH && isMeant?.(wkt) !== false);
  const datum = named === undefined ? undefined : EUROPE.find(([each]) => each.name === named.datum)?.[0];
  const numbers = datum === undefined ? undefined : /\+towgs84=(\S+)/.exec(datum.definition)?.[1];
  return datum === undefined || numbers === undefined ? null : { datum, numbers };
}
