/** A datum with its ellipsoid, and where it lies from WGS 84. */
export interface Datum {
  readonly id: DatumId;
  /** Half the longer axis in metres, and the inverse flattening. */
  readonly ellipsoid: readonly [semiMajor: number, inverseFlattening: number];
  /** In the words of PROJ. */
  readonly definition: string;
  /** Metres along x, y and z to WGS 84. */
  readonly shift: readonly [number, number, number];
  /** How files name the datum, in the spelling of `plainWords`. */
  readonly datumName: RegExp;
}

export type DatumId = 'wgs84' | 'sirgas2000' | 'sad69' | 'sad69-96' | 'corrego-alegre-1970';

/**
 * The datums that Brazilian data comes in. The shifts from SAD69 and Córrego Alegre are those of IBGE's resolution 1/2005
 * and good to some metres, which is what these datums allow without a grid.
 */
export const DATUMS: readonly Datum[] = [
  { id: 'wgs84', ellipsoid: [6378137, 298.257223563], definition: '+datum=WGS84', shift: [0, 0, 0], datumName: /^(d )?(wgs ?(19)?84|world geodetic system (19)?84)( ensemble)?$/ },
  { id: 'sirgas2000', ellipsoid: [6378137, 298.257222101], definition: '+ellps=GRS80 +towgs84=0,0,0,0,0,0,0', shift: [0, 0, 0], datumName: /^(d )?(sirgas ?2000|sistema de referencia geocentrico para .*2000)$/ },
  { id: 'sad69', ellipsoid: [6378160, 298.25], definition: '+ellps=aust_SA +towgs84=-67.35,3.88,-38.22,0,0,0,0', shift: [-67.35, 3.88, -38.22], datumName: /^(d )?(south american (datum )?1969|sad ?(19)?69)$/ },
  { id: 'sad69-96', ellipsoid: [6378160, 298.25], definition: '+ellps=aust_SA +towgs84=-67.35,3.88,-38.22,0,0,0,0', shift: [-67.35, 3.88, -38.22], datumName: /^(d )?(south american (datum )?1969|sad ?(19)?69) 96$/ },
  { id: 'corrego-alegre-1970', ellipsoid: [6378388, 297], definition: '+ellps=intl +towgs84=-206.05,168.28,-3.82,0,0,0,0', shift: [-206.05, 168.28, -3.82], datumName: /^(d )?corrego alegre( 1970 (19)?72)?$/ },
];

/** The datum of an identity in the table. */
export function datumOf(id: DatumId): Datum {
  const datum = DATUMS.find((each) => each.id === id);
  if (datum === undefined) throw new Error(`the datum ${id} is not in the table`);
  return datum;
}

/** Shifts for datums that well-known text names without saying where they lie. */
export const DATUM_SHIFTS: readonly (readonly [name: RegExp, shift: string])[] = [
  [/south[_ ]american[_ ](datum[_ ])?1969|sad[_ ]?69/i, '-67.35,3.88,-38.22,0,0,0,0'],
  // That of 1970-72; the one of 1961 lies 46 m beside it.
  [/corrego[_ ]alegre(?!.*1961)/i, '-206.05,168.28,-3.82,0,0,0,0'],
];

/** Datums that lie within a metre or two of WGS 84. */
export const DATUMS_LIKE_WGS84 = /wgs[_ ]?(19)?84|world[_ ]geodetic[_ ]system[_ ]1984|sirgas|sistema[_ ]de[_ ]referencia|itrf|international[_ ]terrestrial|etrs|nad[_ ]?83|north[_ ]american[_ ](datum[_ ])?1983|gda/i;

/** Small letters without accents, and one space for whatever is no letter or digit: the same for every program's spelling. */
export function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
