import { describe, expect, test } from 'vitest';
import { candidateSystems, statedSystem, systemGiven, systemNamed, systemOfCode } from '../src/index.ts';
import { knownSystems } from '../src/known-systems.ts';

describe('systems by their usual names', () => {
  test.for([
    ['EPSG:31982', 'EPSG:31982'],
    ['31982', 'EPSG:31982'],
    ['epsg 31982', 'EPSG:31982'],
    ['urn:ogc:def:crs:EPSG::4674', 'EPSG:4674'],
    ['http://www.opengis.net/def/crs/EPSG/0/4674', 'EPSG:4674'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326'],
    ['102033', 'ESRI:102033'],
    ['EPSG:900913', 'EPSG:3857'],
    ['102100', 'EPSG:3857'],
    ['900913', 'EPSG:3857'],
    ['EPSG:3785', 'EPSG:3857'],
    ['EPSG:102113', 'EPSG:3857'],
    ['ESRI:102113', 'EPSG:3857'],
    ['SIRGAS 2000 / UTM zone 22S', 'EPSG:31982'],
    ['sirgas 2000 utm 22s', 'EPSG:31982'],
    ['SIRGAS2000 / UTM fuso 22 Sul', 'EPSG:31982'],
    ['SIRGAS_2000_UTM_Zone_22S', 'EPSG:31982'],
    ['sirgas utm z22s', 'EPSG:31982'],
    ['SIRGAS 2000 / UTM 22N', 'EPSG:31976'],
    ['Geográficas SIRGAS 2000', 'EPSG:4674'],
    ['WGS84', 'EPSG:4326'],
    ['web mercator', 'EPSG:3857'],
    ['Google Mercator', 'EPSG:3857'],
    ['world mercator', 'EPSG:3395'],
    ['Albers Brasil', 'EPSG:10857'],
    ['South America Albers', 'ESRI:102033'],
    ['SIRGAS 2000 policônica', 'EPSG:5880'],
    ['SAD69 fuso 22S', 'EPSG:29192'],
    ['SAD-69/96 UTM 22S', 'EPSG:5858'],
    ['Córrego Alegre 1961 utm 23s', 'EPSG:5538'],
  ])('%s', ([text, code]) => {
    expect(systemNamed(text)?.code).toBe(code);
  });

  test('every system is found by its own name; those with a height are found by their code', () => {
    for (const { code, name } of knownSystems()) expect(systemNamed(name)?.code, name).toBe({ 'EPSG:4979': 'EPSG:4326', 'EPSG:4989': 'EPSG:4674' }[code] ?? code);
    expect(systemNamed('EPSG:4979')?.code).toBe('EPSG:4979');
  });

  // Without the register they would be the zones 1N and 1S, 22N and 22S.
  test.for(['EPSG:1', 'epsg 22', 'EPSG::1', 'ESRI:22', 'EPSG:1234567', 'urn:ogc:def:crs:EPSG::1', 'urn:ogc:def:crs:IAU:2015:19900', 'http://www.opengis.net/def/crs/EPSG/0/22', 'EPSG:', '', ' / ', 'banana', 'EPSG:9999', '9'.repeat(1000), 'utm 22s on Mars'])('"%s" names no system', (text) => {
    expect(candidateSystems(text)).toEqual([]);
    expect(() => systemGiven(text)).toThrow(expect.objectContaining({ code: 'crs-not-known' }));
  });

  test('an ambiguous name finds no system, and the error lists the candidates', () => {
    expect(systemNamed('sirgas 2000 utm 22')).toBeNull();
    expect(candidateSystems('sirgas 2000 utm 22').map(({ code }) => code)).toEqual(['EPSG:31976', 'EPSG:31982']);
    expect(() => systemGiven('policônica')).toThrow('SIRGAS 2000 / Brazil Polyconic (EPSG:5880), SAD69 / Brazil Polyconic (EPSG:29101), SAD69(96) / Brazil Polyconic (EPSG:5530). Give the code');
    expect(() => systemGiven('utm 22s')).toThrow(/ and \d+ more\. /);
  });
});

describe('what a layer states about its system', () => {
  test('for a plane', () => {
    expect(statedSystem(systemGiven('EPSG:31982'))).toMatchObject({ name: 'SIRGAS 2000 / UTM zone 22S', code: 'EPSG:31982', units: { kind: 'planar' }, metresPerUnit: 1 });
  });

  test('for degrees, without a height', () => {
    expect(statedSystem(systemGiven('EPSG:4989'))).toMatchObject({ name: 'SIRGAS 2000', code: 'EPSG:4674', units: { kind: 'geographic' }, metresPerUnit: null });
    expect(systemOfCode('EPSG:4989')).not.toBeNull();
  });
});
