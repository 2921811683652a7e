import { describe, expect, test } from 'vitest';
import { systemOfCode } from '@geoinsights/crs';
import { crsFromEpsg, crsFromName, crsFromWkt, unknownCrs } from './crs.ts';
import { extentOf } from './extent.ts';

const SIRGAS =
  'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const UTM = (unit: string) => `PROJCS["SIRGAS 2000 / UTM zone 23S",${SIRGAS},PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",-45],${unit},AUTHORITY["EPSG","31983"]]`;
const WKT2 = `PROJCRS["WGS 84 / UTM zone 22S",BASEGEOGCRS["WGS 84",DATUM["World Geodetic System 1984",ELLIPSOID["WGS 84",6378137,298.257223563,LENGTHUNIT["metre",1]]],
  ID["EPSG",4326]],CONVERSION["UTM zone 22S",METHOD["Transverse Mercator",ID["EPSG",9807]]],CS[Cartesian,2],AXIS["(E)",east,ORDER[1],LENGTHUNIT["foot",0.3048]],
  AXIS["(N)",north,ORDER[2],LENGTHUNIT["foot",0.3048]],ID["EPSG",32722]]`;

describe('crsFromWkt', () => {
  test('reads a geographic system without an authority, as ESRI writes it', () => {
    expect(crsFromWkt(SIRGAS)).toEqual({ name: 'GCS_SIRGAS_2000', code: null, units: { kind: 'geographic' }, metresPerUnit: null });
  });

  test('reads the unit of a projected system, not that of the geographic one inside it', () => {
    expect(crsFromWkt(UTM('UNIT["metre",1]'))).toEqual({ name: 'SIRGAS 2000 / UTM zone 23S', code: 'EPSG:31983', units: { kind: 'planar' }, metresPerUnit: 1 });
    expect(crsFromWkt(UTM('UNIT["Foot_US",0.304800609601219]'))?.metresPerUnit).toBeCloseTo(1200 / 3937, 12);
  });

  test('reads the second generation, with the unit on the axes', () => {
    expect(crsFromWkt(WKT2)).toEqual({ name: 'WGS 84 / UTM zone 22S', code: 'EPSG:32722', units: { kind: 'planar' }, metresPerUnit: 0.3048 });
  });

  test('finds the horizontal system inside a compound one, and round brackets', () => {
    expect(crsFromWkt(`COMPD_CS["both",${SIRGAS},VERT_CS["height",UNIT["metre",1]]]`)?.units.kind).toBe('geographic');
    expect(crsFromWkt('GEOGCS("a ""quoted"" name",UNIT("Degree",0.0174532925199433))')?.name).toBe('a "quoted" name');
  });

  test('does not treat grads or geocentric systems as degrees', () => {
    expect(crsFromWkt('GEOGCS["NTF (Paris)",UNIT["grad",0.015707963267949]]')?.units.kind).toBe('planar');
    expect(crsFromWkt('GEODCRS["WGS 84",CS[Cartesian,3],AXIS["X",geocentricX],LENGTHUNIT["metre",1]]')?.units.kind).toBe('planar');
  });

  test('takes no system from what programs write for layers that have none, but a plane of its own is one', () => {
    for (const keyword of ['LOCAL_CS', 'ENGCRS']) expect(crsFromWkt(`${keyword}["Undefined SRS",LOCAL_DATUM["unknown",32767],UNIT["unknown",0],AXIS["Easting",EAST],AXIS["Northing",NORTH]]`)).toBeNull();
    expect(crsFromWkt('LOCAL_CS["site",UNIT["metre",1]]')).toMatchObject({ units: { kind: 'planar' }, metresPerUnit: 1 });
  });

  test.each(['', 'no wkt', 'GEOGCS["unclosed",', 'GEOGCS]', 'A[', '['.repeat(1000), 'GEOGCS['.repeat(5000), 'VERT_CS["height",UNIT["metre",1]]', '"x"'])('refuses %j', (text) => {
    expect(crsFromWkt(text)).toBeNull();
  });
});

test('crsFromEpsg knows degrees, metres and feet', () => {
  expect(crsFromEpsg(4674)?.units.kind).toBe('geographic');
  expect(crsFromEpsg(4326)?.units.kind).toBe('geographic');
  expect(crsFromEpsg(31983)).toEqual({ name: 'EPSG:31983', code: 'EPSG:31983', units: { kind: 'planar' }, metresPerUnit: 1 });
  expect(crsFromEpsg(3857)?.metresPerUnit).toBe(1);
  expect(crsFromEpsg(2227)?.metresPerUnit).toBe(1200 / 3937);
  expect(crsFromEpsg(2222)?.metresPerUnit).toBe(0.3048);
  expect(crsFromEpsg(4647)?.units.kind).toBe('planar');
  expect(crsFromEpsg(102033)).toBeNull();
  expect(crsFromEpsg(4326.5)).toBeNull();
});

test('crsFromName reads the usual spellings and nothing else', () => {
  expect(crsFromName('urn:ogc:def:crs:OGC:1.3:CRS84')?.units.kind).toBe('geographic');
  expect(crsFromName('urn:ogc:def:crs:EPSG::31983')?.code).toBe('EPSG:31983');
  expect(crsFromName('urn:ogc:def:crs:EPSG:6.3:4674')?.code).toBe('EPSG:4674');
  expect(crsFromName('http://www.opengis.net/def/crs/EPSG/0/4674')?.code).toBe('EPSG:4674');
  expect(crsFromName('EPSG:4674')?.code).toBe('EPSG:4674');
  for (const name of ['EPSG:900913', 'urn:ogc:def:crs:EPSG::900913', 'EPSG:102100', 'urn:ogc:def:crs:ESRI::102100', 'ESRI:102113', 'EPSG:3785', 'EPSG:3857']) expect(crsFromName(name)).toEqual(crsFromEpsg(3857));
  for (const code of ['ESRI:102033', 'ESRI:102015']) {
    const read = { name: code, code, units: { kind: 'planar' }, metresPerUnit: 1 };
    expect(crsFromName(code)).toEqual(read);
    expect(crsFromName(`urn:ogc:def:crs:${code.replace(':', '::')}`)).toEqual(read);
    expect(systemOfCode(code)?.method).toMatch(/albers|lambertConformal/);
  }
  expect(crsFromName('ESRI:31983')).toBeNull();
  expect(crsFromName('ESRI:102719')).toBeNull();
  expect(crsFromName('my own system')).toBeNull();
});

test('unknownCrs assumes degrees only if every coordinate is within their range', () => {
  expect(unknownCrs(extentOf(Float64Array.of(-50, -15, NaN, 1e9, 180, 90))).crs.units.kind).toBe('geographic');
  expect(unknownCrs(extentOf(Float64Array.of(-50, -15, 180.1, 0))).crs.units.kind).toBe('planar');
  // As a reprojection leaves the antimeridian and the poles.
  expect(unknownCrs(extentOf(Float64Array.of(-50, -90.000_000_000_01, 180.000_000_000_000_14, 90.000_000_000_01))).crs.units.kind).toBe('geographic');
  expect(unknownCrs(extentOf(Float64Array.of(-50, -15, 180.000_001, 0))).crs.units.kind).toBe('planar');
  expect(unknownCrs(extentOf(new Float64Array(0))).crs.units.kind).toBe('planar');
  expect(unknownCrs(extentOf(Float64Array.of(0, 0))).note.code).toBe('crs-missing');
});
