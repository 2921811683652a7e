import { describe, expect, test } from 'vitest';
import type { StatedSystem } from '../src/identify.ts';
import { transformationFrom } from '../src/transformation.ts';

const crs = (parts: Partial<StatedSystem>): StatedSystem => ({ name: 'test', code: null, ...parts });
const GEOGCS = (datum: string, spheroid: string) => `GEOGCS["GCS",DATUM["${datum}",SPHEROID[${spheroid}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]`;
const UTM_23S = (geographic: string) =>
  `PROJCS["UTM",${geographic},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-45.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
const SIRGAS = GEOGCS('D_SIRGAS_2000', '"GRS_1980",6378137.0,298.257222101');
const SAD69 = GEOGCS('D_South_American_1969', '"GRS_1967_Truncated",6378160.0,298.25');

/** By PROJ: -47.25 -15.75 of SIRGAS 2000 in zone 23 south. */
const PLACE = [258918.722227488, 8257432.53678372] as const;

function metresFromPlace(at: readonly number[] | undefined): number {
  const [longitude = Number.NaN, latitude = Number.NaN] = at ?? [];
  return Math.hypot((longitude + 47.25) * 107_100, (latitude + 15.75) * 110_600);
}

describe('transformations to WGS 84', () => {
  test.for([
    ['an EPSG code', crs({ code: 'EPSG:31983' }), null],
    ["ESRI's well-known text without a code", crs({ wkt: UTM_23S(SIRGAS) }), null],
    ['text with a system of heights', crs({ wkt: `COMPD_CS["UTM + height", ${UTM_23S(SIRGAS)}, VERT_CS["height",VERT_DATUM["geoid",2005],UNIT["metre",1]]]` }), null],
    ['a code that is given', crs({}), 'epsg:31983'],
    ['a PROJ definition that is given', crs({}), '+proj=utm +zone=23 +south +ellps=GRS80 +towgs84=0,0,0 +units=m'],
    ['well-known text that is given', crs({ code: 'EPSG:4326' }), UTM_23S(SIRGAS)],
  ] as const)('by %s', ([, system, given]) => {
    expect(metresFromPlace(transformationFrom(system, given, 'a')?.(...PLACE))).toBeLessThan(0.01);
  });

  test.for(['EPSG:2154', '2154', 'urn:ogc:def:crs:EPSG::2154'])('take the code of a system of another country as given: %s', (given) => {
    const [longitude, latitude] = transformationFrom(crs({}), given, 'a')?.(652_000, 6_862_000) ?? [];
    expect([longitude, latitude]).toEqual([expect.closeTo(2.3458119587, 9), expect.closeTo(48.8562481409, 9)]);
    expect(transformationFrom(crs({}), 'EPSG:4258', 'a')).toBeNull();
    expect(() => transformationFrom(crs({}), 'EPSG:5514', 'a')).toThrow('neither a supported code');
  });

  test('leave degrees on WGS 84 or SIRGAS 2000 unchanged', () => {
    for (const code of ['EPSG:4326', 'OGC:CRS84', 'EPSG:4674']) expect(transformationFrom(crs({ code }), null, 'a')).toBeNull();
    expect(transformationFrom(crs({}), 'EPSG:4674', 'a')).toBeNull();
  });

  test('apply the shift of an old datum that the text names without it', () => {
    // The same numbers on SAD69 are some 60 m away; PROJ gives these coordinates for the place.
    expect(metresFromPlace(transformationFrom(crs({ wkt: UTM_23S(SAD69) }), null, 'a')?.(258964.156727274, 8257476.69638984))).toBeLessThan(8);
    expect(metresFromPlace(transformationFrom(crs({ wkt: UTM_23S(SAD69) }), null, 'a')?.(...PLACE))).toBeGreaterThan(40);
  });

  test('treat a datum as WGS 84 if its name says that it has no shift, or if it lies within two metres of it', () => {
    for (const name of ['European_Terrestrial_Reference_System_1989', 'D_ETRS_1989', 'European Terrestrial Reference System 1989 ensemble', 'Geocentric_Datum_of_Australia_2020', 'D_GDA_1994', 'D_POSGAR_2007', 'Posiciones_Geodesicas_Argentinas_1998', 'D_MAGNA', 'Marco Geocentrico Nacional de Referencia', 'Red_Geodesica_Venezolana', 'D_Peru96', 'Marco_Geodesico_Nacional_de_Bolivia', 'D_RGF_1993', 'Reseau_Geodesique_Francais_1993_v1', 'D_RGFG_1995', 'New_Zealand_Geodetic_Datum_2000', 'D_JGD_2011', 'D_Hartebeesthoek_1994']) {
      expect([name, metresFromPlace(transformationFrom(crs({ wkt: UTM_23S(GEOGCS(name, '"GRS_1980",6378137,298.257222101')) }), null, 'a')?.(...PLACE))]).toEqual([name, expect.closeTo(0, 0)]);
    }
    const wkt = UTM_23S(GEOGCS('D_Unknown_based_on_GRS80_ellipsoid_using_towgs84_0_0_0_0_0_0_0', '"GRS_1980",6378137,298.257222101'));
    expect(metresFromPlace(transformationFrom(crs({ wkt }), null, 'a')?.(...PLACE))).toBeLessThan(1);
  });

  test.for([
    ['nothing is known', crs({}), null, 'layer-crs-unknown'],
    ['the code is not in the table', crs({ code: 'EPSG:2000' }), null, 'layer-crs-unusable'],
    ['the datum lies nobody knows where', crs({ wkt: UTM_23S(GEOGCS('D_Tokyo', '"Bessel",6377397.155,299.1528128')) }), null, 'layer-crs-unusable'],
    ['the name of the datum was made up from its shift', crs({ wkt: UTM_23S(GEOGCS('D_Unknown_based_on_Australian_Natl_S_Amer_1969_ellipsoid_using_towgs84_-66_87_4_37_-38_52_0_0_0_0', '"Australian_Natl_S_Amer_1969",6378160,298.25')) }), null, 'layer-crs-unusable'],
    ['the datum is that of Córrego Alegre of 1961, whose shift nobody has in three numbers', crs({ wkt: UTM_23S(GEOGCS('D_Corrego_Alegre_61', '"International_1924",6378388,297')) }), null, 'layer-crs-unusable'],
    ['the datum has other shifts in other countries, and the system is of one of these', crs({ wkt: UTM_23S(GEOGCS('D_Provisional_S_American_1956', '"International_1924",6378388,297')).replace('-45.0', '-69.0') }), null, 'layer-crs-unusable'],
    ['a number of its shift is missing', crs({ wkt: GEOGCS('D_Tokyo', '"Bessel",6377397.155,299.1528128').replace(']],PRIMEM', '],TOWGS84[-148, ,680]],PRIMEM') }), null, 'layer-crs-unusable'],
    ['longitudes count to the west', crs({ wkt: SIRGAS.replace(/]$/, ',AXIS["Latitude",NORTH],AXIS["Longitude",WEST]]') }), null, 'layer-crs-unusable'],
    ['what is given is no system', crs({}), 'Brazil', 'layer-crs-unusable'],
    ['the projection does not exist', crs({}), '+proj=nothing', 'layer-crs-unusable'],
    ['a file of shifts is needed', crs({}), '+proj=longlat +ellps=intl +nadgrids=CA7072_003.gsb', 'layer-crs-unusable'],
    ['the text wants a file of shifts', crs({ wkt: UTM_23S(GEOGCS('D_SIRGAS_2000', '"GRS 80",6378137,298.257')).replace(/]$/, ',EXTENSION["PROJ4","+proj=utm +zone=23 +nadgrids=x.gsb"]]') }), null, 'layer-crs-unusable'],
    ['the text is cut off', crs({ wkt: 'PROJCS["UTM",GEOGCS["a",DATUM["D_SIRGAS_2000",' }), null, 'layer-crs-unusable'],
  ] as const)('are refused if %s', ([, system, given, code]) => {
    expect(() => transformationFrom(system, given, 'a')).toThrow(expect.objectContaining({ code }));
  });
});
