import { describe, expect, test } from 'vitest';
import { esriWellKnownText, systemGiven, wellKnownText } from '../src/index.ts';
import type { StatedSystem } from '../src/index.ts';
import { knownSystems, systemOfCode } from '../src/known-systems.ts';
import { transformationBetween } from '../src/transformation-between.ts';

const coded = (code: string): StatedSystem => ({ name: code, code });
const written = (wkt: string): StatedSystem => ({ name: 'Ours', code: null, wkt });
const between = (from: string, to: string) => transformationBetween(coded(from), coded(to), 'farms.shp');

/** By PROJ: -47.25 -15.75 of SIRGAS 2000 in zone 23 south. */
const DEGREES = [-47.25, -15.75] as const;
const METRES = [258918.722227488, 8257432.53678372] as const;

function moved(from: StatedSystem, to: StatedSystem, [x, y]: readonly [number, number]): readonly [number, number] {
  const xy = Float64Array.of(x, y);
  expect(transformationBetween(from, to, 'farms.shp').apply(xy)).toBe(0);
  return [xy[0], xy[1]];
}

describe('transformations between any two systems', () => {
  test('of a code alone that is not in the table, say that other formats state more', () => {
    expect(() => between('EPSG:5514', 'EPSG:4326')).toThrow('only this code is stated, and it is unknown here. A GeoPackage or a shapefile of the same data contains the definition as well.');
  });

  test('from a system to itself need no datum that is known, nor a projection', () => {
    const one = written('PROJCS["Sheet",GEOGCS["GCS",DATUM["D_Potsdam_Of_Old",SPHEROID["Bessel",6377397.155,299.1528128]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Krovak"],UNIT["Meter",1]]');
    const same = transformationBetween(one, { ...one }, 'farms.shp');
    expect(same).toMatchObject({ isIdentity: true, description: 'Coordinates in Ours stay unchanged.' });
    expect(moved(one, { ...one }, [1, 2])).toEqual([1, 2]);
    expect(moved(coded('EPSG:5514'), coded('EPSG:5514'), [1, 2])).toEqual([1, 2]);
    expect(() => transformationBetween(one, written(one.wkt?.replace('Of_Old', 'Of_New') ?? ''), 'farms.shp')).toThrow('relates to WGS 84 is not known');
    expect(() => transformationBetween({ name: 'unknown', code: null }, { name: 'unknown', code: null }, 'farms.shp')).toThrow(expect.objectContaining({ code: 'crs-needed' }));
  });

  test('of a system of another country, named by its code alone', () => {
    const french = between('EPSG:2154', 'EPSG:4674');
    expect(french).toMatchObject({ isIdentity: false, accuracyMetres: null });
    expect(french.description).toBe('From RGF93 v1 / Lambert-93 to SIRGAS 2000; RGF93 v1 and WGS 84 are treated as the same, with no stated accuracy.');
    const british = between('EPSG:4674', 'EPSG:27700');
    expect(british.description).toBe('From SIRGAS 2000 to OSGB36 / British National Grid; OSGB36 to WGS 84 by the numbers of EPSG:1314, accurate to about 3 m.');
    expect(between('EPSG:27700', 'EPSG:4326').accuracyMetres).toBe(2);
    // Degrees on a datum at WGS 84 stay as they are, digit by digit.
    const colombian = between('EPSG:4686', 'EPSG:4674');
    expect(colombian.isIdentity).toBe(true);
    expect(colombian.description).toBe('Coordinates in MAGNA-SIRGAS are the same in SIRGAS 2000 and stay unchanged; MAGNA-SIRGAS and WGS 84 are treated as the same, with no stated accuracy.');
    expect(between('EPSG:4686', 'EPSG:4618').isIdentity).toBe(false);
    expect(between('EPSG:4277', 'EPSG:4326').isIdentity).toBe(false);
    expect(moved(coded('EPSG:2056'), coded('EPSG:4326'), [2_600_000, 1_200_000])).toEqual([expect.closeTo(7.438632, 5), expect.closeTo(46.951083, 5)]);
    // A file's own text says more than its code.
    const own = { name: 'Ours', code: 'EPSG:2154', wkt: esriWellKnownText(systemGiven('EPSG:31983')) };
    expect(moved(own, coded('EPSG:4674'), METRES)[0]).toBeCloseTo(DEGREES[0], 9);
  });

  test('change the array in place, and only the vertices that are asked for', () => {
    const xy = Float64Array.of(1, 2, ...DEGREES, 3, 4);
    expect(between('EPSG:4674', 'EPSG:31983').apply(xy, 1, 2)).toBe(0);
    expect([xy[0], xy[1], xy[4], xy[5]]).toEqual([1, 2, 3, 4]);
    expect(xy[2]).toBeCloseTo(METRES[0], 4);
    expect(xy[3]).toBeCloseTo(METRES[1], 4);
  });

  test('transform long arrays to their end', () => {
    const xy = new Float64Array(2 * 5000).map((_, index) => DEGREES[index % 2]);
    expect(between('EPSG:4674', 'EPSG:31983').apply(xy)).toBe(0);
    expect(xy.every((value, index) => Math.abs(value - METRES[index % 2]) < 1e-4)).toBe(true);
  });

  test('accept the text of a file, of EPSG or of ArcGIS, on either side', () => {
    const zone = systemGiven('EPSG:31983');
    for (const wkt of [wellKnownText(zone), esriWellKnownText(zone)]) {
      expect(moved(coded('EPSG:4674'), written(wkt), DEGREES)[0]).toBeCloseTo(METRES[0], 4);
      expect(moved(written(wkt), coded('EPSG:4674'), METRES)[1]).toBeCloseTo(DEGREES[1], 9);
    }
  });

  test('accept a definition in a file that the table does not have', () => {
    const ownZone = written(esriWellKnownText(systemGiven('EPSG:31983')).replace('SIRGAS_2000_UTM_Zone_23S', 'Ours').replace('"False_Easting",500000.0', '"False_Easting",600000.0'));
    const there = transformationBetween(coded('EPSG:4674'), ownZone, 'a');
    expect(there).toMatchObject({ isIdentity: false, accuracyMetres: null });
    expect(there.description).toBe('From SIRGAS 2000 to Ours, with Ours as defined in the file; its datum and WGS 84 are treated as the same, with no stated accuracy.');
    const place = moved(coded('EPSG:4674'), ownZone, DEGREES);
    expect(place[0]).toBeCloseTo(METRES[0] + 100_000, 3);
    expect(place[1]).toBeCloseTo(METRES[1], 3);
    expect(moved(ownZone, coded('EPSG:4674'), place)[0]).toBeCloseTo(DEGREES[0], 8);
  });

  test('say how the datum of such a definition is related to WGS 84: as the text states, or else by whose values', () => {
    const polyconic = (datum: string): string => `PROJCS["Ours",GEOGCS["Theirs",${datum},PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Polyconic"],PARAMETER["Central_Meridian",-51.25],UNIT["Meter",1]]`;
    const told = (datum: string, to: string): string => transformationBetween(written(polyconic(datum)), coded(to), 'a').description;
    const sad69 = 'SPHEROID["GRS_1967_Truncated",6378160,298.25]';
    const shift = "between its datum and WGS 84 by the three translations of IBGE's resolution 1/2005 (EPSG:15485) (-67.35, 3.88, -38.22 m)";
    expect(told(`DATUM["D_South_American_1969",${sad69}]`, 'EPSG:4674')).toContain(`; ${shift}, accurate to about 6 m`);
    expect(told(`DATUM["D_South_American_1969",${sad69}]`, 'EPSG:29192')).toContain(`; ${shift}, and WGS 84 to SAD69 by the three translations of IBGE`);
    expect(told(`DATUM["D_South_American_1969",${sad69},TOWGS84[-57,1,-41]]`, 'EPSG:4674')).toContain('; between its datum and WGS 84 as it states, with no stated accuracy');
  });

  test('describe a code or a PROJ definition in place of the text as what it is', () => {
    for (const wkt of ['EPSG:31983', '+proj=aea +lat_1=-2 +lat_2=-22 +lat_0=-12 +lon_0=-54 +ellps=GRS80']) {
      expect(transformationBetween(written(wkt), coded('EPSG:4674'), 'a').description).toContain('with Ours as defined in the file; between its datum and WGS 84 as it states, with no stated accuracy');
    }
  });

  test('take a definition that states only its ellipsoid as WGS 84 if the ellipsoid is a modern one, and refuse it if it is an older one or was made up from a shift', () => {
    const albers = (datum: string): string => `PROJCS["Ours",GEOGCS["Theirs",${datum},PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Albers"],PARAMETER["Central_Meridian",-54],PARAMETER["Standard_Parallel_1",-2],PARAMETER["Standard_Parallel_2",-22],PARAMETER["Latitude_Of_Origin",-12],UNIT["Meter",1]]`;
    const grs80 = 'SPHEROID["GRS_1980",6378137,298.257222101]';
    const there = (datum: string): string => transformationBetween(written(albers(datum)), coded('EPSG:4674'), 'a').description;
    // The text that PROJ and QGIS make of IBGE's definition, `+proj=aea … +ellps=GRS80`.
    for (const name of ['Unknown based on GRS80 ellipsoid', 'D_Unknown_based_on_GRS80_ellipsoid', 'Not specified (based on GRS 1980 ellipsoid)', 'D_GRS_1980', 'D_Unknown_based_on_WGS84_ellipsoid']) {
      expect(there(`DATUM["${name}",${grs80}]`), name).toContain('; it states no datum, which on its ellipsoid is treated as WGS 84');
    }
    // GDAL before its version 3, and mapshaper.
    for (const name of ['unknown', 'D_unknown', 'Unknown datum']) {
      expect(there(`DATUM["${name}",${grs80}]`), name).toContain('; it states no datum, which on its ellipsoid is treated as WGS 84');
      expect(() => there(`DATUM["${name}",SPHEROID["International 1924",6378388,297]]`), name).toThrow(expect.objectContaining({ code: 'crs-unusable' }));
    }
    expect(there(`DATUM["D_Unknown_based_on_GRS80_ellipsoid_using_towgs84_0_0_0",${grs80}]`)).toContain('; its datum and WGS 84 are treated as the same');
    for (const name of ['D_Unknown_based_on_WGS84_ellipsoid_using_towgs84_-57_1_-41', 'D_Unknown_based_on_GRS80_ellipsoid_using_towgs84_-57_1_-41', 'D_Unknown_based_on_Australian_Natl_S_Amer_1969_ellipsoid']) {
      expect(() => there(`DATUM["${name}",${grs80}]`), name).toThrow(expect.objectContaining({ code: 'crs-unusable' }));
    }
  });

  // ESRI:102113 and ESRI:104199 as ArcGIS writes them, EPSG:3785 and EPSG:4055; the expected coordinates are those of PROJ.
  test('keep longitudes and latitudes between WGS 84 and a sphere that stands for it, whose coordinates a shift of the centre would move by 10 km', () => {
    const ofArcgis = 'GEOGCS["GCS_WGS_1984_Major_Auxiliary_Sphere",DATUM["D_WGS_1984_Major_Auxiliary_Sphere",SPHEROID["WGS_1984_Major_Auxiliary_Sphere",6378137.0,0.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
    const ofEpsg = 'GEOGCS["Popular Visualisation CRS",DATUM["Popular_Visualisation_Datum",SPHEROID["Popular Visualisation Sphere",6378137,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]';
    const moves = (wkt: string): number[] => [...moved(coded('EPSG:4326'), written(wkt), [-50, -15])];
    const offset = 'PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",0.0]';
    // As GDAL and others wrote it until some years ago.
    const withZeros = ofEpsg.replace('6378137,0]]', '6378137,0],TOWGS84[0,0,0,0,0,0,0]]');
    expect(withZeros).toContain('TOWGS84');
    for (const base of [ofArcgis, ofEpsg, withZeros]) {
      expect(moves(base)).toEqual([expect.closeTo(-50, 9), expect.closeTo(-15, 9)]);
      expect(moves(`PROJCS["WGS_1984_Web_Mercator",${base},PROJECTION["Mercator"],${offset},PARAMETER["Standard_Parallel_1",0.0],UNIT["Meter",1.0]]`)).toEqual([expect.closeTo(-5_565_974.539664, 4), expect.closeTo(-1_689_200.139608, 4)]);
      expect(moves(`PROJCS["Ours",${base},PROJECTION["Sinusoidal"],${offset},UNIT["Meter",1.0]]`)).toEqual([expect.closeTo(-5_376_318.556329, 4), expect.closeTo(-1_669_792.361899, 4)]);
    }
    // As GDAL writes `+proj=merc +a=6378137 +b=6378137 +nadgrids=@null`: the datum has no name, and the extension says how it is meant.
    const unnamed = 'PROJCS["unnamed",GEOGCS["unnamed ellipse",DATUM["unknown",SPHEROID["unnamed",6378137,0]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_2SP"],PARAMETER["standard_parallel_1",0],PARAMETER["central_meridian",0],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["Meter",1],EXTENSION["PROJ4","+proj=merc +a=6378137 +b=6378137 +lat_ts=0.0 +lon_0=0.0 +x_0=0.0 +y_0=0 +k=1.0 +units=m +nadgrids=@null +wktext +no_defs"]]';
    expect(moves(unnamed)).toEqual([expect.closeTo(-5_565_974.539664, 4), expect.closeTo(-1_689_200.139608, 4)]);
    // As GeoTools writes the sphere; here in feet, so that it is no system of the table.
    const axes = 'PARAMETER["semi_major",6378137.0],PARAMETER["semi_minor",6378137.0]';
    const ofGeotools = `PROJCS["Ours",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Mercator_1SP"],${axes},${offset},UNIT["foot",0.3048]]`;
    expect(moves(ofGeotools).map((feet) => feet * 0.3048)).toEqual([expect.closeTo(-5_565_974.539664, 4), expect.closeTo(-1_689_200.139608, 4)]);
    expect(() => moves(ofGeotools.replace('Mercator_1SP', 'Transverse_Mercator'))).toThrow('its projection is on another ellipsoid than its datum');
    expect(() => moves(ofGeotools.replace('"semi_minor",6378137.0', '"semi_minor",6356774.5'))).toThrow('its projection is on another ellipsoid than its datum');
    // A scale that is another is kept.
    expect(moves(ofGeotools.replace('UNIT["foot"', 'PARAMETER["scale_factor",0.5],UNIT["foot"')).map((feet) => feet * 0.3048 * 2)).toEqual([expect.closeTo(-5_565_974.539664, 4), expect.closeTo(-1_689_200.139608, 4)]);
    // A plain sphere without a name, as in styles of maps from before EPSG had a number for it.
    const plain = `PROJCS["Spherical Mercator",GEOGCS["Unknown",DATUM["D_Unknown",SPHEROID["GRS80_Sphere_No_Flattening",6378137,0]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]],PROJECTION["Mercator"],PARAMETER["scale_factor",1],${offset},UNIT["Meter",1]]`;
    expect(moves(plain)).toEqual([expect.closeTo(-5_565_974.539664, 4), expect.closeTo(-1_689_200.139608, 4)]);
    expect(() => moves(plain.replace('6378137,0', '6371000,0'))).toThrow('how its datum D_Unknown relates to WGS 84 is not known');
    expect(transformationBetween(written(ofArcgis), coded('EPSG:4674'), 'a').description).toContain('longitudes and latitudes on its sphere are treated as those on WGS 84, with no stated accuracy');
  });

  test('take a datum that EPSG places at WGS 84 for that, in the words of EPSG and of ArcGIS, and no other', () => {
    const there = (datum: string): string => transformationBetween(written(`GEOGCS["Theirs",DATUM["${datum}",SPHEROID["GRS_1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]`), coded('EPSG:4326'), 'a').description;
    const spellings = ['D_NAD_1983_2011', 'D_NAD_1983_CORS96', 'NAD83_National_Spatial_Reference_System_2011', 'North_American_Datum_of_1983_CSRS_version_7', 'D_SWEREF99', 'D_SWEREF99 (EPSG ID 6619)', 'SWEREF99', 'D_Mexican_Datum_of_1993', 'Costa_Rica_2005', 'Réseau géodésique de Mayotte 2004'];
    for (const name of spellings) expect(there(name), name).toContain('its datum and WGS 84 are treated as the same');
    for (const name of ['D_North_American_1927', 'D_NAD_1927', 'D_Pulkovo_1942', 'D_SWEREF93', 'D_Estonia_1992']) expect(() => there(name), name).toThrow(expect.objectContaining({ code: 'crs-unusable' }));
  });

  test('prefer a shift that the file states over that of the table', () => {
    const usual = wellKnownText(systemGiven('EPSG:4618'));
    const own = usual.replace('TOWGS84[-67.35,3.88,-38.22,0,0,0,0]', 'TOWGS84[-57,1,-41,0,0,0,0]');
    const byOwn = transformationBetween(written(own), coded('EPSG:4674'), 'a');
    expect(byOwn.description).toContain('three translations that the file states for SAD69 (-57, 1, -41 m)');
    expect(byOwn.accuracyMetres).toBeNull();
    // The same in WKT 2.
    const bound = `BOUNDCRS[SOURCECRS[${usual.replace(/,TOWGS84\[[^\]]*\]/, '')}],TARGETCRS[${wellKnownText(systemGiven('EPSG:4326'))}],ABRIDGEDTRANSFORMATION["Theirs",METHOD["Geocentric translations (geog2D domain)"],PARAMETER["X-axis translation",-57],PARAMETER["Y-axis translation",1],PARAMETER["Z-axis translation",-41]]]`;
    expect(transformationBetween(written(bound), coded('EPSG:4674'), 'a').description).toBe(byOwn.description);
    expect(transformationBetween(written(usual), coded('EPSG:4674'), 'a').accuracyMetres).toBe(5);
    const apart = Math.abs(moved(written(own), coded('EPSG:4674'), DEGREES)[0] - moved(written(usual), coded('EPSG:4674'), DEGREES)[0]) * 107_000;
    expect(apart).toBeGreaterThan(2);
    expect(apart).toBeLessThan(12);
  });

  test('leave coordinates unchanged that are the same in both systems', () => {
    for (const [from, to] of [['EPSG:4674', 'EPSG:4326'], ['EPSG:31982', 'EPSG:32722'], ['EPSG:31982', 'EPSG:31982'], ['OGC:CRS84', 'EPSG:4326']]) {
      const same = between(from, to);
      expect(same.isIdentity, from).toBe(true);
      const xy = Float64Array.of(1, 2, Number.NaN, 4);
      expect(same.apply(xy)).toBe(0);
      expect([...xy]).toEqual([1, 2, Number.NaN, 4]);
    }
    for (const [from, to] of [['EPSG:4674', 'EPSG:4618'], ['EPSG:31982', 'EPSG:31983'], ['EPSG:3857', 'EPSG:3395'], ['EPSG:4225', 'EPSG:4208']]) expect(between(from, to).isIdentity, from).toBe(false);
  });

  test('make places that a system does not cover NaN, and count them', () => {
    const places = Float64Array.of(39, 0, -51, 90.1, ...DEGREES, -51, Number.NaN, 700_000, 8_000_000, Number.POSITIVE_INFINITY, 0);
    expect(between('EPSG:4674', 'EPSG:31982').apply(places)).toBe(5);
    expect([...places].map((value) => Number.isNaN(value))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((index) => index !== 4 && index !== 5));
    expect(between('EPSG:4326', 'EPSG:3857').apply(Float64Array.of(0, 90, 0, -90, 0, 89.9))).toBe(2);
    expect(between('EPSG:31982', 'EPSG:4674').apply(Float64Array.of(5e8, 0, 0, 5e8))).toBe(2);
    expect(between('EPSG:10857', 'EPSG:4674').apply(Float64Array.of(5e6, 9e7))).toBe(1);
    expect(between('EPSG:5880', 'EPSG:4674').apply(Float64Array.of(5e6, 9e7))).toBe(1);
  });

  test('come back to within a tenth of a millimetre for every system of the table', () => {
    for (const { code, datum, utm } of knownSystems()) {
      const meridian = utm === null ? -50 : 6 * utm.zone - 183;
      const sameDatum = knownSystems().find((each) => each.datum === datum && each.method === 'geographic')?.code ?? '';
      for (const [longitude, latitude] of [[meridian - 6, -33], [meridian + 0.01, 0], [meridian + 6, 5], [meridian + 3, -15.75], [meridian, -1e-7]]) {
        const xy = Float64Array.of(longitude - 360 * Math.round(longitude / 360.1), latitude);
        const [x, y] = xy;
        expect(between(sameDatum, code).apply(xy) + between(code, sameDatum).apply(xy), code).toBe(0);
        expect(Math.max(Math.abs(xy[0] - x), Math.abs(xy[1] - y)) * 111_320, `${code} at ${x} ${y}`).toBeLessThan(0.0001);
      }
    }
  });

  test('come back to within half a millimetre across datums in Brazil for SAD69, as the height is left out', () => {
    const xy = Float64Array.of(-74, 5, -74, -33, -35, -8, -50, -20);
    const before = xy.slice();
    between('EPSG:4618', 'EPSG:4674').apply(xy);
    between('EPSG:4674', 'EPSG:4618').apply(xy);
    expect(Math.max(...xy.map((value, index) => Math.abs(value - before[index]))) * 111_320).toBeLessThan(0.0005);
  });

  test.for([
    ['EPSG:29192', 'EPSG:31982', "From SAD69 / UTM zone 22S to SIRGAS 2000 / UTM zone 22S; SAD69 to SIRGAS 2000 by the three translations of IBGE's resolution 1/2005 (EPSG:15485) between SAD69 and SIRGAS 2000 (-67.35, 3.88, -38.22 m), accurate to about 5 m.", 5],
    ['EPSG:4674', 'EPSG:31982', 'From SIRGAS 2000 to SIRGAS 2000 / UTM zone 22S; the datum is the same.', 0],
    ['EPSG:4674', 'EPSG:4326', 'Coordinates in SIRGAS 2000 are the same in WGS 84 and stay unchanged; SIRGAS 2000 and WGS 84 are treated as the same, accurate to about 1 m.', 1],
    ['EPSG:4618', 'EPSG:4326', "From SAD69 to WGS 84; SAD69 to WGS 84 by the three translations of IBGE's resolution 1/2005 (EPSG:15485) between SAD69 and SIRGAS 2000 (-67.35, 3.88, -38.22 m), accurate to about 5 m.", 5],
  ] as const)('from %s to %s in words', ([from, to, description, accuracyMetres]) => {
    expect(between(from, to)).toMatchObject({ description, accuracyMetres });
  });

  test.for([
    ['nothing is known', { name: 'unknown', code: null }, 'crs-needed'],
    ['the code is not in the table', coded('EPSG:2000'), 'crs-unusable'],
    ['the datum is known by a grid only', coded('EPSG:5524'), 'crs-unusable'],
    ['the text is none', written('PROJCS["UTM",GEOGCS["a",DATUM["D_SIRGAS_2000",'), 'crs-unusable'],
  ] as const)('are refused if %s', ([, system, code]) => {
    expect(() => transformationBetween(system, coded('EPSG:4674'), 'farms.shp')).toThrow(expect.objectContaining({ code }));
  });

  test('stay within a datum that is known by a grid only', () => {
    expect(moved(coded('EPSG:5524'), coded('EPSG:5537'), [-51, -20])[0]).toBeCloseTo(500_000, 6);
    expect(systemOfCode('EPSG:5537')?.datum).toBe('corrego-alegre-1961');
  });
});
